import Testing
import WindfallTimeline

@Suite struct HTTPTextTests {
    // The first is the example of RFC 9110, 5.6.7; the others are from GNU date.
    @Test(
        "An instant as fields of HTTP have it",
        arguments: [
            (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (-86_400_000, "Wed, 31 Dec 1969 00:00:00 GMT"),
            (951_782_400_999, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_102_444_800_000, "Fri, 01 Jan 2100 00:00:00 GMT"),
        ] as [(Int64, String)])
    func isWritten(milliseconds: Int64, text: String) {
        #expect(Instant(milliseconds: milliseconds).httpText == text)
    }

    @Test("A year that has not four digits is not written")
    func isBounded() {
        #expect(Instant(milliseconds: .max).httpText == "")
        #expect(Instant(milliseconds: .min).httpText == "")
    }
}
