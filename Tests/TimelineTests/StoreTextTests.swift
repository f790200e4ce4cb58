import Testing
import WindfallTimeline

@Suite struct StoreTextTests {
    @Test(
        "F24: the three forms of a date are one instant",
        arguments: [
            ("2017-07-11 07:14:37 Etc/GMT", "2017-07-11 00:14:37 America/Los_Angeles", 1_499_757_277_000),
            ("2017-03-11 01:22:23 Etc/GMT", "2017-03-10 17:22:23 America/Los_Angeles", 1_489_195_343_000),
            ("2014-09-02 03:29:06 Etc/GMT", "2014-09-01 20:29:06 America/Los_Angeles", 1_409_628_546_000),
            ("2013-08-01 07:00:00 Etc/GMT", "2013-08-01 00:00:00 America/Los_Angeles", 1_375_340_400_000),
            ("1970-01-01 00:00:00 Etc/GMT", "1969-12-31 16:00:00 America/Los_Angeles", 0),
            ("2050-07-01 00:00:00 Etc/GMT", "2050-06-30 17:00:00 America/Los_Angeles", 2_540_246_400_000),
        ] as [(String, String, Int64)])
    func golden(utc: String, pacific: String, milliseconds: Int64) {
        let instant = Instant(milliseconds: milliseconds)
        #expect(instant.storeText == utc)
        #expect(instant.pacificStoreText == pacific)
        #expect(Instant(storeText: utc) == instant)
        #expect(Instant(storeText: pacific) == instant)
        #expect(Instant(milliseconds: milliseconds + 999).storeText == utc)
        #expect(Instant(milliseconds: milliseconds + 999).pacificStoreText == pacific)
    }

    @Test("O26: RFC 3339 is read here too", arguments: ["2026-03-01T09:15:00Z", "2026-03-01T10:15:00+0100"])
    func rfc3339(text: String) {
        #expect(Instant(storeText: text) == Instant(storeText: "2026-03-01 09:15:00 Etc/GMT"))
        #expect(Instant(storeText: text) == Instant(milliseconds: 1_772_356_500_000))
    }

    /// Months and days on which clocks change at 02:00, by the law of each time.
    static let changes: [(year: Int, spring: (Int, Int), autumn: (Int, Int))] = [
        (1986, (4, 27), (10, 26)), (1987, (4, 5), (10, 25)), (1999, (4, 4), (10, 31)), (2006, (4, 2), (10, 29)),
        (2007, (3, 11), (11, 4)), (2008, (3, 9), (11, 2)), (2012, (3, 11), (11, 4)), (2017, (3, 12), (11, 5)),
        (2020, (3, 8), (11, 1)), (2024, (3, 10), (11, 3)), (2026, (3, 8), (11, 1)), (2030, (3, 10), (11, 3)),
    ]

    @Test("Pacific time leaves an hour out in spring and has one twice in autumn", arguments: changes.indices)
    func daylightSaving(index: Int) throws {
        let change = Self.changes[index]
        let zone = " America/Los_Angeles"
        let spring = "\(change.year)-" + padded(change.spring.0, 2) + "-" + padded(change.spring.1, 2)
        let before = try #require(Instant(storeText: spring + " 09:59:59 Etc/GMT"))
        #expect(before.pacificStoreText == spring + " 01:59:59" + zone)
        #expect(Instant(seconds: before.seconds + 1).pacificStoreText == spring + " 03:00:00" + zone)
        #expect(Instant(storeText: spring + " 01:59:59" + zone) == before)
        #expect(Instant(storeText: spring + " 02:00:00" + zone) == nil)
        #expect(Instant(storeText: spring + " 02:59:59" + zone) == nil)
        #expect(Instant(storeText: spring + " 03:00:00" + zone) == Instant(seconds: before.seconds + 1))

        let autumn = "\(change.year)-" + padded(change.autumn.0, 2) + "-" + padded(change.autumn.1, 2)
        let first = try #require(Instant(storeText: autumn + " 08:00:00 Etc/GMT"))
        #expect(first.pacificStoreText == autumn + " 01:00:00" + zone)
        #expect(Instant(seconds: first.seconds + 3600).pacificStoreText == autumn + " 01:00:00" + zone)
        #expect(Instant(storeText: autumn + " 00:59:59" + zone) == Instant(seconds: first.seconds - 1))
        #expect(Instant(storeText: autumn + " 01:00:00" + zone) == first)
        #expect(Instant(storeText: autumn + " 01:59:59" + zone) == Instant(seconds: first.seconds + 3599))
        #expect(Instant(storeText: autumn + " 02:00:00" + zone) == Instant(seconds: first.seconds + 7200))
    }

    @Test(
        "What is no date of the store is refused",
        arguments: [
            "", "Etc/GMT", "2017-07-11 07:14:37", "2017-07-11 07:14:37 ", "2017-07-11 07:14:37 GMT",
            "2017-07-11 07:14:37 Etc/UTC", "2017-07-11 07:14:37 etc/gmt", "2017-07-11 07:14:37  Etc/GMT",
            "2017-07-11 07:14:37 Etc/GMT ", "2017-07-11 07:14:37Etc/GMT", "2017-07-11T07:14:37 Etc/GMT",
            "2017-07-11 07:14:37.5 Etc/GMT", "2017-07-11 7:14:37 Etc/GMT", "2017-02-29 07:14:37 Etc/GMT",
            "2017-07-11 24:00:00 Etc/GMT", "2017-07-11 23:59:60 Etc/GMT", "0000-07-11 07:14:37 Etc/GMT",
            "2017-07-11 07:14:37 America/New_York", "2017-07-11 07:14:37 America\\/Los_Angeles",
            "2017-02-29 07:14:37 America/Los_Angeles", "2017-07-11 07:14 PM America/Los_Angeles",
            "2017-07-11 07:14:37 Z",
            "20é7-07-11 07:14:37 Etc/GMT", "2017-07-11 07:14:3é Etc/GMT",
        ])
    func refused(text: String) {
        #expect(Instant(storeText: text) == nil)
    }

    @Test("The ends of time have texts in both zones", arguments: [Int64.min, .max, .min + 1, .max - 1])
    func extremes(milliseconds: Int64) {
        let instant = Instant(milliseconds: milliseconds)
        #expect(instant.storeText.hasSuffix(" Etc/GMT"))
        #expect(instant.pacificStoreText.hasSuffix(" America/Los_Angeles"))
        #expect(instant.storeText.hasPrefix(milliseconds < 0 ? "-292275055-05-16" : "+292278994-08-17"))
    }
}
