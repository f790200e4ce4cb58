import Foundation
import Testing

@Suite struct ReaderSettingsTests {
    /// Time zone and language of a reader's machine.
    static let settings = [
        ("Pacific/Apia", "en_GB.UTF-8"), ("Asia/Bangkok", "th_TH.UTF-8"), ("Asia/Jerusalem", "he_IL.UTF-8"),
        ("Nowhere/None", "xx_XX"),
    ]

    @Test("O26: no setting of the reader changes a date", arguments: settings)
    func anySetting(zone: String, language: String) throws {
        // All tests of dates once more, in a process of their own: the settings are those of a whole process.
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["--testing-library", "swift-testing", "--filter", "RFC3339Tests|StoreTextTests"]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["TZ": zone, "LC_ALL": language, "LANG": language, "LANGUAGE": language]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let end = try #require(text.split(separator: "\n").last)
        #expect(process.terminationStatus == 0, "\(end)")
        #expect(end.contains(/Test run with [1-9][0-9]+ tests .* passed/), "\(end)")
    }
}
