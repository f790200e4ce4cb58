import WindfallHTTP
import WindfallJSON
package import WindfallJobs
import WindfallStorage
import WindfallTimeline

/// What a merchant does by itself, beside answering.
extension Merchant {
    /// How often the heads of the audit trail's chains are hashed.
    private static let checkpointPause = Duration.seconds(60 * 60)
    /// How long jobs that are done are kept: so long, the same job can't be put into the queue again.
    private static let keptJobs = Duration.seconds(24 * 60 * 60)

    /// The loop that asks the store.
    package var verificationLoop: JobLoop {
        let settings = settings.value
        var loop = JobLoop.Settings(
            kind: VerificationWorker.kind, slots: settings.questionsInFlight,
            holder: "verification-\(randomness.uuidText().prefix(8))", lease: settings.lease)
        loop.rescue = min(loop.rescue, settings.lease)
        return JobLoop(
            queue, loop, timeline: clock.wall, randomness: randomness, pause: clock.pause
        ) { [log] error in
            log.write(.warning, "database.unavailable", ["reason": .string("\(error)")])
        }
    }

    /// Works until the task is cancelled: asks the store, and keeps the house.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                let worker = VerificationWorker(merchant: self)
                await verificationLoop.run { await worker.work($0) }
            }
            group.addTask { [self] in await callBack() }
            group.addTask { [self] in await watchRenewals() }
            group.addTask { [self] in await keepHouse() }
        }
    }

    /// Answers everybody who waits for the store, now and from now on: the server is about to stop.
    package func endWaiting() { bell.end() }

    /// What failed for want of a secret, or of a setting, is tried again at once.
    package func settingsChanged() async {
        do throws(StorageError) {
            let count = try await queue.pullForward(key: VerificationWorker.heldKey, at: clock.wall.now)
            log.write(.notice, "settings.changed", ["tried_again": .integer(Int64(count))])
        } catch {
            log.write(.warning, "database.unavailable", ["reason": .string("\(error)")])
        }
    }

    private func callBack() async {
        for await _ in recoveries.rings { await callBackOnce() }
    }

    /// Calls back who waits for a host that decides again; for tests, which do not wait.
    package func callBackOnce() async {
        for host in recoveries.take() {
            do throws(StorageError) {
                let count = try await queue.pullForward(
                    key: host, at: clock.wall.now, spread: VerificationWorker.spread)
                guard count > 0 else { continue }
                log.write(.notice, "store.back", ["host": .string(host), "called_back": .integer(Int64(count))])
            } catch {
                // Nobody is forgotten: the host's next good answer calls back.
                gates.with(host) { $0.callBackFailed() }
                log.write(.warning, "database.unavailable", ["reason": .string("\(error)")])
            }
        }
    }

    /// Hashes the trail's heads and removes what is done, once an hour.
    private func keepHouse() async {
        while !Task.isCancelled {
            await keepHouseOnce()
            guard (try? await clock.pause(Self.checkpointPause)) != nil else { return }
        }
    }

    /// The hourly work; for tests, which do not wait.
    package func keepHouseOnce() async {
        let now = clock.wall.now
        do throws(StorageError) {
            try await trail.checkpoint(in: database, at: now)
            while try await queue.prune(finishedBefore: now.adding(.zero - Self.keptJobs) ?? now) > 0 {}
        } catch {
            log.write(.warning, "database.unavailable", ["reason": .string("\(error)")])
        }
    }
}
