import Synchronization
import WindfallCommerce
import WindfallCryptography
import WindfallSignedData
import WindfallTimeline

/// Proves receipts, and keeps what is long off the threads that all tasks share.
final class ReceiptProver: Sendable {
    /// The most purchases in one app receipt: Apple's of 4 MiB has as many.
    static let purchaseLimit = 10_000
    /// A receipt up to this size is proved where it is asked for: it takes less than a millisecond.
    private static let shortCount = 64 * 1024
    /// How many long receipts may wait. One takes some tens of milliseconds.
    private static let waitingLimit = 64

    /// Verifiers remember chains, so they live as long as the settings that they are made from.
    private struct Verifiers {
        var version = -1
        var strict: Verifier?
        var lenient: Verifier?
    }

    private let settings: CurrentSettings
    private let verifiers = Mutex(Verifiers())
    private let waiting = Atomic(0)
    private let long = BlockingResource(label: "windfall receipts", ())

    init(settings: CurrentSettings) {
        self.settings = settings
    }

    /// Why nothing was decided about a receipt.
    enum Failure: Error {
        case refused(ReceiptRefusal)
        /// Too many long receipts are waiting.
        case overloaded
    }

    /// Proves a receipt.
    ///
    /// - Parameters:
    ///   - input: as it came; white space and spaces for plus signs are repaired (O2).
    ///   - now: in the store's time, for the receipt's own expiry.
    ///   - proof: what the receipt's facts carry.
    func prove(
        _ input: [UInt8], for app: MerchantApp, at now: Instant, proof: String
    ) async throws(Failure) -> ProvedReceipt {
        let (value, version) = settings.versioned
        let verifier = verifier(value, version, for: app)
        guard input.count > Self.shortCount, input.count <= value.receiptBytes else {
            return try Self.prove(input, by: verifier, for: app, at: now, proof: proof)
        }
        guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.waitingLimit else {
            waiting.wrappingSubtract(1, ordering: .relaxed)
            throw .overloaded
        }
        defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
        return try await long.with { _ throws(Failure) in
            try Self.prove(input, by: verifier, for: app, at: now, proof: proof)
        }
    }

    /// What a recorded receipt shows by itself, as when it came.
    ///
    /// - Returns: nil when it was genuine then and can't be proved now: its root is not trusted any more.
    func facts(of receipt: [UInt8], as submission: Submission, app: MerchantApp) -> FactList? {
        guard submission.verdict == .genuine else { return FactList() }
        let (value, version) = settings.versioned
        let verifier = verifier(value, version, for: app)
        do {
            let form = try DocumentForm(telling: receipt, limit: max(receipt.count, value.receiptBytes))
            let reading = try verifier.read(
                form, expecting: Expectation(bundleID: app.bundleID), at: submission.receivedDate)
            let proved = try ProvedReceipt(
                reading, bytes: [], digest: submission.digest, proof: submission.proof)
            return proved.verdict == .genuine ? proved.facts : nil
        } catch {
            return nil
        }
    }

    private static func prove(
        _ input: [UInt8], by verifier: Verifier, for app: MerchantApp, at now: Instant, proof: String
    ) throws(Failure) -> ProvedReceipt {
        var digest: [UInt8]?
        do throws(ReceiptRefusal) {
            let reading: Reading<SignedContent>
            let form: DocumentForm
            let known: [UInt8]
            do throws(Problem) {
                guard input.count <= verifier.limit else {
                    throw Problem(.tooLarge, "more than \(verifier.limit) bytes", offset: verifier.limit)
                }
                form = try DocumentForm(telling: input, limit: verifier.limit)
                let bytes = form.bytes
                known = Digest.bytes(.sha256, of: bytes.span)
                digest = known
                reading = try verifier.read(form, expecting: Expectation(bundleID: app.bundleID), at: now)
            } catch {
                throw ReceiptRefusal(error)
            }
            let proved = try ProvedReceipt(reading, bytes: form.bytes, digest: known, proof: proof)
            if proved.environment == .sandbox, app.sandbox == .refuse { throw .sandboxNotAllowed(proved.kind) }
            return proved
        } catch {
            var refusal = error
            refusal.digest = digest.map(Hexadecimal.encode)
            throw .refused(refusal)
        }
    }

    private func verifier(_ value: MerchantSettings, _ version: Int, for app: MerchantApp) -> Verifier {
        verifiers.withLock { verifiers in
            if verifiers.version != version { verifiers = Verifiers(version: version) }
            let known = app.allowsLocalTesting ? verifiers.lenient : verifiers.strict
            if let known { return known }
            var trust = value.trust
            trust.allowsLocalTesting = app.allowsLocalTesting
            let new = Verifier(trust: trust, limit: value.receiptBytes, purchaseLimit: Self.purchaseLimit)
            if app.allowsLocalTesting { verifiers.lenient = new } else { verifiers.strict = new }
            return new
        }
    }
}
