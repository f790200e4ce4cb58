import Foundation
import Testing

/// `windfall app`, as a person in front of a terminal uses it, against a store that is a process.
@Suite struct AppTests {
    private static let demo = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../demo/Demo.storekit").standardizedFileURL.path

    /// A store with the demo catalog and its run.json; `person` runs the app in a pseudo-terminal: pairs of what it waits
    /// for and what it types then.
    private static let start = """
        set -eu
        trap 'kill -KILL $(jobs -p) 2>/dev/null' EXIT
        export HOME=$PWD TERM=dumb
        "$windfall" store --data box --production-port 0 --sandbox-port 0 --control-port 0 --import '\(demo)' \\
            --bundle-id com.example.demo --run run.json > store.json &
        until [ -s store.json ]; do sleep 0.1; done
        cat > person.py <<'PERSON'
        import os, pty, select, sys
        program, folder, *steps = sys.argv[1:]
        process, terminal = pty.fork()
        if process == 0:
            os.execv(program, [program, "app", "--run", "run.json", "--data", folder])
        seen = b""
        def read():
            if not select.select([terminal], [], [], 30)[0]:
                sys.exit("nothing more came: " + seen.decode())
            try:
                return os.read(terminal, 4096)
            except OSError:
                return b""
        for awaited, typed in zip(steps[::2], steps[1::2]):
            while awaited.encode() not in seen:
                more = read()
                if not more:
                    sys.exit("ended early: " + seen.decode())
                seen += more
            before, _, seen = seen.partition(awaited.encode())
            sys.stdout.write((before.decode() + awaited).replace("\\r", ""))
            os.write(terminal, (typed + "\\n").encode())
        while more := read():
            seen += more
        sys.stdout.write(seen.decode().replace("\\r", ""))
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        PERSON
        person() { python3 person.py "$windfall" "$@"; }

        """

    private func lines(of script: String) throws -> [String] {
        let program = try Program(shell: Self.start + script)
        #expect(program.exitCode == 0, "\(program.errors)")
        return program.output.split(separator: "\n").map(String.init)
    }

    @Test("F9: the terminal asks before a purchase; no is cancelled, yes is owned, also after a restart")
    func purchase() throws {
        let lines = try lines(
            of: """
                person app '> ' list '> ' 'buy com.example.demo.levels' '[y/N] ' n \\
                    '> ' 'buy com.example.demo.levels' '[y/N] ' y '> ' owned '> ' quit
                echo restarted
                person app '> ' owned '> ' quit
                """)
        #expect(lines.contains("com.example.demo.levels  All Levels  US$9.99"))
        let cancelled = try #require(lines.firstIndex(of: "com.example.demo.levels was not bought: cancelled."))
        let bought = try #require(lines.firstIndex(of: "Bought com.example.demo.levels."))
        let restart = try #require(lines.firstIndex(of: "restarted"))
        #expect(cancelled < bought && bought < restart)
        #expect(lines[bought..<restart].contains("com.example.demo.levels"))
        #expect(lines[restart...].contains("com.example.demo.levels"))
    }

    @Test("F13: a second device restores what is owned, and no consumables")
    func restore() throws {
        let lines = try lines(
            of: """
                app() { "$windfall" app --run run.json --data "$1"; }
                printf 'buy com.example.demo.coins\\nbuy com.example.demo.coins\\nbuy com.example.demo.levels\\nowned\\n' | app first
                echo second
                printf 'owned\\nrestore\\nowned\\n' | app second
                """)
        let second = try #require(lines.firstIndex(of: "second") ?? lines.firstIndex(of: "> second"))
        #expect(lines[..<second].contains("> com.example.demo.coins × 2"))
        #expect(lines[second...].contains("> Nothing is owned."))
        #expect(lines[second...].contains("> Restored com.example.demo.levels."))
        #expect(!lines[second...].contains { $0.contains("coins") })
    }

    @Test("F8, F10: what can't be kept is neither owned nor finished, and comes again at the next start")
    func unkept() throws {
        let lines = try lines(
            of: """
                mkdir -p app/StoreKit/owned.plist/taken
                person app '> ' 'buy com.example.demo.levels' '[y/N] ' y '> ' owned '> ' quit
                echo; echo restarted
                rm -r app/StoreKit
                person app 'Bought com.example.demo.levels.' owned 'com.example.demo.levels' quit
                echo; echo again
                person app '> ' owned '> ' quit
                """)
        let restart = try #require(lines.firstIndex(of: "restarted"))
        let again = try #require(lines.firstIndex(of: "again"))
        #expect(lines[..<restart].contains("Nothing is owned."))
        #expect(lines[restart..<again].contains { $0.hasSuffix("Bought com.example.demo.levels.") })
        #expect(lines[again...].contains("com.example.demo.levels"))
        #expect(!lines[again...].contains { $0.contains("Bought") })
    }

    @Test("What is not for sale is not bought, and a word that is no command shows the commands")
    func refusals() throws {
        let lines = try lines(
            of: "printf 'buy nothing\\nsell\\n' | \"$windfall\" app --run run.json --data app --product nothing")
        #expect(lines.contains("nothing is not for sale."))
        #expect(lines.count { $0.contains("Commands: list, buy PRODUCT") } == 2)
    }

    @Test("Without a store the app says which one it looked for")
    func noStore() throws {
        let program = try Program(shell: "\"$windfall\" app")
        #expect(program.exitCode == 2 && program.errors.contains("no store is known here"))
    }
}
