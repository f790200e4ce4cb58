import Foundation
import Testing
import WindfallStorageTesting
import WindfallTimeline

/// Merchant servers die in the middle of their work.
@Suite struct MerchantKillTests {
    /// How often servers are killed, on both engines together: 10 times, or as often as WINDFALL_KILLS says.
    private static let kills = max(2, Int(ProcessInfo.processInfo.environment["WINDFALL_KILLS"] ?? "") ?? 10)
    /// How many acknowledged receipts come between two kills, about.
    private static let spacing = 24
    /// How long after an answer a server is killed at most, in milliseconds.
    private static let delay = 30

    @Test(
        "F18: killed at any moment, a server has lost no acknowledged receipt, and nothing is given twice",
        .timeLimit(.minutes(30)))
    func alone() async throws {
        try await kill((Self.kills + 1) / 2, on: .sqlite, servers: 1)
    }

    @Test(
        "F18: one of three killed at any moment, no acknowledged receipt is lost, and nothing is given twice",
        .enabled(if: TestServer.isPresent, "\(TestServer.absence)"), .timeLimit(.minutes(30)))
    func amongThree() async throws {
        try await kill(Self.kills / 2, on: .postgreSQL, servers: 3)
    }

    private func kill(_ kills: Int, on engine: TestEngine, servers: Int) async throws {
        let dice = SeededRandomness(seed: UInt64(kills))
        // Each receipt is sent twice.
        let receipts = kills * Self.spacing / 2
        let scene = try await MerchantScene(engine, people: receipts / MerchantScene.purchases, servers: servers)
        let load = MerchantLoad(on: scene, seed: UInt64(kills))
        try await withThrowingTaskGroup { group in
            group.addTask { await load.run() }
            var (done, next) = (0, dice.below(Self.spacing))
            for await count in load.answers where count >= next {
                try await SystemPause.wait(.milliseconds(dice.below(Self.delay)))
                let server = scene.servers[dice.below(servers)]
                server.kill()
                try server.startAgain()
                done += 1
                if done == kills { break }
                next = done * Self.spacing + dice.below(Self.spacing)
            }
            load.end()
            try await group.waitForAll()
        }
        #expect(load.repetitions > 0, "no server died with a request in hand")
        try await scene.prove(load.verifications, spent: MerchantLoad.spent)
    }
}
