import Foundation
import Synchronization
import Testing

/// Sockets in the hands of another program: what is sent is sent to the letter, and what comes back is told to the letter.
enum RawClient {
    /// What is done, in this order; connections have numbers and are opened at their first mention.
    enum Step {
        case send(String, on: Int = 0)
        /// Sends a text so many times, or until the other side ends the connection.
        case sendMany(String, Int, on: Int = 0)
        /// Reads up to and with a text.
        case read(until: String, on: Int = 0)
        case readToEnd(on: Int = 0)
        /// Says that nothing more will be sent.
        case endSending(on: Int = 0)
        case close(on: Int = 0)
        /// Sends one letter every few milliseconds, until the other side ends the connection.
        case dribble(on: Int = 0)

        fileprivate var words: [String] {
            switch self {
            case .send(let text, let on): ["send", "\(on)", text]
            case .sendMany(let text, let count, let on): ["many", "\(on)", text, "\(count)"]
            case .read(let text, let on): ["until", "\(on)", text]
            case .readToEnd(let on): ["end", "\(on)"]
            case .endSending(let on): ["half", "\(on)"]
            case .close(let on): ["close", "\(on)"]
            case .dribble(let on): ["dribble", "\(on)"]
            }
        }
    }

    /// What a connection heard.
    struct Heard: Decodable {
        enum End: String, Decodable {
            case open, eof, reset, refused, timeout
        }

        /// One character a byte.
        var text: String
        var end: End

        /// The status of each answer, in order.
        var statuses: [Int] {
            text.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Int($0.prefix(3)) }
        }

        /// What follows the first head.
        var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }
    }

    /// Carries out the steps and tells what each connection heard, by its number.
    static func run(_ steps: [Step], port: UInt16) async throws -> [Heard] {
        let json = String(decoding: try JSONEncoder().encode(steps.map(\.words)), as: UTF8.self)
        let output = try await Command.run("python3", ["-c", script, "\(port)"], input: json)
        return try JSONDecoder().decode([Heard].self, from: Data(output.text.utf8))
    }

    /// One connection: sends a text and reads to the end.
    static func send(_ text: String, port: UInt16) async throws -> Heard {
        try #require(await run([.send(text), .readToEnd()], port: port).first)
    }

    private static let script = """
        import json, select, socket, sys
        port, steps = int(sys.argv[1]), json.load(sys.stdin)
        sockets, heard = {}, {}
        def opened(n):
            if n not in sockets:
                heard[n] = {"text": "", "end": "open"}
                sockets[n] = socket.socket()
                sockets[n].settimeout(60)
                try: sockets[n].connect(("127.0.0.1", port))
                except ConnectionRefusedError: heard[n]["end"] = "refused"
            return sockets[n]
        def read(n):
            part = opened(n).recv(65536)
            if not part: heard[n]["end"] = "eof"
            heard[n]["text"] += part.decode("latin1")
        for word, n, *rest in steps:
            n = int(n)
            try:
                s = opened(n)
                if heard[n]["end"] != "open": continue
                if word == "send": s.sendall(rest[0].encode("latin1"))
                elif word == "many":
                    for _ in range(int(rest[1])): s.sendall(rest[0].encode("latin1"))
                elif word == "until":
                    while rest[0] not in heard[n]["text"] and heard[n]["end"] == "open": read(n)
                elif word == "end":
                    while heard[n]["end"] == "open": read(n)
                elif word == "half": s.shutdown(socket.SHUT_WR)
                elif word == "close": s.close()
                elif word == "dribble":
                    while heard[n]["end"] == "open":
                        if select.select([s], [], [], 0.005)[0]: read(n)
                        else: s.sendall(b"a")
            except (ConnectionResetError, BrokenPipeError):
                while True:
                    try:
                        part = s.recv(65536)
                        if not part: break
                        heard[n]["text"] += part.decode("latin1")
                    except OSError: break
                heard[n]["end"] = "reset"
            except socket.timeout: heard[n]["end"] = "timeout"
        json.dump([heard[n] for n in sorted(heard)], sys.stdout)
        """
}

/// Another program, waited for without a thread: the services under test need the threads.
enum Command {
    struct Output {
        var status: Int32
        var text: String
    }

    static func run(_ name: String, _ arguments: [String], input: String = "") async throws -> Output {
        let folder = FileManager.default.temporaryDirectory.appending(path: "windfall-test-\(unique())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (inside, outside) = (folder.appending(path: "in"), folder.appending(path: "out"))
        try Data(input.utf8).write(to: inside)
        try Data().write(to: outside)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = try FileHandle(forReadingFrom: inside)
        process.standardOutput = try FileHandle(forWritingTo: outside)
        process.standardError = FileHandle.standardError
        let ends = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            ends.continuation.yield(process.terminationStatus)
            ends.continuation.finish()
        }
        try process.run()
        let status = await ends.stream.first { _ in true } ?? -1
        return Output(status: status, text: String(decoding: try Data(contentsOf: outside), as: UTF8.self))
    }

    private static let count = Atomic(0)

    private static func unique() -> String {
        "\(ProcessInfo.processInfo.processIdentifier)-\(count.wrappingAdd(1, ordering: .relaxed).newValue)"
    }
}
