import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallStorage
import WindfallTimeline

/// What a damaged row of a fact holds, so that it is only mended while it does.
struct DamagedFact: Hashable, Sendable {
    var signed: Int64
    var body: String
}

/// What makes one difference go away. Each is carried out only where the row is still as it was found.
enum LedgerRepair: Hashable, Sendable {
    case insert(FactRow, of: String)
    case replace(DamagedFact, by: FactRow, of: String)
    case removeFact(FactRow.Key, of: String)
    case addRefusal(String, of: String)
    case removeRefusal(String, of: String)
    case set(Possession, insteadOf: Possession, of: AppPurchase)
}

/// A row of a fact as it was found, damaged or not.
struct StoredFactRow: Sendable {
    var app: String
    var key: FactRow.Key
    var signed: Int64
    var token: String
    /// Whether its source is gone, because the user who sent it was erased.
    var isKept: Bool
    var body: String

    init(_ row: StorageRow) throws(StorageError) {
        app = try row.text(0)
        key = FactRow.Key(
            environment: try row.text(1), original: try row.text(2), identifier: try row.text(3),
            proof: try row.text(4), digest: try row.text(5))
        signed = try row.integer(6)
        token = try row.text(7)
        isKept = try row.flag(8)
        body = try row.text(9)
    }

    /// Whether the body is the one that the key names, and the token the body's.
    var isSound: Bool {
        guard FactRow.digest(of: body) == key.digest, let json = try? JSON(reading: body) else { return false }
        return json["appAccountToken"]?.text?.lowercased() ?? "" == token
    }
}

extension FactRow.Key {
    /// The fact in one line, without a user.
    var text: String {
        "\(environment) \(original) \(identifier.isEmpty ? "renewal" : identifier) \(digest)"
    }
}

extension EntitlementLedger {
    /// Carries out repairs.
    ///
    /// - Returns: how many changed something: what has been changed by others meanwhile is left alone.
    func mend(_ repairs: some Sequence<LedgerRepair>, in scope: borrowing WriteScope) throws(StorageError) -> Int {
        var mended = 0
        for repair in repairs {
            switch repair {
            case .insert(let row, let app):
                try FactTable(app: app).insert([row], in: scope)
                mended += 1
            case .replace(let damaged, let row, let app):
                mended += try FactTable(app: app).replace(damaged, by: row, in: scope) ? 1 : 0
            case .removeFact(let key, let app):
                mended += try FactTable(app: app).remove(key, in: scope) ? 1 : 0
            case .addRefusal(let proof, let app):
                try scope.runLater(
                    "INSERT INTO refusal (app, proof) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    [.text(app), .text(proof)])
                mended += 1
            case .removeRefusal(let proof, let app):
                try scope.runLater(
                    "DELETE FROM refusal WHERE app = $1 AND proof = $2", [.text(app), .text(proof)])
                mended += 1
            case .set(let right, let found, let purchase):
                let table = HolderTable(app: purchase.app)
                _ = try table.holders(of: [purchase.original], in: scope)
                guard try table.possession(of: purchase.original, in: scope) == found else { continue }
                try table.set(right, of: purchase.original, in: scope)
                mended += 1
            }
        }
        return mended
    }
}
