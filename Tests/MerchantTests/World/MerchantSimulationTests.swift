import Foundation
import Testing
import WindfallCommerce
import WindfallJSON
import WindfallJobs
import WindfallMerchant
import WindfallStorageTesting
import WindfallTimeline

@Suite struct MerchantSimulationTests {
    private static let steps = 60
    /// The seeds: a few, or those that WINDFALL_SEEDS names as `FIRST-LAST`.
    private static let seeds: ClosedRange<UInt64> = {
        let given = ProcessInfo.processInfo.environment["WINDFALL_SEEDS"] ?? ""
        let ends = given.split(separator: "-").compactMap { UInt64($0) }
        guard ends.count == 2, ends[0] <= ends[1] else { return 1...3 }
        return ends[0]...ends[1]
    }()

    @Test(
        "F16, F18: whatever fails, who paid has it, nobody else has it, and the books add up",
        arguments: TestEngine.present, seeds)
    func everybodyHasTheirs(engine: TestEngine, seed: UInt64) async throws {
        let simulation = try await Simulation(engine, seed: seed)
        for step in 1...Self.steps {
            try await simulation.step()
            try #require(
                simulation.faults.isEmpty, "seed \(seed), step \(step): \(simulation.faults) \(simulation.story)")
        }
        try await finish(simulation)
        try await check(simulation, seed)
    }

    /// The faults end, each app is started once more, and all that waits is done.
    private func finish(_ simulation: Simulation) async throws {
        let world = simulation.world
        world.door.mend()
        // The leases of the dead end.
        try await world.advance(by: world.settings.value.lease + .seconds(1))
        try await world.workUntilQuiet()
        for place in simulation.people.indices {
            try await simulation.identify(place)
            let person = simulation.people[place]
            for device in person.devices {
                let sent = try await world.send(
                    try await world.shop.receipt(of: device), user: person.known, app: person.app)
                #expect([200, 202].contains(sent.status), "\(person.known): \(sent.told)")
                simulation.acknowledged.append(.init(id: sent.id, app: person.app, isForeign: false))
            }
        }
        try await world.workUntilQuiet()
    }

    private func check(_ simulation: Simulation, _ seed: UInt64) async throws {
        let world = simulation.world
        for sent in simulation.acknowledged {
            let answer = try await world.verification(sent.id, app: sent.app)
            let isForeign = sent.isForeign && answer.verdict == "refused" && answer.reason == "belongs_to_other_user"
            #expect(answer.verdict == "valid" || isForeign, "seed \(seed): \(answer.told) \(answer.reason ?? "")")
        }
        for person in simulation.people {
            let view = try await LedgerView(of: person, in: world.shop)
            let gives = !person.devices[0].isSandbox || simulation.sandbox == .grant
            var expected = gives ? view.entitlements(at: world.time.now).sorted() : []
            let coins = gives ? max(0, view.coins() - person.spent) : 0
            if coins > 0 { expected = (expected + ["coins \(coins)"]).sorted() }
            let has = try await world.has(person.known, app: person.app).filter { $0 != "coins 0" }
            #expect(has == expected, "seed \(seed): \(person.known) \(simulation.story)")
            if let anonymous = person.anonymous {
                let left = try await world.has(anonymous, app: person.app).filter { $0 != "coins 0" }
                #expect(left == [], "seed \(seed): \(anonymous)")
            }
        }
        let statistics = try await JobQueue(world.database).statistics(at: world.time.now)
        #expect(statistics.allSatisfy { $0.due + $0.scheduled + $0.claimed + $0.expired == 0 }, "seed \(seed)")
        let rebuilt = try await world.merchant.rebuild(mending: false)
        #expect(rebuilt.isSame, "seed \(seed): \(rebuilt.differences.map(\.text))")
        try await world.checkTrail()
    }
}
