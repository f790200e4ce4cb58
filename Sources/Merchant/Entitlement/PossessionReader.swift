import WindfallCommerce
import WindfallStorage
import WindfallTimeline

/// Reads who has what, page by page: as it is stored, and as the log of claims tells it.
struct PossessionReader {
    let rowsPerPage: Int

    /// What follows from the log of claims, and how many claims it has.
    func replay(in scope: borrowing ReadScope) throws(StorageError) -> (HolderReplay, claims: Int) {
        var replay = HolderReplay()
        var (place, count): (Int64, Int) = (0, 0)
        while true {
            let rows = try scope.rows(
                """
                SELECT sequence, app, environment, original, person, other, decision, store_date FROM claim
                WHERE sequence > $1 ORDER BY sequence LIMIT $2
                """, [.integer(place), .integer(Int64(rowsPerPage))])
            guard let last = rows.last else { return (replay, count) }
            place = try last.integer(0)
            count += rows.count
            for row in rows {
                guard let decision = Claim.Decision(rawValue: try row.text(6)) else { throw .mismatch(column: 6) }
                let original = try row.text(3).isEmpty ? nil : try row.transactionKey(2)
                let claim = Claim(
                    original: original, person: try row.text(4), other: try row.text(5), decision: decision)
                replay.apply(claim, of: try row.text(1), at: try row.instant(7))
            }
        }
    }

    /// What is stored.
    func stored(in scope: borrowing ReadScope) throws(StorageError) -> [AppPurchase: Possession] {
        var stored: [AppPurchase: Possession] = [:]
        for row in try all(Self.holders, in: scope) {
            stored[try row.appPurchase, default: Possession()].people.append(try row.text(4))
        }
        for row in try all(Self.formerHolders, in: scope) {
            let former = Possession.Former(person: try row.text(4), until: try row.integer(5))
            stored[try row.appPurchase, default: Possession()].former.append(former)
        }
        return stored
    }

    private func all(_ page: SQL, in scope: borrowing ReadScope) throws(StorageError) -> [StorageRow] {
        var all: [StorageRow] = []
        var place: [StorageValue] = [.text(""), .text(""), .text(""), .integer(.min)]
        while true {
            let rows = try scope.rows(page, place + [.integer(Int64(rowsPerPage))])
            guard let last = rows.last else { return all }
            place = Array(last.values.prefix(4))
            all += rows
        }
    }

    private static let holders: SQL = """
        SELECT app, environment, original, place, person FROM holder
        WHERE (app, environment, original, place) > ($1, $2, $3, $4)
        ORDER BY app, environment, original, place LIMIT $5
        """
    private static let formerHolders: SQL = """
        SELECT app, environment, original, number, person, until FROM former_holder
        WHERE (app, environment, original, number) > ($1, $2, $3, $4)
        ORDER BY app, environment, original, number LIMIT $5
        """
}

extension StorageRow {
    fileprivate var appPurchase: AppPurchase {
        get throws(StorageError) { AppPurchase(app: try text(0), original: try transactionKey(1)) }
    }
}
