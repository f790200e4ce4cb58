/// Takes the bytes of a request target apart.
struct HTTPTargetReader {
    /// How many segments and how many items are taken; the addresses of ours have fewer than thirty.
    static let mostParts = 1_000

    /// Where the path begins behind `http://host`.
    func startOfPath(inAbsolute bytes: Span<UInt8>) throws(HTTPTargetError) -> Int {
        for scheme in [Array("http://".utf8), Array("https://".utf8)] where hasPrefix(bytes, scheme) {
            for offset in scheme.count..<bytes.count where bytes[offset] == UInt8(ascii: "/") {
                if offset > scheme.count { return offset }
            }
        }
        throw HTTPTargetError(.notAPath, at: 0)
    }

    /// The first offset of a byte between two, or the second of the two.
    func offset(of byte: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        for offset in start..<end where bytes[offset] == byte { return offset }
        return end
    }

    /// The segments between two offsets, the first of which is that of a slash.
    func segments(of bytes: Span<UInt8>, from start: Int, to end: Int) throws(HTTPTargetError) -> [String] {
        var segments: [String] = []
        segments.reserveCapacity(8)
        var first = start + 1
        while first <= end {
            guard segments.count < Self.mostParts else { throw HTTPTargetError(.tooMany, at: first) }
            var last = first
            while last < end, bytes[last] != UInt8(ascii: "/") { last += 1 }
            let segment = try text(of: bytes, from: first, to: last, plusIsSpace: false)
            guard segment != ".", segment != ".." else { throw HTTPTargetError(.dotSegment, at: first) }
            segments.append(segment)
            first = last + 1
        }
        return segments
    }

    /// The items between two offsets, where `&` is between items and `+` is a space (WHATWG URL, urlencoded).
    func items(of bytes: Span<UInt8>, from start: Int, to end: Int) throws(HTTPTargetError) -> [HTTPQuery.Item] {
        var items: [HTTPQuery.Item] = []
        var first = start
        while first < end {
            var equals: Int?
            var last = first
            while last < end, bytes[last] != UInt8(ascii: "&") {
                if equals == nil, bytes[last] == UInt8(ascii: "=") { equals = last }
                last += 1
            }
            if last > first {
                guard items.count < Self.mostParts else { throw HTTPTargetError(.tooMany, at: first) }
                let name = try text(of: bytes, from: first, to: equals ?? last, plusIsSpace: true)
                let value = try text(of: bytes, from: equals.map { $0 + 1 } ?? last, to: last, plusIsSpace: true)
                items.append(HTTPQuery.Item(name: name, value: value))
            }
            first = last + 1
        }
        return items
    }

    private func hasPrefix(_ bytes: Span<UInt8>, _ prefix: [UInt8]) -> Bool {
        bytes.count >= prefix.count && prefix.indices.allSatisfy { bytes[$0] == prefix[$0] }
    }

    /// The text between two offsets, decoded.
    private func text(
        of bytes: Span<UInt8>, from start: Int, to end: Int, plusIsSpace: Bool
    ) throws(HTTPTargetError) -> String {
        for offset in start..<end {
            let byte = bytes[offset]
            guard (0x21...0x7E).contains(byte) else { throw HTTPTargetError(.notEscaped, at: start) }
            if byte == UInt8(ascii: "%") || (plusIsSpace && byte == UInt8(ascii: "+")) {
                return try decodedText(of: bytes, from: start, to: end, plusIsSpace: plusIsSpace)
            }
        }
        return try text(bytes.extracting(start..<end), at: start)
    }

    private func decodedText(
        of bytes: Span<UInt8>, from start: Int, to end: Int, plusIsSpace: Bool
    ) throws(HTTPTargetError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(end - start)
        var offset = start
        while offset < end {
            var byte = bytes[offset]
            guard (0x21...0x7E).contains(byte) else { throw HTTPTargetError(.notEscaped, at: start) }
            offset += 1
            if byte == UInt8(ascii: "%") {
                guard end - offset >= 2, let high = digit(bytes[offset]), let low = digit(bytes[offset + 1]) else {
                    throw HTTPTargetError(.badEscape, at: start)
                }
                byte = high << 4 | low
                offset += 2
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                byte = UInt8(ascii: " ")
            }
            // An item may have lines; a path never does.
            guard byte != 0, byte != 0x7F, byte >= 0x20 || plusIsSpace else {
                throw HTTPTargetError(.controlCharacter, at: start)
            }
            decoded.append(byte)
        }
        return try text(decoded.span, at: start)
    }

    private func text(_ bytes: Span<UInt8>, at start: Int) throws(HTTPTargetError) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes))
        } catch {
            throw HTTPTargetError(.notUTF8, at: start)
        }
    }

    private func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
