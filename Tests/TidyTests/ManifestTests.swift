import Foundation
import Testing

/// Package.swift as the package manager understands it: who declares which of our modules.
private struct Manifest: Decodable {
    struct Target: Decodable {
        var name: String
        var path: String?
        var dependencies: [Dependency]

        /// The path without the place of the target, `Sources/JSON`.
        var folder: String { path ?? name }
        /// The folders of the modules that the target declares, sorted.
        var declaredFolders: [String] { dependencies.compactMap { Layout.folder(ofModule: $0.name) }.sorted() }
    }

    /// `{"byName": ["WindfallJSON", null]}`, and the same under `target`.
    struct Dependency: Decodable {
        var name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [Name]].self)
            name = kinds.values.first?.first?.text ?? ""
        }

        struct Name: Decodable {
            var text: String?

            init(from decoder: any Decoder) {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }
    }

    var targets: [Target]

    /// Asks the package manager, with a build folder of its own: the usual one is locked while tests run.
    init() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = Repository.root
        process.arguments = ["swift", "package", "--scratch-path", ".build/manifest", "dump-package"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        self = try JSONDecoder().decode(Manifest.self, from: answer)
    }

    /// How the declared dependencies of a target differ from the arrows and from what its files import.
    static func findings(
        folder: String, isTest: Bool, declared: [String], imported: Set<String>
    ) -> [String] {
        var findings: [String] = []
        for other in declared where !isTest && !Layout.allows(folder, toImport: other) {
            findings.append("\(folder) declares \(other) against the arrows")
        }
        for other in imported.subtracting(declared).sorted() {
            findings.append("\(folder) imports \(other) without declaring it")
        }
        for other in Set(declared).subtracting(imported).sorted() where !isTest {
            findings.append("\(folder) declares \(other) and never imports it")
        }
        return findings
    }
}

@Suite struct ManifestTests {
    @Test("Each target declares what it imports, nothing else, and nothing against the arrows")
    func declaredAsImported() throws {
        let targets = try Manifest().targets
        try #require(targets.count > 3)
        for target in targets {
            let files = Repository.swift.filter { $0.path.hasPrefix(target.folder + "/") }
            let folder = target.folder.split(separator: "/").last.map(String.init) ?? target.name
            let imported = Set(files.flatMap(\.importedFolders)).subtracting([folder])
            let found = Manifest.findings(
                folder: folder, isTest: target.folder.hasPrefix("Tests/"), declared: target.declaredFolders,
                imported: imported)
            for finding in found { Issue.record("\(finding)") }
        }
    }

    @Test("Each folder below Sources and Tests belongs to a target")
    func noFolderLeftOut() throws {
        let declared = Set(try Manifest().targets.map(\.folder))
        let folders = Set(
            Repository.paths.map { $0.split(separator: "/") }
                .filter { $0.count > 2 && ["Sources", "Tests"].contains($0[0]) }.map { "\($0[0])/\($0[1])" })
        #expect(folders.subtracting(declared).isEmpty)
        #expect(folders.contains("Sources/JSON"))
    }

    @Test("A dependency against the arrows, an undeclared import and an unused dependency are found")
    func canFail() {
        func findings(_ declared: [String], _ imported: Set<String>) -> [String] {
            Manifest.findings(folder: "Commerce", isTest: false, declared: declared, imported: imported)
        }
        #expect(findings(["Timeline"], ["Timeline"]).isEmpty)
        #expect(findings(["SignedData"], ["SignedData"]) == ["Commerce declares SignedData against the arrows"])
        #expect(findings(["Timeline"], ["Timeline", "JSON"]) == ["Commerce imports JSON without declaring it"])
        #expect(findings(["Timeline", "JSON"], ["JSON"]) == ["Commerce declares Timeline and never imports it"])
    }
}
