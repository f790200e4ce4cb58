import Foundation
import Synchronization
import WindfallCommandLine
import WindfallHTTP
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Surroundings that a test has in its hand: files in memory, a fixed clock, no terminal.
struct Stage {
    /// The files that can be read, by path; what is not here is looked for on the disk.
    var files: [String: [UInt8]] = [:]
    var standardInput: [UInt8] = []
    /// Who may read files, where a test says so.
    var modes: [String: UInt16] = [:]
    /// 2026-01-31T12:00:00Z.
    var now = Instant(milliseconds: 1_769_860_800_000)
    var hasColours = false
    /// What the authorities say when they are asked.
    var revocation: Problem?
    /// The folder in which the program is called, and its environment.
    var folder = "/somewhere/project/below"
    var variables: [String: String] = [:]
    /// Where the stores are.
    var transport: any HTTPTransport = MemoryTransport([:])
    /// Where keys and identifiers come from; the same for each command unless a test says so.
    var randomness: any Randomness = SeededRandomness(seed: 1)

    /// What was written to which path.
    final class Disk: Sendable {
        let files = Mutex<[String: [UInt8]]>([:])
        /// How often the authorities were asked.
        let questions = Mutex(0)
    }

    let disk = Disk()

    /// Runs the program.
    ///
    /// - Parameter line: the words after its name, separated by spaces.
    func run(_ line: String) -> Outcome {
        run(line.split(separator: " ").map(String.init))
    }

    func run(_ words: [String]) -> Outcome {
        Windfall.outcome(of: words, in: surroundings)
    }

    /// Runs a command that asks a store.
    func ask(_ line: String) async -> Outcome {
        await Windfall.answer(to: line.split(separator: " ").map(String.init), in: surroundings)
    }

    var surroundings: Surroundings {
        let (files, standardInput, disk, revocation, transport) = (files, standardInput, disk, revocation, transport)
        var surroundings = Surroundings(
            read: { (path: String?, limit: Int) throws(Surroundings.FileFailure) in
                guard let path else { return Array(standardInput.prefix(limit)) }
                if let bytes = files[path] { return Array(bytes.prefix(limit)) }
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw Surroundings.FileFailure("there is no such file")
                }
                return Array(data.prefix(limit))
            },
            create: { (path: String, bytes: [UInt8]) throws(Surroundings.FileFailure) in
                let isNew = disk.files.withLock { $0.updateValue(bytes, forKey: path) == nil }
                guard isNew else { throw Surroundings.FileFailure("it is there already") }
            },
            askRevocation: { _ in
                disk.questions.withLock { $0 += 1 }
                return revocation
            },
            timeline: VirtualTimeline(now: now), randomness: randomness, hasColours: hasColours,
            folder: folder, environment: { [variables] in variables[$0] },
            isThere: { files[$0] != nil || FileManager.default.fileExists(atPath: $0) },
            connect: { () throws(HTTPClientError) in transport })
        surroundings.permissions = { [modes] in modes[$0] }
        return surroundings
    }
}

extension Outcome {
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The output as JSON; an empty object when it is none.
    var json: JSON { (try? JSON(reading: output.span)) ?? [:] }

    /// `problem.code` of the output; nil where there is no problem.
    var problemCode: String? { json["problem"]?["code"]?.text }
}

extension Stage {
    /// Random bytes for an authority other than the shared one.
    static func dice() -> SeededRandomness { SeededRandomness(seed: 99) }
}
