import WindfallCryptography
import WindfallHTTP
import WindfallTimeline

/// What the disk tells of one file.
struct ContentFile: Hashable, Sendable {
    /// The whole path.
    var path: String
    var byteCount: Int64
    var modified: Instant
    /// The file system and the file's number in it.
    var device: Int64
    var number: Int64

    /// Another one as soon as the file is replaced or written to. Two copies of a file have two tags.
    var tag: EntityTag {
        let text = "\(device) \(number) \(byteCount) \(modified.milliseconds)"
        let digest = Digest.bytes(.sha256, of: text.utf8.span)
        return EntityTag(digest.prefix(16).map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined())
    }
}

/// Why a file of a product is not delivered.
enum ContentRefusal: Error, Hashable, Sendable {
    /// There is none, it is no plain file, or it is not inside its folder.
    case missing
    /// It is a program: what is delivered is data, never code (F23).
    case program
    /// It is there and can't be read, or it changed again and again while it was read.
    case unreadable
}

extension ContentFile {
    /// The media types that are told, by the ending of the name; all else is bytes. Nothing that a browser would run is
    /// among them.
    private static let types: [String: StaticString] = [
        "aac": "audio/aac", "csv": "text/csv", "epub": "application/epub+zip", "gif": "image/gif",
        "gz": "application/gzip",
        "heic": "image/heic", "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json",
        "m4a": "audio/mp4", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
        "png": "image/png", "txt": "text/plain; charset=utf-8", "wav": "audio/wav", "webp": "image/webp",
        "zip": "application/zip",
    ]

    var type: StaticString {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return Self.types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }
}

/// Tells programs from data by their first bytes. An archive with a program in it is not looked into.
enum ProgramMark {
    /// How many bytes are looked at.
    static let length = 4

    private static let marks: [[UInt8]] = [
        [0x7F, 0x45, 0x4C, 0x46],  // ELF
        [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF],  // Mach-O
        [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE],  // Mach-O, the other byte order
        [0xCA, 0xFE, 0xBA, 0xBE], [0xBE, 0xBA, 0xFE, 0xCA],  // Mach-O for several processors; a class of Java
        [0x00, 0x61, 0x73, 0x6D],  // WebAssembly
        [0x64, 0x65, 0x78, 0x0A],  // Dalvik
    ]

    /// - Parameter start: the first bytes of a file, fewer where it has fewer.
    static func isProgram(_ start: [UInt8]) -> Bool {
        marks.contains { start.starts(with: $0) }
            // A script names its interpreter; a program of Windows begins with the initials of its format's author.
            || start.starts(with: Array("#!".utf8)) || start.starts(with: Array("MZ".utf8))
    }
}
