import Testing
import WindfallTimeline

/// An instant that is written out in a test.
private func at(_ text: String) throws -> Instant {
    try #require(Instant(rfc3339: text))
}

@Suite struct PeriodTests {
    @Test(
        "A period is written as it was read",
        arguments: ["P1D", "P3D", "P7D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P12M", "P1Y", "P9999Y"])
    func roundTrip(text: String) throws {
        #expect(try #require(Period(text)).text == text)
    }

    @Test(
        "Any other text is no period",
        arguments: [
            "", "P", "PM", "1M", "P1", "p1M", "P1m", "P0M", "P01M", "P-1M", "P+1M", "P1.5M", "P 1M", "P1M ", " P1M",
            "PT1M",
            "P1Y6M", "P1H", "P10000D", "P99999999999999999999M", "P١M", "P1M\u{0}", "P1Ⅿ", "PPM", "PDD",
        ])
    func refused(text: String) {
        #expect(Period(text) == nil)
    }

    @Test("A count out of range is no period", arguments: [0, -1, 10_000, .max, .min])
    func outOfRange(count: Int) {
        for unit in Period.Unit.allCases { #expect(Period(count: count, unit: unit) == nil) }
    }

    @Test("Periods compare as they are written")
    func equality() {
        #expect(Period("P1W") == .oneWeek && Period("P1W") != Period("P7D"))
        #expect(Period("P12M") != .oneYear)
        #expect(
            [.threeDays, .oneWeek, .twoWeeks, .oneMonth, .twoMonths, .threeMonths, .sixMonths, .oneYear].map(
                \Period.text)
                == ["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"])
    }
}

@Suite struct PeriodArithmeticTests {
    @Test(
        "F27: period n ends at the start plus n periods, with the day clipped to the month",
        arguments: [
            ("2024-01-31T00:00:00Z", "P1M", 1, "2024-02-29T00:00:00Z"),
            ("2024-01-31T00:00:00Z", "P1M", 2, "2024-03-31T00:00:00Z"),
            ("2024-01-31T00:00:00Z", "P1M", 3, "2024-04-30T00:00:00Z"),
            ("2023-01-31T10:11:12Z", "P1M", 1, "2023-02-28T10:11:12Z"),
            ("2023-01-29T10:11:12.345Z", "P1M", 1, "2023-02-28T10:11:12.345Z"),
            ("2023-01-28T23:59:59.999Z", "P1M", 1, "2023-02-28T23:59:59.999Z"),
            ("2024-02-29T12:00:00Z", "P1Y", 1, "2025-02-28T12:00:00Z"),
            ("2024-02-29T12:00:00Z", "P1Y", 4, "2028-02-29T12:00:00Z"),
            ("2024-02-29T12:00:00Z", "P1Y", 76, "2100-02-28T12:00:00Z"),
            ("2024-02-29T12:00:00Z", "P1M", 12, "2025-02-28T12:00:00Z"),
            ("2023-12-31T00:00:00Z", "P2M", 1, "2024-02-29T00:00:00Z"),
            ("2023-08-31T00:00:00Z", "P6M", 1, "2024-02-29T00:00:00Z"),
            ("2023-11-30T00:00:00Z", "P3M", 1, "2024-02-29T00:00:00Z"),
            ("2024-12-31T23:59:59Z", "P1M", 1, "2025-01-31T23:59:59Z"),
            ("2024-03-31T00:00:00Z", "P1M", -1, "2024-02-29T00:00:00Z"),
            ("2024-01-31T00:00:00Z", "P1M", -1, "2023-12-31T00:00:00Z"),
            ("2024-01-31T00:00:00Z", "P1M", -13, "2022-12-31T00:00:00Z"),
            ("2024-02-28T00:00:00Z", "P3D", 1, "2024-03-02T00:00:00Z"),
            ("2024-02-26T00:00:00Z", "P1W", 1, "2024-03-04T00:00:00Z"),
            ("2023-03-26T00:30:00Z", "P1W", 52, "2024-03-24T00:30:00Z"),
            ("1969-12-31T23:59:59.001Z", "P1M", 2, "1970-02-28T23:59:59.001Z"),
            ("1600-01-31T00:00:00Z", "P1M", 1, "1600-02-29T00:00:00Z"),
            ("0001-01-31T00:00:00Z", "P1M", 1, "0001-02-28T00:00:00Z"),
            ("2100-11-30T00:00:00Z", "P3M", 1, "2101-02-28T00:00:00Z"),
            ("2399-02-28T00:00:00Z", "P1Y", 1, "2400-02-28T00:00:00Z"),
        ])
    func clipped(start: String, period: String, times: Int, end: String) throws {
        let period = try #require(Period(period))
        #expect(try at(start).adding(period, times: times)?.rfc3339 == end)
    }

    @Test("F27: in 12 months from the 31st each month ends on its own last day")
    func aYearFromThe31st() throws {
        let start = try at("2023-12-31T08:00:00.5Z")
        let days = try (1...12).map { try #require(start.adding(.oneMonth, times: $0)).rfc3339.prefix(10).suffix(5) }
        #expect(
            days == [
                "01-31", "02-29", "03-31", "04-30", "05-31", "06-30", "07-31", "08-31", "09-30", "10-31", "11-30",
                "12-31",
            ])
    }

    @Test("No period passes, nothing changes", arguments: ["P1D", "P1W", "P1M", "P1Y"])
    func none(period: String) throws {
        let start = try at("2024-02-29T12:34:56.789Z")
        #expect(start.adding(try #require(Period(period)), times: 0) == start)
    }

    @Test("Twelve months are a year, four weeks are 28 days, from each day of four years")
    func agreement() throws {
        var day = try at("2023-01-01T21:00:00.007Z")
        let month = Period.oneMonth
        for _ in 0..<1461 {
            #expect(day.adding(month, times: 12) == day.adding(.oneYear))
            #expect(day.adding(.threeMonths, times: 4) == day.adding(.sixMonths, times: 2))
            #expect(day.adding(.oneWeek, times: 4) == day.adding(.seconds(28 * 86_400)))
            let next = try #require(day.adding(month))
            #expect(Duration.seconds(28 * 86_400) <= next - day && next - day <= .seconds(31 * 86_400))
            day = try #require(day.adding(.seconds(86_400)))
        }
    }

    @Test("Renewals of 60 years only go forward, and come back to their day")
    func sixtyYears() throws {
        let start = try at("2020-01-31T05:06:07.008Z")
        var last = start
        for times in 1...720 {
            let end = try #require(start.adding(.oneMonth, times: times))
            #expect(end > last)
            last = end
        }
        #expect(last.rfc3339 == "2080-01-31T05:06:07.008Z")
    }

    @Test(
        "What is out of range is nil and never stops the program",
        arguments: ["P1D", "P1W", "P1M", "P1Y", "P9999D", "P9999W", "P9999M", "P9999Y"])
    func extremes(period: String) throws {
        let period = try #require(Period(period))
        for milliseconds in [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max] {
            let start = Instant(milliseconds: milliseconds)
            #expect(start.adding(period, times: .max) == nil)
            #expect(start.adding(period, times: .min) == nil)
            for times in [Int.max / 12, Int.max / 9999, 1 << 40, 25_769_803_776, 1 << 32, -(1 << 32), -(1 << 40)] {
                if let end = start.adding(period, times: times) { #expect((end > start) == (times > 0)) }
            }
        }
        #expect(Instant(milliseconds: .max).adding(period) == nil)
        #expect(Instant(milliseconds: .min).adding(period, times: -1) == nil)
        #expect(Instant(milliseconds: .min).adding(period) != nil)
    }
}
