/// Why a journal could not be opened, read or continued.
public struct JournalError: Error, Hashable, Sendable {
    /// What is wrong; further codes may come.
    public struct Code: Hashable, Sendable {
        /// The code as programs read it, such as `out_of_order`.
        public let name: String

        /// A batch leaves a gap, or holds an event that is stored already.
        public static let outOfOrder = Code(name: "out_of_order")
        /// A batch without events.
        public static let emptyBatch = Code(name: "empty_batch")
        /// A batch or a snapshot beyond its limit.
        public static let tooLarge = Code(name: "too_large")
        /// Another process, or another part of this one, has the journal open; the detail says who.
        public static let inUse = Code(name: "in_use")
        /// The file belongs to some other program, or is no database at all.
        public static let foreign = Code(name: "foreign")
        /// The journal was written by a newer version of this program.
        public static let formatTooNew = Code(name: "format_too_new")
        /// What is stored is not what was written: torn, cut off or changed.
        public static let damaged = Code(name: "damaged")
        /// The disk failed or is full; the detail has the cause's numbers.
        public static let storage = Code(name: "storage")
        /// The journal was closed.
        public static let closed = Code(name: "closed")
    }

    public var code: Code
    /// The event at which it happened; nil where no single one is at fault.
    public var sequence: Int64?
    /// More about the cause, fit to be shown: never an event's bytes.
    public var detail: String

    public init(_ code: Code, at sequence: Int64? = nil, detail: String = "") {
        self.code = code
        self.sequence = sequence
        self.detail = detail
    }
}

extension JournalError: CustomStringConvertible {
    public var description: String {
        "journal: " + code.name + (sequence.map { " at event \($0)" } ?? "") + (detail.isEmpty ? "" : " (\(detail))")
    }
}
