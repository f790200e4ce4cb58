import Foundation
import Synchronization
package import WindfallPostgreSQL

/// The PostgreSQL server that `script/test` starts for the tests.
package enum TestServer {
    /// Where it is; nil when there is none, and then its tests are skipped.
    package static let url = ProcessInfo.processInfo.environment["WINDFALL_TEST_POSTGRES"].flatMap {
        $0.isEmpty ? nil : $0
    }

    package static var isPresent: Bool { url != nil }

    /// What a skipped test says.
    package static let absence = "no PostgreSQL server: script/test starts one and names it in WINDFALL_TEST_POSTGRES"

    /// An address of the same server with another database.
    static func url(database: String) -> String {
        let url = url ?? ""
        let end = url.firstIndex(of: "?") ?? url.endIndex
        let start = url[..<end].lastIndex(of: "/") ?? end
        return url[..<start] + "/" + database + url[end...]
    }

    /// A connection to the database that is always there.
    package static func connect() throws(PostgreSQLError) -> PostgreSQLConnection {
        try PostgreSQLConnection(url: url ?? "")
    }
}

/// An empty database of one test's own, which goes with the value.
///
/// To make one costs the server a fifth of a second, so those that are free again are emptied and used again. They stay
/// until the server is thrown away.
package final class TestServerDatabase: Sendable {
    package let url: String
    private let name: String

    private static let free = Mutex<[String]>([])

    package init() throws {
        var server = try TestServer.connect()
        if let name = Self.free.withLock({ $0.popLast() }) {
            self.name = name
            url = TestServer.url(database: name)
            try Self.empty(name, at: url, &server)
        } else {
            let unique = ProcessInfo.processInfo.globallyUniqueString.lowercased()
            name = "test_\(unique.filter { $0.isLetter || $0.isNumber }.suffix(40))"
            url = TestServer.url(database: name)
            try server.execute(script: "CREATE DATABASE \(name)")
        }
    }

    /// Ends all connections to the database and lets nobody in, as if the server were down, until ``letIn()``.
    package func shutOut() throws {
        var server = try TestServer.connect()
        try server.execute(script: "ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
        try Self.disconnect(name, &server)
    }

    package func letIn() throws {
        var server = try TestServer.connect()
        try server.execute(script: "ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
    }

    deinit { Self.free.withLock { [name] in $0.append(name) } }

    private static func empty(
        _ name: String, at url: String, _ server: inout PostgreSQLConnection
    ) throws(PostgreSQLError) {
        try server.execute(
            script:
                "ALTER DATABASE \(name) RESET ALL; ALTER DATABASE \(name) CONNECTION LIMIT -1 ALLOW_CONNECTIONS true")
        try disconnect(name, &server)
        var connection = try PostgreSQLConnection(url: url)
        try connection.execute(script: "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    }

    private static func disconnect(
        _ name: String, _ server: inout PostgreSQLConnection
    ) throws(PostgreSQLError) {
        _ = try server.run([
            PostgreSQLStatement(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", [.text(name)])
        ])
    }
}
