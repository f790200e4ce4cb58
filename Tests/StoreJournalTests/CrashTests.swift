import Foundation
import Glibc
import Synchronization
import Testing
import WindfallStoreEngine
import WindfallStoreJournal

@Suite struct CrashTests {
    /// How many commits the process that will be killed has under way at a time.
    private static let callers = 64
    /// After how many acknowledgements it is killed.
    private static let limit = 2000

    @Test("kill -9 in the middle of concurrent commits: every acknowledged batch is there, none twice, none torn")
    func survivesKill() async throws {
        let result = await #expect(
            processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
        ) {
            try await Self.commitUntilKilled()
        }
        let output = try #require(result).standardOutputContent
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines.dropLast().map(String.init)
        let folder = try #require(words.first { $0.hasPrefix("folder ") }).dropFirst("folder ".count)
        defer { try? FileManager.default.removeItem(atPath: String(folder)) }
        let acknowledged = words.compactMap { Int64($0) }
        #expect(acknowledged.count >= Self.limit)
        #expect(Set(acknowledged).count == acknowledged.count)

        let journal = try SQLiteJournal(folder: String(folder), header: .example)
        let batches = try journal.batches()
        #expect(batches == (1..<1 + Int64(batches.count)).map { JournalBatch($0) })
        #expect(Set(acknowledged).subtracting(batches.map(\.sequence)).isEmpty)
        #expect(journal.lastSequence == Int64(batches.count))
        try await journal.append([JournalBatch(journal.lastSequence + 1)])
        await journal.close()
    }

    /// What the other process does: commits from many tasks, writes down each acknowledgement, kills itself.
    private static func commitUntilKilled() async throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("windfall-test-\(ProcessInfo.processInfo.globallyUniqueString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        write("folder \(path)")
        let commits = GroupCommit(journal: try SQLiteJournal(folder: path, header: .example))
        let decisions = Decisions(commits)
        let acknowledged = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<callers {
                group.addTask {
                    while true {
                        let sequence = try decisions.decide()
                        try await commits.durable(through: sequence)
                        write("\(sequence)")
                        if acknowledged.increase() >= limit { kill(getpid(), SIGKILL) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func increase() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// Writes a line at once, past every buffer of this process.
    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
