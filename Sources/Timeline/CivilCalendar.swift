#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The C library's calendar and clock, in UTC: the only place of this module with `unsafe`.
///
/// The functions used here know no locale and no time zone, so neither do the results (one exception: a `TZ` below
/// `right/`, which makes the C library count leap seconds against POSIX). Each pointer goes to a local variable for the
/// length of one call.
enum CivilCalendar {
    private static let secondsPerDay: Int64 = 86_400
    private static let tabledYears = 1970...2100
    /// The seconds of a twelfth of a Gregorian year of 365.2425 days.
    private static let averageMonth: Int64 = 2_629_746

    /// The first second of each month of ``tabledYears``, and of the month after them.
    private static let monthStarts: [Int64] = {
        let months = tabledYears.count * 12 + 1
        return (0..<months).map { month in
            let first = CivilTime(
                year: tabledYears.lowerBound + month / 12, month: month % 12 + 1, day: 1, hour: 0, minute: 0, second: 0)
            return librarySeconds(of: first)
        }
    }()

    /// Seconds since 1970 of a date and time in UTC.
    ///
    /// Most dates come from the table, since receipts are full of them; the rest from the C library.
    /// - Parameter time: hour, minute and second must be in range.
    /// - Returns: `nil` when the calendar has no such day.
    static func seconds(of time: CivilTime) -> Int64? {
        guard (1...12).contains(time.month), time.day >= 1 else { return nil }
        guard tabledYears.contains(time.year) else {
            let seconds = librarySeconds(of: time)
            return civilTime(atSeconds: seconds) == time ? seconds : nil
        }
        let month = (time.year - tabledYears.lowerBound) * 12 + time.month - 1
        let day = monthStarts[month] + Int64(time.day - 1) * secondsPerDay
        guard day < monthStarts[month + 1] else { return nil }
        return day + Int64(time.hour * 3600 + time.minute * 60 + time.second)
    }

    /// Seconds since 1970 of a date and time in UTC, at the latest on the last day of its month.
    ///
    /// - Parameter time: the day is 1 to 31; hour, minute and second must be in range.
    /// - Returns: `nil` when the year does not fit the C library's 32 bits.
    static func seconds(ofClipped time: CivilTime) -> Int64? {
        var time = time
        while time.day > 28 {
            if let seconds = seconds(of: time) { return seconds }
            time.day -= 1
        }
        return seconds(of: time)
    }

    /// Date and time in UTC of a second, from the table or from the C library.
    ///
    /// - Parameter seconds: seconds since 1970 UTC.
    /// - Returns: `nil` when the year does not fit the C library's 32 bits.
    static func civilTime(atSeconds seconds: Int64) -> CivilTime? {
        guard seconds >= 0, seconds < monthStarts[monthStarts.count - 1] else {
            return libraryTime(atSeconds: seconds)
        }
        // A guess that is at most one month off.
        var month = min(Int(seconds / averageMonth), monthStarts.count - 2)
        while monthStarts[month] > seconds { month -= 1 }
        while monthStarts[month + 1] <= seconds { month += 1 }
        let second = Int(seconds - monthStarts[month])
        return CivilTime(
            year: tabledYears.lowerBound + month / 12, month: month % 12 + 1, day: second / 86_400 + 1,
            hour: second / 3600 % 24, minute: second / 60 % 60, second: second % 60)
    }

    /// The C library's own answer.
    private static func libraryTime(atSeconds seconds: Int64) -> CivilTime? {
        var second = time_t(seconds)
        var parts = unsafe tm()
        guard unsafe gmtime_r(&second, &parts) != nil else { return nil }
        return unsafe CivilTime(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }

    /// The C library's own answer; a day that does not exist becomes another one.
    private static func librarySeconds(of time: CivilTime) -> Int64 {
        var parts = unsafe tm()
        unsafe parts.tm_year = Int32(truncatingIfNeeded: time.year - 1900)
        unsafe parts.tm_mon = Int32(truncatingIfNeeded: time.month - 1)
        unsafe parts.tm_mday = Int32(truncatingIfNeeded: time.day)
        unsafe parts.tm_hour = Int32(truncatingIfNeeded: time.hour)
        unsafe parts.tm_min = Int32(truncatingIfNeeded: time.minute)
        unsafe parts.tm_sec = Int32(truncatingIfNeeded: time.second)
        return Int64(unsafe timegm(&parts))
    }

    /// What the system's clock says: milliseconds since 1970 UTC.
    static func systemMilliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec / 1_000_000)
    }
}
