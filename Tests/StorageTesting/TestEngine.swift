import Foundation
package import WindfallStorage

/// An engine as a test's argument.
package enum TestEngine: String, Sendable, CaseIterable {
    case sqlite, postgreSQL

    /// Those that can be tested here.
    package static var present: [TestEngine] {
        allCases.filter { $0 == .sqlite || TestServer.isPresent }
    }
}

/// An empty place for a database of one test's own, which goes with the value.
package final class TestPlace: Sendable {
    package let location: DatabaseLocation
    private let folder: String?
    /// The database of PostgreSQL; nil for SQLite.
    package let server: TestServerDatabase?

    package init(_ engine: TestEngine) throws {
        switch engine {
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("windfall-test-\(ProcessInfo.processInfo.globallyUniqueString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            self.folder = folder.path
            server = nil
            location = .sqlite(path: folder.path + "/a.sqlite")
        case .postgreSQL:
            let server = try TestServerDatabase()
            self.server = server
            folder = nil
            location = .postgreSQL(url: server.url)
        }
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }
}
