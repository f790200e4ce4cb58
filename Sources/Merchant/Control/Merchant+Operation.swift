import WindfallHTTP
import WindfallJSON
import WindfallJobs
import WindfallStorage
import WindfallTimeline

/// `/healthz`, `/readyz`, `/metrics`: about this server, never about Apple.
extension Merchant {
    func addOperation(to router: inout Router) {
        router.on(.get, "/healthz") { _, _ async throws(APIError) in
            .json(["status": "alive"])
        }
        router.on(.get, "/readyz") { _, _ async throws(APIError) in
            try await storing { () async throws(StorageError) in
                try await self.database.read { scope throws(StorageError) in
                    _ = try scope.row("SELECT 1 FROM job LIMIT 1")
                }
            }
            return .json(["status": "ready"])
        }
        router.on(.get, "/metrics") { request, _ async throws(APIError) in
            if !self.settings.value.metricsAreOpen { try await self.authorizeMetrics(request) }
            return .content(Array(await self.metricsText().utf8), type: Self.metricsType)
        }
        router.observer = { [metrics] method, pattern, status in
            metrics.count(
                .init(
                    "windfall_http_requests_total",
                    ["method": method.metricsName, "route": pattern ?? "none", "status": String(status.code)]))
        }
    }

    /// The numbers tell how much is sold: who reads them runs the server.
    private func authorizeMetrics(_ request: HTTPRequest) async throws(APIError) {
        guard try await caller(of: request).role == .operator else {
            throw .forbidden("The numbers are for operators.", field: "Authorization")
        }
    }

    /// The text format of Prometheus, version 0.0.4.
    private static let metricsType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

    /// All numbers. Those of the queue come from the database; where it is away they are missing, and
    /// `windfall_database_up` says so.
    func metricsText() async -> String {
        let now = clock.wall.now
        var text = MetricsText()
        for (counter, value) in metrics.values { text.add(counter, value) }
        for (host, isOpen) in gates.states.sorted(by: { $0.key < $1.key }) {
            text.add(.init("windfall_store_open", ["host": host]), isOpen ? 1 : 0)
        }
        do throws(StorageError) {
            let statistics = try await queue.statistics(at: now)
            for kind in statistics { text.add(kind, at: now) }
            text.add(.init("windfall_database_up"), 1)
        } catch {
            text.add(.init("windfall_database_up"), 0)
        }
        return text.text
    }
}

extension MetricsText {
    fileprivate mutating func add(_ statistics: JobStatistics, at now: Instant) {
        let states = [
            "due": statistics.due, "scheduled": statistics.scheduled, "claimed": statistics.claimed,
            "expired": statistics.expired, "finished": statistics.finished,
        ]
        for (state, count) in states.sorted(by: { $0.key < $1.key }) {
            add(.init("windfall_jobs", ["kind": statistics.kind, "state": state]), Int64(count))
        }
        add(.init("windfall_jobs_retrying", ["kind": statistics.kind]), Int64(statistics.retrying))
        let oldest = statistics.oldestDue.map { max(0, (now - $0).components.seconds) } ?? 0
        add(.init("windfall_jobs_oldest_due_seconds", ["kind": statistics.kind]), oldest)
    }
}

extension HTTPMethod {
    /// A client can send any word as a method: only those that routes have become a label.
    fileprivate var metricsName: String {
        let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        return known.contains(self) ? name : "other"
    }
}
