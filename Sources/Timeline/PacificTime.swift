import FoundationEssentials
import FoundationInternationalization

/// The offset of the store's home, which is in the texts of `verifyReceipt`; its rules are those of the tz database.
enum PacificTime {
    /// Made at the first use: no other part of the package needs the zone's rules.
    private static let zone: TimeZone? = {
        _ = internationalization
        return TimeZone(identifier: "America/Los_Angeles")
    }()

    /// A type of the library that knows all zones. Without a reference to it a statically linked program leaves the
    /// library out, and then `TimeZone` knows UTC alone.
    private static let internationalization: Any.Type = Date.FormatStyle.self

    /// The seconds that Pacific time is ahead of UTC at a moment: -28,800, or -25,200 with daylight saving.
    ///
    /// - Parameter second: seconds since 1970 UTC.
    static func secondsEast(atSecond second: Int64) -> Int64 {
        guard let zone else { preconditionFailure("The program is linked without the rules of time zones.") }
        return Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(second))))
    }

    /// The earliest moment at which Pacific clocks show a time; `nil` when they leave it out.
    ///
    /// - Parameter local: the shown date and time, counted as if it were UTC.
    static func earliestSecond(withLocalSecond local: Int64) -> Int64? {
        let day: Int64 = 86_400
        return [secondsEast(atSecond: local - day), secondsEast(atSecond: local + day)]
            .map { local - $0 }
            .filter { $0 + secondsEast(atSecond: $0) == local }
            .min()
    }
}
