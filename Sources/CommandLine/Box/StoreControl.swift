package import WindfallHTTP
package import WindfallJSON

/// A running store, asked over its control interface and Connect.
package struct StoreControl: Sendable {
    /// Why there is no answer, or none that helps.
    package enum Failure: Error, Hashable, Sendable {
        /// The address of the control interface is none.
        case badAddress(String)
        case noAnswer(HTTPClientError)
        /// The store's own error; its parts as they came, and the status.
        case refused(status: Int, code: String, message: String, field: String?, next: String?)
        /// What came is no answer of a store.
        case unreadable(status: Int)
    }

    private let origin: HTTPURL.Origin
    private let token: String
    private let transport: any HTTPTransport

    /// A journal is the largest answer; a long way of the clock the slowest.
    private static let limits = HTTPLimits(totalTime: .seconds(600), responseBytes: 1024 * 1024 * 1024)

    /// - Parameter address: the base address, for example `http://127.0.0.1:8180`.
    package init(_ address: String, token: String, over transport: any HTTPTransport) throws(Failure) {
        guard let url = HTTPURL(address) else { throw .badAddress(address) }
        origin = url.origin
        self.token = token
        self.transport = transport
    }

    /// Asks, and reads the answer as JSON.
    ///
    /// - Parameters:
    ///   - path: the path of the address.
    ///   - query: items that are escaped here; those without a value are left out.
    ///   - fields: header fields that go with it; one that can't be is left out.
    package func ask(
        _ method: HTTPMethod, _ path: String, query: KeyValuePairs<String, String?> = [:], _ body: JSON? = nil,
        fields: KeyValuePairs<String, String> = [:]
    ) async throws(Failure) -> JSON {
        let bytes = body.map { $0.bytes() } ?? []
        let answer = try await send(method, path, query: query, bytes, type: "application/json", fields)
        do throws(JSONError) {
            return try JSON(reading: answer.body.span)
        } catch {
            throw .unreadable(status: answer.status.code)
        }
    }

    /// Asks with bytes, and gives the answer's bytes.
    package func bytes(_ method: HTTPMethod, _ path: String, _ body: [UInt8] = []) async throws(Failure) -> [UInt8] {
        try await send(method, path, query: [:], body, type: "application/octet-stream").body
    }

    private func send(
        _ method: HTTPMethod, _ path: String, query: KeyValuePairs<String, String?>, _ body: [UInt8],
        type: StaticString, _ fields: KeyValuePairs<String, String> = [:]
    ) async throws(Failure) -> HTTPResponse {
        let items = query.compactMap { item in item.value.map { "\(item.key)=\(Self.escaped($0))" } }
        let target = path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        var headers: HTTPHeaders = [:]
        do {
            try headers.append("Authorization", "Bearer \(token)")
            if !body.isEmpty { try headers.append("Content-Type", type.description) }
        } catch {
            throw .refused(
                status: 401, code: "unauthorized", message: "The control token can't be sent.", field: "controlToken",
                next: nil)
        }
        for (name, value) in fields { try? headers.append(name, value) }
        let request = HTTPRequest(method, HTTPURL(origin: origin, target: target), headers: headers, body: body)
        let answer: HTTPResponse
        do throws(HTTPClientError) {
            answer = try await transport.send(request, limits: Self.limits)
        } catch {
            throw .noAnswer(error)
        }
        guard (200..<300).contains(answer.status.code) else { throw Self.refusal(in: answer) }
        return answer
    }

    private static func refusal(in answer: HTTPResponse) -> Failure {
        guard let json = try? JSON(reading: answer.body.span), let error = json["error"], let code = error["code"]?.text
        else { return .unreadable(status: answer.status.code) }
        return .refused(
            status: answer.status.code, code: code, message: error["message"]?.text ?? "",
            field: error["field"]?.text, next: error["next"]?.text)
    }

    /// A word as a segment of a path or as a value of a query (RFC 3986, 2.1 and 2.3).
    package static func escaped(_ word: String) -> String {
        var escaped = ""
        for byte in word.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return escaped
    }
}

extension Refusal {
    /// What a person is told about it.
    init(_ failure: StoreControl.Failure) {
        switch failure {
        case .badAddress(let address):
            self = .usage("\(Printable.quoted(address)) is no address of a store")
        case .noAnswer(let error):
            self = Refusal(
                exitCode: .unchecked,
                sentence: "the store does not answer: \(error). Is it running? script/up starts it")
        case .refused(_, let code, let message, let field, let next):
            let place = field.map { ", \(Printable.cut($0))" } ?? ""
            let advice = next.map { " " + Printable.cut($0, to: 400) } ?? ""
            self = .no("\(Printable.cut(message, to: 400)) (\(Printable.cut(code))\(place))\(advice)")
        case .unreadable(let status):
            self = Refusal(exitCode: .unchecked, sentence: "what answers there is no store of ours (status \(status))")
        }
    }
}
