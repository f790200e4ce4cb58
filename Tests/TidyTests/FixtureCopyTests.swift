import Foundation
import Testing

/// The fixtures belong to others: tests read them where they lie.
@Suite struct FixtureCopyTests {
    /// The paths whose bytes are those of a fixture; empty files are nobody's.
    private static func copies(among files: [String: Data], of fixtures: Set<Data>) -> [String] {
        files.filter { !$0.value.isEmpty && fixtures.contains($0.value) }.keys.sorted()
    }

    private static func contents(of folder: URL, _ paths: [String]) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in paths { contents[path] = try Data(contentsOf: folder.appending(path: path)) }
        return contents
    }

    @Test(
        "No file of the repository is a copy of a fixture",
        .enabled(
            if: FileManager.default.fileExists(atPath: Repository.fixtures.path),
            "../shared/fixtures is not there"))
    func noCopies() throws {
        let fixtures = try Self.contents(of: Repository.fixtures, Repository.files(under: Repository.fixtures))
        try #require(fixtures.count > 100)
        let files = try Self.contents(of: Repository.root, Repository.paths)
        #expect(Self.copies(among: files, of: Set(fixtures.values)) == [])
    }

    @Test("A copy is found under any name")
    func canFail() {
        let files = ["a.swift": Data([1, 2]), "b.bin": Data([3]), "empty": Data()]
        #expect(Self.copies(among: files, of: [Data([3]), Data()]) == ["b.bin"])
    }
}
