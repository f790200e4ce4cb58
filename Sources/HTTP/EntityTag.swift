/// A strong validator of what an address holds (RFC 9110, 8.8.3): equal tags, equal bytes.
package struct EntityTag: Hashable, Sendable {
    /// Without quotation marks.
    package let opaque: String

    /// - Parameter opaque: letters, digits and hyphens; another character stops the process.
    package init(_ opaque: String) {
        precondition(
            opaque.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }, "no entity tag")
        self.opaque = opaque
    }

    /// As `ETag` has it.
    package var text: String { "\"\(opaque)\"" }

    /// Whether `If-None-Match` says that the client has this already; weak tags count too (RFC 9110, 13.1.2).
    package func isHeld(by request: HTTPRequest) -> Bool {
        request.headers.values(of: "If-None-Match").contains { field in
            field.split(separator: ",").contains { item in
                let item = item.drop { $0 == " " || $0 == "\t" }
                let tag = item.hasPrefix("W/") ? item.dropFirst(2) : item
                return item == "*" || tag.hasPrefix(text) && tag.dropFirst(text.count).allSatisfy { " \t".contains($0) }
            }
        }
    }
}
