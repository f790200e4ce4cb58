public import WindfallCommerce

/// A person's account in one of the two environments.
public struct AccountRecord: Hashable, Sendable {
    /// What the account's owner, family or bank do when something is bought; changed by tests.
    public struct Conduct: Hashable, Sendable {
        /// The card pays.
        public var cardPays = true
        /// Somebody else must approve each purchase; it is deferred until then (F9).
        public var asksToBuy = false
        /// A purchase fails until the person settled something in the store's own dialogs.
        public var isInterrupted = false
        /// In-app purchase is not disabled by person or restrictions (F6).
        public var canMakePayments = true

        public init() {}
    }

    public var isSandbox: Bool
    public var storefront: Storefront
    /// The account whose family this one belongs to.
    public var organizer: AccountNumber?
    public var conduct = Conduct()
    /// A test account that signed in to production: from then on it is of no use there (D10).
    public var isSpoilt = false
}

extension AccountRecord.Conduct: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        let flags = [cardPays, asksToBuy, isInterrupted, canMakePayments]
        bytes.byte(flags.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        let offset = bytes.offset
        let flags = try bytes.byte()
        guard flags < 16 else { throw ByteReader.Failure(offset: offset) }
        cardPays = flags & 1 != 0
        asksToBuy = flags & 2 != 0
        isInterrupted = flags & 4 != 0
        canMakePayments = flags & 8 != 0
    }
}

extension AccountRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.flag(isSandbox)
        bytes.text(storefront.rawValue)
        bytes.optional(organizer)
        bytes.value(conduct)
        bytes.flag(isSpoilt)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        isSandbox = try bytes.flag()
        storefront = Storefront(rawValue: try bytes.text())
        organizer = try bytes.optional()
        conduct = try bytes.value()
        isSpoilt = try bytes.flag()
    }
}
