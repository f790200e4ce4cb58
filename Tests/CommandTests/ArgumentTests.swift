import Testing
import WindfallCommandLine
import WindfallSignedData

@Suite struct ArgumentTests {
    private let stage = Stage(files: ["a": [], "b": []])

    @Test(
        "A wrong command line ends with 2, one sentence on standard error and nothing on standard output",
        arguments: [
            (
                "",
                "windfall: a command is missing: one of \(Windfall.commandNames.filter { !$0.contains(" ") }.joined(separator: ", "))"
            ),
            ("receipt", "windfall receipt: a command is missing: one of show, verify, get, send"),
            ("reciept show a", "windfall: there is no command 'reciept'; did you mean receipt?"),
            ("receipt shwo a", "windfall receipt: there is no command 'shwo'; did you mean show?"),
            ("receipt frobnicate a", "windfall receipt: there is no command 'frobnicate'"),
            ("help receipt verfy", "windfall receipt: there is no command 'verfy'; did you mean verify?"),
            ("receipt show", "windfall receipt show: FILE is missing"),
            ("receipt show a b", "windfall receipt show: 'b' is one argument too many"),
            ("receipt show a -- --json", "windfall receipt show: '--json' is one argument too many"),
            (
                "receipt show a --bundelid x",
                "windfall receipt show: there is no option --bundelid; did you mean --bundle-id?"
            ),
            (
                "receipt show a --bundle x",
                "windfall receipt show: there is no option --bundle; did you mean --bundle-id?"
            ),
            ("receipt show a --jsno", "windfall receipt show: there is no option --jsno; did you mean --json?"),
            ("receipt show a --hlep", "windfall receipt show: there is no option --hlep; did you mean --help?"),
            ("receipt show a --zzzzzzzzz=1", "windfall receipt show: there is no option --zzzzzzzzz"),
            ("receipt show a -j", "windfall receipt show: there is no option -j"),
            ("receipt verify a --all", "windfall receipt verify: there is no option --all"),
            ("receipt show a --json=yes", "windfall receipt show: --json takes no value"),
            ("receipt show a --json --json", "windfall receipt show: --json is given twice"),
            ("receipt show a --at 1 --at=2", "windfall receipt show: --at is given twice"),
            ("receipt show a --at", "windfall receipt show: --at needs a value: --at DATE"),
            ("receipt show a --at --json", "windfall receipt show: --at needs a value: --at DATE"),
            ("receipt show a --bundle-id=", "windfall receipt show: --bundle-id needs a value: --bundle-id ID"),
            ("authority init", "windfall authority init: DIR is missing"),
            ("authority sign --payload a", "windfall authority sign: --kind KIND is missing"),
            (
                "authority sign --version 4",
                "windfall authority sign: --version '4' is none of 3, 2; did you mean 3?"
            ),
        ])
    func usageErrors(line: String, sentence: String) {
        let outcome = stage.run(line)
        #expect(outcome.exitCode == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.remarks == [sentence])
    }

    @Test(
        "A value that can't be used is a usage error",
        arguments: [
            "--at yesterday", "--at 2026-02-30", "--at 2026-01-31T25:00:00Z", "--at 99999999999999999999",
            "--device 12345", "--device 0123456789", "--device xx:xx:xx:xx:xx:xx", "--trust nowhere.pem", "--trust a",
        ])
    func usageErrorsOfValues(option: String) {
        let outcome = stage.run("receipt show a \(option)")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.output.isEmpty)
        #expect(outcome.remarks.count == 1)
    }

    @Test("A file that can't be opened is a usage error that names it")
    func noSuchFile() {
        let outcome = stage.run("receipt verify nowhere.b64 --json")
        #expect(outcome.exitCode == .usage)
        #expect(outcome.remarks == ["windfall: 'nowhere.b64' can't be read: there is no such file"])
    }

    @Test("What is repeated from the command line can't move a terminal's cursor")
    func echoIsEscaped() {
        let outcome = stage.run(["receipt", "show", "a", "--b\u{1b}[2J"])
        #expect(outcome.remarks == ["windfall receipt show: there is no option --b\\u{1b}[2J"])
        #expect(stage.run(["re\u{7}\u{202e}x"]).remarks == ["windfall: there is no command 're\\u{7}\\u{202e}x'"])
    }

    @Test("A long wrong word costs little and is cut")
    func longWord() {
        let outcome = stage.run(["receipt", "show", "a", "--" + String(repeating: "a", count: 1_000_000)])
        #expect(outcome.exitCode == .usage)
        let other = stage.run([String(repeating: "a", count: 1_000_000)])
        #expect(other.remarks.first.map { $0.count < 200 } == true)
    }

    @Test(
        "A value may follow its option or an equals sign, begin with a hyphen there, and come before or after FILE",
        arguments: [
            "receipt show --at -1 a", "receipt show a --at=-1", "receipt show --bundle-id=--x a",
            "receipt show --json a",
            "receipt show -- a", "receipt show --at 2026-01-31 a", "receipt show --at=1769860800000 a",
            "receipt show --at 2026-01-31T12:00:00+01:00 a", "receipt show a --trust=roots --trust roots",
            "receipt show a --device 00112233-4455-6677-8899-AABBCCDDEEFF", "receipt show a --device 00:11:22:33:44:55",
        ])
    func goodLines(line: String) {
        var stage = stage
        stage.files["roots"] = Array(Authority.shared.roots.utf8)
        // The file is empty, so the command line was understood and the data was not.
        #expect(stage.run(line).exitCode == .unreadable)
        #expect(stage.run(line).remarks.isEmpty)
    }

    @Test("A file whose name begins with a hyphen stands after --")
    func hyphenFile() {
        var stage = stage
        stage.files["--json"] = []
        #expect(stage.run("receipt show --json -- --json").problemCode == "unknown_format")
    }
}
