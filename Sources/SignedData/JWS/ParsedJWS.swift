package import WindfallJSON

/// A JWS taken apart: readable, but not yet proved.
package struct ParsedJWS {
    /// The compact form, to whose places ``parts`` points.
    package var text: [UInt8]
    package var parts: CompactJWS
    package var payload: JSONObject
    /// The decoded signature; may be empty.
    package var signature: [UInt8]

    /// - Parameter limit: the most bytes that the text may have.
    /// - Throws: ``Problem`` with the answer *unreadable*.
    package init(reading text: [UInt8], limit: Int) throws(Problem) {
        guard text.count <= limit else { throw Problem(.tooLarge, "more than \(limit) bytes", offset: limit) }
        let span = text.span
        let parts = try CompactJWS(reading: span)
        payload = try CompactJWS.object(parts.payload, of: span, field: "payload")
        signature = try CompactJWS.decode(parts.signature, of: span, field: "signature")
        self.parts = parts
        self.text = text
    }
}
