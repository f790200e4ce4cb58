import WindfallCommerce
import WindfallSignedData
import WindfallTimeline

/// Reads the receipt of a request and tells which status it gets before the ledger is looked at (F19, F26).
struct ReceiptJudge: Sendable {
    let verifier: Verifier
    /// Receipts that were found genuine. They tell when they were signed, so they are so at any time.
    private let genuine = ContentMemory<Reading<SignedContent>>(byteLimit: 32 << 20)

    init(verifier: Verifier) {
        self.verifier = verifier
    }

    /// - Parameters:
    ///   - isSandbox: which of the two hosts was asked.
    ///   - now: the store's time.
    /// - Throws: 21002 for a receipt that can't be read, 21003 for one that is not genuine, 21007 or 21008 for one of the
    ///   other environment.
    func judge(_ text: String, isSandbox: Bool, at now: Instant) throws(VerificationRefusal) -> SignedContent {
        let reading = try read(text, at: now)
        let environment: Environment? = isSandbox ? .sandbox : .production
        // The receipt's own expiry is the app's affair, not the store's (F28).
        if let problem = reading.problem, problem.code != .expired {
            throw VerificationRefusal(.notAuthentic, environment: environment)
        }
        guard Self.isOfProduction(reading) else {
            if isSandbox { return reading.content }
            throw VerificationRefusal(.sandboxReceipt)
        }
        if isSandbox { throw VerificationRefusal(.productionReceipt) }
        return reading.content
    }

    /// App receipts are read strictly: a line break makes one malformed (bug report O2). Transaction receipts may have
    /// them.
    private func read(_ text: String, at now: Instant) throws(VerificationRefusal) -> Reading<SignedContent> {
        let characters = Array(text.utf8)
        if let known = genuine.value(of: characters) { return known }
        let reading = try read(characters, at: now)
        if reading.isGenuine, Self.isDated(reading.content) {
            // The parsed form takes some times what the text takes.
            genuine.keep(reading, of: characters, valueCost: 4 * characters.count)
        }
        return reading
    }

    /// Whether the certificates were judged at a time that the receipt tells.
    private static func isDated(_ content: SignedContent) -> Bool {
        switch content {
        case .appReceipt(let receipt): receipt.creationDate != nil
        case .transactionReceipt(let receipt): receipt.purchaseDate != nil
        default: false
        }
    }

    private func read(_ characters: [UInt8], at now: Instant) throws(VerificationRefusal) -> Reading<SignedContent> {
        do {
            if let bytes = try? Base64.decode(characters.span) {
                if bytes.first == UInt8(ascii: "{") {
                    return try verifier.read(transactionReceipt: bytes, at: now).map { .transactionReceipt($0) }
                }
                return try verifier.read(appReceipt: bytes, at: now).map { .appReceipt($0) }
            }
            let unbroken = characters.filter { $0 != 0x0A && $0 != 0x0D }
            let bytes = try Base64.decode(unbroken.span)
            guard bytes.first == UInt8(ascii: "{") else { throw VerificationRefusal(.malformedReceipt) }
            return try verifier.read(transactionReceipt: bytes, at: now).map { .transactionReceipt($0) }
        } catch {
            throw VerificationRefusal(.malformedReceipt)
        }
    }

    /// What an iOS 6 style receipt says of its environment is not signed and proves nothing (F19): its transaction's
    /// identifier is.
    private static func isOfProduction(_ reading: Reading<SignedContent>) -> Bool {
        guard case .transactionReceipt(let receipt) = reading.content else { return reading.environment == .production }
        return receipt.transactionID.flatMap { StoreText.transaction($0) }?.isSandbox == false
    }
}
