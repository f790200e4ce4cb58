import Foundation
import Testing
import WindfallHTTP
import WindfallJSON
import WindfallStorageTesting

/// Merchant servers are told to stop, and lose their database.
@Suite struct MerchantStopTests {
    @Test(
        "F18: told to stop under load, a server ends what it has begun and goes on where it was",
        .timeLimit(.minutes(5)), arguments: TestEngine.present)
    func stop(engine: TestEngine) async throws {
        let scene = try await MerchantScene(engine, people: 10)
        let load = MerchantLoad(on: scene, seed: 5)
        let server = scene.servers[0]
        try await withThrowingTaskGroup { group in
            group.addTask { await load.run() }
            var stops = 0
            for await count in load.answers where count >= stops * 20 + 10 {
                server.tell(stops.isMultiple(of: 2) ? SIGTERM : SIGINT)
                #expect(server.end() == 0)
                // Whoever starts next need not wait for the end of a lease.
                let jobs = try scene.command("merchant", "queue", "show")["jobs"]?.array ?? []
                #expect(jobs.allSatisfy { $0["claimed"]?.int64 == 0 && $0["expired"]?.int64 == 0 }, "\(jobs)")
                try server.startAgain()
                stops += 1
                if stops == 3 { break }
            }
            load.end()
            try await group.waitForAll()
        }
        try await scene.prove(load.verifications, spent: MerchantLoad.spent)
        #expect(scene.log.split(separator: "\n").count { $0.contains("server.stopped") } == 3)
    }

    @Test(
        "F18: told to stop, a server answers those who wait for the store, and the store is asked later",
        .timeLimit(.minutes(5)), arguments: TestEngine.present)
    func waiting(engine: TestEngine) async throws {
        let scene = try await MerchantScene(engine, people: 2)
        let (server, receipts, client, key) = (scene.servers[0], scene.receipts, scene.client, scene.key)
        let addresses = receipts.map { scene.address(of: $0.user) + "/receipts" }
        scene.store.tell(SIGSTOP)
        let verifications = try await withThrowingTaskGroup(of: (Int, JSONClient.Answer).self) { group in
            for (number, receipt) in receipts.enumerated() {
                group.addTask {
                    let answer = try await client.send(
                        .post, addresses[number], token: key, ["receipt": .string(receipt.text)],
                        headers: ["Prefer": "wait=60"])
                    return (number, answer)
                }
            }
            for user in Set(receipts.map(\.user)) { try await haveAll(user, scene) }
            server.tell(SIGTERM)
            var verifications: [Int: String] = [:]
            for try await (number, answer) in group {
                #expect(answer.status == 202 && answer.json["status"] == "pending", "\(answer)")
                verifications[number] = answer.json["verificationId"]?.text
            }
            return verifications
        }
        #expect(server.end() == 0)
        scene.store.tell(SIGCONT)
        try server.startAgain()
        try await scene.prove(verifications, spent: 0)
    }

    /// Waits until all receipts of a user are stored.
    private func haveAll(_ user: String, _ scene: MerchantScene) async throws {
        let all = Int64(MerchantScene.purchases) * MerchantScene.coins
        while try await scene.book(of: user)["credits"]?["coins"]?.int64 != all { await Task.yield() }
    }

    @Test(
        "F18: while the database is away clients hear 503, and when it is back all goes on by itself",
        .enabled(if: TestServer.isPresent, "\(TestServer.absence)"), .timeLimit(.minutes(5)))
    func outage() async throws {
        let scene = try await MerchantScene(.postgreSQL, people: 10, servers: 2)
        let load = MerchantLoad(on: scene, seed: 6)
        let database = try #require(scene.place.server)
        try await withThrowingTaskGroup { group in
            group.addTask { await load.run() }
            var outages = 0
            for await count in load.answers where count >= outages * 30 + 10 {
                if outages == 2 { break }
                try database.shutOut()
                for origin in scene.origins { try await expectAway(origin, scene) }
                try database.letIn()
                outages += 1
            }
            load.end()
            try await group.waitForAll()
        }
        try await scene.prove(load.verifications, spent: MerchantLoad.spent)
        for server in scene.servers {
            server.tell(SIGTERM)
            #expect(server.end() == 0)
        }
    }

    /// What a server without its database says: it is alive, is not ready, and takes nothing.
    private func expectAway(_ origin: String, _ scene: MerchantScene) async throws {
        let receipt = scene.receipts[0]
        #expect(try await scene.client.send(.get, "\(origin)/healthz", token: scene.key).status == 200)
        #expect(try await scene.client.send(.get, "\(origin)/readyz", token: scene.key).status == 503)
        let refused = try await scene.client.send(
            .post, "\(origin)/v1/apps/\(MerchantScene.app)/users/\(receipt.user)/receipts", token: scene.key,
            ["receipt": .string(receipt.text)])
        #expect(refused.status == 503 && refused.json["error"]?["code"] == "database_unavailable", "\(refused)")
    }
}
