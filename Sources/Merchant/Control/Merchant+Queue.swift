import WindfallCommerce
import WindfallHTTP
package import WindfallJSON
import WindfallJobs
package import WindfallStorage
import WindfallTimeline

/// The queue, for those who run the server.
extension Merchant {
    /// How many held submissions are named.
    private static let namedHeld = 100

    /// How many questions wait, and which submissions wait for the operator.
    package func queueReport() async throws(StorageError) -> JSON {
        let now = clock.wall.now
        let statistics = try await queue.statistics(at: now)
        let apps = settings.value.apps.keys.sorted()
        let held = try await database.read { [submissions] scope throws(StorageError) in
            var held: [Submission] = []
            for app in apps { held += try submissions.held(of: app, limit: Self.namedHeld, in: scope) }
            return held
        }
        return [
            "asOfDate": .integer(now.milliseconds), "jobs": .array(statistics.map(\.json)),
            "held": .array(
                held.map { submission in
                    [
                        "verificationId": .string(submission.id), "app": .string(submission.user.app),
                        "reason": submission.reason.map { .string($0) } ?? .null,
                        "receivedDate": .integer(submission.receivedDate.milliseconds),
                    ]
                }),
        ]
    }

    /// Lets everything that waits for a host or for the operator be asked at once.
    ///
    /// - Returns: how many questions come earlier than they would have.
    package func askAtOnce() async throws(StorageError) -> Int {
        let settings = settings.value
        var count = 0
        let hosts = [settings.production.description, settings.sandbox.description]
        for key in [VerificationWorker.heldKey, VerificationWorker.nobodyKey] + hosts {
            count += try await queue.pullForward(key: key, at: clock.wall.now)
        }
        return count
    }
}

extension JobStatistics {
    fileprivate var json: JSON {
        var json: JSONObject = ["kind": .string(kind)]
        for (key, value) in [
            ("due", due), ("scheduled", scheduled), ("claimed", claimed), ("expired", expired), ("retrying", retrying),
            ("finished", finished),
        ] {
            json[key] = .integer(Int64(value))
        }
        json["oldestDueDate"] = oldestDue.map { .integer($0.milliseconds) } ?? .null
        return .object(json)
    }
}
