import Foundation
import Testing

/// `windfall serve`, with the program that was built.
@Suite struct ServeProcessTests {
    /// Writes a configuration, and starts the server on it; `$merchant` is where it is.
    private static let start = """
        cat > m.json5 <<'END'
        { listen: "127.0.0.1:0", database: "sqlite:m.sqlite", metrics: "open", log: { file: "log" },
          store: { production: "http://127.0.0.1:1", sandbox: "http://127.0.0.1:2" },
          apps: { "com.example.demo": { sharedSecret: { env: "SECRET" } } } }
        END
        export SECRET=hunter2
        serve() {
            rm -f ready
            "$windfall" serve --config m.json5 "$@" > ready 2> errors &
            server=$!
            until [ -s ready ]; do kill -0 $server || { cat errors; exit 1; }; sleep 0.05; done
            merchant=$(sed 's/.*"merchant":"\\([^"]*\\)".*/\\1/' ready)
        }
        event() { until grep -q "\\"event\\":\\"$1\\"" log; do sleep 0.05; done; }
        trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
        set -e

        """

    @Test(
        "It says where it is, answers, ends when it is told to, and goes on where it was", arguments: ["TERM", "INT"])
    func stops(signal: String) throws {
        let program = try Program(
            shell: Self.start + """
                serve; cat ready | tr -d '0-9'
                curl -sf $merchant/healthz; curl -sf $merchant/readyz; echo
                kill -\(signal) $server; wait $server; echo $?
                serve; kill -TERM $server; wait $server
                grep -c server.stopped log; stat -c %a log; cat errors
                ! grep -r hunter2 log errors ready
                """)
        #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
        #expect(
            program.output == """
                {"merchant":"http://...:"}
                {"status":"alive"}{"status":"ready"}
                0
                2
                600

                """)
    }

    @Test("Servers that share a log keep each other's lines")
    func sharedLog() throws {
        let program = try Program(
            shell: Self.start + """
                serve; first=$server; serve; kill $first; wait $first; kill $server; wait $server
                grep -c server.started log; grep -c server.stopped log; ls log*; stat -c %a log
                """)
        #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
        #expect(program.output == "2\n2\nlog\n600\n")
    }

    @Test("It may open as many sockets as its limits need, and says where the system does not let it")
    func openFiles() throws {
        let program = try Program(
            shell: Self.start + """
                allowed() { awk '/open files/ { print $4 }' /proc/$server/limits; }
                ulimit -Sn 256; serve; [ "$(allowed)" -ge 6000 ]; kill $server; wait $server
                ! grep files.few log
                ulimit -Hn 512; serve; allowed; kill $server; wait $server; grep -c '"files.few".*"allowed":512' log
                """)
        #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
        #expect(program.output == "512\n1\n")
    }

    @Test("SIGHUP takes the new configuration; a bad one changes nothing and is an alarm; the log is opened anew")
    func reload() throws {
        let program = try Program(
            shell: Self.start + """
                serve; curl -sf -o /dev/null $merchant/metrics
                sed -i 's/"open"/"operator"/' m.json5; kill -HUP $server; event settings.reloaded
                curl -s -o /dev/null -w '%{http_code}\\n' $merchant/metrics
                sed -i 's/"operator"/"everybody"/' m.json5; kill -HUP $server; event settings.refused
                curl -s -o /dev/null -w '%{http_code}\\n' $merchant/metrics
                grep settings.refused log | grep -c '"level":"alarm".*"code":"bad_value".*"path":"metrics"'
                sed -i 's/"everybody"/"open"/; s/m.sqlite/other.sqlite/' m.json5
                mv log old; kill -HUP $server; event settings.reloaded
                grep -c '"keys":\\["database"\\]' log
                curl -sf -o /dev/null $merchant/metrics; test ! -e other.sqlite
                kill $server; wait $server
                """)
        #expect(program.exitCode == 0, "\(program.output)\(program.errors)")
        #expect(program.output == "401\n401\n1\n1\n")
    }

    @Test(
        "What it can't start with is said in a sentence, without secrets, and nothing is left running",
        arguments: [
            ("--database sqlite:/nonexistent/m.sqlite", "sqlite:/nonexistent/m.sqlite: the database cannot be reached"),
            (
                "--database postgres://me:hunter2@127.0.0.1:1/shop",
                "postgres://127.0.0.1:1/shop: the database cannot be"
            ),
            ("--run nowhere.json", "nowhere.json: no box runs there"),
        ])
    func cannotStart(options: String, sentence: String) throws {
        let program = try Program(
            shell: Self.start
                + "status=0; timeout 20 \"$windfall\" serve --config m.json5 \(options) || status=$?; exit $status")
        #expect(program.exitCode == 1)
        #expect(program.errors.contains("windfall serve: ") && program.errors.contains(sentence), "\(program.errors)")
        #expect(program.output.isEmpty && !program.errors.contains("hunter2"))
    }

    @Test("A configuration that is not good is the end before anything is opened")
    func badConfiguration() throws {
        let program = try Program(
            shell: Self.start + """
                unset SECRET; status=0; "$windfall" serve --config m.json5 || status=$?
                test ! -e m.sqlite; test ! -e log; exit $status
                """)
        #expect(program.exitCode == 2)
        #expect(program.errors.hasSuffix("the environment has no 'SECRET'\n"))
    }

    @Test("A port that is taken is the end, and the first server goes on")
    func takenPort() throws {
        let program = try Program(
            shell: Self.start + """
                serve; status=0
                "$windfall" serve --config m.json5 --listen ${merchant#http://} --database sqlite:other 2> said || status=$?
                cat said | tr -d '0-9'; curl -sf $merchant/healthz; exit $status
                """)
        #expect(program.exitCode == 1)
        #expect(program.output.hasPrefix("windfall serve: port  is in use by another program\n"))
        #expect(program.output.hasSuffix("{\"status\":\"alive\"}"), "\(program.output)")
    }
}
