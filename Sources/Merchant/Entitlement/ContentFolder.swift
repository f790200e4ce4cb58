import Foundation
import WindfallTimeline

/// The folder with the files of an app's products: `<folder>/<product>/<file>`.
///
/// It is worked with where blocking is allowed: see ``ContentLanes``.
struct ContentFolder: Sendable {
    /// How often a file is read again that changes meanwhile.
    private static let tries = 3
    private let path: String

    /// - Parameter path: may lead over symbolic links; below it none is followed.
    init(_ path: String) {
        self.path = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath().path
    }

    /// A file and some of its bytes.
    ///
    /// - Parameters:
    ///   - product: the name of the folder inside, as the address has it.
    ///   - name: the file's name in it.
    ///   - part: which bytes are wanted, once the file is known; nil for none.
    func read(
        product: String, file name: String, part: (ContentFile) -> Range<Int64>?
    ) throws(ContentRefusal) -> (file: ContentFile, bytes: [UInt8]?) {
        for _ in 0..<Self.tries {
            let file = try look(product: product, file: name)
            let wanted = part(file)
            let bytes = try bytes(of: file, wanted ?? 0..<0)
            // What was written to or replaced meanwhile would be a mixture.
            if try look(product: product, file: name) == file { return (file, wanted == nil ? nil : bytes) }
        }
        throw .unreadable
    }

    private func look(product: String, file name: String) throws(ContentRefusal) -> ContentFile {
        guard Self.isSegment(product), Self.isSegment(name) else { throw .missing }
        let folder = "\(path)/\(product)"
        guard try attributes(of: folder)[.type] as? FileAttributeType == .typeDirectory else { throw .missing }
        let found = try attributes(of: "\(folder)/\(name)")
        guard found[.type] as? FileAttributeType == .typeRegular,
            let byteCount = (found[.size] as? NSNumber)?.int64Value,
            let modified = found[.modificationDate] as? Date
        else { throw .missing }
        return ContentFile(
            path: "\(folder)/\(name)", byteCount: byteCount,
            modified: Instant(milliseconds: Int64(exactly: (modified.timeIntervalSince1970 * 1_000).rounded()) ?? 0),
            device: (found[.systemNumber] as? NSNumber)?.int64Value ?? 0,
            number: (found[.systemFileNumber] as? NSNumber)?.int64Value ?? 0)
    }

    /// The bytes of a range, all of them; none of a program.
    private func bytes(of file: ContentFile, _ range: Range<Int64>) throws(ContentRefusal) -> [UInt8] {
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file.path))
            defer { try? handle.close() }
            let start = [UInt8](try handle.read(upToCount: ProgramMark.length) ?? Data())
            guard !ProgramMark.isProgram(start) else { throw ContentRefusal.program }
            guard let offset = UInt64(exactly: range.lowerBound), let count = Int(exactly: range.count) else {
                return []
            }
            try handle.seek(toOffset: offset)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count)
            while bytes.count < count, let next = try handle.read(upToCount: count - bytes.count), !next.isEmpty {
                bytes.append(contentsOf: next)
            }
            // A file that became shorter is seen by who looks again.
            return bytes
        } catch let refusal as ContentRefusal {
            throw refusal
        } catch {
            throw .unreadable
        }
    }

    /// What a name on the disk says of itself, not of what it leads to.
    private func attributes(of path: String) throws(ContentRefusal) -> [FileAttributeKey: Any] {
        do {
            return try FileManager.default.attributesOfItem(atPath: path)
        } catch {
            throw .missing
        }
    }

    /// Whether a text is one name in a folder: no way up or down, nothing hidden.
    private static func isSegment(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && !text.hasPrefix(".") && !text.utf8.contains(UInt8(ascii: "/"))
            && !text.utf8.contains(0)
    }
}

/// Reads files off the threads that all tasks share: some at a time, so that one slow disk does not hold up all.
final class ContentLanes: Sendable {
    private let lanes: [BlockingResource<Int>]

    init(count: Int = 4) {
        lanes = (0..<max(1, count)).map { BlockingResource(label: "windfall content \($0)", $0) }
    }

    /// Does a piece of work about a name; work about the same name follows one another.
    func with<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable () throws(ContentRefusal) -> Value
    ) async throws(ContentRefusal) -> Value {
        let place = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % lanes.count
        return try await lanes[place].with { _ throws(ContentRefusal) in try body() }
    }
}
