/// A JSON number as it was spelled, so that 64-bit identifiers and Xcode's fractional milliseconds survive.
///
/// Two numbers are equal when they are spelled alike: `1`, `1.0` and `1e0` are three numbers.
public struct JSONNumber: Hashable, Sendable {
    private enum Spelling: Hashable, Sendable {
        /// Plain decimal digits of a 64-bit integer; most numbers, and no text is kept for them.
        case integer(Int64)
        /// Anything else, `-0` too.
        case text(String)
    }

    private var spelling: Spelling

    /// - Parameter value: any 64-bit integer; it is spelled in plain decimal digits.
    public init(_ value: Int64) {
        spelling = .integer(value)
    }

    /// A number with the spelling of a text.
    ///
    /// - Parameter text: a number by the grammar of RFC 8259 section 6 and nothing around it.
    /// - Returns: `nil` for any other text.
    public init?(text: String) {
        let bytes = text.utf8.span
        var offset = 0
        guard let number = try? JSONNumber(reading: bytes, at: &offset), offset == bytes.count else { return nil }
        self = number
    }

    /// The number's text, as read or as it will be written.
    public var text: String {
        switch spelling {
        case .integer(let value): String(value)
        case .text(let text): text
        }
    }

    /// The number's value when that is a whole 64-bit integer, however it is spelled (`1e3`, `5.0`); `nil` otherwise.
    public var int64: Int64? {
        switch spelling {
        case .integer(let value):
            return value
        case .text(let text):
            guard let whole = Self.wholePart(of: text), whole.isExact else { return nil }
            return whole.value
        }
    }

    /// The number's whole part, rounded toward zero; `nil` when that does not fit 64 bits.
    ///
    /// Xcode writes dates as fractional milliseconds: `1697679936049.7297` gives 1697679936049.
    public var truncated: Int64? {
        switch spelling {
        case .integer(let value): value
        case .text(let text): Self.wholePart(of: text)?.value
        }
    }
}

extension JSONNumber {
    /// The longest row of digits that cannot overflow an `Int64`.
    private static let safeDigits = 18

    /// Reads the number that starts at `offset` and leaves `offset` after it.
    ///
    /// - Throws: ``JSONError``, `.truncated` or `.malformed`.
    init(reading bytes: Span<UInt8>, at offset: inout Int) throws(JSONError) {
        let start = offset
        let isNegative = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }

        let firstDigit = offset
        var magnitude: Int64 = 0
        while offset < bytes.count {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            if offset - firstDigit < Self.safeDigits { magnitude = magnitude * 10 + Int64(digit) }
            offset += 1
        }
        let count = offset - firstDigit
        guard count > 0 else { throw Self.missingDigit(in: bytes, at: offset) }
        if count > 1, bytes[firstDigit] == UInt8(ascii: "0") { throw JSONError(.malformed, at: firstDigit + 1) }

        var isWhole = true
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            isWhole = false
            offset += 1
            try Self.skipDigits(in: bytes, at: &offset)
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            offset += 1
            if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
                offset += 1
            }
            try Self.skipDigits(in: bytes, at: &offset)
        }

        if isWhole, count <= Self.safeDigits, magnitude != 0 || !isNegative {
            spelling = .integer(isNegative ? -magnitude : magnitude)
        } else {
            let text = try JSONReader.text(of: bytes, from: start, to: offset)
            if isWhole, magnitude != 0, let value = Int64(text) {
                spelling = .integer(value)
            } else {
                spelling = .text(text)
            }
        }
    }

    /// Skips one or more digits.
    private static func skipDigits(in bytes: Span<UInt8>, at offset: inout Int) throws(JSONError) {
        let start = offset
        while offset < bytes.count, bytes[offset] &- UInt8(ascii: "0") <= 9 { offset += 1 }
        guard offset > start else { throw missingDigit(in: bytes, at: offset) }
    }

    private static func missingDigit(in bytes: Span<UInt8>, at offset: Int) -> JSONError {
        JSONError(offset < bytes.count ? .malformed : .truncated, at: offset)
    }

    /// The whole part of a number's text, rounded toward zero, and whether nothing was cut off.
    ///
    /// - Parameter text: a JSON number.
    /// - Returns: `nil` when the whole part does not fit 64 bits.
    private static func wholePart(of text: String) -> (value: Int64, isExact: Bool)? {
        let parts = text.utf8.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        guard let mantissa = parts.first else { return nil }
        let isNegative = mantissa.first == UInt8(ascii: "-")
        let halves = mantissa.drop { $0 == UInt8(ascii: "-") }.split(separator: UInt8(ascii: "."))
        guard let whole = halves.first else { return nil }
        let fraction = halves.dropFirst().first
        // How many digits stand before the decimal point once the exponent has moved it.
        let wholeDigits = whole.count + (parts.count > 1 ? exponent(parts[1]) : 0)

        var value: Int64 = 0
        var isExact = true
        var place = 0
        for byte in [whole, fraction].compactMap({ $0 }).joined() {
            let digit = Int64(byte &- UInt8(ascii: "0"))
            if place < wholeDigits {
                guard let longer = value.appending(digit: digit, isNegative: isNegative) else { return nil }
                value = longer
            } else if digit != 0 {
                isExact = false
            }
            place += 1
        }
        while place < wholeDigits, value != 0 {
            guard let longer = value.appending(digit: 0, isNegative: isNegative) else { return nil }
            value = longer
            place += 1
        }
        return (value, isExact)
    }

    /// An exponent's value, at most a million million either way: beyond that it changes no answer.
    private static func exponent(_ text: Substring.UTF8View.SubSequence) -> Int {
        let largest = 1_000_000_000_000
        var value = 0
        for byte in text where byte &- UInt8(ascii: "0") <= 9 {
            value = min(value * 10 + Int(byte &- UInt8(ascii: "0")), largest)
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }
}

extension Int64 {
    /// The value with one more decimal digit, away from zero; `nil` when it does not fit.
    fileprivate func appending(digit: Int64, isNegative: Bool) -> Int64? {
        let tenfold = multipliedReportingOverflow(by: 10)
        guard !tenfold.overflow else { return nil }
        let sum = tenfold.partialValue.addingReportingOverflow(isNegative ? -digit : digit)
        return sum.overflow ? nil : sum.partialValue
    }
}
