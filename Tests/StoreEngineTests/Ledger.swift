import WindfallCommerce
import WindfallStoreEngine
import WindfallTimeline

/// What must hold in every state, worked out from the transactions alone.
struct Ledger {
    let state: StoreState

    private var numbered: [(number: TransactionNumber, record: TransactionRecord)] {
        state.transactions.enumerated().map { (TransactionNumber(Int64($0.offset + 1)), $0.element) }
    }

    /// What does not hold, in words; empty where all does.
    func faults() throws -> [String] {
        try booksFaults() + ownershipFaults() + paymentFaults() + subscriptionFaults()
    }

    private func booksFaults() -> [String] {
        [true, false].flatMap { isSandbox in
            let bought = state.transactions.filter { $0.isSandbox == isSandbox && $0.state == .purchased }
            let charged = bought.reduce(0) { $0 + ($1.charged?.thousandths ?? 0) }
            let refunded = bought.reduce(0) {
                $0 + ($1.charged?.thousandths ?? 0) * ($1.revocation?.percentage ?? 0) / 100
            }
            let books = state.books(isSandbox: isSandbox, currency: .usDollar)
            return books == (charged, refunded) ? [] : ["books \(books), transactions \((charged, refunded))"]
        }
    }

    /// F31: a purchase that was paid back gives nothing, nor does what came of it.
    private func ownershipFaults() throws -> [String] {
        var faults: [String] = []
        for place in state.devices.indices {
            for number in try state.entitlements(on: DeviceNumber(Int64(place + 1))) {
                let record = try state.transaction(number)
                let first = try state.transaction(record.original)
                let source = try record.details?.sharedFrom.map(state.transaction)
                let isTaken = [record, source, record.expiresDate == nil ? first : nil].contains {
                    $0?.revocation != nil
                }
                if isTaken { faults.append("\(number) was refunded and is owned") }
            }
        }
        for account in 1...state.accounts.count {
            for product in 1...state.products.count {
                let owned = state.owned(ProductNumber(Int64(product)), by: AccountNumber(Int64(account)))
                guard let owned, try state.transaction(owned).revocation != nil else { continue }
                faults.append("\(owned) was refunded and would be downloaded again")
            }
        }
        return faults
    }

    private func paymentFaults() -> [String] {
        var seen: Set<[String]> = []
        return state.transactions.compactMap { record in
            guard let device = record.device, let payment = record.details?.paymentID else { return nil }
            return seen.insert(["\(device)", payment]).inserted ? nil : "\(payment) was taken twice"
        }
    }

    private func subscriptionFaults() throws -> [String] {
        var faults: [String] = []
        var running: Set<[String]> = []
        for (original, subscription) in state.subscriptions {
            if subscription.isRunning {
                if !running.insert(["\(subscription.account)", subscription.group]).inserted {
                    faults.append("\(subscription.account) has two running subscriptions")
                }
                if subscription.due.map({ $0 <= state.now }) ?? true { faults.append("\(original) runs after its end") }
            }
            faults += try chainFaults(original, subscription)
        }
        return faults
    }

    /// F27: each period begins where the last one ended, and the nth ends n periods after the first began.
    private func chainFaults(_ original: TransactionNumber, _ subscription: SubscriptionRecord) throws -> [String] {
        let chain = numbered.filter {
            $0.record.original == original && $0.record.state == .purchased
                && ($0.record.origin == .purchase || $0.record.origin == .renewal)
        }
        var faults = chain.last?.number == subscription.last ? [] : ["\(original) forgot its last transaction"]
        var anchor = Instant(milliseconds: 0)
        var periods = 0
        var offered = 0
        var previous: TransactionRecord?
        for (number, record) in chain {
            let last = previous?.expiresDate ?? record.purchaseDate
            // A failed renewal that is paid after all begins when it is paid, at most sixty days later.
            let isLate = record.purchaseDate > last
            let isNew = record.origin == .purchase || previous?.product != record.product || isLate
            anchor = isNew ? record.purchaseDate : anchor
            periods = isNew ? 1 : periods + 1
            let latest = last.adding(.seconds(60 * 86_400)) ?? last
            if record.origin == .renewal, !(last...latest).contains(record.purchaseDate) {
                faults.append("\(number) leaves a gap")
            }
            let product = try state.product(record.product)
            var end = product.period.flatMap { anchor.adding($0, times: periods) }
            let terms = product.terms(of: record)
            if let terms, !terms.isPaidAsYouGo {
                // An offer that is free or paid at once is a period of its own; the others are counted from its end.
                end = record.purchaseDate.adding(terms.period, times: terms.periods)
                (anchor, periods) = (end ?? anchor, 0)
            }
            if record.expiresDate != end {
                faults.append("\(number) ends at \(record.expiresDate?.rfc3339 ?? "no time")")
            }
            let price = product.price(in: .usa)
            let due = terms.map { $0.isFree ? nil : $0.offer.price(in: .usDollar) } ?? price
            if record.charged != due { faults.append("\(number) has another price than its offer") }
            if (record.offerType > 0) != (terms != nil) { faults.append("\(number) has an offer that is none") }
            offered = terms != nil && previous?.offerType == record.offerType && !isNew ? offered + 1 : 1
            if let terms, offered > (terms.isPaidAsYouGo ? terms.periods : 1) {
                faults.append("\(number) has its offer for too long")
            }
            previous = record
        }
        if previous?.expiresDate != subscription.expires { faults.append("\(original) ends at another time") }
        return faults
    }
}

extension Ledger {
    /// F28 to F31: a receipt as it was last made agrees with the transactions.
    func receiptFaults(_ device: DeviceNumber) throws -> [String] {
        let holder = try state.device(device)
        var faults: [String] = []
        var shown: Set<TransactionNumber> = []
        for entry in try state.appReceipt(of: device).inApp {
            guard let number = StoreText.transaction(entry.transactionID)?.number else {
                return ["an entry without a transaction"]
            }
            let record = try state.transaction(number)
            shown.formUnion([number, record.origin == .restore ? record.original : number])
            if record.account != holder.account || record.app != holder.app || record.state != .purchased {
                faults.append("\(number) is in a stranger's receipt")
            }
            let isTaken = record.revocation.map { $0.sequence <= holder.receiptSequence } ?? false
            if isTaken != (entry.cancellationDate != nil) { faults.append("\(number) hides its refund") }
        }
        for (number, record) in numbered where record.account == holder.account && record.app == holder.app {
            guard record.state == .purchased, record.origin != .restore else { continue }
            let isFinished = record.isFinished && record.finishedSequence <= holder.receiptSequence
            let isGone = try state.product(record.product).type == .consumable && isFinished
            let isMeant = record.boughtSequence <= holder.receiptSequence && !isGone
            if isMeant != shown.contains(number) { faults.append("\(number) is in the receipt: \(!isMeant)") }
        }
        return faults
    }
}
