import Foundation
import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// What is to be signed, by which authority, and in which form.
struct SigningOrder: Sendable {
    /// What was signed, as text, and what could not be.
    struct Signed: Hashable, Sendable {
        /// Base64, or a compact JWS.
        var text: String
        var remarks: [String]
    }

    private enum Form: String, CaseIterable {
        case appStore = "app-store"
        case xcode
    }

    private var kind: SignedContent.Kind
    private var payload: JSONObject
    private var authority: TestAuthority
    private var form: Form?
    private var digest: TestAuthority.Digest
    private var version: TransactionReceipt.Version
    private var environment: String
    private var now: Instant
    /// Nil for standard output.
    private(set) var outputFile: String?

    static let options: [Option] = [
        kindOption, payloadOption, authorityOption, formOption, digestOption, versionOption, environmentOption,
        outputOption,
    ]

    private static let kindOption = Option.choice(
        "--kind", "KIND", of: SignedContent.Kind.allCases.map(\.rawValue),
        "what it is: a kind as receipt show --json names it"
    ).required
    private static let payloadOption = Option.value(
        "--payload", "FILE", "the payload as JSON; - is standard input"
    ).required
    private static let authorityOption = Option.value(
        "--authority", "DIR", "the authority's folder; otherwise \(standardFolder) in the current one")
    private static let formOption = Option.choice(
        "--form", "FORM", of: Form.allCases.map(\.rawValue),
        "app-store or xcode; otherwise as the payload's environment says")
    private static let digestOption = Option.choice(
        "--digest", "NAME", of: ["sha256", "sha1"], "of an app receipt's signature: sha256 (if not given) or sha1")
    private static let versionOption = Option.choice(
        "--version", "N", of: ["3", "2"], "of a transaction receipt's signature: 3 (if not given) or 2")
    private static let environmentOption = Option.value(
        "--environment", "NAME", "outside a transaction receipt's signature: Sandbox (if not given) or Production")
    private static let outputOption = Option.value("--output", "FILE", "a new file to write to")

    private static let standardFolder = "windfall-authority"

    init(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) {
        guard let kind = arguments.value(of: Self.kindOption).flatMap(SignedContent.Kind.init(rawValue:)),
            let payloadFile = arguments.value(of: Self.payloadOption)
        else { preconditionFailure("the options are required and checked") }
        self.kind = kind
        form = arguments.value(of: Self.formOption).flatMap(Form.init(rawValue:))
        digest = arguments.value(of: Self.digestOption) == "sha1" ? .sha1 : .sha256
        version = arguments.value(of: Self.versionOption) == "2" ? .version2 : .version3
        environment = arguments.value(of: Self.environmentOption) ?? Environment.sandbox.rawValue
        outputFile = arguments.value(of: Self.outputOption)
        now = surroundings.timeline.now
        try Self.checkApplies(arguments, to: kind)
        payload = try Self.payload(payloadFile, surroundings)
        let folder = arguments.value(of: Self.authorityOption) ?? Self.standardFolder
        do throws(TestAuthority.Failure) {
            authority = try TestAuthority(folder: URL(filePath: folder))
        } catch {
            throw .usage("the authority \(Printable.quoted(folder)) can't be used: \(error.description)")
        }
    }

    /// Signs, and reads what was signed as anybody would who trusts the authority.
    func sign() throws(Refusal) -> Signed {
        let text: String
        do {
            text = try signedText()
        } catch let unfit as UnfitField {
            throw .no("the payload can't be signed as \(kind.rawValue): \(Printable.escaped(unfit.description))")
        } catch {
            throw .no(Printable.escaped("\(error)"))
        }
        var trust = authority.trust
        trust.allowsLocalTesting = true
        do throws(Problem) {
            let reading = try Verifier(trust: trust).read(Array(text.utf8), at: now)
            guard reading.content.kind == kind else {
                throw Problem(.unknownFormat, "the payload reads as \(reading.content.kind.rawValue)")
            }
            // A receipt that has expired is signed all the same.
            if let problem = reading.problem, problem.code != .expired { throw problem }
            return Signed(text: text, remarks: remarks(readBack: reading.content.payload))
        } catch {
            let field = error.field.map { " (\($0))" } ?? ""
            throw .no("the payload can't be signed as \(kind.rawValue): \(Printable.escaped(error.message + field))")
        }
    }

