extension Instant {
    /// Reads a date as app receipts write it (RFC 3339 section 5.6).
    ///
    /// `yyyy-MM-ddTHH:mm:ss`, then perhaps a fraction of one to nine digits, then `Z` or an offset: `+01:00`, and also
    /// `+0100`, which Xcode writes. `t` and `z` may be small. Digits after the milliseconds are dropped.
    /// - Parameter bytes: the whole text, nothing around it.
    /// - Returns: `nil` for an empty text, a day that the calendar does not have, a leap second, a year outside 0001 to
    ///   9999 and anything else.
    public init?(rfc3339 bytes: Span<UInt8>) {
        guard let time = CivilTime(bytes, isSeparator: { $0 | 0x20 == UInt8(ascii: "t") }), time.year >= 1,
            let seconds = CivilCalendar.seconds(of: time)
        else { return nil }
        var place = CivilTime.length
        guard let fraction = Self.milliseconds(ofFraction: bytes, at: &place),
            let offset = Self.secondsEast(bytes, from: place)
        else { return nil }
        self.init(milliseconds: (seconds - offset) * 1000 + fraction)
    }

    /// Reads a date as app receipts write it; see ``init(rfc3339:)-(Span<UInt8>)``.
    ///
    /// - Parameter text: the whole text, nothing around it.
    public init?(rfc3339 text: String) {
        self.init(rfc3339: text.utf8.span)
    }

    /// The text `yyyy-MM-ddTHH:mm:ssZ`; three more digits when the milliseconds are not zero.
    ///
    /// A year outside 0000 to 9999, which RFC 3339 cannot express, is written with its sign.
    public var rfc3339: String {
        // Every instant has a year that the C library can count, so there is always a text.
        CivilCalendar.civilTime(atSeconds: seconds)?
            .text(separator: "T", millisecond: millisecondOfSecond, ending: "Z") ?? ""
    }

    /// Reads a fraction of a second, if there is one, and goes past it.
    ///
    /// - Returns: 0 to 999; `nil` for a point with no digit or more than nine after it.
    private static func milliseconds(ofFraction bytes: Span<UInt8>, at place: inout Int) -> Int64? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: ".") else { return 0 }
        var milliseconds: Int64 = 0
        var weight: Int64 = 100
        let first = place + 1
        place = first
        while place < bytes.count {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            milliseconds += Int64(digit) * weight
            weight /= 10
            place += 1
            guard place - first <= 9 else { return nil }
        }
        return place > first ? milliseconds : nil
    }

    /// The seconds that the rest of the text, `Z` or an offset, lies east of UTC.
    private static func secondsEast(_ bytes: Span<UInt8>, from place: Int) -> Int64? {
        guard place < bytes.count else { return nil }
        let length = bytes.count - place
        let isEast = bytes[place] == UInt8(ascii: "+")
        if bytes[place] | 0x20 == UInt8(ascii: "z") { return length == 1 ? 0 : nil }
        guard isEast || bytes[place] == UInt8(ascii: "-"), length == 5 || length == 6,
            length == 5 || bytes[place + 3] == UInt8(ascii: ":"),
            let hours = CivilTime.twoDigits(bytes, at: place + 1), hours <= 23,
            let minutes = CivilTime.twoDigits(bytes, at: place + length - 2), minutes <= 59
        else { return nil }
        let seconds = Int64(hours * 3600 + minutes * 60)
        return isEast ? seconds : -seconds
    }
}
