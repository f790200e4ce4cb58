import Foundation
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallOpenAPITesting
import WindfallStorageTesting
import WindfallTimeline

/// A merchant over a ledger of one test's own, with a key of each role and a folder of files. Every exchange is held
/// against the file that describes the interface.
struct ShopServer {
    static let app = "com.example.notes"
    /// A user who needs no token.
    static let anna = "anon:0123456789abcdefghijklmn"
    let ledger: TestLedger
    let wall = VirtualTimeline(now: TestLedger.now)
    let merchant: Merchant
    let folder: TestFolder
    private let keys: [Role: String]

    init(_ engine: TestEngine = .sqlite) async throws {
        ledger = try await TestLedger(engine)
        folder = try TestFolder()
        var app = ledger.app
        app.contentFolder = folder.path + "/content"
        let database = ledger.database
        merchant = Merchant(
            database: database, settings: CurrentSettings(MerchantSettings(apps: [app])),
            clock: MerchantClock(wall: wall) { _ in throw CancellationError() },
            randomness: SeededRandomness(seed: 2), store: MemoryTransport([:]),
            log: MerchantLog(timeline: wall) { _ in })
        let records = KeyRecords(
            trail: AuditTrail(randomness: SeededRandomness(seed: 3)), randomness: SeededRandomness(seed: 4))
        var keys: [Role: String] = [:]
        for role in Role.allCases {
            let made = try await records.make(role, for: Self.app, label: "", at: TestLedger.now, in: database)
            keys[role] = made.text.text
        }
        self.keys = keys
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: [UInt8] = [], as role: Role? = .operator,
        headers: KeyValuePairs<String, String> = [:], at place: SourceLocation = #_sourceLocation
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(
            method, try #require(HTTPURL("http://127.0.0.1:8080/v1/apps/\(Self.app)\(path)")), body: body)
        if let role { try request.headers.append("Authorization", "Bearer \(keys[role] ?? "")") }
        for field in headers { try request.headers.append(field.key, field.value) }
        let response = try await MemoryServer(service: merchant.service).respond(to: request)
        for problem in Exchange(request: request, response: response).problems {
            Issue.record("\(problem)", sourceLocation: place)
        }
        return response
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSON, as role: Role? = .operator,
        at place: SourceLocation = #_sourceLocation
    ) async throws -> HTTPResponse {
        try await ask(method, path, body.bytes(), as: role, at: place)
    }
}

extension HTTPResponse {
    /// The body as JSON; null for what is none.
    var json: JSON {
        let bytes = body
        return (try? JSON(reading: bytes.span)) ?? .null
    }

    /// The code of an error.
    var errorCode: String? { json["error"]?["code"]?.text }
}

/// A folder of one test's own, which goes with the value.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "windfall-content-\(ProcessInfo.processInfo.globallyUniqueString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and the folders around it.
    func write(_ name: String, _ bytes: [UInt8], modified: Instant? = nil) throws {
        let url = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        guard let modified else { return }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(modified.milliseconds) / 1_000)],
            ofItemAtPath: url.path)
    }

    /// Makes a symbolic link.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }
}