    private func signedText() throws -> String {
        switch kind {
        case .appReceipt:
            let receipt = try AppReceipt(answered: AnsweredReceipt(json: payload))
            let form: AppReceipt.Form = isLocal(receipt.environment) ? .xcode : .appStore
            let bytes = try authority.sign(receipt, digest: digest, form: form)
            return Base64.encode(bytes.span)
        case .transactionReceipt:
            let entries = try TransactionReceipt.entries(answered: AnsweredReceipt(json: payload))
            let environment = environment == Environment.production.rawValue ? nil : environment
            let bytes = try authority.sign(entries, environment: environment, version: version)
            return Base64.encode(bytes.span)
        case .transaction:
            return try authority.sign(payload, isLocal: isLocal(TransactionPayload(json: payload).environment))
        case .renewalInfo:
            return try authority.sign(payload, isLocal: isLocal(RenewalInfoPayload(json: payload).environment))
        case .appTransaction:
            return try authority.sign(payload, isLocal: isLocal(AppTransactionPayload(json: payload).environment))
        case .notification:
            let environment = NotificationPayload(json: payload).environment
            return try authority.sign(notification: payload, isLocal: isLocal(environment))
        }
    }

    /// Whether to sign as a development machine does.
    private func isLocal(_ environment: Environment?) -> Bool {
        form.map { $0 == .xcode } ?? environment?.isLocal ?? false
    }

    /// Names the fields of the payload that the format has no place for.
    private func remarks(readBack: JSONObject) -> [String] {
        let signed = Set(Self.paths(in: readBack))
        var named: Set<String> = []
        let lost = Self.paths(in: payload).filter { !signed.contains($0) && named.insert($0).inserted }
        guard !lost.isEmpty else { return [] }
        let list = lost.prefix(10).joined(separator: ", ") + (lost.count > 10 ? " and \(lost.count - 10) more" : "")
        return ["windfall: not signed, since \(kind.rawValue) has no place for it: \(Printable.escaped(list))"]
    }

    /// The paths of all members, those of an array's objects without their places.
    private static func paths(in object: JSONObject, below path: String = "") -> [String] {
        object.members.flatMap { member -> [String] in
            let own = path + member.key
            switch member.value {
            case .object(let inner): return paths(in: inner, below: own + ".")
            case .array(let elements): return elements.flatMap { paths(in: $0.object ?? [:], below: own + ".") }
            default: return [own]
            }
        }
    }

    private static func payload(_ file: String, _ surroundings: Surroundings) throws(Refusal) -> JSONObject {
        let bytes = try surroundings.input(file, limit: JSONLimits.standard.maxBytes + 1)
        do {
            guard let object = try JSON(reading: bytes.span).object else {
                throw Refusal.no("the payload is no object")
            }
            // What `receipt show --json` writes holds the payload; none of Apple's payloads has these two keys.
            return object["verified"] == nil ? object : object["payload"]?.object ?? object
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw .no("the payload is no \(error)")
        }
    }

    /// Refuses an option that the kind has no use for.
    private static func checkApplies(_ arguments: Arguments, to kind: SignedContent.Kind) throws(Refusal) {
        let useless: [Option] =
            switch kind {
            case .appReceipt: [versionOption, environmentOption]
            case .transactionReceipt: [digestOption, formOption]
            default: [digestOption, versionOption, environmentOption]
            }
        if let option = useless.first(where: arguments.has) {
            throw .usage("\(option.name) is nothing that a \(kind.rawValue) has")
        }
    }
}
