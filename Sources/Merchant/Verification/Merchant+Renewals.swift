import WindfallJSON
import WindfallJobs
package import WindfallStorage
import WindfallTimeline

/// Renewals are found without anybody's showing a receipt (F27).
extension Merchant {
    /// How often it is looked at what is due.
    private static let look = Duration.seconds(30)
    /// The same with the clock of a box, which can jump.
    private static let lookAtBox = Duration.seconds(1)
    /// How many subscriptions are taken in one write.
    private static let takenAtOnce = 500

    /// Puts questions into the queue when periods end, until the task is cancelled.
    func watchRenewals() async {
        while !Task.isCancelled {
            do throws(StorageError) {
                _ = try await askAboutRenewals()
            } catch {
                log.write(.warning, "database.unavailable", ["reason": .string("\(error)")])
            }
            let pause = clock.followsBox ? Self.lookAtBox : Self.look
            guard (try? await clock.pause(pause)) != nil else { return }
        }
    }

    /// Puts a question into the queue for each receipt by which a subscription that is due is to be asked about.
    ///
    /// - Returns: how many questions.
    @discardableResult
    package func askAboutRenewals() async throws(StorageError) -> Int {
        let now = clock.now
        let host = settings.value.production
        var total = 0
        // Every process asks this all the time: what costs nothing comes first.
        let first = try await database.read { [renewals] scope throws(StorageError) in
            try renewals.nextDue(in: scope)
        }
        guard let first, first <= now.store else { return 0 }
        while true {
            let (taken, asked) = try await database.write(.statement) {
                [renewals, submissions, queue] scope throws(StorageError) -> (Int, Int) in
                let taken = try renewals.take(dueAt: now.store, limit: Self.takenAtOnce, in: scope)
                let again = try submissions.askAgain(about: taken.submissions, at: now.wall, in: scope)
                for question in again {
                    try queue.enqueueLater(
                        NewJob(verifying: question.id, as: question.job, at: host, due: now.wall), at: now.wall,
                        in: scope)
                }
                return (taken.count, again.count)
            }
            total += asked
            if taken < Self.takenAtOnce { break }
        }
        metrics.count(.init("windfall_renewals_asked_total"), by: Int64(total))
        return total
    }
}
