/// Why bytes are no ``JournalArchive``, and where.
public struct JournalArchiveError: Error, Hashable, Sendable {
    public struct Code: Hashable, Sendable {
        /// The code as programs read it, such as `out_of_order`.
        public let name: String

        /// The bytes do not start as an archive does.
        public static let notAnArchive = Code(name: "not_an_archive")
        /// The archive was written by a newer version of this program.
        public static let versionTooNew = Code(name: "version_too_new")
        /// The bytes end too early.
        public static let truncated = Code(name: "truncated")
        /// A checksum does not fit, or a record is of no known kind.
        public static let damaged = Code(name: "damaged")
        /// A batch is empty, leaves a gap or comes twice, or the end counts otherwise.
        public static let outOfOrder = Code(name: "out_of_order")
        /// A batch is longer than ``JournalBatch/byteLimit``.
        public static let tooLarge = Code(name: "too_large")
        /// Bytes follow the end.
        public static let trailingBytes = Code(name: "trailing_bytes")
    }

    public var code: Code
    /// Where the head, the record or the byte at fault starts, from the start of the archive.
    public var offset: Int64

    public init(_ code: Code, at offset: Int64) {
        self.code = code
        self.offset = offset
    }
}

/// Reads a ``JournalArchive`` that arrives in pieces; never needs more memory than one batch.
public struct JournalArchiveReader: Sendable {
    private struct Record: Sendable {
        var sequence: Int64
        var count: Int
        /// Of the head; the batch's bytes are still to come.
        var checksum: Checksum
        var expected: UInt32
    }

    private enum Stage: Sendable {
        case head, recordHead, content(Record), ended
    }

    /// What the journal was made with; nil until the archive's head has arrived.
    public private(set) var header: JournalHeader?
    private var stage = Stage.head
    /// What has arrived of the present part.
    private var part: [UInt8] = []
    /// How long the present part is.
    private var partSize = JournalArchive.headSize
    /// Where the present head or record starts.
    private var start: Int64 = 0
    private var offset: Int64 = 0
    private var lastSequence: Int64 = 0
    private var batches: Int64 = 0

    public init() {}

    /// Takes the next bytes, of any length.
    ///
    /// - Parameter body: gets each batch that is complete and sound, in order.
    /// - Throws: ``JournalArchiveError``, or what `body` throws; the reader is of no more use then.
    public mutating func take(_ bytes: Span<UInt8>, _ body: (JournalBatch) throws -> Void) throws {
        var place = 0
        while place < bytes.count {
            if case .ended = stage { throw JournalArchiveError(.trailingBytes, at: offset) }
            let end = min(bytes.count, place + partSize - part.count)
            for index in place..<end { part.append(bytes[index]) }
            offset += Int64(end - place)
            place = end
            while part.count == partSize, let batch = try completePart() {
                if let batch { try body(batch) }
            }
        }
    }

    /// Says that no more bytes come.
    ///
    /// - Throws: ``JournalArchiveError`` `.truncated` when the end of the archive has not arrived.
    public func finish() throws(JournalArchiveError) {
        guard case .ended = stage else { throw JournalArchiveError(.truncated, at: offset) }
    }

    /// Reads the part that has arrived and starts the next one.
    ///
    /// - Returns: the batch that is complete now, if one is; nil for the whole when nothing more can be complete yet.
    private mutating func completePart() throws(JournalArchiveError) -> JournalBatch?? {
        switch stage {
        case .head:
            try readHead()
            startRecord()
            return .some(nil)
        case .recordHead:
            try readRecordHead()
            return .some(nil)
        case .content(var record):
            record.checksum.update(part.span)
            guard record.checksum.value == record.expected else { throw JournalArchiveError(.damaged, at: start) }
            let batch = JournalBatch(sequence: record.sequence, count: record.count, bytes: part)
            do throws(JournalError) {
                lastSequence = try batch.end(after: lastSequence)
            } catch {
                throw JournalArchiveError(.outOfOrder, at: start)
            }
            batches += 1
            startRecord()
            return batch
        case .ended:
            return nil
        }
    }

    private mutating func startRecord() {
        stage = .recordHead
        start = offset
        part = []
        partSize = JournalArchive.recordHeadSize
    }

    private mutating func readHead() throws(JournalArchiveError) {
        guard part.starts(with: JournalArchive.signature) else { throw JournalArchiveError(.notAnArchive, at: 0) }
        let version = UInt32(truncatingIfNeeded: number(8..<12))
        guard version <= JournalArchive.version else { throw JournalArchiveError(.versionTooNew, at: 8) }
        guard version > 0, number(28..<32) == UInt64(checksum(28).value) else {
            throw JournalArchiveError(.damaged, at: 0)
        }
        header = JournalHeader(format: Int32(truncatingIfNeeded: number(12..<16)), seed: number(16..<24))
    }

    private mutating func readRecordHead() throws(JournalArchiveError) {
        let sequence = Int64(bitPattern: number(1..<9))
        let count = Int64(bitPattern: number(9..<17))
        let size = Int(truncatingIfNeeded: number(17..<21))
        let record = Record(
            sequence: sequence, count: Int(truncatingIfNeeded: count), checksum: checksum(21),
            expected: UInt32(truncatingIfNeeded: number(21..<25)))
        switch part.first {
        case 1:
            guard size <= JournalBatch.byteLimit else { throw JournalArchiveError(.tooLarge, at: start) }
            stage = .content(record)
            part = []
            partSize = size
        case 0:
            guard size == 0, record.checksum.value == record.expected else {
                throw JournalArchiveError(.damaged, at: start)
            }
            guard sequence == lastSequence, count == batches else { throw JournalArchiveError(.outOfOrder, at: start) }
            stage = .ended
        default:
            throw JournalArchiveError(.damaged, at: start)
        }
    }

    /// A number of the part that has arrived, highest byte first.
    private func number(_ range: Range<Int>) -> UInt64 {
        part[range].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The checksum of the first bytes of the part that has arrived.
    private func checksum(_ count: Int) -> Checksum {
        var checksum = Checksum()
        checksum.update(part.span.extracting(first: count))
        return checksum
    }
}
