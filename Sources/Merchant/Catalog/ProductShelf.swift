package import WindfallCommerce
package import WindfallStorage

/// The products of each app and what they give, in the database.
///
/// A shelf has a stamp that changes with every change, so that what was read once can be remembered.
package struct ProductShelf: Sendable {
    package static let schema = Schema(
        component: "catalog",
        migrations: [
            """
            CREATE TABLE shelf (
                app TEXT NOT NULL PRIMARY KEY,
                stamp BYTEA NOT NULL
            ) STRICT;
            CREATE TABLE product (
                app TEXT NOT NULL,
                product TEXT NOT NULL,
                body TEXT NOT NULL,
                imported BIGINT NOT NULL CHECK (imported BETWEEN 0 AND 1),
                changed BIGINT NOT NULL,
                PRIMARY KEY (app, product)
            ) STRICT;
            """
        ])

    private let remembered = RememberedShelves()

    package init() {}

    /// The rules of all products of an app. They are remembered until the shelf changes, so that asking costs one small
    /// statement.
    package func rules(of app: String, in scope: borrowing ReadScope) throws(StorageError) -> [String: ProductRule] {
        try contents(of: app, in: scope).rules
    }

    /// The same within changes.
    package func rules(of app: String, in scope: borrowing WriteScope) throws(StorageError) -> [String: ProductRule] {
        try contents(of: app, in: scope).rules
    }

    /// All products of an app.
    package func contents(of app: String, in scope: borrowing ReadScope) throws(StorageError) -> ShelfContents {
        guard let stamp = try scope.row(Self.stampOfApp, [.text(app)])?.bytes(0) else { return .empty }
        if let known = remembered.contents(of: app, stamp: stamp) { return known }
        return remembered.keep(try ShelfContents(rows: try scope.rows(Self.shelfOfApp, [.text(app)])), of: app)
    }

    /// The same within changes.
    package func contents(of app: String, in scope: borrowing WriteScope) throws(StorageError) -> ShelfContents {
        guard let stamp = try scope.row(Self.stampOfApp, [.text(app)])?.bytes(0) else { return .empty }
        if let known = remembered.contents(of: app, stamp: stamp) { return known }
        return remembered.keep(try ShelfContents(rows: try scope.rows(Self.shelfOfApp, [.text(app)])), of: app)
    }

    private static let stampOfApp: SQL = "SELECT stamp FROM shelf WHERE app = $1"
    /// Stamp and products in one statement, so that they are of one moment.
    private static let shelfOfApp: SQL = """
        SELECT shelf.stamp, product.product, product.body, product.imported
        FROM shelf LEFT JOIN product ON product.app = shelf.app WHERE shelf.app = $1
        """
}
