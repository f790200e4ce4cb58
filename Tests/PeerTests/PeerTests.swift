import Foundation
import Testing

/// Clients that others wrote, against the store: what they refuse, a server in the world would refuse.
@Suite(.serialized) struct PeerTests {
    @Test("A client that others wrote reads what the store answers and signs", arguments: Client.allCases)
    func client(_ client: Client) throws {
        let environment: PythonEnvironment
        do throws(PythonEnvironment.Absence) {
            environment = try PythonEnvironment.shared.get()
            try environment.install(client)
        } catch {
            print("skipped: \(client.testDescription): \(error.reason)")
            try Test.cancel("\(error.reason)")
        }
        let store = try RunningStore()
        let script = PythonEnvironment.scripts.appending(path: client.script).path
        let run = try Command([environment.python, "-B", script, store.announcement], seconds: 60)
        #expect(run.exitCode == 0, "\(run.output)")
    }
}
