/// The identifier octet of a DER value: class, whether it is constructed, and number (X.690, 8.1.2).
package struct DERTag: Hashable, Sendable {
    package var octet: UInt8

    package init(octet: UInt8) {
        self.octet = octet
    }

    package static let boolean = DERTag(octet: 0x01)
    package static let integer = DERTag(octet: 0x02)
    package static let bitString = DERTag(octet: 0x03)
    package static let octetString = DERTag(octet: 0x04)
    package static let null = DERTag(octet: 0x05)
    package static let objectIdentifier = DERTag(octet: 0x06)
    package static let utf8String = DERTag(octet: 0x0C)
    package static let ia5String = DERTag(octet: 0x16)
    package static let sequence = DERTag(octet: 0x30)
    package static let set = DERTag(octet: 0x31)
    /// An octet string in pieces; BER only, as Xcode writes it.
    package static let constructedOctetString = DERTag(octet: 0x24)

    /// A context-specific tag, for example `[0]`.
    ///
    /// - Parameters:
    ///   - number: 0 to 30.
    ///   - isConstructed: whether values stand inside it.
    package static func context(_ number: UInt8, isConstructed: Bool = true) -> DERTag {
        DERTag(octet: 0x80 | (isConstructed ? 0x20 : 0) | (number & 0x1F))
    }

    package var isConstructed: Bool { octet & 0x20 != 0 }
}

/// One value in bytes: its tag and where it stands.
package struct DERElement: Hashable, Sendable {
    package var tag: DERTag
    /// The offset of the tag.
    package var start: Int
    /// The value itself, without tag, length and end-of-contents octets.
    package var content: Range<Int>
    /// The offset after the last byte that belongs to the element.
    package var end: Int

    /// The whole element, tag and length included.
    package var whole: Range<Int> { start..<end }
}
