import Testing

@Suite struct MarkdownFileTests {
    @Test("A console block gives its commands and their output")
    func commands() {
        let text = """
            Text with `$ code`.

            ```console
            $ script/test --filter \\
                Instant
            passed
            $ echo
            ```

            ```
            $ not-this
            ```
            """
        let commands = MarkdownFile(SourceFile(path: "README.md", text: text)).commands
        #expect(
            commands == [
                .init(line: 4, text: "script/test --filter Instant", output: ["passed"]),
                .init(line: 7, text: "echo", output: []),
            ])
    }

    @Test("Links are found outside fenced blocks only, with their lines")
    func links() {
        let text = "[a](b.md)\n```\n[c](d.md)\n```\n![e](<f.png> \"title\") [g](h#i)"
        #expect(
            MarkdownFile(SourceFile(path: "README.md", text: text)).links == [
                .init(line: 1, target: "b.md"), .init(line: 5, target: "f.png"), .init(line: 5, target: "h#i"),
            ])
    }
}
