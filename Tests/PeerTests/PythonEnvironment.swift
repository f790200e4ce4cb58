import Foundation

/// A Python environment with the clients in it, made once and kept for later runs.
struct PythonEnvironment {
    /// Why a client can't be used here: not a failure of ours.
    struct Absence: Error {
        var reason: String
    }

    /// The environment, or why there is none.
    static let shared = Result<PythonEnvironment, Absence> { () throws(Absence) in try PythonEnvironment() }

    /// How long a package may take to install.
    private static let installationLimit = 100
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")

    private let folder = Self.package.appending(path: ".build/peers")

    var python: String { folder.appending(path: "bin/python").path }

    private init() throws(Absence) {
        guard !FileManager.default.isExecutableFile(atPath: python) || !has("pip") else { return }
        let made = try run(["python3", "-m", "venv", "--clear", folder.path])
        guard made.exitCode == 0 else { throw Absence(reason: "python3 makes no environment: \(made.lastLine)") }
    }

    /// Installs a client, unless it is there.
    func install(_ client: Client) throws(Absence) {
        try install(client.requirement)
    }

    /// Installs a package, unless it is there.
    ///
    /// - Throws: ``Absence``, where the package index can't be reached or does not give it.
    func install(_ requirement: String) throws(Absence) {
        guard !has(requirement) else { return }
        try Self.index.get()
        let installed = try pip([requirement])
        guard installed.exitCode == 0 else {
            throw Absence(reason: "\(requirement) can't be installed: \(installed.lastLine)")
        }
    }

    /// Asked once: where there is no way to the package index, waiting for it five times tells nothing new.
    private static let index = Result<Void, Absence> { () throws(Absence) in
        let answer = try shared.get().pip(["--dry-run", "--no-deps", "--ignore-installed", Client.inapppy.requirement])
        guard answer.exitCode == 0 else {
            throw Absence(reason: "the package index can't be reached: \(answer.lastLine)")
        }
    }

    private func pip(_ arguments: [String]) throws(Absence) -> Command {
        let options = ["--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "15"]
        return try run([python, "-m", "pip", "install"] + options + arguments)
    }

    /// Whether a package is installed, in the version that a requirement names.
    private func has(_ requirement: String) -> Bool {
        let parts = requirement.split(separator: "=").map(String.init)
        let question =
            "import importlib.metadata, sys; sys.exit(importlib.metadata.version(sys.argv[1]) not in sys.argv[2:])"
        let arguments = parts.count == 2 ? parts : [requirement]
        let program = parts.count == 2 ? question : "import \(requirement)"
        return (try? run([python, "-c", program] + arguments))?.exitCode == 0
    }

    private func run(_ arguments: [String]) throws(Absence) -> Command {
        do {
            return try Command(arguments, seconds: Self.installationLimit)
        } catch {
            throw Absence(reason: "\(arguments[0]) can't be run: \(error)")
        }
    }
}
