import Foundation
package import WindfallHTTP
package import WindfallTimeline

/// What a server says about when to come again (RFC 9110, 10.2.3): seconds, or a date in one of three forms (5.6.7).
package enum RetryAfter {
    /// The longest wait that is believed.
    package static let longest = Duration.seconds(24 * 60 * 60)

    /// How long to wait.
    ///
    /// - Parameter now: in wall time.
    /// - Returns: at most ``longest``; nil where there is no such field, or nothing that can be understood.
    package static func wait(_ headers: HTTPHeaders, at now: Instant) -> Duration? {
        guard let text = headers["Retry-After"] else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            guard let seconds = Int32(text) else { return longest }
            return min(longest, .seconds(Int64(seconds)))
        }
        guard let date = date(text) else { return nil }
        return min(longest, max(.zero, date - now))
    }

    /// The forms of HTTP: today's, that of RFC 850, and that of C's `asctime`.
    private static let forms = [
        "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
    ]

    private static func date(_ text: String) -> Instant? {
        guard text.utf8.count <= 64 else { return nil }
        // A day of one digit has a second blank before it.
        let text = text.split(separator: " ").joined(separator: " ")
        for form in forms {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "GMT")
            formatter.isLenient = false
            formatter.dateFormat = form
            if let date = formatter.date(from: text), let seconds = Int64(exactly: date.timeIntervalSince1970) {
                return Instant(seconds: seconds)
            }
        }
        return nil
    }
}
