extension Instant {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The text `Sun, 06 Nov 1994 08:49:37 GMT`, rounded toward the past, as fields of HTTP have it (RFC 9110, 5.6.7);
    /// empty for a year that has not four digits.
    public var httpText: String {
        let seconds = seconds
        guard let time = CivilCalendar.civilTime(atSeconds: seconds), (0...9999).contains(time.year) else { return "" }
        // 1 January 1970 was a Thursday.
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let day = Self.days[Int(((days % 7) + 7) % 7)]
        let clock = time.text(separator: " ", ending: "").suffix(8)
        return "\(day), \(Self.padded(time.day, 2)) \(Self.months[time.month - 1]) \(Self.padded(time.year, 4)) "
            + "\(clock) GMT"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
