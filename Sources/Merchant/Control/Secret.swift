/// Bytes that nobody may see: a shared secret, a key's text. It is not shown by whatever prints, logs or mirrors it.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The secret as text, for the request that needs it; bytes that are no UTF-8 are replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package var description: String { "(secret)" }
    package var debugDescription: String { "(secret)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
