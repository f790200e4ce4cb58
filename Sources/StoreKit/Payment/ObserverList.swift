/// The queue's observers, none kept alive.
struct ObserverList {
    private struct Place {
        weak var observer: (any SKPaymentTransactionObserver)?
        /// The count of changes when it was added: older ones are in the list that it gets first.
        var since: Int
    }

    private var places: [Place] = []

    /// Those that are there, in order.
    var present: [any SKPaymentTransactionObserver] {
        places.compactMap(\.observer)
    }

    /// - Returns: false where it was there already.
    mutating func add(_ observer: any SKPaymentTransactionObserver, since: Int) -> Bool {
        places.removeAll { $0.observer == nil }
        guard !contains(observer, at: .max) else { return false }
        places.append(Place(observer: observer, since: since))
        return true
    }

    mutating func remove(_ observer: any SKPaymentTransactionObserver) {
        places.removeAll { $0.observer == nil || $0.observer === observer }
    }

    /// Whether an observer is to hear of the change with a number.
    func contains(_ observer: any SKPaymentTransactionObserver, at change: Int) -> Bool {
        places.contains { $0.observer === observer && $0.since <= change }
    }
}
