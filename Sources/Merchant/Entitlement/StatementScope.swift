import WindfallStorage

/// What can be asked: both kinds of scope.
protocol StatementScope: ~Copyable {
    borrowing func rows(_ sql: SQL, _ values: [StorageValue]) throws(StorageError) -> [StorageRow]
}

extension ReadScope: StatementScope {}
extension WriteScope: StatementScope {}
