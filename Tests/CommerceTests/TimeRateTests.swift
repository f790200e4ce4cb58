import Testing
import WindfallCommerce
import WindfallTimeline

@Suite struct TimeRateTests {
    private static let start = Instant(milliseconds: 1_706_695_200_123)  // 31 January 2024, 10:00 UTC
    private static let periods: [Period] = [.oneWeek, .oneMonth, .twoMonths, .threeMonths, .sixMonths, .oneYear]

    /// The seconds that each of Apple's six periods lasts.
    private static func seconds(_ rate: TimeRate) -> [Int64?] {
        periods.map { period in rate.end(of: period, from: start).map { ($0 - start).components.seconds } }
    }

    @Test(
        "Periods last what Apple's tables say",
        arguments: [
            (13, [180, 300, 600, 900, 1800, 3600]), (12, [300, 900, 1800, 2700, 5400, 10_800]),
            (11, [600, 1800, 3600, 5400, 10_800, 21_600]), (10, [900, 3600, 7200, 10_800, 21_600, 43_200]),
            (15, [10, 30, 60, 90, 180, 360]), (-3, [180, 180, 360, 540, 1080, 2160]),
            (1000, [900, 900, 900, 900, 900, 900]), (1001, [300, 300, 300, 300, 300, 300]),
            (1002, [60, 60, 60, 60, 60, 60]), (1003, [30, 30, 30, 30, 30, 30]), (1004, [10, 10, 10, 10, 10, 10]),
            (1005, [2, 2, 2, 2, 2, 2]), (1, [25_200, 104_400, 216_000, 324_000, 655_200, 1_317_600]),
            (6, [7, 29, 60, 90, 182, 366]),
        ] as [(Int, [Int64])])
    func tables(rawValue: Int, seconds: [Int64]) {
        #expect(Self.seconds(TimeRate(rawValue: rawValue)) == seconds)
    }

    @Test("In real time a period is its calendar period")
    func real() {
        for period in Self.periods {
            #expect(
                TimeRate.realTime.end(of: period, from: Self.start, times: 5) == Self.start.adding(period, times: 5))
        }
    }

    @Test("Several periods last several times as long, and milliseconds stay", arguments: TimeRate.all)
    func several(rate: TimeRate) throws {
        let first = try #require(rate.end(of: .oneWeek, from: Self.start))
        let third = try #require(rate.end(of: .oneWeek, from: Self.start, times: 3))
        #expect(third - Self.start == (first - Self.start) * 3)
        #expect(first.milliseconds % 1000 == 123)
        #expect(rate.end(of: .threeDays, from: Self.start).map { $0 > Self.start } == true)
        #expect(rate.end(of: .oneYear, from: Self.start, times: 0) == Self.start)
    }

    @Test("A rate that is not known gives no end", arguments: [-1, 7, 9, 14, 16, 999, 1006, .max, .min])
    func unknown(rawValue: Int) {
        let rate = TimeRate(rawValue: rawValue)
        #expect(rate.end(of: .oneMonth, from: Self.start) == nil)
        #expect(rate.gracePeriod(of: .oneMonth) == nil && rate.billingRetry == nil)
    }

    @Test("What is out of range is nil", arguments: TimeRate.all)
    func extremes(rate: TimeRate) {
        #expect(rate.end(of: .oneYear, from: Instant(milliseconds: .max)) == nil)
        #expect(rate.end(of: .oneYear, from: Self.start, times: .max) == nil)
        #expect(rate.end(of: .oneWeek, from: Self.start, times: .min) == nil)
    }

    @Test("Grace and retry are Apple's, where Apple says them")
    func grace() {
        #expect(TimeRate.realTime.gracePeriod(of: .oneWeek) == .seconds(6 * 86_400))
        #expect(TimeRate.realTime.gracePeriod(of: .oneMonth) == .seconds(16 * 86_400))
        #expect(TimeRate.realTime.billingRetry == .seconds(60 * 86_400))
        #expect(TimeRate.monthlyRenewalEveryFiveMinutes.gracePeriod(of: .oneWeek) == .seconds(154))
        #expect(TimeRate.oneRenewalEveryTwoSeconds.gracePeriod(of: .oneYear) == .seconds(2))
        #expect(TimeRate.oneRenewalEveryTwoSeconds.billingRetry == .seconds(4))
        #expect(TimeRate.monthlyRenewalEveryFifteenMinutes.gracePeriod(of: .oneWeek) == .seconds(257))
        #expect(TimeRate.monthlyRenewalEveryFifteenMinutes.gracePeriod(of: .oneMonth) == .seconds(450))
        #expect(TimeRate.monthlyRenewalEveryFifteenMinutes.billingRetry == .seconds(1800))
        #expect(TimeRate.monthlyRenewalEveryThirtySeconds.gracePeriod(of: .oneWeek) == .seconds(9))
        #expect(TimeRate.monthlyRenewalEveryHour.gracePeriod(of: .oneMonth) == .seconds(1800))
        #expect(TimeRate.oneSecondIsOneDay.billingRetry == .seconds(60))
    }

    @Test("Each known rate has a number of its own")
    func distinct() {
        #expect(Set(TimeRate.all).count == 19)
    }
}
