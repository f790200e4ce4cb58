import Testing
import WindfallJSON

@Suite struct JSONNumberTests {
    @Test(
        "A number keeps its spelling",
        arguments: [
            "0", "-0", "1", "-1", "1.0", "1.50", "1e3", "1E+03", "-12.5e-7", "1697679936049.7297", "999999999999999999",
            "1000000000000000000", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
            "123456789012345678901234567890", "0.1e1000000000000000000000",
        ])
    func spelling(text: String) throws {
        #expect(try #require(JSONNumber(text: text)).text == text)
        #expect(try JSON(reading: " \(text) ").text(.compact) == text)
    }

    @Test(
        "A text that is no JSON number is refused",
        arguments: [
            "", "-", "+1", "00", "01", "-01", "1.", ".5", "1.e3", "1e", "1e+", "1e1.5", "0x10", "NaN", "Infinity",
            "-Infinity", " 1", "1 ", "1,", "1_000", "--1", "1٣", "١",
        ])
    func notANumber(text: String) {
        #expect(JSONNumber(text: text) == nil)
        if text.trimmingSpaces == text {
            #expect(throws: JSONError.self) { try JSON(reading: text) }
        }
    }

    @Test(
        "A whole value is exact, however it is spelled; anything else is nil",
        arguments: [
            ("7", 7), ("-0", 0), ("5.0", 5), ("1e3", 1000), ("-1.5e1", -15), ("120e-1", 12), ("0e99", 0), ("0.0e-9", 0),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("-9223372036854775808.0", .min),
            ("9.223372036854775807e18", .max), ("9223372036854775808", nil), ("-9223372036854775809", nil),
            ("1.5", nil), ("1e-1", nil), ("1e19", nil), ("1e999999999999999999999", nil),
            ("1e-999999999999999999999", nil),
        ] as [(String, Int64?)])
    func exactValue(text: String, value: Int64?) throws {
        #expect(try #require(JSONNumber(text: text)).int64 == value)
    }

    @Test(
        "Xcode's fractional milliseconds are cut toward zero",
        arguments: [
            ("1697679936049.7297", 1_697_679_936_049), ("1697679936056.485", 1_697_679_936_056), ("-1.9", -1),
            ("0.999", 0), ("-0.5", 0), ("1.6976799360497297e12", 1_697_679_936_049), ("5e-1", 0), ("42", 42),
            ("9223372036854775807.9", .max), ("9223372036854775808.1", nil), ("-9223372036854775809.1", nil),
            ("1e400", nil),
        ] as [(String, Int64?)])
    func truncated(text: String, value: Int64?) throws {
        #expect(try #require(JSONNumber(text: text)).truncated == value)
    }

    @Test("A read integer equals a made one, and no other spelling of it")
    func equality() {
        #expect(JSONNumber(text: "42") == JSONNumber(42))
        #expect(JSONNumber(text: "-9223372036854775808") == JSONNumber(.min))
        #expect(JSONNumber(text: "42.0") != JSONNumber(42))
        #expect(JSONNumber(text: "-0") != JSONNumber(0))
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
