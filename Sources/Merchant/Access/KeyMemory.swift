import Synchronization
import WindfallCryptography
import WindfallStorage
import WindfallTimeline

/// Keys that were asked for lately, so that not every request asks the database. It holds hashes, no texts.
final class KeyMemory: Sendable {
    /// How long a key is remembered: a key that is revoked elsewhere is good for as long.
    static let life = Duration.seconds(5)
    /// How many are remembered; where there are more, all are forgotten and asked for again.
    private static let most = 10_000

    private struct Known {
        var key: AccessKey?
        var digest: [UInt8]
        var ends: Instant
    }

    private let known = Mutex<[String: Known]>([:])

    init() {}

    /// The key of a text, if it is good.
    ///
    /// - Parameter now: in wall time.
    func key(
        _ text: AccessKeyText, at now: Instant, in records: KeyRecords, of database: Database
    ) async throws(StorageError) -> AccessKey? {
        let found: Known
        if let remembered = known.withLock({ $0[text.id] }), now < remembered.ends,
            remembered.ends <= now.adding(Self.life) ?? remembered.ends
        {
            found = remembered
        } else {
            let stored = try await records.stored(text.id, in: database)
            found = Known(key: stored?.key, digest: stored?.digest ?? [], ends: now.adding(Self.life) ?? now)
            known.withLock { known in
                if known.count >= Self.most { known.removeAll() }
                known[text.id] = found
            }
        }
        let (given, stored) = (text.digest, found.digest)
        guard ByteComparison.areEqualInConstantTime(given.span, stored.span), let key = found.key,
            key.role == text.role, key.revoked == nil
        else { return nil }
        return key
    }

    /// Forgets a key, which was just revoked here.
    func forget(_ id: String) {
        known.withLock { $0[id] = nil }
    }
}
