import WindfallSignedData
import WindfallTimeline

/// What is asked about which bytes.
struct ReceiptQuestion: Sendable {
    var input: [UInt8]
    var verifier: Verifier
    var expectation: Expectation
    /// The moment that counts as the present.
    var now: Instant

    static let file = Operand(name: "FILE", summary: "any signed format, as bytes or base64; - is standard input")

    static let options: [Option] = [trust, bundleID, device, at, localTesting]

    private static let trust = Option.value(
        "--trust", "PEM", isRepeated: true, "believes these certificates (PEM or DER) beside Apple's; may be repeated")
    private static let bundleID = Option.value("--bundle-id", "ID", "the app that it has to be for")
    private static let device = Option.value(
        "--device", "HEX", "the device that an app receipt has to be for: a vendor identifier or a Mac's address")
    private static let at = Option.value(
        "--at", "DATE", "the present, for the receipt's own expiry: RFC 3339, a date, or milliseconds")
    private static let localTesting = Option.flag(
        "--allow-local-testing", "lets data of Xcode and LocalTesting pass, which anybody can sign")

    /// A file of certificates is small; its length is no measure of how many it may hold.
    private static let trustFileLimit = 4 * 1024 * 1024

    init(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) {
        var trust = Trust.apple
        trust.allowsLocalTesting = arguments.has(Self.localTesting)
        for file in arguments.values(of: Self.trust) {
            let certificates = try surroundings.input(file, limit: Self.trustFileLimit)
            do throws(Problem) {
                try trust.add(certificates: certificates)
            } catch {
                throw .usage("--trust \(Printable.quoted(file)): \(error.message)")
            }
        }
        verifier = Verifier(trust: trust)
        expectation = Expectation(
            bundleID: arguments.value(of: Self.bundleID), deviceID: try Self.deviceID(arguments))
        now = try Self.present(arguments) ?? surroundings.timeline.now
        // Base64 takes four characters for three bytes, and line breaks may stand among them. One byte more shows that it
        // is too much.
        input = try surroundings.input(arguments.operands[0], limit: verifier.limit / 2 * 3 + 1)
    }

    /// What the answer leaves open of what was asked for, a sentence each.
    func unasked(of kind: SignedContent.Kind) -> [String] {
        var sentences: [String] = []
        if expectation.deviceID != nil, kind != .appReceipt {
            sentences.append("windfall: \(Self.device.name) was not compared: only an app receipt is for one device")
        }
        if expectation.bundleID != nil, kind == .renewalInfo {
            sentences.append("windfall: \(Self.bundleID.name) was not compared: renewal information names no app")
        }
        return sentences
    }

    private static func deviceID(_ arguments: Arguments) throws(Refusal) -> [UInt8]? {
        guard let text = arguments.value(of: device) else { return nil }
        guard let bytes = Hexadecimal.decode(text.filter { $0 != "-" && $0 != ":" }),
            bytes.count == 16 || bytes.count == 6
        else {
            throw .usage("\(device.name) takes 32 hexadecimal digits (a UUID), or 12 (a Mac's network address)")
        }
        return bytes
    }

    private static func present(_ arguments: Arguments) throws(Refusal) -> Instant? {
        guard let text = arguments.value(of: at) else { return nil }
        guard let instant = Instant(word: text) else {
            throw .usage("\(at.name) takes 2026-01-31T12:00:00Z, 2026-01-31, or milliseconds since 1970")
        }
        return instant
    }
}

extension Instant {
    /// An instant as people write it: RFC 3339, a date (its first moment in UTC), or milliseconds since 1970.
    init?(word: String) {
        if let milliseconds = Int64(word) {
            self.init(milliseconds: milliseconds)
        } else if let instant = Instant(rfc3339: word) ?? Instant(rfc3339: word + "T00:00:00Z") {
            self = instant
        } else {
            return nil
        }
    }
}
