extension Rule {
    /// What could trap, race or reach around the type system.
    static let safety: [Rule] = [
        .forbidding(
            "`unsafe` is written in wrappers only", #"\bunsafe\b"#,
            scope: { !Layout.mayBeUnsafe($0) },
            broken: [
                ("Sources/JSON/JSON.swift", "let a = unsafe b.pointee"),
                ("Sources/Timeline/Instant.swift", "nonisolated(unsafe) var a = 1"),
                ("Tests/JSONTests/JSONTests.swift", "@unsafe func a() {}"),
            ],
            kept: [
                ("Sources/JSON/JSON.swift", "let unsafely = 1 // unsafe\nlet text = \"unsafe\""),
                ("Sources/Cryptography/Digest.swift", "let a = unsafe b.pointee"),
                ("Sources/Timeline/CivilCalendar.swift", "unsafe tzset()"),
            ]),
        .forbidding(
            "Only Timeline and the programs ask the system for the time or for random bytes",
            #"\b(Date\(\)|Date\.now|UUID\(\)|Task\.sleep|Thread\.sleep|u?sleep\(|SystemRandomNumberGenerator|Task\.detached|"#
                + #"ContinuousClock|SuspendingClock|DispatchTime\.now|clock_gettime|gettimeofday|arc4random|getrandom)"#
                + #"|\.(random|randomElement|shuffled|shuffle)\("#,
            scope: { !Layout.mayAskTheSystem($0) },
            broken: [
                ("Sources/JSON/JSON.swift", "let now = Date()"),
                ("Sources/JSON/JSON.swift", "let id = UUID()"),
                ("Sources/Commerce/Money.swift", "let n = Int.random(in: 1...6)"),
                ("Sources/Commerce/Money.swift", "Task.detached { await self.check() }"),
                ("Tests/JSONTests/JSONTests.swift", "try await Task.sleep(for: .seconds(1))"),
                ("Sources/Cryptography/Key.swift", "let clock = ContinuousClock()"),
            ],
            kept: [
                ("Sources/Timeline/Timeline.swift", "unsafe clock_gettime(CLOCK_REALTIME, &now)"),
                ("Sources/windfall/Windfall.swift", "let now = Date()"),
                ("Sources/JSON/JSON.swift", "let date = Date(timeIntervalSince1970: 0) // not Date()"),
                ("Sources/JSON/JSON.swift", "func instantOfUpDate() {}"),
            ]),
        .forbidding(
            "No `try!`, no `as!` and no `!` outside tests", #"\btry!|\bas!|[A-Za-z0-9_)\]}"?]!(?!=)"#,
            scope: { $0.isSwift && !$0.isTest },
            broken: [
                ("Sources/JSON/JSON.swift", "let a = try! b()"),
                ("Sources/JSON/JSON.swift", "let a = b as! C"),
                ("Sources/JSON/JSON.swift", "let a = b[0]!.c"),
                ("Sources/JSON/JSON.swift", "var a: Int!"),
                ("Sources/JSON/JSON.swift", "print(\"\\(a!)\")"),
            ],
            kept: [
                ("Sources/JSON/JSON.swift", "if !a, b != c, d() != e, !(f) { print(\"no!\") } // ha!"),
                ("Tests/JSONTests/JSONTests.swift", "let a = b!"),
            ]),
        Rule(
            sentence: "`@unchecked Sendable` stands below a comment that says what makes it safe",
            broken: [
                SourceFile(path: "Sources/JSON/A.swift", text: "\nfinal class A: @unchecked Sendable {}"),
                SourceFile(path: "Tests/JSONTests/A.swift", text: "extension A: @unchecked Sendable {}"),
            ],
            kept: [
                SourceFile(path: "Sources/JSON/A.swift", text: "// Never changes.\nclass A: @unchecked Sendable {}"),
                SourceFile(path: "Sources/JSON/A.swift", text: "/// Not @unchecked Sendable.\nclass A {}"),
            ]
        ) { file in
            let lines = file.lines
            return Pattern(#"@unchecked\s+Sendable"#).matches(in: file.isSwift ? file.code : "").compactMap { match in
                let above = match.line >= 2 ? lines[match.line - 2] : ""
                return above.drop { $0 == " " }.hasPrefix("//") ? nil : "line \(match.line): no reason above"
            }
        },
    ]
}
