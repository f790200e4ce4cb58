import Foundation
import WindfallPostgreSQL
import WindfallTimeline

/// The PostgreSQL server that `script/bench` starts, durable as one with customers.
struct BenchServer {
    static let absence = "no PostgreSQL server; script/bench starts one and names it in WINDFALL_TEST_POSTGRES"
    private static let database = "windfall_bench"
    private static let seconds = 4

    private let url: String

    /// Nil when there is none.
    init?() {
        guard let url = ProcessInfo.processInfo.environment["WINDFALL_TEST_POSTGRES"], !url.isEmpty else { return nil }
        self.url = url
    }

    /// An empty database; the one of before is gone.
    ///
    /// - Returns: its URL.
    func emptyDatabase() throws -> String {
        var server = try PostgreSQLConnection(url: url)
        try server.execute(script: "DROP DATABASE IF EXISTS \(Self.database) WITH (FORCE)")
        try server.execute(script: "CREATE DATABASE \(Self.database)")
        return address
    }

    private var address: String {
        let end = url.firstIndex(of: "?") ?? url.endIndex
        let start = url[..<end].lastIndex(of: "/") ?? end
        return url[..<start] + "/" + Self.database + url[end...]
    }

    /// Rows a second that pgbench inserts, each of 5 kB and durable when it is told.
    func pgbench() throws -> Double {
        var connection = try PostgreSQLConnection(url: address)
        try connection.execute(
            script: """
                DROP TABLE IF EXISTS bench_row;
                CREATE TABLE bench_row (id BIGSERIAL PRIMARY KEY, name TEXT NOT NULL, content BYTEA NOT NULL)
                """)
        let folder = try BenchFolder()
        let content = SystemRandomness().bytes(count: 5_000).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        let script = folder.path + "/insert.sql"
        try "INSERT INTO bench_row (name, content) VALUES ('a name', '\\x\(content.joined())'::bytea);\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "pgbench", "-n", "-M", "prepared", "-c", "32", "-j", "2", "-T", String(Self.seconds), "-f", script,
                address,
            ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
            let rate = line.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else { throw Failure() }
        return rate
    }

    private struct Failure: Error, CustomStringConvertible {
        var description: String { "pgbench did not say how fast it was" }
    }
}
