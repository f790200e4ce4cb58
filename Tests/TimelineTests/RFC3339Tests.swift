import Testing
import WindfallTimeline

@Suite struct RFC3339Tests {
    @Test(
        "F28: a date of a receipt is its instant",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1000), ("2013-08-01T07:00:00Z", 1_375_340_400_000),
            ("2014-09-02T03:29:06Z", 1_409_628_546_000), ("2017-07-11T07:14:37Z", 1_499_757_277_000),
            ("2020-07-22T17:39:08Z", 1_595_439_548_000), ("4001-01-01T00:00:00Z", 64_092_211_200_000),
            ("2000-02-29T00:00:00Z", 951_782_400_000), ("2099-12-31T23:59:59Z", 4_102_444_799_000),
            ("2100-12-31T23:59:59Z", 4_133_980_799_000), ("2101-01-01T00:00:00Z", 4_133_980_800_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("9999-12-31T23:59:59Z", 253_402_300_799_000),
        ] as [(String, Int64)])
    func golden(text: String, milliseconds: Int64) {
        #expect(Instant(rfc3339: text)?.milliseconds == milliseconds)
        #expect(Instant(milliseconds: milliseconds).rfc3339 == text)
    }

    @Test(
        "F28: fractions are cut to milliseconds, also before 1970",
        arguments: [
            ("2020-10-08T11:17:49.131Z", 1_602_155_869_131), ("2020-10-08T11:17:49.1Z", 1_602_155_869_100),
            ("2020-10-08T11:17:49.1319Z", 1_602_155_869_131), ("2020-10-08T11:17:49.000000001Z", 1_602_155_869_000),
            ("2020-10-08T11:17:49.999999999Z", 1_602_155_869_999), ("1969-12-31T23:59:59.250Z", -750),
        ] as [(String, Int64)])
    func fractions(text: String, milliseconds: Int64) {
        #expect(Instant(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        "O26: every spelling of an offset gives the same instant",
        arguments: [
            "2026-03-01T09:15:00Z", "2026-03-01t09:15:00z", "2026-03-01T10:15:00+01:00", "2026-03-01T10:15:00+0100",
            "2026-03-01T01:15:00-08:00", "2026-03-01T01:15:00-0800", "2026-03-01T09:15:00-00:00",
            "2026-03-01T12:15:00.000+0300", "2026-03-02T09:14:00+23:59", "2026-02-28T09:16:00-2359",
            "2026-03-01T14:45:00.0+05:30",
        ])
    func offsets(text: String) {
        #expect(Instant(rfc3339: text) == Instant(milliseconds: 1_772_356_500_000))
    }

    @Test("An offset may lead out of the years that can be read, and has a text all the same")
    func offsetOverTheEdge() {
        #expect(Instant(rfc3339: "9999-12-31T23:59:59-23:59")?.rfc3339 == "+10000-01-01T23:58:59Z")
        #expect(Instant(rfc3339: "0001-01-01T00:00:00+00:01")?.rfc3339 == "0000-12-31T23:59:00Z")
    }

    @Test(
        "What is no date is refused",
        arguments: [
            "", "Z", "2026", "2026-03-01", "2026-03-01T09:15Z", "2026-03-01T09:15:00", "2026-03-01 09:15:00Z",
            "2026-03-01T09:15:00 Z", " 2026-03-01T09:15:00Z", "2026-03-01T09:15:00Z ", "2026-03-01T09:15:00Z\0",
            "2026-03-01T09:15:00ZZ", "2026-03-01T24:00:00Z", "2026-03-01T09:60:00Z", "2026-12-31T23:59:60Z",
            "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-03-00T00:00:00Z", "0000-12-31T00:00:00Z",
            "2026-03-01T09:15:00.Z", "2026-03-01T09:15:00.1234567890Z", "2026-03-01T09:15:00,5Z",
            "2026-03-01T09:15:00.5",
            "2026-03-01T09:15:00+", "2026-03-01T09:15:00+1", "2026-03-01T09:15:00+01", "2026-03-01T09:15:00+010",
            "2026-03-01T09:15:00+01:0", "2026-03-01T09:15:00+01:000", "2026-03-01T09:15:00+01000",
            "2026-03-01T09:15:00+24:00", "2026-03-01T09:15:00+01:60", "2026-03-01T09:15:00+0160",
            "2026-03-01T09:15:00+01-00", "2026-03-01T09:15:00±0100", "2026-03-01T09:15:00++100", "26-03-01T09:15:00Z",
            "+2026-03-01T09:15:00Z", "-2026-03-01T09:15:00Z", "12026-03-01T09:15:00Z", "2026-3-1T9:15:0Z",
            "2026/03/01T09:15:00Z", "2026-03-01T09.15.00Z", "2026-W09-7T09:15:00Z", "20260301T091500Z",
            "٢٠٢٦-03-01T09:15:00Z", "2026-03-01T09:15:00Etc/GMT",
        ])
    func refused(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test("Each month ends where the calendar says, in and outside the years of the table")
    func monthLengths() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let years = [
            (1, false), (4, true), (1600, true), (1900, false), (1969, false), (1970, false), (1972, true),
            (2000, true),
            (2023, false), (2024, true), (2096, true), (2100, false), (2101, false), (2104, true), (2400, true),
            (9999, false),
        ]
        for (year, isLeap) in years {
            for month in 1...12 {
                let last = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
                let start = padded(year, 4) + "-" + padded(month, 2) + "-"
                #expect(Instant(rfc3339: start + "\(last)T00:00:00Z")?.rfc3339 == start + "\(last)T00:00:00Z")
                #expect(Instant(rfc3339: start + "\(last + 1)T00:00:00Z") == nil, "\(start)\(last + 1)")
                #expect(Instant(rfc3339: start + "99T00:00:00Z") == nil)
            }
        }
    }

    @Test("Any byte replaced by any other gives a date of the same form or none, and never a trap")
    func replacement() {
        for text in ["2026-03-01T09:15:00Z", "2020-10-08T11:17:49.131+01:00", "1812-02-28T23:59:59.9-0800"] {
            let bytes = Array(text.utf8)
            for place in bytes.indices {
                for value in UInt8.min...UInt8.max where value != bytes[place] {
                    var changed = bytes
                    changed[place] = value
                    guard let instant = Instant(rfc3339: changed.span) else { continue }
                    // Only a digit for a digit, the other sign and the small letters leave a date.
                    let isDigit = (0x30...0x39).contains(value)
                    #expect(isDigit || [0x2B, 0x2D, 0x74, 0x7A].contains(value), "byte \(place) as \(value)")
                    #expect(Instant(rfc3339: instant.rfc3339) == instant)
                }
            }
        }
    }

    @Test("A date cut anywhere is none")
    func truncation() {
        let bytes = Array("2020-10-08T11:17:49.131+01:00".utf8)
        for length in bytes.indices {
            let instant = Instant(rfc3339: Array(bytes[..<length]).span)
            #expect(instant == nil, "\(length) bytes")
        }
    }

    @Test("An instant outside the years of RFC 3339 has a text too, with a sign")
    func extremes() {
        #expect(Instant(milliseconds: .max).rfc3339 == "+292278994-08-17T07:12:55.807Z")
        #expect(Instant(milliseconds: .min).rfc3339 == "-292275055-05-16T16:47:04.192Z")
        // Xcode's original purchase date of an app that was never bought.
        #expect(Instant(milliseconds: -62_135_769_600_000).rfc3339 == "0000-12-30T00:00:00Z")
    }

    @Test("Milliseconds have three digits, and none when they are zero")
    func milliseconds() {
        #expect(Instant(milliseconds: 1).rfc3339 == "1970-01-01T00:00:00.001Z")
        #expect(Instant(milliseconds: 1_010).rfc3339 == "1970-01-01T00:00:01.010Z")
        #expect(Instant(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
        #expect(Instant(milliseconds: -62_135_769_600_000).millisecondsText == "-62135769600000")
    }
}

/// A number with zeros before it.
func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
}
