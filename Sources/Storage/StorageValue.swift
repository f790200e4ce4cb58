package import WindfallTimeline

/// A value as both engines store it. There is no floating-point number, and a truth value is the integer 0 or 1.
package enum StorageValue: Hashable, Sendable {
    case null
    case integer(Int64)
    /// Text without a zero byte, which PostgreSQL cannot store.
    case text(String)
    case bytes([UInt8])

    /// Milliseconds since 1970 UTC.
    package static func instant(_ instant: Instant) -> StorageValue { .integer(instant.milliseconds) }
    package static func flag(_ flag: Bool) -> StorageValue { .integer(flag ? 1 : 0) }
    /// NULL for nothing.
    package static func optional(_ text: String?) -> StorageValue { text.map(StorageValue.text) ?? .null }
    /// NULL for nothing.
    package static func optional(_ integer: Int64?) -> StorageValue { integer.map(StorageValue.integer) ?? .null }
    /// NULL for nothing.
    package static func optional(_ bytes: [UInt8]?) -> StorageValue { bytes.map(StorageValue.bytes) ?? .null }
    /// NULL for nothing.
    package static func optional(_ instant: Instant?) -> StorageValue {
        instant.map(StorageValue.instant) ?? .null
    }
}

/// One row of a result. Columns count from 0.
///
/// Each reader throws ``StorageError`` `mismatch` for a value of another kind, for NULL (except the optional ones), and
/// for a column that is not there.
package struct StorageRow: Hashable, Sendable {
    package var values: [StorageValue]

    package func integer(_ column: Int) throws(StorageError) -> Int64 {
        guard case .integer(let value) = try value(column) else { throw .mismatch(column: column) }
        return value
    }

    package func text(_ column: Int) throws(StorageError) -> String {
        guard case .text(let value) = try value(column) else { throw .mismatch(column: column) }
        return value
    }

    package func bytes(_ column: Int) throws(StorageError) -> [UInt8] {
        guard case .bytes(let value) = try value(column) else { throw .mismatch(column: column) }
        return value
    }

    package func instant(_ column: Int) throws(StorageError) -> Instant {
        Instant(milliseconds: try integer(column))
    }

    /// Whether an integer is not zero.
    package func flag(_ column: Int) throws(StorageError) -> Bool { try integer(column) != 0 }

    package func isNull(_ column: Int) throws(StorageError) -> Bool { try value(column) == .null }

    package func optionalInteger(_ column: Int) throws(StorageError) -> Int64? {
        try isNull(column) ? nil : try integer(column)
    }

    package func optionalText(_ column: Int) throws(StorageError) -> String? {
        try isNull(column) ? nil : try text(column)
    }

    package func optionalBytes(_ column: Int) throws(StorageError) -> [UInt8]? {
        try isNull(column) ? nil : try bytes(column)
    }

    package func optionalInstant(_ column: Int) throws(StorageError) -> Instant? {
        try isNull(column) ? nil : try instant(column)
    }

    private func value(_ column: Int) throws(StorageError) -> StorageValue {
        guard values.indices.contains(column) else { throw .mismatch(column: column) }
        return values[column]
    }
}

/// What a statement gave.
struct StorageResult: Sendable {
    var rows: [StorageRow]
    /// How many rows were inserted, changed or removed, or are in ``rows``.
    var affected: Int64
}
