import WindfallTimeline

/// The whole journal: out and in, kept under a name, and put back. The state always follows from the journal.
extension StoreService {
    /// The format of events that this version writes, and the newest that it can read.
    public static let journalFormat: Int32 = 1

    /// The journal as bytes (``JournalArchive``), with everything that was acknowledged.
    public func archive() async throws -> [UInt8] {
        await settled()
        try await durable()
        return try JournalArchive.bytes(of: journal)
    }

    /// Puts the journal of an archive in the place of this one. The whole archive is read and replayed before.
    ///
    /// - Throws: ``JournalArchiveError``, ``JournalError`` `.formatTooNew`, or ``Failure`` `.unreadable`; nothing has
    ///   changed then.
    public func replaceJournal(withArchive bytes: [UInt8]) async throws {
        var rest: [UInt8]? = bytes
        let journal = try await JournalArchive.load(from: { rest.take() }) { header throws(JournalError) in
            guard (1...Self.journalFormat).contains(header.format) else {
                throw JournalError(
                    .formatTooNew, detail: "events of format \(header.format), known is \(Self.journalFormat)")
            }
            return MemoryJournal(header: header)
        }
        var content = try journal.content()
        // A journal in which nothing happened begins now.
        if content.batches.isEmpty { content.batches = [Self.beginning(store.state.now)] }
        try await replace(with: content)
    }

    /// Keeps the present state, with the journal that led to it, under a name.
    ///
    /// - Throws: ``StoreRefusal`` for a name that can't be one.
    public func keep(as name: String) async throws {
        guard Self.isName(name) else {
            throw StoreRefusal(
                .invalid, "a name has 1 to 64 letters, digits, dots, hyphens or underscores", field: "name")
        }
        try await alone { try await journal.keep(as: name) }
    }

    /// Goes back to what was kept under a name.
    ///
    /// - Throws: ``StoreRefusal`` for a name that nothing was kept under; nothing has changed then.
    public func reset(to name: String) async throws {
        guard let content = try journal.kept(name) else { throw StoreRefusal.unknown("snapshot") }
        try await replace(with: content)
    }

    /// Goes back to the beginning: the time when the journal began, its seed, and what the commands make at that time.
    public func reset(beginningWith commands: [StoreCommand] = []) async throws {
        await settled()
        try await durable()
        let header = journal.header
        let start = Self.firstInstant(of: journal) ?? store.state.now
        var store = Store(StoreState(seed: header.seed, now: start))
        store.replay([.clockMoved(to: start)])
        var batches = [Self.beginning(start)]
        for command in commands {
            let events = try store.handle(command).events
            batches.append(
                JournalBatch(
                    sequence: store.state.sequence - Int64(events.count) + 1, count: events.count,
                    bytes: StoreEvent.bytes(of: events)))
        }
        try await replace(with: JournalContent(header: header, batches: batches))
    }

    private func replace(with content: JournalContent) async throws {
        // What can't be replayed is refused before anything changes.
        let twin = MemoryJournal(header: content.header)
        try await twin.append(content.batches)
        var replayed = try Self.replay(twin, start: Instant(milliseconds: 0)).state
        try await alone {
            try await journal.replace(with: content)
            replayed.era = store.state.era + 1
            store = Store(replayed)
            commit = GroupCommit(journal: journal)
            clock = StoreClock(clock.mode, store: store.state.now, system: timeline.now)
            latest = store.state.now
        }
        bell.ring { _ in true }
    }

    /// Does something to the whole journal while nobody else decides or waits for the disk.
    private func alone(_ body: () async throws -> Void) async throws {
        await settled()
        isReplacing = true
        defer {
            isReplacing = false
            ring()
        }
        try await commit.flush()
        try await body()
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { Plan.isBundleID(String(UnicodeScalar($0))) || $0 == 0x5F }
    }
}

extension Journal {
    /// All of it as a value.
    func content() throws -> JournalContent {
        var content = JournalContent(header: header, batches: [])
        try read(after: 0) { content.batches.append($0) }
        return content
    }
}
