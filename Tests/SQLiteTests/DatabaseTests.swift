import Testing
import WindfallSQLite

@Suite struct DatabaseTests {
    private let folder: DatabaseFolder

    init() throws { folder = try DatabaseFolder() }

    /// The error of opening and using a file.
    private func failure(_ path: String, _ settings: SQLiteDatabase.Settings = .init()) -> SQLiteError? {
        do {
            let database = try SQLiteDatabase(path: path, settings)
            _ = try database.userVersion()
            return nil
        } catch {
            return error
        }
    }

    private func count(_ database: borrowing SQLiteDatabase) throws(SQLiteError) -> Int64 {
        var statement = try database.prepare("SELECT count(*) FROM a")
        _ = try statement.step()
        return try statement.integer(0)
    }

    private func table(_ settings: SQLiteDatabase.Settings = .init()) throws(SQLiteError) -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: folder.file(), settings)
        try database.execute("CREATE TABLE a (b INTEGER NOT NULL) STRICT;")
        return database
    }

    // MARK: Opening

    @Test("What can't be opened is an error, not a new file")
    func refusesToOpen() throws {
        #expect(failure("")?.code == 14)
        #expect(failure(folder.file("a\0b"))?.code == 14)
        #expect(failure(folder.path)?.code == 14)
        #expect(failure(folder.file("none/a"))?.code == 14)
        #expect(failure(folder.file(), .init(access: .readWrite))?.code == 14)
        #expect(failure(folder.file(), .init(access: .readOnly))?.code == 14)
        #expect(try folder.files().isEmpty)
    }

    @Test("A file of something else is foreign; a torn one is damaged")
    func tellsForeignFromDamaged() throws {
        try folder.write(Array("not a database, but long enough to be taken for one by somebody".utf8))
        #expect(failure(folder.file())?.isForeign == true)
        do {
            let database = try SQLiteDatabase(path: folder.file("b"), .init(recovery: .rollback))
            try database.execute("CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(100000));")
        }
        try folder.write(Array(try folder.read("b").prefix(5000)), to: "c")
        #expect(failure(folder.file("c"))?.isDamaged == true)
    }

    @Test("A file that is opened for reading only is not changed")
    func readOnly() throws {
        do { _ = try table(.init(recovery: .rollback)) }
        let bytes = try folder.read()
        let database = try SQLiteDatabase(path: folder.file(), .init(access: .readOnly))
        #expect(try count(database) == 0)
        let error = #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO a VALUES (1)") }
        #expect(error?.code == 8)
        #expect(try folder.read() == bytes)
    }

    @Test("Version and application are numbers in the file")
    func numbers() throws {
        do {
            let database = try table()
            #expect(try database.userVersion() == 0 && database.applicationIdentifier() == 0)
            try database.setUserVersion(.max)
            try database.setApplicationIdentifier(.min)
        }
        let database = try SQLiteDatabase(path: folder.file())
        #expect(try database.userVersion() == .max)
        #expect(try database.applicationIdentifier() == .min)
    }

    @Test("References are held, unless switched off", arguments: [true, false])
    func foreignKeys(held: Bool) throws {
        let database = try SQLiteDatabase(inMemory: .init(foreignKeys: held))
        try database.execute("CREATE TABLE a (b INTEGER PRIMARY KEY); CREATE TABLE c (d REFERENCES a);")
        let insert = { (database: borrowing SQLiteDatabase) throws(SQLiteError) in
            try database.execute("INSERT INTO c VALUES (1)")
        }
        if held {
            #expect(throws: SQLiteError.self) { try insert(database) }
        } else {
            try insert(database)
        }
    }

    @Test("Text in double quotes is never taken for a string")
    func doubleQuotes() throws {
        let database = try SQLiteDatabase(inMemory: .init())
        #expect(throws: SQLiteError.self) { try database.execute("SELECT \"a\"") }
    }

    // MARK: Write scopes

    @Test("What a scope writes is there when it ends")
    func commits() throws {
        let database = try table()
        let changed = try database.write { scope throws(SQLiteError) in
            try scope.run("INSERT INTO a VALUES ($1), ($2)", [.integer(1), .integer(2)])
        }
        #expect(changed == 2)
        let isOpen = database.isInWriteScope()
        #expect(!isOpen)
        #expect(try count(try SQLiteDatabase(path: folder.file())) == 2)
    }

    @Test("When a scope throws, everything is as before, and the next scope works")
    func rollsBack() throws {
        struct Changed: Error { var cause: SQLiteError? }
        let database = try table()
        #expect(throws: Changed.self) {
            try database.write(mapping: { Changed(cause: $0) }) { scope throws(Changed) in
                do throws(SQLiteError) { try scope.run("INSERT INTO a VALUES (1)") } catch {
                    throw Changed(cause: error)
                }
                throw Changed()
            }
        }
        let error = #expect(throws: SQLiteError.self) {
            try database.write { scope throws(SQLiteError) in
                try scope.run("INSERT INTO a VALUES (1)")
                try scope.run("INSERT INTO a VALUES ('a')")
            }
        }
        #expect(error?.isConstraint == true)
        #expect(try count(database) == 0)
        try database.write { scope throws(SQLiteError) in try scope.run("INSERT INTO a VALUES (1)") }
        #expect(try count(database) == 1)
    }

    @Test("A scope inside a scope is refused, and the outer one is undone")
    func noNesting() throws {
        let database = try table()
        let error = #expect(throws: SQLiteError.self) {
            try database.write { scope throws(SQLiteError) in
                try scope.run("INSERT INTO a VALUES (1)")
                try database.write { inner throws(SQLiteError) in try inner.run("INSERT INTO a VALUES (2)") }
            }
        }
        #expect(error?.operation == .begin)
        #expect(try count(database) == 0)
    }

    @Test("While another connection writes, a scope waits no longer than its time-out")
    func busy() throws {
        let first = try table()
        let second = try SQLiteDatabase(path: folder.file(), .init(busyTimeout: 0))
        try first.write { scope throws(SQLiteError) in
            try scope.run("INSERT INTO a VALUES (1)")
            let error = #expect(throws: SQLiteError.self) {
                try second.write { other throws(SQLiteError) in try other.run("INSERT INTO a VALUES (2)") }
            }
            #expect(error?.isBusy == true && error?.operation == .begin)
            #expect(try! count(second) == 0)
        }
        #expect(try count(second) == 1)
    }

    // MARK: Upkeep

    @Test("A sound file has no findings; one whose index is wrong has")
    func integrity() throws {
        let database = try table()
        try database.execute("CREATE INDEX c ON a (b); INSERT INTO a VALUES (1), (2);")
        #expect(try database.integrityFindings().isEmpty)
        #expect(try database.emptyLog())
        var bytes = try folder.read()
        // The page of the index, the third: its second entry's value becomes 7.
        let entry = try #require(bytes[8192...].lastIndex(of: 2))
        bytes[entry] = 7
        let other = try DatabaseFolder()
        try other.write(bytes)
        let damaged = try SQLiteDatabase(path: other.file(), .init(recovery: .asIs))
        #expect(try !damaged.integrityFindings().isEmpty)
    }

    @Test("A backup has what the database had, and replaces what was there")
    func backup() throws {
        let database = try table()
        try database.execute("INSERT INTO a VALUES (1), (2), (3)")
        let copy = try SQLiteDatabase(path: folder.file("copy"))
        try copy.execute("CREATE TABLE other (b);")
        try database.backup(to: copy, pagesPerStep: 1)
        #expect(try count(copy) == 3)
        #expect(throws: SQLiteError.self) { _ = try copy.prepare("SELECT * FROM other") }
        #expect(try copy.integrityFindings().isEmpty)
    }

    @Test("A backup into a database that is written to is refused")
    func backupBusy() throws {
        let database = try table()
        let copy = try SQLiteDatabase(path: folder.file("copy"), .init(busyTimeout: 0))
        try copy.execute("CREATE TABLE other (b);")
        let writer = try SQLiteDatabase(path: folder.file("copy"))
        try writer.write { _ throws(SQLiteError) in
            let error = #expect(throws: SQLiteError.self) { try database.backup(to: copy) }
            #expect(error?.isBusy == true)
        }
    }

    // MARK: Files

    @Test("A lock is held by one, who is named, until it is let go")
    func lock() throws {
        func named() throws -> String? {
            do {
                _ = try FileLock(path: folder.file("lock"))
                return nil
            } catch FileLockError.held(let holder) {
                return holder
            }
        }
        let lock = try FileLock(path: folder.file("lock"))
        #expect(try named()?.hasPrefix("process ") == true)
        _ = consume lock
        #expect(try named() == nil)
        #expect(throws: FileLockError.notOpened(code: 2)) { _ = try FileLock(path: folder.file("none/lock")) }
        #expect(throws: FileLockError.notOpened(code: 22)) { _ = try FileLock(path: "a\0b") }
    }

    @Test("A database takes the place of another, with nothing left of that")
    func move() throws {
        for name in ["a", "a-wal", "a-shm", "b"] { try folder.write(Array(name.utf8), to: name) }
        #expect(DatabaseFile.move(folder.file("b"), to: folder.file("a")) == 0)
        #expect(try folder.files() == ["a"])
        #expect(try folder.read("a") == Array("b".utf8))
        #expect(DatabaseFile.exists(folder.file("a")) && !DatabaseFile.exists(folder.file("b")))
        #expect(DatabaseFile.move(folder.file("b"), to: folder.file("a")) == 2)
        #expect(DatabaseFile.remove(folder.file("a")) == 0 && DatabaseFile.remove(folder.file("a")) == 0)
        #expect(try folder.files().isEmpty)
    }
}
