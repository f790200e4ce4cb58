/// Finds out where in a document a key stands, and which key stands at a place; for the messages of errors only.
///
/// The path of a value is the keys and places that lead to it: `products[3].localizations[0].locale`, and the empty text
/// for the document itself. Keys are as they are spelled, without looking at escapes.
package enum JSONPosition {
    /// The path of the value at a byte, or of the one that was expected there.
    ///
    /// - Parameters:
    ///   - offset: where a reader stopped, from the start of the document.
    ///   - document: the document, which need not be valid.
    /// - Returns: a path of at most 16 steps and of keys that are cut after 64 bytes.
    package static func path(at offset: Int, in document: Span<UInt8>) -> String {
        var walk = JSONWalk()
        repeat {
            walk.skipSpace(in: document)
            if walk.offset >= offset {
                // A key that stands there belongs to the path.
                if !walk.expectsValue { _ = walk.step(in: document) }
                return walk.path
            }
        } while walk.step(in: document)
        return walk.path
    }

    /// The offset of a value's first byte.
    ///
    /// - Parameters:
    ///   - path: the value's path.
    ///   - document: a document that was read.
    /// - Returns: `nil` when no value has this path.
    package static func offset(of path: String, in document: Span<UInt8>) -> Int? {
        var walk = JSONWalk()
        repeat {
            walk.skipSpace(in: document)
            if walk.expectsValue, walk.offset < document.count, walk.path == path { return walk.offset }
        } while walk.step(in: document)
        return nil
    }
}

/// A walk over the tokens of a document that knows where it is and does not mind errors.
private struct JSONWalk {
    private static let longestKey = 64
    private static let shownSteps = 16

    private enum Place {
        /// In an object; nil before the first key and after a comma.
        case key(String?)
        case index(Int)
    }

    private(set) var offset = 0
    private var places: [Place] = []
    private var isAfterColon = false

    var path: String {
        var text = ""
        for place in places.prefix(Self.shownSteps) {
            switch place {
            case .key(nil): break
            case .key(let key?): text += text.isEmpty ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }

    /// Whether the next token is a value and no key.
    var expectsValue: Bool {
        if case .key = places.last { isAfterColon } else { true }
    }

    mutating func skipSpace(in document: Span<UInt8>) {
        while offset < document.count, Self.isSpace(document[offset]) { offset += 1 }
    }

    /// Goes past one token; false at the end.
    mutating func step(in document: Span<UInt8>) -> Bool {
        skipSpace(in: document)
        guard offset < document.count else { return false }
        let byte = document[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "{"): open(.key(nil))
        case UInt8(ascii: "["): open(.index(0))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
        case UInt8(ascii: ":"): isAfterColon = true
        case UInt8(ascii: ","): nextPlace()
        case UInt8(ascii: "\""): string(in: document)
        default:
            while offset < document.count, !Self.ends(document[offset]) { offset += 1 }
        }
        return true
    }

    private mutating func open(_ place: Place) {
        places.append(place)
        isAfterColon = false
    }

    private mutating func close() {
        _ = places.popLast()
        // What was closed is the value of the key before it.
        isAfterColon = true
    }

    private mutating func nextPlace() {
        isAfterColon = false
        switch places.popLast() {
        case .key: places.append(.key(nil))
        case .index(let index): places.append(.index(index + 1))
        case nil: break
        }
    }

    private mutating func string(in document: Span<UInt8>) {
        let start = offset
        while offset < document.count, document[offset] != UInt8(ascii: "\"") {
            offset += document[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(offset, document.count)
        offset = min(end + 1, document.count)
        guard !expectsValue else { return }
        var key: [UInt8] = []
        for place in start..<min(end, start + Self.longestKey) { key.append(document[place]) }
        places[places.count - 1] = .key(String(decoding: key, as: UTF8.self))
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Whether a byte ends a number or a literal.
    private static func ends(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"),
            UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
            true
        default: false
        }
    }
}
