import Foundation
import WindfallStoreEngine
import WindfallStoreJournal

/// A folder of one test's own, which goes with the value.
final class JournalFolder: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("windfall-test-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var journalFile: String { path + "/journal.sqlite" }

    func open(_ header: JournalHeader = .example) throws(JournalError) -> SQLiteJournal {
        try SQLiteJournal(folder: path, header: header)
    }

    func read(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    func write(_ bytes: [UInt8], to file: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
}

/// Which journal a test is about.
enum JournalKind: String, CaseIterable, Sendable {
    case memory, file

    /// Runs a test with an empty journal, which is closed afterwards.
    func withJournal(_ body: (any Journal) async throws -> Void) async throws {
        switch self {
        case .memory:
            try await body(MemoryJournal(header: .example))
        case .file:
            let folder = try JournalFolder()
            let journal = try folder.open()
            try await body(journal)
            await journal.close()
        }
    }
}

extension JournalHeader {
    static let example = JournalHeader(format: 1, seed: 0xFEDC_BA98_7654_3210)
}

extension JournalBatch {
    /// A batch whose bytes tell which one it is.
    init(_ sequence: Int64, count: Int = 1) {
        self.init(sequence: sequence, count: count, bytes: Array("batch \(sequence)".utf8))
    }
}

extension Journal {
    /// All batches after an event.
    func batches(after sequence: Int64 = 0) throws -> [JournalBatch] {
        var batches: [JournalBatch] = []
        try read(after: sequence) { batches.append($0) }
        return batches
    }
}

/// The code of the journal's error that `body` throws; nil when it throws none.
func code(of body: () async throws -> Void) async -> JournalError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? JournalError)?.code
    }
}
