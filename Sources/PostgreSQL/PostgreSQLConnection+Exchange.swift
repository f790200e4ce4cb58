import WindfallCPostgreSQL

extension PostgreSQLConnection {
    /// What the server answers next.
    private enum Expected {
        case prepared(sql: String, name: String)
        case rows
    }

    /// Carries out statements in one journey to the server and back; after one that fails, the others are left out.
    ///
    /// Outside of a write scope of its own (`BEGIN` may be among the statements) all of them are one.
    /// - Returns: what each statement gave, in order.
    /// - Throws: ``PostgreSQLError`` of the first that failed.
    package mutating func run(_ statements: [PostgreSQLStatement]) throws(PostgreSQLError) -> [PostgreSQLRows] {
        try requireUse()
        if unsafe PQpipelineStatus(handle) == PQ_PIPELINE_OFF {
            try check(unsafe PQenterPipelineMode(handle))
        }
        var expected: [Expected] = []
        var names: [String: String] = [:]
        for statement in statements {
            if prepared[statement.sql] == nil, names[statement.sql] == nil {
                namesGiven += 1
                let name = "s\(namesGiven)"
                try check(unsafe PQsendPrepare(handle, name, statement.sql, 0, nil))
                names[statement.sql] = name
                expected.append(.prepared(sql: statement.sql, name: name))
            }
            try send(statement, as: prepared[statement.sql] ?? names[statement.sql] ?? "")
            expected.append(.rows)
        }
        try check(unsafe PQpipelineSync(handle))
        return try receive(expected)
    }

    private mutating func send(_ statement: PostgreSQLStatement, as name: String) throws(PostgreSQLError) {
        let parameters = ParameterBytes(statement.values)
        let connection = unsafe handle
        let sent = unsafe parameters.withPointers { count, values, lengths, formats in
            unsafe PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)
        }
        try check(sent)
    }

    /// Takes the answers up to the end of the pipeline, whatever fails on the way.
    private mutating func receive(_ expected: [Expected]) throws(PostgreSQLError) -> [PostgreSQLRows] {
        var rows: [PostgreSQLRows] = []
        var failure: PostgreSQLError?
        for expectation in expected {
            while let result = try nextResult() {
                do throws(PostgreSQLError) {
                    switch (result.status, expectation) {
                    case (PGRES_COMMAND_OK, .prepared(let sql, let name)): prepared[sql] = name
                    case (PGRES_COMMAND_OK, .rows), (PGRES_TUPLES_OK, .rows): rows.append(try result.rows())
                    case (PGRES_PIPELINE_ABORTED, _): break
                    default: throw result.error
                    }
                } catch {
                    failure = failure ?? error
                }
            }
        }
        guard let end = try nextResult(), end.status == PGRES_PIPELINE_SYNC else { throw broken(.receive) }
        if let failure {
            if failure.kind == .lost || failure.kind == .stale { isBroken = true }
            throw failure
        }
        return rows
    }

    /// Carries out statements that give no rows, one after the other; used for schemas and settings.
    ///
    /// - Parameter script: constants and whole numbers only.
    /// - Throws: ``PostgreSQLError`` of the first that fails; outside of a write scope none has had an effect then.
    package mutating func execute(script: String) throws(PostgreSQLError) {
        try requireUse()
        if unsafe PQpipelineStatus(handle) != PQ_PIPELINE_OFF {
            try check(unsafe PQexitPipelineMode(handle))
        }
        try check(unsafe PQsendQuery(handle, script))
        var failure: PostgreSQLError?
        while let result = try nextResult() {
            switch result.status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: break
            default: failure = failure ?? result.error
            }
        }
        if let failure { throw failure }
    }

    /// The next result; nil at the end of a statement's results.
    private mutating func nextResult() throws(PostgreSQLError) -> ServerResult? {
        try waitForResult()
        guard let result = unsafe PQgetResult(handle) else {
            if unsafe PQstatus(handle) != CONNECTION_OK { throw broken(.receive) }
            return nil
        }
        return unsafe ServerResult(owning: result)
    }

    /// How long to wait until the server is asked once more to stop, in milliseconds.
    private static let stopInterval: Int64 = 100

    /// Sends what is to be sent and waits until a result is there.
    private mutating func waitForResult() throws(PostgreSQLError) {
        let limit = max(1, Int64(settings.statementLimit) + Int64(settings.silenceLimit))
        var silence: Int64 = 0
        while true {
            let flushed = unsafe PQflush(handle)
            guard flushed >= 0 else { throw broken(.send) }
            if unsafe PQisBusy(handle) == 0 { return }
            let span = isStopping ? Self.stopInterval : limit - silence
            let event = isStopping ? -1 : interrupter.event
            let ready = windfall_wait(unsafe PQsocket(handle), flushed, event, Int32(clamping: span))
            if ready == 0 { silence += span }
            guard ready >= 0, silence < limit else {
                isBroken = true
                throw PostgreSQLError(.receive, state: PostgreSQLError.lostState, detail: "no answer in \(limit) ms")
            }
            if ready == 0 || ready & Int32(windfall_ready_event) != 0 {
                isStopping = true
                cancellation.send()
            }
            if ready & Int32(windfall_ready_read) != 0 {
                silence = 0
                guard unsafe PQconsumeInput(handle) == 1 else { throw broken(.receive) }
            }
        }
    }

    /// - Throws: ``PostgreSQLError`` for a connection that is lost or was told to stop.
    private func requireUse() throws(PostgreSQLError) {
        if isBroken { throw PostgreSQLError(.send, state: PostgreSQLError.lostState) }
        if isStopping { throw PostgreSQLError(.send, state: "57014") }
    }

    private mutating func check(_ result: Int32) throws(PostgreSQLError) {
        if result != 1 { throw broken(.send) }
    }

    /// The failure of the connection itself, which cannot be used any more.
    private mutating func broken(_ operation: PostgreSQLError.Operation) -> PostgreSQLError {
        isBroken = true
        return unsafe .newest(operation, of: handle)
    }
}
