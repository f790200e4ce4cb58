import Foundation
import Testing

/// What others wrote to read OpenAPI files, against ours.
@Suite(.serialized) struct OpenAPIFileTests {
    private static let requirement = "openapi-spec-validator==0.9.0"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/openapi")

    @Test("The files are OpenAPI as a validator that others wrote has it")
    func valid() throws {
        let environment: PythonEnvironment
        do throws(PythonEnvironment.Absence) {
            environment = try PythonEnvironment.shared.get()
            try environment.install(Self.requirement)
        } catch {
            print("skipped: \(Self.requirement): \(error.reason)")
            try Test.cancel("\(error.reason)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(files.count == 5)
        for file in files {
            let path = Self.folder.appending(path: file).path
            let run = try Command([environment.python, "-m", "openapi_spec_validator", path], seconds: 60)
            #expect(run.exitCode == 0, "\(file): \(run.output)")
        }
        // A file that is none is found: the validator looks.
        let bad = FileManager.default.temporaryDirectory.appending(
            path: "windfall-openapi-\(ProcessInfo.processInfo.globallyUniqueString).json")
        defer { try? FileManager.default.removeItem(at: bad) }
        try Data(#"{"openapi":"3.1.0","info":{"title":"x"},"paths":{}}"#.utf8).write(to: bad)
        let run = try Command([environment.python, "-m", "openapi_spec_validator", bad.path], seconds: 60)
        #expect(run.exitCode != 0)
    }
}
