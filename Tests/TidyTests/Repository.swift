import Foundation

/// The checkout that these tests were built from.
enum Repository {
    /// The package's root: three steps up from this file.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Other people's receipts; beside the project where someone put them there.
    static let fixtures = root.deletingLastPathComponent().appending(path: "shared/fixtures")

    /// All files except what is built or belongs to git, by their paths from the root, sorted.
    static let paths: [String] = {
        let left: Set<String> = [".git", ".build", ".swiftpm", ".windfall"]
        return files(under: root) { !left.contains($0) }
    }()

    /// All files that are text.
    static let texts: [SourceFile] = paths.compactMap { path in
        guard let bytes = try? Data(contentsOf: root.appending(path: path)) else { return nil }
        guard let text = String(data: bytes, encoding: .utf8) else { return nil }
        return SourceFile(path: path, text: text)
    }

    /// The Swift files.
    static let swift: [SourceFile] = texts.filter(\.isSwift)

    /// The paths of the files below a folder, links not followed.
    ///
    /// - Parameter enters: whether a folder of this name, directly in `folder`, is looked into.
    static func files(under folder: URL, enters: (String) -> Bool = { _ in true }) -> [String] {
        guard let walk = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        var found: [String] = []
        while let path = walk.nextObject() as? String {
            let kind = walk.fileAttributes?[.type] as? FileAttributeType
            if kind == .typeDirectory && !enters(path) { walk.skipDescendants() }
            if kind == .typeRegular { found.append(path) }
        }
        return found.sorted()
    }
}
