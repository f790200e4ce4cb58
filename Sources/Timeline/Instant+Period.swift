extension Instant {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The instant that lies a number of calendar periods later, in UTC, with its time of day and its milliseconds.
    ///
    /// All periods are counted from this instant, so that a day past the end of a month is clipped in that month only:
    /// one month after 31 January is 29 February in a leap year, two months after it 31 March. Counting from one end to
    /// the next would stay on the 29th for ever.
    /// - Parameters:
    ///   - period: the period.
    ///   - times: how often it passes; negative goes back.
    /// - Returns: `nil` when that is out of range.
    public func adding(_ period: Period, times: Int = 1) -> Instant? {
        let (units, overflow) = times.multipliedReportingOverflow(by: period.count)
        guard !overflow else { return nil }
        switch period.unit {
        case .day: return adding(days: units, each: 1)
        case .week: return adding(days: units, each: 7)
        case .month: return adding(months: units, each: 1)
        case .year: return adding(months: units, each: 12)
        }
    }

    private func adding(days count: Int, each days: Int64) -> Instant? {
        let length = Int64(count).multipliedReportingOverflow(by: days * Self.millisecondsPerDay)
        return length.overflow ? nil : adding(milliseconds: length.partialValue)
    }

    private func adding(months count: Int, each months: Int) -> Instant? {
        guard var time = CivilCalendar.civilTime(atSeconds: seconds) else { return nil }
        let (distance, distanceOverflow) = count.multipliedReportingOverflow(by: months)
        // A year that comes from an instant has nine digits at most.
        let (month, overflow) = distance.addingReportingOverflow(time.year * 12 + time.month - 1)
        guard !distanceOverflow, !overflow else { return nil }
        time.year = month >= 0 ? month / 12 : (month + 1) / 12 - 1
        time.month = month - time.year * 12 + 1
        guard let seconds = CivilCalendar.seconds(ofClipped: time) else { return nil }
        let whole = seconds.multipliedReportingOverflow(by: 1000)
        guard !whole.overflow else { return nil }
        return Instant(milliseconds: whole.partialValue).adding(milliseconds: Int64(millisecondOfSecond))
    }
}
