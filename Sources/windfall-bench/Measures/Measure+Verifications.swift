import Foundation
import WindfallHTTP
import WindfallHTTPClient
import WindfallHTTPServer
import WindfallMerchant
import WindfallSignedData
import WindfallStorage
import WindfallTimeline

extension Measure {
    private static let questions = 2_000
    private static let answerTime = 5_000

    /// Many questions to a store that takes its time, over sockets.
    static var verificationsInFlight: Measure {
        Measure(
            name: "verifications",
            summary:
                "2,000 receipts verified by a store that takes 5 s for each, over sockets, until all are concluded",
            unit: "s"
        ) { issuer in
            .figure {
                let run = try inFlight(issuer)
                return Figure(
                    runs: questions, median: run.seconds, ratio: run.seconds / (Double(answerTime) / 1000),
                    ratioOf: "the time of one; \(run.mebibytes) MiB resident at most (goal 300)")
            }
        }
    }

    private static func inFlight(_ issuer: SampleIssuer) throws -> (seconds: Double, mebibytes: Int) {
        let pile = try ReceiptPile(count: questions, by: issuer)
        let store = SlowStore(answers: pile.answers, latency: answerTime...answerTime)
        let server = try HTTPServer([
            .init(port: 0) { request in
                (try? await store.send(request, limits: HTTPLimits())) ?? .text("", status: .internalError)
            }
        ])
        let folder = try BenchFolder()
        let trust = issuer.authority.trust
        return try Waiting.run {
            let serving = Task { try await server.run() }
            defer {
                server.stop()
                serving.cancel()
            }
            var settings = HTTPClientSettings()
            settings.connections = questions + 16
            settings.connectionsPerServer = questions + 16
            let client = try HTTPClient(settings)
            let merchant = try await SampleMerchant(
                .sqlite(path: folder.path + "/a.sqlite"), trust: trust, store: client, host: server.origins[0])
            try await merchant.send(pile.requests[...], callers: 64)
            let start = ContinuousClock.now
            let work = Task { await merchant.merchant.run() }
            defer { work.cancel() }
            var most = 0
            while try await merchant.concluded() < questions {
                most = max(most, try ResidentMemory.kibibytes())
                try await Task.sleep(for: .milliseconds(20))
            }
            return ((ContinuousClock.now - start) / .seconds(1), most / 1024)
        }
    }
}
