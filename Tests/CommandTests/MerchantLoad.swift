import Synchronization
import Testing
import WindfallHTTP
import WindfallJSON
import WindfallTimeline

/// Clients that send receipts and spend, each receipt twice at least, and remember what they were told.
///
/// A client that hears nothing, or that the server can't do it now, sends the same again, to any of the servers.
final class MerchantLoad: Sendable {
    private struct State {
        /// The receipts that are still to be sent; when there are none, any is sent again.
        var deck: [Int]
        var isOver = false
        var answers = 0
        var repetitions = 0
        /// The verification of each receipt that was acknowledged.
        var verifications: [Int: String] = [:]
    }

    static let spent: Int64 = 10
    private static let clients = 16
    /// How long a client waits that was not heard.
    private static let rest = Duration.milliseconds(20)

    /// How many receipts were acknowledged, each time that one was.
    let answers: AsyncStream<Int>
    private let answered: AsyncStream<Int>.Continuation
    private let state: Mutex<State>
    private let receipts: [MerchantScene.Receipt]
    private let origins: [String]
    private let key: String
    private let client: JSONClient
    private let dice: SeededRandomness

    init(on scene: MerchantScene, seed: UInt64) {
        (answers, answered) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (receipts, origins, key, client) = (scene.receipts, scene.origins, scene.key, scene.client)
        let dice = SeededRandomness(seed: seed)
        self.dice = dice
        let deck = (Array(receipts.indices) + Array(receipts.indices)).map { (place: dice.below(1 << 30), $0) }
        state = Mutex(State(deck: deck.sorted { $0.place < $1.place }.map(\.1)))
    }

    /// Sends until every receipt was sent twice and the load is over.
    func run() async {
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.clients { group.addTask { await self.work() } }
        }
    }

    /// What was not sent yet is, and then it ends.
    func end() { state.withLock { $0.isOver = true } }

    /// The verification of each receipt that was acknowledged.
    var verifications: [Int: String] { state.withLock { $0.verifications } }

    /// How often something had to be sent again, since no answer came.
    var repetitions: Int { state.withLock { $0.repetitions } }

    private func work() async {
        while !Task.isCancelled, let number = next() {
            await send(number)
            await spend(for: number)
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            if let number = state.deck.popLast() { return number }
            return state.isOver ? nil : dice.below(receipts.count)
        }
    }

    private func send(_ number: Int) async {
        let receipt = receipts[number]
        guard
            let json = await ask("\(receipt.user)/receipts", ["receipt": .string(receipt.text)], key: nil),
            let verification = json["verificationId"]?.text
        else { return }
        let (before, count) = state.withLock { state in
            state.answers += 1
            return (state.verifications.updateValue(verification, forKey: number), state.answers)
        }
        // What was acknowledged is there, and so is found again.
        if let before { #expect(before == verification, "receipt \(number) was taken twice") }
        answered.yield(count)
    }

    /// Spends once for each receipt, however often it is tried.
    private func spend(for number: Int) async {
        _ = await ask(
            "\(receipts[number].user)/consumptions", ["credit": "coins", "amount": .integer(Self.spent)],
            key: "spending-\(number)")
    }

    /// Asks until a server answers.
    ///
    /// - Returns: the answer; nil where it is a mistake, which is recorded, and when the task is cancelled.
    private func ask(_ path: String, _ body: JSON, key idempotencyKey: String?) async -> JSON? {
        let headers = idempotencyKey.map { ["Idempotency-Key": $0] } ?? [:]
        while !Task.isCancelled {
            let origin = origins[dice.below(origins.count)]
            let answer = try? await client.send(
                .post, "\(origin)/v1/apps/\(MerchantScene.app)/users/\(path)", token: key, body, headers: headers)
            switch answer?.status {
            case 200, 202: return answer?.json
            case nil, 503:
                state.withLock { $0.repetitions += 1 }
                try? await SystemPause.wait(Self.rest)
            default:
                Issue.record("\(path): \(answer?.json.text() ?? "")")
                return nil
            }
        }
        return nil
    }
}

extension Randomness {
    /// A number from 0 to one less than a limit.
    func below(_ limit: Int) -> Int {
        let number = bytes(count: 4).reduce(0) { $0 << 8 | Int($1) }
        return number % max(1, limit)
    }
}
