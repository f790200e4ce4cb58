import Foundation
import Testing

/// `script/up` and `script/down`, with the program that was built.
@Suite struct UpTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    private static let start = """
        export WINDFALL_PROGRAM="$windfall" WINDFALL_FOLDER="$PWD/.windfall"
        export WINDFALL_PRODUCTION_PORT=0 WINDFALL_SANDBOX_PORT=0 WINDFALL_CONTROL_PORT=0 WINDFALL_MERCHANT_PORT=0
        up='\(root)/script/up' down='\(root)/script/down'
        trap '"$down" >/dev/null' EXIT
        set -e

        """

    @Test("A second call gives the same answer, and after a stop the same people with what they bought")
    func again() throws {
        let program = try Program(
            shell: Self.start + """
                "$up" > first; "$up" > second; cmp first second
                stat -c %a .windfall/run.json .windfall/shared-secret .windfall/merchant.sqlite
                cp .windfall/run.json before.json
                "$windfall" buy com.example.demo.levels > /dev/null
                "$windfall" store digest > digest
                "$down" > /dev/null; test ! -e .windfall/run.json
                "$windfall" store digest --data .windfall/store | cmp - digest
                "$up" > /dev/null
                "$windfall" store digest | cmp - digest
                for key in app.sharedSecret account.token device.token controlToken user keys.client keys.operator; do
                    test "$("$windfall" where --key $key)" = "$("$windfall" where --key $key --run before.json)"
                done
                ! "$windfall" store digest --data .windfall/store 2> busy; cat busy
                "$down" > /dev/null; "$down"
                """)
        #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
        #expect(program.output.hasPrefix("600\n600\n600\nwindfall: '.windfall/store': "))
        #expect(program.output.hasSuffix("down: nothing is running\n"))
    }

    /// `owned` waits until the merchant server, which looks at a box once a second, has the line.
    private static let waiting = """
        owned() { until "$windfall" owned | grep -E "$1"; do sleep 0.1; done; }

        """

    @Test("F16, F27: the first purchase is an entitlement, its renewal too, and what is bought then is bought")
    func story() throws {
        let program = try Program(
            shell: Self.start + Self.waiting + """
                "$up" > shown; grep '^pro ' shown | tr -s ' '
                "$windfall" clock advance P1M > /dev/null; owned '^pro +active' > renewed; ! grep -qF "$(cat renewed)" shown
                "$windfall" buy com.example.demo.coins > /dev/null
                "$windfall" receipt get --refresh | "$windfall" receipt send - | head -n 1
                owned '^coins' | tr -s ' '
                "$windfall" audit verify | head -n 1
                "$windfall" merchant rebuild | head -n 1
                # It dies and comes again; with the store gone, both come again.
                kill -KILL $(cat .windfall/merchant.pid); "$up" > /dev/null; owned '^coins' | tr -s ' '
                kill -KILL $(cat .windfall/store.pid); "$up" > /dev/null; owned '^coins' | tr -s ' '
                "$down" > /dev/null; test ! -e .windfall/merchant.pid
                """)
        #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
        let lines = program.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("pro active com.example.demo.pro.monthly") ?? false)
        #expect(
            lines.dropFirst() == [
                "Valid: the store says so.", "coins 100", "Intact.", "The same.", "coins 100", "coins 100",
            ])
    }

    @Test("A merchant server that does not start is said, and the store does not stay without it")
    func merchantFails() throws {
        let program = try Program(
            shell: Self.start + """
                mkdir -p .windfall; echo '{ apps: {} }' > .windfall/merchant.json5
                status=0; "$up" > /dev/null 2> said || status=$?
                echo $status; head -n 1 said; test ! -e .windfall/run.json; test ! -e .windfall/store.pid
                """)
        #expect(program.exitCode == 0, "\(program.errors)")
        #expect(program.output == "1\nup: the merchant server did not start:\n")
    }

    @Test("A port that is asked for and taken is an error that is said, and nothing is left")
    func takenPort() throws {
        let program = try Program(
            shell: Self.start + """
                "$up" > /dev/null
                port=$("$windfall" where --key control); port=${port##*:}
                export WINDFALL_FOLDER="$PWD/other" WINDFALL_CONTROL_PORT=$port
                status=0; "$up" > /dev/null 2> said || status=$?
                echo $status; head -n 1 said; test ! -e other/run.json; test ! -e other/store.pid
                WINDFALL_FOLDER="$PWD/.windfall" "$down" > /dev/null
                """)
        #expect(program.exitCode == 0, "\(program.errors)")
        #expect(program.output == "1\nup: the store did not start:\n")
    }

    @Test("With a file it shows the receipt, and ends as the command does")
    func file() throws {
        let program = try Program(shell: Self.start + "\"$up\" receipt; \"$up\" nowhere || echo $?")
        #expect(program.output.contains("up: the receipt you named: receipt\n"))
        #expect(program.output.contains("up: next, try"))
        #expect(program.output.hasSuffix("2\n"))
    }
}
