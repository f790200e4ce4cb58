import StoreKit

/// What the person owns, kept in a property list beside the app's receipt: for each product the original transactions that
/// unlocked it, so that what arrives twice counts once (F10).
struct OwnedProducts {
    private let file: URL?
    private var originals: [String: Set<String>]

    /// Reads what an earlier run kept.
    ///
    /// - Parameter file: nil keeps nothing beyond this run.
    init(file: URL?) {
        self.file = file
        let data = file.flatMap { try? Data(contentsOf: $0) }
        let lists = data.flatMap { try? PropertyListDecoder().decode([String: [String]].self, from: $0) }
        originals = (lists ?? [:]).mapValues(Set.init)
    }

    /// The products, in the order of their identifiers, and how often each was bought.
    var list: [(product: String, count: Int)] {
        originals.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, $0.value.count) }
    }

    /// Notes a purchase, before it is finished.
    ///
    /// - Throws: the file can't be written: nothing is noted then, and the transaction must not be finished.
    mutating func unlock(_ product: String, by original: String) throws {
        var changed = originals
        guard changed[product, default: []].insert(original).inserted else { return }
        try keep(changed)
    }

    /// Takes a product back: it was refunded, or is shared no longer.
    ///
    /// - Throws: the file can't be written: the product is still owned then.
    mutating func revoke(_ product: String) throws {
        var changed = originals
        guard changed.removeValue(forKey: product) != nil else { return }
        try keep(changed)
    }

    private mutating func keep(_ changed: [String: Set<String>]) throws {
        if let file {
            // A purchase may arrive before the first receipt, which makes the folder.
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try PropertyListEncoder().encode(changed.mapValues { $0.sorted() }).write(to: file, options: .atomic)
        }
        originals = changed
    }
}
