import WindfallHTTP
import WindfallJSON
import WindfallSignedData

/// Why a receipt is not taken. Nothing of it is stored but an entry in the audit trail.
struct ReceiptRefusal: Error, Hashable {
    var status: HTTPStatus
    /// Stable: the problem's own where the bytes have one.
    var code: String
    /// A sentence for people, without anything of the receipt.
    var message: String
    /// What to do about it.
    var next: String?
    /// What the receipt turned out to be, as in `receipt --json`; nil where it can't be told.
    var kind: String?
    /// SHA-256 of its bytes, in hexadecimal digits; nil where the text holds none.
    var digest: String?

    init(_ status: HTTPStatus, _ code: String, _ message: String, next: String? = nil, kind: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.next = next
        self.kind = kind
    }

    /// What is wrong with the bytes.
    init(_ problem: Problem, kind: String? = nil) {
        let place = problem.field.map { ", in \($0)" } ?? ""
        let found = kind.map { "; it was read as \($0)" } ?? ""
        let message = "The receipt is not taken: \(problem.message)\(place)\(found)."
        let status: HTTPStatus =
            switch problem.code.answer {
            case .unreadable: problem.code == .tooLarge ? .contentTooLarge : .badRequest
            case .notGenuine, .unchecked: .unprocessable
            }
        // F27 and O27: a genuine receipt, but not of this app.
        let code = problem.code == .bundleMismatch ? "other_app" : problem.code.name
        self.init(status, code, message, next: Self.advice(for: problem.code), kind: kind)
    }

    /// Signed by the store, but nothing that a user shows.
    init(unexpected kind: SignedContent.Kind) {
        self.init(
            .unprocessable, "unexpected_kind", "This is a \(kind.rawValue), which shows no purchase of a user.",
            next: "Send an app receipt, a transaction receipt or a signed transaction.", kind: kind.rawValue)
    }

    /// D6: the app's policy takes no receipts of the sandbox.
    static func sandboxNotAllowed(_ kind: SignedContent.Kind) -> ReceiptRefusal {
        ReceiptRefusal(
            .unprocessable, "sandbox_not_allowed", "This app takes no purchases of the sandbox.", kind: kind.rawValue)
    }

    /// All that it shows is somebody else's.
    static func belongsToOtherUser(kind: String) -> ReceiptRefusal {
        ReceiptRefusal(
            .conflict, "belongs_to_other_user", "The purchases of this receipt belong to another user.",
            next: "Sign in as the user who bought them, or ask the developer to transfer them.", kind: kind)
    }

    private static func advice(for code: Problem.Code) -> String? {
        switch code {
        case .notBase64, .truncated, .malformed, .trailingBytes, .unknownFormat:
            "Send the receipt whole, in base64, or the signed transaction in its compact form."
        case .localTesting: "Buy in the sandbox, or configure the app for local testing."
        default: nil
        }
    }

    /// The answer.
    var error: APIError { APIError(status, code, message, field: "receipt", next: next) }

    /// What the audit trail says of it.
    var content: JSONObject {
        var content: JSONObject = ["code": .string(code)]
        if let kind { content["kind"] = .string(kind) }
        if let digest { content["sha256"] = .string(digest) }
        return content
    }
}
