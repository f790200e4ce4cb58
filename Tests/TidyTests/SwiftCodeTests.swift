import Testing

@Suite struct SwiftCodeTests {
    @Test(
        "Comments and strings are blanked, code is kept",
        arguments: [
            (#"let a = 1 // try!"#, #"let a = 1        "#),
            (#"f(/* a /* b */ try! */ 2)"#, #"f(                     2)"#),
            (#"let s = "a // b" + c"#, #"let s = "      " + c"#),
            (#"let s = "a\"b" + c"#, #"let s = "    " + c"#),
            (##"let s = #"a"b"# + c"##, ##"let s = #"   "# + c"##),
            (#"print("a\(x!)b")"#, #"print("  (x!) ")"#),
            (#"print("a\(f("b", (1)))c") // d"#, #"print("  (f(" ", (1))) ")     "#),
            ("let s = \"\"\"\n  a \"b\" c\n  \"\"\" // d", "let s = \"\"\"\n         \n  \"\"\"     "),
            ("#if DEBUG\nx\n#endif", "#if DEBUG\nx\n#endif"),
        ])
    func blanked(text: String, expected: String) {
        #expect(SwiftCode.blanked(text) == expected)
    }
}
