/// A date and a time of day, as they are written.
struct CivilTime: Hashable, Sendable {
    var year: Int
    /// 1 to 12.
    var month: Int
    /// From 1.
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int
}

extension CivilTime {
    /// How many bytes `yyyy-MM-dd HH:mm:ss` has.
    static let length = 19

    /// Reads `yyyy-MM-dd`, a separator and `HH:mm:ss` from the first 19 bytes.
    ///
    /// The ranges of hour, minute and second are checked (no leap second), the calendar is not.
    /// - Parameters:
    ///   - bytes: ASCII text; what follows the 19 bytes is not looked at.
    ///   - isSeparator: whether a byte may stand between date and time.
    init?(_ bytes: Span<UInt8>, isSeparator: (UInt8) -> Bool) {
        guard bytes.count >= Self.length,
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), isSeparator(bytes[10]),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let century = Self.twoDigits(bytes, at: 0), let yearOfCentury = Self.twoDigits(bytes, at: 2),
            let month = Self.twoDigits(bytes, at: 5), let day = Self.twoDigits(bytes, at: 8),
            let hour = Self.twoDigits(bytes, at: 11), let minute = Self.twoDigits(bytes, at: 14),
            let second = Self.twoDigits(bytes, at: 17),
            hour <= 23, minute <= 59, second <= 59
        else { return nil }
        self.init(
            year: century * 100 + yearOfCentury, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// The value of two decimal digits; `nil` for anything else.
    ///
    /// - Parameter place: the first of them; both must be inside `bytes`.
    @inline(__always)
    static func twoDigits(_ bytes: Span<UInt8>, at place: Int) -> Int? {
        let tens = bytes[place] &- UInt8(ascii: "0")
        let ones = bytes[place + 1] &- UInt8(ascii: "0")
        return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : nil
    }

    /// The text `yyyy-MM-dd`, the separator, `HH:mm:ss` and what is to follow.
    ///
    /// A year outside 0000 to 9999 gets its sign and at least four digits, as ISO 8601 has it.
    /// - Parameters:
    ///   - millisecond: three more digits after a point, when it is not zero.
    ///   - ending: the zone.
    func text(separator: Unicode.Scalar, millisecond: Int = 0, ending: String) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(48)
        if !(0...9999).contains(year) { text.append(UInt8(ascii: year < 0 ? "-" : "+")) }
        Self.append(year.magnitude, width: 4, to: &text)
        Self.append(month.magnitude, width: 2, after: "-", to: &text)
        Self.append(day.magnitude, width: 2, after: "-", to: &text)
        Self.append(hour.magnitude, width: 2, after: separator, to: &text)
        Self.append(minute.magnitude, width: 2, after: ":", to: &text)
        Self.append(second.magnitude, width: 2, after: ":", to: &text)
        if millisecond != 0 { Self.append(millisecond.magnitude, width: 3, after: ".", to: &text) }
        text.append(contentsOf: ending.utf8)
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes a number in decimal digits, at least `width` of them, after a mark in ASCII.
    private static func append(_ number: UInt, width: Int, after mark: Unicode.Scalar? = nil, to text: inout [UInt8]) {
        if let mark { text.append(UInt8(ascii: mark)) }
        var digits = 1
        var weight: UInt = 1
        while digits < width || number / weight >= 10 {
            digits += 1
            weight *= 10
        }
        while weight > 0 {
            text.append(UInt8(ascii: "0") + UInt8(number / weight % 10))
            weight /= 10
        }
    }
}
