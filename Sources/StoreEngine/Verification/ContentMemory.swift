import Synchronization
import WindfallSignedData

/// Things that were worked out from contents, found again by exactly the same content.
///
/// A content is looked for by a few of its bytes and then compared whole, so a find is never that of another content,
/// and costs no digest. The memory is bounded: half of it is what was used lately; when that half is full, the other one
/// is forgotten.
final class ContentMemory<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var content: [UInt8]
        var value: Value
        /// In bytes.
        var cost: Int
    }

    private struct Generations: Sendable {
        var recent: [Int: Entry] = [:]
        var older: [Int: Entry] = [:]
        /// The cost of the recent ones.
        var cost = 0

        mutating func keep(_ entry: Entry, at key: Int, limit: Int) {
            if let replaced = recent[key] { cost -= replaced.cost }
            if cost + entry.cost > limit {
                older = recent
                recent = [:]
                cost = 0
            }
            recent[key] = entry
            cost += entry.cost
        }
    }

    private let generationLimit: Int
    private let generations = Mutex(Generations())

    /// - Parameter byteLimit: how many bytes are kept at most, contents and values together.
    init(byteLimit: Int) {
        generationLimit = byteLimit / 2
    }

    /// What was worked out from a content.
    ///
    /// - Parameter kind: keeps things apart that have the same content.
    func value(of content: [UInt8], kind: Int = 0) -> Value? {
        let key = Self.key(content, kind)
        let found = generations.withLock { generations -> Entry? in
            if let entry = generations.recent[key] { return entry }
            guard let entry = generations.older.removeValue(forKey: key) else { return nil }
            generations.keep(entry, at: key, limit: generationLimit)
            return entry
        }
        guard let found, Fingerprint.areSame(found.content, content) else { return nil }
        return found.value
    }

    /// Keeps what was worked out from a content; a thing that is larger than a half of the memory is not kept.
    ///
    /// - Parameter valueCost: the bytes that the value itself takes.
    func keep(_ value: Value, of content: [UInt8], kind: Int = 0, valueCost: Int) {
        let entry = Entry(content: content, value: value, cost: content.count + valueCost + Self.entryCost)
        guard entry.cost <= generationLimit else { return }
        let key = Self.key(content, kind)
        generations.withLock { generations in
            generations.older[key] = nil
            generations.keep(entry, at: key, limit: generationLimit)
        }
    }

    /// What an entry takes beside its bytes, about.
    private static var entryCost: Int { 128 }

    /// The number of bytes, some of them all over the content, and some at its end, where a receipt has its signature.
    private static func key(_ content: [UInt8], _ kind: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(content.count)
        let places = 8
        for start in [0, max(0, content.count - 512)] {
            let step = max(1, (content.count - start) / places)
            var place = start
            while place < content.count {
                hasher.combine(word(of: content, at: place))
                place += step
            }
        }
        return hasher.finalize()
    }

    private static func word(of content: [UInt8], at place: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in place..<min(place + 8, content.count) { word = word << 8 | UInt64(content[index]) }
        return word
    }
}
