/// A journal as one portable run of bytes, in a file or in the body of a request. Snapshots are left out.
///
/// Numbers have their highest byte first. All starts with a head of 32 bytes:
///
///     8  89 57 46 4A 0D 0A 1A 0A: no text, and damaged visibly by whoever takes it for text
///     4  the layout's version, 1
///     4  the format of the events
///     8  the seed
///     4  zero
///     4  CRC-32 of the 28 bytes before
///
/// Then comes a record for each batch, and one that ends the archive:
///
///     1  1 for a batch, 0 for the end
///     8  the number of the first event; at the end, of the last one
///     8  how many events; at the end, how many batches
///     4  how many bytes follow the record's head; 0 at the end
///     4  CRC-32 of the 21 bytes before and of those that follow
public enum JournalArchive {
    static let signature: [UInt8] = [0x89, 0x57, 0x46, 0x4A, 0x0D, 0x0A, 0x1A, 0x0A]
    static let version: UInt32 = 1
    static let headSize = 32
    static let recordHeadSize = 25

    /// Writes a journal, piece by piece.
    ///
    /// - Parameter write: takes the next bytes; no piece is longer than a batch.
    /// - Throws: what ``Journal/read(after:_:)`` and `write` throw.
    public static func write(_ journal: any Journal, _ write: ([UInt8]) throws -> Void) throws {
        try write(head(journal.header))
        var last: Int64 = 0
        var batches: Int64 = 0
        try journal.read(after: 0) { batch in
            last = try batch.end(after: last)
            batches += 1
            try write(recordHead(1, batch.sequence, Int64(batch.count), batch.bytes))
            try write(batch.bytes)
        }
        try write(recordHead(0, last, batches, []))
    }

    /// The whole archive at once, for journals that fit into memory twice.
    public static func bytes(of journal: any Journal) throws -> [UInt8] {
        var archive: [UInt8] = []
        try write(journal) { archive += $0 }
        return archive
    }

    /// Fills an empty journal with what an archive holds.
    ///
    /// - Parameter next: gives the next bytes, of any length, and nil at the end.
    /// - Parameter make: gives an empty journal with that header. Where reading fails later, it holds the batches that
    ///   were sound, and is thrown away.
    /// - Returns: the journal that was made.
    /// - Throws: ``JournalArchiveError``, ``JournalError``, or what the closures throw.
    public static func load<Target: Journal>(
        from next: () throws -> [UInt8]?, into make: (JournalHeader) async throws -> Target
    ) async throws -> Target {
        var reader = JournalArchiveReader()
        var target: Target?
        while let bytes = try next() {
            var batches: [JournalBatch] = []
            try reader.take(bytes.span) { batches.append($0) }
            if target == nil, let header = reader.header { target = try await make(header) }
            if !batches.isEmpty { try await target?.append(batches) }
        }
        try reader.finish()
        guard let target else { throw JournalArchiveError(.truncated, at: 0) }
        return target
    }

    private static func head(_ header: JournalHeader) -> [UInt8] {
        var bytes = signature
        bytes.append(number: version)
        bytes.append(number: UInt32(bitPattern: header.format))
        bytes.append(number: header.seed)
        bytes.append(number: UInt32(0))
        bytes.append(number: Checksum.value(of: bytes.span))
        return bytes
    }

    private static func recordHead(_ kind: UInt8, _ sequence: Int64, _ count: Int64, _ content: [UInt8]) -> [UInt8] {
        var bytes = [kind]
        bytes.append(number: UInt64(bitPattern: sequence))
        bytes.append(number: UInt64(bitPattern: count))
        bytes.append(number: UInt32(truncatingIfNeeded: content.count))
        var checksum = Checksum()
        checksum.update(bytes.span)
        checksum.update(content.span)
        bytes.append(number: checksum.value)
        return bytes
    }
}

extension [UInt8] {
    /// Appends a number, highest byte first.
    fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}
