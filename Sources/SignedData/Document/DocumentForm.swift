import WindfallJSON

/// The form in which signed data arrived, told by its bytes and never by a name or a field it came in.
package enum DocumentForm: Hashable, Sendable {
    /// A PKCS#7 envelope.
    case appReceipt([UInt8])
    /// The outer property list of an iOS 6 style receipt.
    case transactionReceipt([UInt8])
    /// A JWS in its compact form.
    case jws([UInt8])

    /// The bytes that prove it, whatever they were wrapped in when they came.
    package var bytes: [UInt8] {
        switch self {
        case .appReceipt(let bytes), .transactionReceipt(let bytes), .jws(let bytes): bytes
        }
    }

    /// Tells the form.
    ///
    /// Accepted are DER; base64 with or without line breaks, also where a form transport turned `+` into a space; PEM; a
    /// property list; a compact JWS; and the JSON bodies that carry one of these: `{"signedPayload": …}`,
    /// `{"receipt-data": …}`.
    ///
    /// - Parameter limit: the most bytes that the data may have, decoded.
    /// - Throws: ``Problem``: `too_large`, `not_base64`, `malformed` or `unknown_format`.
    package init(telling input: [UInt8], limit: Int) throws(Problem) {
        if input.first == DERTag.sequence.octet, !Self.isText(input) {
            self = .appReceipt(input)
            return
        }
        // Base64 takes four characters for three bytes, and line breaks may stand among them.
        let (most, isAny) = (limit / 2).multipliedReportingOverflow(by: 3)
        guard isAny || input.count <= most else {
            throw Problem(.tooLarge, "more than \(limit) bytes", offset: limit)
        }
        let text = Self.trimmed(input)
        guard let first = text.first else { throw Problem(.unknownFormat, "there is nothing to read", offset: 0) }
        if first == UInt8(ascii: "{") {
            self = try Self.braced(Array(text), limit: limit)
        } else if text.contains(UInt8(ascii: ".")) {
            // No part of a JWS has white space, so what stands there was put in on the way.
            self = .jws(text.filter { !Self.isSpace($0) })
        } else {
            self = try Self.encoded(text)
        }
    }

    /// A property list or a JSON body that carries signed data.
    private static func braced(_ text: [UInt8], limit: Int) throws(Problem) -> DocumentForm {
        let json: JSON
        do {
            json = try JSON(reading: text.span)
        } catch {
            // A property list has `=` where JSON has `:`; what is neither is reported as what it looks like.
            guard text.contains(UInt8(ascii: "=")) || !text.contains(UInt8(ascii: ":")) else { throw Problem(error) }
            return .transactionReceipt(text)
        }
        for key in ["signedPayload", "receipt-data", "receipt"] {
            guard let inner = json.object?[key]?.text else { continue }
            guard inner.utf8.first != UInt8(ascii: "{") else { break }
            do throws(Problem) {
                return try DocumentForm(telling: Array(inner.utf8), limit: limit)
            } catch {
                throw error.inside(key)
            }
        }
        throw Problem(.unknownFormat, "JSON that carries no signed data", offset: 0)
    }

    private static func encoded(_ text: ArraySlice<UInt8>) throws(Problem) -> DocumentForm {
        let bytes: [UInt8]
        let characters = repaired(text)
        do {
            bytes = try Base64.decode(characters.span, padding: .optional)
        } catch {
            throw Problem(.notBase64, "neither base64 nor any form that is known", offset: error.offset)
        }
        switch bytes.first {
        case DERTag.sequence.octet: return .appReceipt(bytes)
        case UInt8(ascii: "{"): return .transactionReceipt(bytes)
        default: throw Problem(.unknownFormat, "base64 of no form that Apple signs", offset: 0)
        }
    }

    /// Base64 without line breaks and the white space round them; a space left inside a line was a plus sign.
    private static func repaired(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.count)
        var rest = text
        // Line by line, without a list of the lines: there can be one for each byte.
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            let line = trimmed(rest[..<end])
            rest = rest[end...].dropFirst()
            if line.starts(with: "-----".utf8) { continue }
            for character in line { characters.append(character == 0x20 ? UInt8(ascii: "+") : character) }
        }
        return characters
    }

    private static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> ArraySlice<UInt8> {
        var rest = ArraySlice(text)
        // A byte order mark says nothing about the data after it.
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while let first = rest.first, isSpace(first) { rest = rest.dropFirst() }
        while let last = rest.last, isSpace(last) { rest = rest.dropLast() }
        return rest
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Whether bytes that begin like DER are text all the same: `0` is also a digit of base64.
    private static func isText(_ input: [UInt8]) -> Bool {
        input.prefix(64).allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D }
    }
}
