import Synchronization
import WindfallTimeline

/// An answer of `/verifyReceipt` that was given, and can be given again while nothing changed that it tells of.
final class RememberedAnswer: Sendable {
    /// Of whom the answer tells, and after which event that changed last.
    struct Basis: Hashable, Sendable {
        var account: AccountNumber
        var sequence: Int64
    }

    let basis: Basis
    private let text: AnswerText
    /// The answer as it was given last: the same within a millisecond.
    private let last: Mutex<(instant: Instant, bytes: [UInt8])>

    /// - Parameters:
    ///   - bytes: the answer as it is given at an instant.
    ///   - isDated: whether it tells when it was asked for.
    /// - Returns: nil for an answer that can't be given at another time.
    init?(_ bytes: [UInt8], at instant: Instant, isDated: Bool, basis: Basis) {
        guard let text = AnswerText(bytes, isDated: isDated) else { return nil }
        self.basis = basis
        self.text = text
        last = Mutex((instant, bytes))
    }

    /// The answer, with the time of the request.
    func bytes(at instant: Instant) -> [UInt8] {
        let known = last.withLock { $0.instant == instant ? $0.bytes : nil }
        if let known { return known }
        let bytes = text.bytes(requestedAt: instant)
        last.withLock { $0 = (instant, bytes) }
        return bytes
    }
}

/// An answer's bytes with gaps for the time of the request.
struct AnswerText: Sendable {
    /// What stands before, between and behind the three renderings of the time; a single piece where there are none.
    private let pieces: [[UInt8]]

    /// - Parameter isDated: whether the answer holds `request_date`.
    /// - Returns: nil where it should and does not.
    init?(_ bytes: [UInt8], isDated: Bool) {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        if isDated {
            for key in ["request_date", "request_date_ms", "request_date_pst"] {
                guard let value = Self.value(of: key, in: rest) else { return nil }
                pieces.append(Array(rest[..<value.lowerBound]))
                rest = rest[value.upperBound...]
            }
        }
        pieces.append(Array(rest))
        self.pieces = pieces
    }

    func bytes(requestedAt instant: Instant) -> [UInt8] {
        guard pieces.count == 4 else { return pieces[0] }
        let dates = [instant.storeText, instant.millisecondsText, instant.pacificStoreText]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pieces.reduce(128) { $0 + $1.count })
        for (piece, date) in zip(pieces, dates) {
            bytes += piece
            bytes += date.utf8
        }
        bytes += pieces[3]
        return bytes
    }

    /// Where a member's text stands. A quote inside a text is written with a backslash before it, so the quotes of a key
    /// and those around its value are found nowhere else.
    private static func value(of key: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let quote = UInt8(ascii: "\"")
        let wanted = Array("\"\(key)\":\"".utf8)
        var place = bytes.startIndex
        while place + wanted.count <= bytes.endIndex {
            if bytes[place] == quote, bytes[place..<(place + wanted.count)].elementsEqual(wanted) {
                let start = place + wanted.count
                return bytes[start...].firstIndex(of: quote).map { start..<$0 }
            }
            place += 1
        }
        return nil
    }
}
