import Dispatch
import Synchronization
import WindfallSignedData

extension Measure {
    /// Two threads that use one verifier; 2 is the most there can be.
    static var twoThreads: Measure {
        Measure(
            name: "app-receipt-2-threads", summary: "the same receipt by one verifier on two threads",
            clock: .wall
        ) { issuer in
            let bytes = try issuer.receipt(purchases: 10)
            let verifier = issuer.verifier()
            let date = issuer.date
            // Enough receipts to a call that starting the second thread is little beside them.
            let count = 64
            @Sendable func allGenuine() -> Bool {
                (0..<count).allSatisfy { _ in (try? verifier.read(appReceipt: bytes, at: date).isGenuine) == true }
            }
            let two = Work(items: 2 * count) {
                let genuine = Atomic(0)
                DispatchQueue.concurrentPerform(iterations: 2) { _ in
                    if allGenuine() { genuine.add(1, ordering: .relaxed) }
                }
                return genuine.load(ordering: .relaxed) == 2
            }
            let one = Work(items: count, call: allGenuine)
            return .time(two, beside: Comparison(work: one, ratio: .ofSpeeds, name: "speed of one thread"))
        }
    }
}
