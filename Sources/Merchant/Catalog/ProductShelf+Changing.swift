package import WindfallCommerce
import WindfallCryptography
import WindfallJSON
package import WindfallStorage
package import WindfallTimeline

/// What a change of a shelf did.
package struct ShelfChange: Hashable, Sendable {
    /// What was there; nil for a new product.
    package var before: ShelvedProduct?
    /// What is there now; nil for one that was taken away.
    package var after: ShelvedProduct?

    /// Whether anything is different now.
    package var isChange: Bool { before != after }
}

extension ProductShelf {
    /// Locks an app's shelf until the scope ends and gives what lies on it. Everything that changes it begins so.
    package func lock(_ app: String, in scope: borrowing WriteScope) throws(StorageError) -> ShelfContents {
        try scope.lock("shelf \(app)")
        return try contents(of: app, in: scope)
    }

    /// Puts a product on a shelf, or in place of the one of its identifier. Equal ones change nothing.
    ///
    /// - Parameters:
    ///   - contents: of the locked shelf.
    ///   - isImport: whether it came from a file; the next file may replace it then.
    ///   - now: in wall time.
    package func put(
        _ product: ShelvedProduct, isImport: Bool = false, of app: String, over contents: ShelfContents,
        at now: Instant, in scope: borrowing WriteScope
    ) throws(StorageError) -> ShelfChange {
        let id = product.productID.text
        let change = ShelfChange(before: contents.products[id], after: product)
        guard change.isChange || contents.imported.contains(id) != isImport else { return change }
        let body = JSON.object(product.json).text()
        try scope.runLater(
            """
            INSERT INTO product (app, product, body, imported, changed) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (app, product) DO UPDATE
            SET body = excluded.body, imported = excluded.imported, changed = excluded.changed
            """, [.text(app), .text(id), .text(body), .flag(isImport), .instant(now)])
        try stamp(app, after: "put \(id) \(isImport) \(body)", in: scope)
        return change
    }

    /// Takes a product away. Purchases of it are recorded as before and give nothing any more.
    ///
    /// - Parameter contents: of the locked shelf.
    package func remove(
        _ product: ProductIdentifier, of app: String, over contents: ShelfContents, in scope: borrowing WriteScope
    ) throws(StorageError) -> ShelfChange {
        let change = ShelfChange(before: contents.products[product.text], after: nil)
        guard change.isChange else { return change }
        try scope.runLater(
            "DELETE FROM product WHERE app = $1 AND product = $2", [.text(app), .text(product.text)])
        try stamp(app, after: "remove \(product.text)", in: scope)
        return change
    }

    /// Gives the shelf a new stamp: a hash over the one before and the change. A stamp that was rolled back with its
    /// change can therefore only come again with the same contents.
    private func stamp(_ app: String, after change: String, in scope: borrowing WriteScope) throws(StorageError) {
        let before = try scope.row("SELECT stamp FROM shelf WHERE app = $1", [.text(app)])?.bytes(0) ?? []
        let bytes = before + Array(change.utf8)
        try scope.runLater(
            "INSERT INTO shelf (app, stamp) VALUES ($1, $2) ON CONFLICT (app) DO UPDATE SET stamp = excluded.stamp",
            [.text(app), .bytes(Digest.bytes(.sha256, of: bytes.span))])
    }
}
