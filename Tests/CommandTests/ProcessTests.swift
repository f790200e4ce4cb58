import Foundation
import Testing

@Suite struct ProcessTests {
    @Test(
        "The exit code is the verdict",
        arguments: [
            ("$windfall receipt verify receipt --trust roots.pem", 0), ("$windfall receipt verify receipt", 1),
            ("$windfall receipt verify nowhere", 2), ("$windfall receipt verify .", 2), ("$windfall", 2),
            ("$windfall receipt verify receipt --trust roots.pem --check-revocation", 4),
            ("$windfall receipt verify /dev/null", 3), ("$windfall receipt show receipt", 0), ("$windfall --help", 0),
        ] as [(String, Int32)])
    func exitCodes(line: String, exitCode: Int32) throws {
        let program = try Program(shell: line)
        #expect(program.exitCode == exitCode)
        #expect(program.output.isEmpty == (exitCode == 2))
        #expect(program.errors.isEmpty == (exitCode != 2))
    }

    @Test(
        "A receipt may come through a pipe, by - or by a device's name",
        arguments: [
            "cat receipt | $windfall receipt verify - --trust roots.pem",
            "(head -c 100 receipt; tail -c +101 receipt) | $windfall receipt verify /dev/stdin --trust roots.pem",
            "$windfall receipt verify <(cat receipt) --trust roots.pem",
            "$windfall receipt verify --trust roots.pem - < receipt",
        ])
    func pipes(line: String) throws {
        #expect(try Program(shell: line).exitCode == 0)
    }

    @Test(
        "Input without an end is refused at the limit, in little memory",
        arguments: [
            "$windfall receipt verify --json /dev/zero", "yes MIIT | $windfall receipt verify --json -",
            "yes '{' | $windfall receipt verify --json -",
        ])
    func endless(line: String) throws {
        // 1 GiB of address space; the process alone needs a third of it.
        let program = try Program(shell: "ulimit -v 1048576; \(line)")
        #expect(program.exitCode == 3)
        #expect(program.output.contains("too_large"))
    }

    @Test("Who stops reading changes no verdict and hears no complaint")
    func closedPipe() throws {
        let program = try Program(
            shell: "$windfall receipt verify receipt --trust roots.pem | true; echo ${PIPESTATUS[0]}")
        #expect(program.output == "0\n")
        #expect(program.errors.isEmpty)
    }

    @Test(
        "Output that can't be written is said and is no verdict",
        arguments: [
            "$windfall receipt verify receipt --trust roots.pem >&-", "$windfall receipt verify receipt > /dev/full",
        ])
    func unwritable(line: String) throws {
        let program = try Program(shell: line)
        #expect(program.exitCode == 2)
        #expect(program.errors.contains("standard output can't be written"))
    }

    @Test("An authority made by the program signs what the program verifies, and no colours go into a file")
    func fromInitToVerify() throws {
        let program = try Program(
            shell: """
                set -e
                $windfall authority init made > made.txt
                $windfall receipt show receipt --json | $windfall authority sign --kind app-receipt --payload - \
                    --authority made --output again.b64
                $windfall receipt verify again.b64 --trust made/roots.pem > verdict.txt
                ! $windfall receipt verify again.b64 --trust roots.pem > /dev/null
                head -c 7 verdict.txt
                stat -c ' %a' made/receipts.key.pem
                """)
        #expect(program.errors.isEmpty)
        #expect(program.output == "GENUINE 600\n")
    }
}
