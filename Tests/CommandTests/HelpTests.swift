import Testing
import WindfallCommandLine

@Suite struct HelpTests {
    private static let commands = [""] + Windfall.commandNames

    @Test("Each command has a help text of one screen with an example", arguments: commands)
    func oneScreen(command: String) {
        let help = Stage().run("\(command) --help")
        #expect(help.exitCode == .success)
        #expect(help.remarks.isEmpty)
        let lines = help.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 40)
        #expect(lines.allSatisfy { $0.count <= 120 })
        #expect(help.text.contains("Example"))
        #expect(help.text.contains("Usage: windfall \(command)"))
    }

    @Test("-h, --help and help give the same text, whatever else is wrong", arguments: commands)
    func sameText(command: String) {
        let help = Stage().run("\(command) --help")
        #expect(Stage().run("\(command) -h") == help)
        #expect(Stage().run("help \(command)") == help)
        if !command.isEmpty {
            #expect(Stage().run("\(command) --nonsense --help") == help)
        }
    }

    @Test("A --help after -- is a file's name")
    func notHelp() {
        #expect(Stage().run("receipt show -- --help").exitCode == .usage)
    }

    @Test("The version is told")
    func version() {
        #expect(Stage().run("--version").text.hasPrefix("windfall "))
        #expect(Stage().run("receipt --version").exitCode == .usage)
    }

    @Test("The help texts are the ones that were read by a person")
    func golden() {
        Golden.expect(Self.commands.map { Stage().run("\($0) --help").text }.joined(separator: "\n\n"), "help.txt")
    }
}
