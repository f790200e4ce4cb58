import Foundation

/// Finds a `.storekit` file by its name, as tests name it.
enum ConfigurationFile {
    private static let suffix = "storekit"

    /// The file's place: in a resource bundle beside the test program, in the main bundle, or in the working directory.
    ///
    /// The package manager puts the resources of a target into `<Package>_<Target>.resources` beside the program.
    /// - Parameter name: with or without `.storekit`.
    /// - Throws: ``SKTestError`` `fileNotFound`.
    static func find(_ name: String) throws -> URL {
        let file = name.hasSuffix(".\(suffix)") ? name : "\(name).\(suffix)"
        for folder in folders() {
            let candidate = folder.appending(path: file)
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
        }
        throw SKTestError(.fileNotFound, "No resource bundle, nor the working directory, has a file \(file).")
    }

    private static func folders() -> [URL] {
        let files = FileManager.default
        let working = URL(filePath: files.currentDirectoryPath)
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent() else {
            return [Bundle.main.bundleURL, working]
        }
        let beside = (try? files.contentsOfDirectory(at: program, includingPropertiesForKeys: nil)) ?? []
        let bundles = beside.filter { ["resources", "bundle", "xctest"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
        return bundles + [program, Bundle.main.resourceURL ?? program, Bundle.main.bundleURL, working]
    }

    /// The file's bytes.
    ///
    /// - Throws: ``SKTestError`` `fileNotFound`, or `invalidURL` for what is no file.
    static func read(_ url: URL) throws -> [UInt8] {
        guard url.isFileURL else { throw SKTestError(.invalidURL, "\(url) is no file.") }
        guard let data = try? Data(contentsOf: url) else {
            throw SKTestError(.fileNotFound, "There is no file \(url.path) that can be read.")
        }
        return Array(data)
    }
}
