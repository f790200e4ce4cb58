/// What the store decided, kept in order and never changed.
///
/// One writer at a time appends (``GroupCommit`` makes one out of many); anybody may read meanwhile. A journal does not
/// look inside the events. It is rebuilt state's only source: a snapshot merely shortens the way.
public protocol Journal: Sendable {
    /// What the journal was made with; it changes only where another journal takes the place.
    var header: JournalHeader { get }

    /// The number of the last event stored, which is also how many there are; 0 for an empty journal.
    var lastSequence: Int64 { get }

    /// Stores batches behind those that are there, all of them or none.
    ///
    /// They are durable when it returns. It runs to its end also when the task is cancelled: what was decided cannot
    /// be withdrawn.
    /// - Parameter batches: in order, each of them as ``JournalBatch/end(after:)`` wants it.
    /// - Throws: ``JournalError``: `.outOfOrder`, `.emptyBatch` or `.tooLarge` for a batch that does not fit, and
    ///   nothing was stored; `.storage` when the disk failed: what is stored is known when the journal is opened again.
    func append(_ batches: [JournalBatch]) async throws(JournalError)

    /// Lends every batch that holds an event later than one of them, in order.
    ///
    /// The journal is read in bounded pieces. What is appended meanwhile may or may not come.
    /// - Parameter sequence: the event after which to start; 0 for all. A batch that holds events on both sides of it
    ///   comes whole.
    /// - Throws: ``JournalError`` `.damaged` or `.storage`, or what `body` throws, which ends the reading.
    func read(after sequence: Int64, _ body: (JournalBatch) throws -> Void) throws

    /// Keeps the state as of an event, so that it need not be rebuilt from the first one. The newest two are kept.
    ///
    /// - Parameter bytes: the state, as the engine writes it.
    /// - Parameter sequence: the last event that the state holds; a snapshot of the same event is replaced.
    /// - Throws: ``JournalError``: `.outOfOrder` for an event that is not stored, `.tooLarge`, `.storage`.
    func saveSnapshot(_ bytes: [UInt8], at sequence: Int64) async throws(JournalError)

    /// The newest snapshot that can be read; nil when there is none. One whose bytes were damaged counts as none.
    func latestSnapshot() -> (sequence: Int64, bytes: [UInt8])?

    /// Puts other content in the place of all that is stored, whole or not at all. Snapshots of the state go with the old
    /// content; what was kept under a name stays.
    ///
    /// - Throws: ``JournalError``: for a batch that does not fit, as ``append(_:)`` does, or `.storage`; nothing has
    ///   changed then.
    func replace(with content: JournalContent) async throws(JournalError)

    /// Keeps a copy of all that is stored under a name, in the place of what had the name before.
    func keep(as name: String) async throws(JournalError)

    /// What was kept under a name; nil for a name that nothing was kept under.
    ///
    /// - Throws: ``JournalError`` `.damaged` or `.storage`.
    func kept(_ name: String) throws -> JournalContent?
}

/// A whole journal as a value.
public struct JournalContent: Hashable, Sendable {
    public var header: JournalHeader
    /// Everything that was decided, from event 1, in order.
    public var batches: [JournalBatch]

    public init(header: JournalHeader, batches: [JournalBatch]) {
        self.header = header
        self.batches = batches
    }

    /// The number of the last event, provided that each batch is the one that comes next.
    ///
    /// - Throws: ``JournalError``, as ``JournalBatch/end(after:)`` does.
    public func end() throws(JournalError) -> Int64 {
        var last: Int64 = 0
        for batch in batches { last = try batch.end(after: last) }
        return last
    }
}

/// What a journal is made with.
public struct JournalHeader: Hashable, Sendable {
    /// The format of the events inside, from 1. A program refuses a journal of a format that it does not know.
    public var format: Int32
    /// What decides everything in the store that looks random.
    public var seed: UInt64

    public init(format: Int32, seed: UInt64) {
        self.format = format
        self.seed = seed
    }
}

/// One batch of what was decided: written whole or not at all, never changed.
public struct JournalBatch: Hashable, Sendable {
    /// The number of its first event, from 1.
    public var sequence: Int64
    /// How many events it holds, at least 1.
    public var count: Int
    /// The encoded events, at most ``byteLimit`` bytes.
    public var bytes: [UInt8]

    /// The longest batch, 64 MiB: whoever reads a journal needs no more memory at once.
    public static let byteLimit = 64 << 20

    public init(sequence: Int64, count: Int, bytes: [UInt8]) {
        self.sequence = sequence
        self.count = count
        self.bytes = bytes
    }

    /// The number of the batch's last event, provided that the batch is the one that comes next.
    ///
    /// - Parameter last: the last event that is stored already.
    /// - Throws: ``JournalError``: `.outOfOrder` for a gap or a doubled event, `.emptyBatch`, `.tooLarge`.
    public func end(after last: Int64) throws(JournalError) -> Int64 {
        guard count >= 1 else { throw JournalError(.emptyBatch, at: sequence) }
        guard bytes.count <= Self.byteLimit else { throw JournalError(.tooLarge, at: sequence) }
        let next = last.addingReportingOverflow(1)
        guard !next.overflow, sequence == next.partialValue else {
            throw JournalError(.outOfOrder, at: sequence, detail: "expected event \(next.partialValue)")
        }
        guard let end = Int64(exactly: count).map({ last.addingReportingOverflow($0) }), !end.overflow else {
            throw JournalError(.outOfOrder, at: sequence, detail: "more events than can be counted")
        }
        return end.partialValue
    }
}
