import Synchronization
public import WindfallCommerce
public import WindfallJSON
public import WindfallSignedData
import WindfallTimeline

/// Signs what the state says, once, and remembers it until something changes.
///
/// The caller says after which event a thing changed last; the value itself is asked for only when it must be signed.
public final class ReceiptDesk: Sendable {
    /// What is signed, one kind and thing each.
    public enum Paper: Hashable, Sendable {
        /// A device's receipt as it was last made.
        case appReceipt(DeviceNumber)
        /// A device's receipt as it would be made now.
        case latestAppReceipt(DeviceNumber)
        case transactionReceipt(TransactionNumber)
        case transaction(TransactionNumber)
        case renewalInfo(TransactionNumber)
        case appTransaction(DeviceNumber)
    }

    private struct Signed: Sendable {
        var sequence: Int64
        var bytes: [UInt8]
    }

    /// How many signed papers are kept before all are forgotten.
    private static let capacity = 100_000

    public let authority: TestAuthority
    /// The digest of app receipts.
    public let digest: TestAuthority.Digest
    /// Whether everything is signed as Xcode does, for the environment `Xcode`.
    private let isLocal: Bool
    private let memory = Mutex<[Paper: Signed]>([:])

    public init(authority: TestAuthority, digest: TestAuthority.Digest = .sha256) {
        self.authority = authority
        self.digest = digest
        isLocal = false
    }

    /// A desk that signs as Xcode does.
    package init(localAuthority authority: TestAuthority) {
        self.authority = authority
        digest = .sha256
        isLocal = true
    }

    /// What was signed of a paper since it changed last.
    public func remembered(_ paper: Paper, changedAt sequence: Int64) -> [UInt8]? {
        memory.withLock { $0[paper] }.flatMap { $0.sequence == sequence ? $0.bytes : nil }
    }

    /// Forgets everything: the ledger is another one now, and may count to the same numbers again.
    public func forget() {
        memory.withLock { $0.removeAll() }
    }

    /// Signs an app receipt: a PKCS#7 envelope, to be sent in base64.
    public func sign(_ receipt: AppReceipt, as paper: Paper, changedAt sequence: Int64) throws -> [UInt8] {
        guard isLocal else { return keep(try authority.sign(receipt, digest: digest), paper, sequence) }
        var local = receipt
        local.receiptType = Environment.xcode.rawValue
        local.transactionDate = nil
        local.expirationDate = Self.never
        return keep(try authority.sign(local, digest: .sha256, form: .xcode), paper, sequence)
    }

    /// The expiry that Xcode writes into its receipts: 1 January 4001.
    private static let never = Instant(seconds: 64_092_211_200)

    /// Signs an iOS 6 style receipt: the outer property list, to be sent in base64.
    public func sign(
        _ entries: [TransactionReceipt.Entry], isSandbox: Bool, as paper: Paper, changedAt sequence: Int64
    ) throws -> [UInt8] {
        keep(
            try authority.sign(
                entries, environment: isSandbox ? "Sandbox" : nil, pod: isSandbox ? "100" : "38"), paper, sequence)
    }

    /// Signs a payload: a compact JWS.
    public func sign(_ payload: JSONObject, as paper: Paper, changedAt sequence: Int64) throws -> [UInt8] {
        guard isLocal else { return keep(Array(try authority.sign(payload).utf8), paper, sequence) }
        var local = payload
        for key in ["environment", "receiptType"] where local[key] != nil {
            local[key] = .string(Environment.xcode.rawValue)
        }
        return keep(Array(try authority.sign(local, isLocal: true).utf8), paper, sequence)
    }

    private func keep(_ bytes: [UInt8], _ paper: Paper, _ sequence: Int64) -> [UInt8] {
        memory.withLock { kept in
            if kept.count >= Self.capacity { kept.removeAll() }
            kept[paper] = Signed(sequence: sequence, bytes: bytes)
        }
        return bytes
    }
}
