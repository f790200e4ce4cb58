/// One bounded pass over the bytes of a JSON document (RFC 8259).
///
/// The bytes are given to each function, so that the reader itself holds nothing that is lent.
struct JSONReader {
    /// Up to this many plain keys are compared by fingerprint alone; a larger object uses a set.
    static let fingerprintedKeys = 40

    let maxDepth: Int
    var valuesLeft: Int
    /// The offset of the next byte.
    var offset = 0
    /// The bytes of a string that has escapes; kept for its storage.
    var unescaped: [UInt8] = []
    /// Fingerprints of the keys of all objects that are open, outermost first.
    var fingerprints: [UInt64] = []

    init(limits: JSONLimits) {
        maxDepth = limits.maxDepth
        valuesLeft = limits.maxValues
    }

    /// Reads the whole of `bytes` as one document.
    mutating func document(in bytes: Span<UInt8>) throws(JSONError) -> JSON {
        let value = try value(in: bytes, depth: 0)
        skipSpace(in: bytes)
        guard offset == bytes.count else { throw JSONError(.trailingBytes, at: offset) }
        return value
    }

    /// Reads the value that comes next, white space before it too.
    private mutating func value(in bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSON {
        let first = try nextByte(in: bytes)
        guard valuesLeft > 0 else { throw JSONError(.tooManyValues, at: offset) }
        valuesLeft -= 1
        switch first {
        case UInt8(ascii: "\""):
            return .string(try string(in: bytes))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try JSONNumber(reading: bytes, at: &offset))
        case UInt8(ascii: "{"):
            return .object(try object(in: bytes, depth: depth + 1))
        case UInt8(ascii: "["):
            return .array(try array(in: bytes, depth: depth + 1))
        case UInt8(ascii: "t"):
            try skip("true", in: bytes)
            return .bool(true)
        case UInt8(ascii: "f"):
            try skip("false", in: bytes)
            return .bool(false)
        case UInt8(ascii: "n"):
            try skip("null", in: bytes)
            return .null
        default:
            throw JSONError(.malformed, at: offset)
        }
    }

    /// Reads an array from its opening bracket on.
    private mutating func array(in bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [JSON] {
        guard depth <= maxDepth else { throw JSONError(.tooDeep, at: offset) }
        offset += 1
        var elements: [JSON] = []
        if try nextByte(in: bytes) == UInt8(ascii: "]") {
            offset += 1
            return elements
        }
        while true {
            elements.append(try value(in: bytes, depth: depth))
            if try endsAfterElement(in: bytes, with: UInt8(ascii: "]")) { return elements }
        }
    }

    /// Reads an object from its opening brace on.
    private mutating func object(in bytes: Span<UInt8>, depth: Int) throws(JSONError) -> JSONObject {
        guard depth <= maxDepth else { throw JSONError(.tooDeep, at: offset) }
        offset += 1
        var members: [JSONObject.Member] = []
        if try nextByte(in: bytes) == UInt8(ascii: "}") {
            offset += 1
            return JSONObject(distinct: members)
        }
        let firstFingerprint = fingerprints.count
        var seen: Set<String>?
        while true {
            guard try nextByte(in: bytes) == UInt8(ascii: "\"") else { throw JSONError(.malformed, at: offset) }
            let start = offset
            let key = try string(in: bytes)
            let isNew = isNew(
                key, spelled: bytes.extracting(start + 1..<offset - 1), after: members, from: firstFingerprint, &seen)
            guard isNew else { throw JSONError(.duplicateKey, at: start) }
            guard try nextByte(in: bytes) == UInt8(ascii: ":") else { throw JSONError(.malformed, at: offset) }
            offset += 1
            members.append(JSONObject.Member(key: key, value: try value(in: bytes, depth: depth)))
            if try endsAfterElement(in: bytes, with: UInt8(ascii: "}")) {
                fingerprints.removeSubrange(firstFingerprint...)
                return JSONObject(distinct: members)
            }
        }
    }

    /// Whether a key differs from those of the members before it, as Swift's `String` sees it.
    ///
    /// Short objects of plain keys, which is nearly all, need only a comparison of fingerprints; the set keeps large
    /// objects linear, also those made to collide (its hash is seeded by the process).
    /// - Parameters:
    ///   - spelling: the key's bytes as they stand in the document.
    ///   - first: where the fingerprints of this object start.
    ///   - seen: all keys so far, once the object is large or a key is not plain.
    private mutating func isNew(
        _ key: String, spelled spelling: Span<UInt8>, after members: [JSONObject.Member], from first: Int,
        _ seen: inout Set<String>?
    ) -> Bool {
        if seen == nil, members.count < Self.fingerprintedKeys, let fingerprint = Self.fingerprint(of: spelling) {
            for place in members.indices
            where fingerprints[first + place] == fingerprint && members[place].key == key {
                return false
            }
            fingerprints.append(fingerprint)
            return true
        }
        if seen == nil { seen = Set(members.map(\.key)) }
        return seen?.insert(key).inserted ?? true
    }

    /// A number that is the same for equal keys; `nil` for a key with escapes or outside ASCII, whose equality needs
    /// more than its bytes.
    private static func fingerprint(of spelling: Span<UInt8>) -> UInt64? {
        var fingerprint = UInt64(truncatingIfNeeded: spelling.count)
        var isPlain = true
        for place in spelling.indices {
            let byte = spelling[place]
            if byte >= 0x80 || byte == UInt8(ascii: "\\") { isPlain = false }
            fingerprint = (fingerprint << 7 | fingerprint >> 57) ^ UInt64(byte)
        }
        return isPlain ? fingerprint : nil
    }

    /// Goes past a comma (`false`) or past the closing byte (`true`).
    private mutating func endsAfterElement(in bytes: Span<UInt8>, with end: UInt8) throws(JSONError) -> Bool {
        let byte = try nextByte(in: bytes)
        guard byte == end || byte == UInt8(ascii: ",") else { throw JSONError(.malformed, at: offset) }
        offset += 1
        return byte == end
    }

    /// The next byte that is not white space; it is not gone past.
    private mutating func nextByte(in bytes: Span<UInt8>) throws(JSONError) -> UInt8 {
        skipSpace(in: bytes)
        guard offset < bytes.count else { throw JSONError(.truncated, at: offset) }
        return bytes[offset]
    }

    private mutating func skipSpace(in bytes: Span<UInt8>) {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    /// Goes past a literal, or stops at the byte that differs from it.
    private mutating func skip(_ literal: String, in bytes: Span<UInt8>) throws(JSONError) {
        for expected in literal.utf8 {
            guard offset < bytes.count else { throw JSONError(.truncated, at: offset) }
            guard bytes[offset] == expected else { throw JSONError(.malformed, at: offset) }
            offset += 1
        }
    }
}
