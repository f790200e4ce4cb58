import WindfallTimeline

/// The binary form of an event: a byte for its kind, then its values. A kind's form never changes; a new form is a new kind.
extension StoreEvent: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        switch self {
        case .clockMoved(let instant):
            bytes.byte(1)
            bytes.value(instant)
        case .developerAdded(let name):
            bytes.byte(2)
            bytes.text(name)
        case .secretAdded(let owner, let secret):
            bytes.byte(3)
            bytes.value(owner)
            bytes.text(secret)
        case .secretRemoved(let owner, let secret):
            bytes.byte(4)
            bytes.value(owner)
            bytes.text(secret)
        case .appPut(let number, let app):
            bytes.byte(5)
            bytes.value(number)
            bytes.value(app)
        case .productPut(let number, let app, let definition, let availableFrom):
            bytes.byte(6)
            bytes.value(number)
            bytes.value(app)
            bytes.text(definition)
            bytes.value(availableFrom)
        default: writeConnect(to: &bytes)
        }
    }

    private func writeConnect(to bytes: inout ByteWriter) {
        switch self {
        case .keyAdded(let key):
            bytes.byte(7)
            bytes.value(key)
        case .keyRevoked(let keyID, let instant):
            bytes.byte(8)
            bytes.text(keyID)
            bytes.value(instant)
        case .testerNamed(let name, let account):
            bytes.byte(9)
            bytes.text(name)
            bytes.value(account)
        case .volumePurchaseSet(let account, let app, let expires):
            bytes.byte(10)
            bytes.value(account)
            bytes.value(app)
            bytes.optional(expires)
        default: writePurchasing(to: &bytes)
        }
    }

    private func writePurchasing(to bytes: inout ByteWriter) {
        switch self {
        case .accountOpened(let account):
            bytes.byte(16)
            bytes.value(account)
        case .accountChanged(let number, let account):
            bytes.byte(17)
            bytes.value(number)
            bytes.value(account)
        case .deviceAdded(let device):
            bytes.byte(18)
            bytes.value(device)
        case .deviceUpdated(let number, let appVersion):
            bytes.byte(19)
            bytes.value(number)
            bytes.text(appVersion)
        case .receiptMade(let device, let instant):
            bytes.byte(20)
            bytes.value(device)
            bytes.value(instant)
        case .transactionAdded(let transaction):
            bytes.byte(21)
            bytes.value(transaction)
        case .transactionChanged(let number, let transaction):
            bytes.byte(22)
            bytes.value(number)
            bytes.value(transaction)
        case .transactionFinished(let number):
            bytes.byte(23)
            bytes.value(number)
        case .subscriptionChanged(let number, let subscription):
            // Few have circumstances; the others are written as they were before there were any.
            bytes.byte(subscription.rare == nil ? 24 : 51)
            bytes.value(number)
            bytes.value(subscription)
            if subscription.rare != nil { bytes.value(subscription.circumstances) }
        case .paymentAnswered(let payment):
            bytes.byte(30)
            bytes.value(payment)
        case .offerTaken(let number, let offer):
            bytes.byte(31)
            bytes.value(number)
            bytes.value(offer)
        default: writeTesting(to: &bytes)
        }
    }

    private func writeTesting(to bytes: inout ByteWriter) {
        switch self {
        case .accountTermsChanged(let number, let terms):
            bytes.byte(50)
            bytes.value(number)
            bytes.value(terms)
        case .transactionErased(let number):
            bytes.byte(52)
            bytes.value(number)
        case .subscriptionErased(let number):
            bytes.byte(53)
            bytes.value(number)
        default: preconditionFailure("each event has a form")
        }
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        let offset = bytes.offset
        switch try bytes.byte() {
        case 1: self = .clockMoved(to: try bytes.value())
        case 2: self = .developerAdded(name: try bytes.text())
        case 3: self = .secretAdded(try bytes.value(), try bytes.text())
        case 4: self = .secretRemoved(try bytes.value(), try bytes.text())
        case 5: self = .appPut(try bytes.value(), try bytes.value())
        case 6:
            self = .productPut(
                try bytes.value(), try bytes.value(), definition: try bytes.text(), availableFrom: try bytes.value())
        case 7: self = .keyAdded(try bytes.value())
        case 8: self = .keyRevoked(try bytes.text(), at: try bytes.value())
        case 9: self = .testerNamed(try bytes.text(), try bytes.value())
        case 10:
            self = .volumePurchaseSet(try bytes.value(), try bytes.value(), expires: try bytes.optional())
        case 16: self = .accountOpened(try bytes.value())
        case 17: self = .accountChanged(try bytes.value(), try bytes.value())
        case 18: self = .deviceAdded(try bytes.value())
        case 19: self = .deviceUpdated(try bytes.value(), appVersion: try bytes.text())
        case 20: self = .receiptMade(try bytes.value(), at: try bytes.value())
        case 21: self = .transactionAdded(try bytes.value())
        case 22: self = .transactionChanged(try bytes.value(), try bytes.value())
        case 23: self = .transactionFinished(try bytes.value())
        case 24: self = .subscriptionChanged(try bytes.value(), try bytes.value())
        case 30: self = .paymentAnswered(try bytes.value())
        case 31: self = .offerTaken(try bytes.value(), try bytes.value())
        case 50: self = .accountTermsChanged(try bytes.value(), try bytes.value())
        case 51:
            let number: TransactionNumber = try bytes.value()
            var subscription: SubscriptionRecord = try bytes.value()
            subscription.circumstances = try bytes.value()
            self = .subscriptionChanged(number, subscription)
        case 52: self = .transactionErased(try bytes.value())
        case 53: self = .subscriptionErased(try bytes.value())
        default: throw ByteReader.Failure(offset: offset)
        }
    }
}

extension StoreEvent.SecretOwner: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        switch self {
        case .developer(let number):
            bytes.byte(0)
            bytes.value(number)
        case .app(let number):
            bytes.byte(1)
            bytes.value(number)
        }
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        let offset = bytes.offset
        switch try bytes.byte() {
        case 0: self = .developer(try bytes.value())
        case 1: self = .app(try bytes.value())
        default: throw ByteReader.Failure(offset: offset)
        }
    }
}
