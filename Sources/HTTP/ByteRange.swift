/// One range of bytes that a client asks for (RFC 9110, 14.1.2).
package enum ByteRange: Hashable, Sendable {
    /// `bytes=100-199`; without an end to the end.
    case from(Int64, through: Int64?)
    /// `bytes=-100`: so many at the end.
    case last(Int64)

    /// Reads the value of `Range`.
    ///
    /// - Returns: `nil` for other units, for several ranges and for what is no range: then the field is as if it were not
    ///   there (RFC 9110, 14.2).
    package init?(_ text: String) {
        guard let equals = text.firstIndex(of: "="), text[..<equals].lowercased() == "bytes" else { return nil }
        let range = text[text.index(after: equals)...].drop { $0 == " " }
        guard let hyphen = range.firstIndex(of: "-") else { return nil }
        let (first, last) = (range[..<hyphen], range[range.index(after: hyphen)...])
        if first.isEmpty {
            guard let count = Self.number(last) else { return nil }
            self = .last(count)
        } else {
            guard let first = Self.number(first) else { return nil }
            if last.isEmpty {
                self = .from(first, through: nil)
            } else {
                guard let last = Self.number(last), first <= last else { return nil }
                self = .from(first, through: last)
            }
        }
    }

    /// The bytes that are meant, of so many; `nil` where there are none of them.
    package func bounds(of count: Int64) -> Range<Int64>? {
        switch self {
        case .from(let first, let last):
            guard first < count else { return nil }
            return first..<min(count, (last ?? count) < count ? (last ?? count) + 1 : count)
        case .last(let length):
            guard length > 0, count > 0 else { return nil }
            return max(0, count - length)..<count
        }
    }

    /// Digits only. A number that does not fit is the largest one: it lies behind the end of everything.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text) ?? .max
    }
}
