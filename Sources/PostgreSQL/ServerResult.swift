import WindfallCPostgreSQL

/// Owns one `PGresult`.
@safe struct ServerResult: ~Copyable {
    private let handle: OpaquePointer

    init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit { unsafe PQclear(handle) }

    var status: ExecStatusType { unsafe PQresultStatus(handle) }

    /// What the server says about a failure.
    var error: PostgreSQLError { unsafe PostgreSQLError(result: handle) }

    /// A copy of all rows.
    ///
    /// - Throws: ``PostgreSQLError`` 42804 for a column of a type that is not read here.
    func rows() throws(PostgreSQLError) -> PostgreSQLRows {
        var result = PostgreSQLRows()
        let affected = unsafe PQcmdTuples(handle).map { unsafe String(cString: $0) } ?? ""
        result.affected = Int64(affected) ?? 0
        let columns = unsafe PQnfields(handle)
        let types = (0..<columns).map { unsafe PQftype(handle, $0) }
        let rows = unsafe PQntuples(handle)
        result.rows.reserveCapacity(Int(rows))
        for row in 0..<rows {
            var values: [PostgreSQLValue] = []
            values.reserveCapacity(Int(columns))
            for (column, type) in zip(0..<columns, types) { values.append(try value(row, column, type)) }
            result.rows.append(values)
        }
        return result
    }

    /// One value in its binary form; the types' numbers are PostgreSQL's, from `pg_type.dat`.
    private func value(_ row: Int32, _ column: Int32, _ type: Oid) throws(PostgreSQLError) -> PostgreSQLValue {
        guard unsafe PQgetisnull(handle, row, column) == 0 else { return .null }
        let start = unsafe PQgetvalue(handle, row, column)
        let count = Int(unsafe PQgetlength(handle, row, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        switch type {
        case 20 where count == 8:  // int8
            return .integer(unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        case 23 where count == 4:  // int4
            return .integer(Int64(unsafe Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
        case 21 where count == 2:  // int2
            return .integer(Int64(unsafe Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))))
        case 16 where count == 1:  // bool
            return .integer(unsafe bytes[0] == 0 ? 0 : 1)
        case 25, 1043, 19:  // text, varchar, name
            return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case 17:  // bytea
            return .bytes(unsafe Array(bytes))
        case 2278:  // void, of a function without a result
            return .null
        default:
            throw PostgreSQLError(.read, state: "42804", detail: "column \(column) is of type \(type)")
        }
    }
}
