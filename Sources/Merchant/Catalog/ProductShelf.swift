package import WindfallCommerce
package import WindfallStorage

/// The products of each app and what they give, in the database.
package struct ProductShelf: Sendable {
    package static let schema = Schema(component: "catalog", migrations: [])

    package init() {}

    /// The rules of all products of an app. They are remembered until the shelf changes, so that asking costs one small
    /// statement.
    package func rules(of app: String, in scope: borrowing ReadScope) throws(StorageError) -> [String: ProductRule] {
        preconditionFailure("not there yet")
    }

    /// The same within changes.
    package func rules(of app: String, in scope: borrowing WriteScope) throws(StorageError) -> [String: ProductRule] {
        preconditionFailure("not there yet")
    }
}
