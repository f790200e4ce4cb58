import Synchronization
package import WindfallCommerce
import WindfallJSON
import WindfallStorage

/// All products of one app, as they were when the shelf had a stamp.
package struct ShelfContents: Hashable, Sendable {
    /// Equal for equal contents; empty for an app without products.
    package let stamp: [UInt8]
    /// By identifier.
    package let products: [String: ShelvedProduct]
    /// The products that came from a file and were not changed by hand.
    package let imported: Set<String>
    /// What each product gives.
    package let rules: [String: ProductRule]

    static let empty = ShelfContents(stamp: [], products: [:], imported: [])

    private init(stamp: [UInt8], products: [String: ShelvedProduct], imported: Set<String>) {
        self.stamp = stamp
        self.products = products
        self.imported = imported
        rules = products.mapValues(\.rule)
    }

    /// - Parameter rows: each with the stamp, a product, its body and whether it was imported; the product is NULL in the
    ///   row of an empty shelf.
    init(rows: [StorageRow]) throws(StorageError) {
        var products: [String: ShelvedProduct] = [:]
        var imported: Set<String> = []
        for row in rows where try !row.isNull(1) {
            let product = try Self.product(row)
            products[product.productID.text] = product
            if try row.flag(3) { imported.insert(product.productID.text) }
        }
        self.init(stamp: try rows.first?.bytes(0) ?? [], products: products, imported: imported)
    }

    /// A row that a program wrote which knows more than this one is not guessed at.
    private static func product(_ row: StorageRow) throws(StorageError) -> ShelvedProduct {
        let text = try row.text(2)
        guard let identifier = ProductIdentifier(try row.text(1)), let json = try? JSON(reading: text),
            let product = try? ShelvedProduct(json, productID: identifier)
        else { throw .mismatch(column: 2) }
        return product
    }

    /// The products that the app offers, in the order in which it shows them (F16, F42).
    package var listed: [ShelvedProduct] {
        products.values.filter(\.isListed).sorted {
            $0.place != $1.place ? $0.place < $1.place : $0.productID.text < $1.productID.text
        }
    }
}

/// The shelves that were read last, one of each app.
final class RememberedShelves: Sendable {
    private let shelves = Mutex<[String: ShelfContents]>([:])

    func contents(of app: String, stamp: [UInt8]) -> ShelfContents? {
        shelves.withLock { shelves in
            shelves[app].flatMap { $0.stamp == stamp ? $0 : nil }
        }
    }

    func keep(_ contents: ShelfContents, of app: String) -> ShelfContents {
        shelves.withLock { $0[app] = contents }
        return contents
    }
}
