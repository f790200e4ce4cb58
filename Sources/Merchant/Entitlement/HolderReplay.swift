import WindfallCommerce
import WindfallTimeline

/// A purchase of one app.
struct AppPurchase: Hashable, Comparable, Sendable {
    var app: String
    var original: TransactionKey

    static func < (first: AppPurchase, second: AppPurchase) -> Bool {
        first.app == second.app ? first.original < second.original : first.app < second.app
    }
}

/// Who has a purchase, and who had it. Names are text: those of erased users are none of users.
struct Possession: Hashable, Sendable {
    struct Former: Hashable, Sendable {
        var person: String
        /// In the store's time, in milliseconds.
        var until: Int64
    }

    /// The holder first, then those with whom it is shared.
    var people: [String] = []
    /// In the order in which they ended.
    var former: [Former] = []

    var isEmpty: Bool { people.isEmpty && former.isEmpty }
}

/// Makes the holders of all purchases out of the log of claims, as if all of it happened again.
struct HolderReplay: Sendable {
    private(set) var possessions: [AppPurchase: Possession] = [:]
    /// The purchases in which a user's name stands.
    private var mentions: [Person: Set<AppPurchase>] = [:]

    private struct Person: Hashable, Sendable {
        var app: String
        var name: String
    }

    /// Applies a claim; they come in the order in which they were written.
    ///
    /// - Parameter date: in the store's time.
    mutating func apply(_ claim: Claim, of app: String, at date: Instant) {
        switch claim.decision {
        case .refused: break
        case .merged: rename(claim.person, to: claim.other, of: app)
        case .erased: remove(claim.person, of: app, at: date)
        case .assigned, .transferred, .shared, .moved, .movedWithCredits, .withdrawn:
            guard let original = claim.original else { return }
            let purchase = AppPurchase(app: app, original: original)
            var possession = possessions[purchase] ?? Possession()
            possession.apply(claim, at: date)
            keep(possession, of: purchase)
            mentions[Person(app: app, name: claim.person), default: []].insert(purchase)
        }
    }

    private mutating func rename(_ person: String, to other: String, of app: String) {
        let purchases = mentions.removeValue(forKey: Person(app: app, name: person)) ?? []
        for purchase in purchases {
            guard var possession = possessions[purchase] else { continue }
            var known: Set<String> = []
            possession.people = possession.people.map { $0 == person ? other : $0 }.filter {
                known.insert($0).inserted
            }
            for index in possession.former.indices where possession.former[index].person == person {
                possession.former[index].person = other
            }
            keep(possession, of: purchase)
        }
        mentions[Person(app: app, name: other), default: []].formUnion(purchases)
    }

    private mutating func remove(_ person: String, of app: String, at date: Instant) {
        for purchase in mentions[Person(app: app, name: person)] ?? [] {
            guard var possession = possessions[purchase] else { continue }
            if possession.people.first == person {
                possession.former.append(Possession.Former(person: person, until: date.milliseconds))
            }
            possession.people.removeAll { $0 == person }
            keep(possession, of: purchase)
        }
    }

    private mutating func keep(_ possession: Possession, of purchase: AppPurchase) {
        possessions[purchase] = possession.isEmpty ? nil : possession
    }
}

extension Possession {
    /// What a claim about this purchase makes of it.
    fileprivate mutating func apply(_ claim: Claim, at date: Instant) {
        switch claim.decision {
        case .assigned: people = [claim.person]
        case .transferred, .moved:
            if let first = people.first { former.append(Former(person: first, until: date.milliseconds)) }
            people = [claim.person]
        case .movedWithCredits:
            people = [claim.person]
            former = []
        case .shared: people.append(claim.person)
        case .withdrawn: people = []
        case .refused, .merged, .erased: break
        }
    }
}
