import Synchronization
import WindfallStoreEngine

/// Numbers batches and takes them in one step, as the store decides and takes under one lock.
final class Decisions: Sendable {
    let commits: GroupCommit
    private let next: Mutex<Int64>

    init(_ commits: GroupCommit) {
        self.commits = commits
        next = Mutex(commits.enqueuedSequence + 1)
    }

    /// - Returns: the last event of the batch that was decided.
    func decide(count: Int = 1) throws(JournalError) -> Int64 {
        try next.withLock { next throws(JournalError) in
            let end = try commits.enqueue(JournalBatch(next, count: count))
            next = end + 1
            return end
        }
    }
}
