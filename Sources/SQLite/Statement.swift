import WindfallCSQLite

/// One prepared statement; finalized when its owner lets go of it.
///
/// Values are bound to the parameters `$1`, `$2`, … by their numbers, whatever order they stand in. Columns count from 0
/// and are read after ``step()`` gave a row. A statement is used again after ``reset()``.
@safe package struct Statement: ~Copyable {
    private let handle: OpaquePointer
    /// SQLite's place of each parameter, by its number less one. SQLite takes `$1` as a name, not as a number.
    private let places: [Int32]

    init(on database: OpaquePointer, _ sql: String) throws(SQLiteError) {
        let (prepared, places) = try unsafe Self.prepared(on: database, sql)
        unsafe handle = prepared
        self.places = places
    }

    private static func prepared(
        on database: OpaquePointer, _ sql: String
    ) throws(SQLiteError) -> (OpaquePointer, places: [Int32]) {
        var sql = sql
        var prepared: OpaquePointer?
        var hasMore = false
        let result = sql.withUTF8 { text in
            unsafe text.withMemoryRebound(to: CChar.self) { text in
                var rest: UnsafePointer<CChar>?
                let result = unsafe sqlite3_prepare_v3(
                    database, text.baseAddress, Int32(clamping: text.count), UInt32(SQLITE_PREPARE_PERSISTENT),
                    &prepared, &rest)
                if let start = text.baseAddress, let rest = unsafe rest {
                    hasMore = unsafe text[(rest - start)...].contains { $0 > 0x20 }
                }
                return result
            }
        }
        guard result == SQLITE_OK else { throw unsafe .newest(.prepare, of: database, code: result) }
        guard let handle = unsafe prepared else {
            throw SQLiteError(.prepare, code: SQLITE_MISUSE, detail: "no statement")
        }
        let places = unsafe places(of: handle)
        let fault: String? =
            if hasMore {
                "more than one statement"
            } else if places.contains(0) {
                "parameters are called $1, $2 and so on"
            } else {
                nil
            }
        if let fault {
            unsafe sqlite3_finalize(handle)
            throw SQLiteError(.prepare, code: SQLITE_MISUSE, detail: fault)
        }
        return unsafe (handle, places)
    }

    deinit { unsafe sqlite3_finalize(handle) }

    private static func places(of handle: OpaquePointer) -> [Int32] {
        let count = max(0, unsafe sqlite3_bind_parameter_count(handle))
        return (0..<count).map { number in unsafe sqlite3_bind_parameter_index(handle, "$\(number + 1)") }
    }

    // MARK: Carrying out

    /// Goes to the next row.
    ///
    /// - Returns: false when there are no more rows; the statement can then be bound and stepped again.
    /// - Throws: ``SQLiteError``.
    package mutating func step() throws(SQLiteError) -> Bool {
        let result = unsafe sqlite3_step(handle)
        switch result & 0xFF {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            unsafe sqlite3_reset(handle)
            return false
        default:
            let error = unsafe SQLiteError.newest(.step, of: sqlite3_db_handle(handle), code: result)
            unsafe sqlite3_reset(handle)
            throw error
        }
    }

    /// Binds values, carries the statement out, passes over its rows and lets go of the values.
    package mutating func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
        try bind(values)
        while try step() {}
        clear()
    }

    /// Leaves the rows that were not read; the bound values stay.
    package mutating func reset() {
        unsafe sqlite3_reset(handle)
    }

    /// Leaves the rows that were not read, and makes every parameter NULL.
    package mutating func clear() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    // MARK: Binding

    /// Binds all parameters, starting with `$1`.
    ///
    /// - Throws: ``SQLiteError`` 25 (SQLITE_RANGE) when there are more or fewer values than parameters.
    package mutating func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        guard values.count == places.count else {
            throw SQLiteError(.bind, code: SQLITE_RANGE, detail: "\(values.count) values for \(places.count)")
        }
        for (index, value) in values.enumerated() { try bind(value, to: index + 1) }
    }

    /// - Parameter number: 1 for `$1`.
    package mutating func bind(_ value: SQLiteValue, to number: Int) throws(SQLiteError) {
        switch value {
        case .null: try check(unsafe sqlite3_bind_null(handle, try place(number)))
        case .integer(let value): try bind(value, to: number)
        case .real(let value): try check(unsafe sqlite3_bind_double(handle, try place(number), value))
        case .text(let value): try bind(value, to: number)
        case .blob(let value): try bind(value.span, to: number)
        }
    }

    package mutating func bind(_ value: Int64, to number: Int) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_int64(handle, try place(number), value))
    }

    /// Binds text; SQLite keeps a copy.
    package mutating func bind(_ value: String, to number: Int) throws(SQLiteError) {
        let place = try place(number)
        var value = value
        try check(
            value.withUTF8 { text in
                unsafe text.withMemoryRebound(to: CChar.self) { text in
                    unsafe windfall_bind_text(handle, place, text.baseAddress, UInt64(text.count))
                }
            })
    }

    /// Binds bytes; SQLite keeps a copy.
    package mutating func bind(_ value: Span<UInt8>, to number: Int) throws(SQLiteError) {
        let place = try place(number)
        try check(
            unsafe value.withUnsafeBufferPointer { bytes in
                unsafe windfall_bind_blob(handle, place, bytes.baseAddress, UInt64(bytes.count))
            })
    }

    private func place(_ number: Int) throws(SQLiteError) -> Int32 {
        guard number >= 1, number <= places.count else {
            throw SQLiteError(.bind, code: SQLITE_RANGE, detail: "no parameter $\(number)")
        }
        return places[number - 1]
    }

    private func check(_ result: Int32) throws(SQLiteError) {
        guard result == SQLITE_OK else {
            throw unsafe .newest(.bind, of: sqlite3_db_handle(handle), code: result)
        }
    }

    // MARK: Columns

    /// How many columns a row has.
    package var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

    package func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// - Throws: ``SQLiteError`` 20 (SQLITE_MISMATCH) for what is no whole number.
    package func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
        try require(SQLITE_INTEGER, column)
        return unsafe sqlite3_column_int64(handle, column)
    }

    /// - Throws: ``SQLiteError`` 20 (SQLITE_MISMATCH) for what is no text.
    package func text(_ column: Int32) throws(SQLiteError) -> String {
        try require(SQLITE_TEXT, column)
        return withBytes(column) { bytes in
            unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }

    /// - Throws: ``SQLiteError`` 20 (SQLITE_MISMATCH) for what is no blob.
    package func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try require(SQLITE_BLOB, column)
        return withBytes(column) { bytes in [UInt8](lending: bytes) }
    }

    /// The column's value, whatever its type.
    package func value(_ column: Int32) throws(SQLiteError) -> SQLiteValue {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(try integer(column))
        case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .text(try text(column))
        case SQLITE_BLOB: .blob(try blob(column))
        default: .null
        }
    }

    /// Lends the bytes of a text or a blob for the length of the closure; nothing may keep them.
    ///
    /// - Parameter column: the column's position, from 0. NULL, and a column that is not there, have no bytes.
    package func withBytes<Value, Failure: Error>(
        _ column: Int32, _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let start = unsafe sqlite3_column_blob(handle, column)?.assumingMemoryBound(to: UInt8.self)
        let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
        return try body(unsafe UnsafeBufferPointer(start: start, count: count).span)
    }

    private func require(_ type: Int32, _ column: Int32) throws(SQLiteError) {
        guard unsafe sqlite3_column_type(handle, column) == type else {
            throw SQLiteError(.read, code: SQLITE_MISMATCH, detail: "column \(column) is of another type")
        }
    }
}

extension [UInt8] {
    /// A copy of bytes that are lent.
    fileprivate init(lending bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
