import Testing
import WindfallCommandLine
import WindfallStoreEngine

@Suite struct StoreOrderTests {
    @Test("What is not said of a store has its usual value")
    func usual() throws {
        let order = try #require(Stage().run("store --data here").serving)
        #expect(order.folder == "here" && order.bundleID == "com.example.app" && order.importFile == nil)
        #expect([order.productionPort, order.sandboxPort, order.controlPort] == [8181, 8182, 8180])
        #expect(order.clock == .stepped && order.seed == nil)
    }

    @Test(
        "The clock is real, stepped or at a rate",
        arguments: [("real", .real), ("stepped", .stepped), ("3600", .rate(3600))] as [(String, StoreClock.Mode)])
    func clock(word: String, mode: StoreClock.Mode) throws {
        #expect(try #require(Stage().run("store --data here --clock \(word)").serving).clock == mode)
    }

    @Test(
        "A value that can't be used is a usage error, and nothing runs",
        arguments: [
            "", "--data here --clock 0", "--data here --clock 10001", "--data here --clock now",
            "--data here --seed -1",
            "--data here --sandbox-port 65536", "--data here --control-port x", "--data here extra",
        ])
    func usageErrors(options: String) {
        let outcome = Stage().run("store \(options)")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.serving == nil && outcome.remarks.count == 1)
    }
}
