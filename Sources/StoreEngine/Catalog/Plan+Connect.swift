import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// Registering developers, apps, products and secrets (F1 to F3).
extension Plan {
    mutating func addDeveloper(_ name: String) throws(StoreRefusal) -> Store.Subject {
        guard !name.isEmpty, name.utf8.count <= 200 else {
            throw StoreRefusal(.invalid, "a name has 1 to 200 bytes", field: "name")
        }
        record(.developerAdded(name: name))
        let number = DeveloperNumber(Int64(state.developers.count) + 1)
        record(.secretAdded(.developer(number), secret(1)))
        return .developer(number)
    }

    mutating func putApp(_ bundleID: String, _ change: StoreCommand.AppChange) throws(StoreRefusal) -> Store.Subject {
        guard Self.isBundleID(bundleID) else {
            throw StoreRefusal(.invalid, "a bundle identifier has letters, digits, dots and hyphens", field: "bundleId")
        }
        let known = try? state.app(bundleID: bundleID)
        var app: AppRecord
        if let known {
            app = try state.app(known)
            if let developer = change.developer, developer != app.developer {
                throw StoreRefusal(.taken, "the app belongs to another developer account", field: "bundleId")
            }
        } else {
            let developer = change.developer ?? DeveloperNumber(1)
            _ = try state.developer(developer)
            app = AppRecord(developer: developer, bundleID: bundleID)
        }
        app.platform = change.platform ?? app.platform
        app.isNewsstand = change.isNewsstand ?? app.isNewsstand
        app.receiptLifetime = change.receiptLifetime ?? app.receiptLifetime
        app.notifications = change.notifications ?? app.notifications
        app.configuration = change.configuration ?? app.configuration
        if let version = change.version, version != app.version {
            guard !version.isEmpty, version.utf8.count <= 64 else {
                throw StoreRefusal(.invalid, "a version has 1 to 64 bytes", field: "version")
            }
            app.version = version
            if known != nil { app.versionCount += 1 }
        }
        let number = known ?? AppNumber(Int64(state.apps.count) + 1)
        record(.appPut(number, app))
        if known == nil { record(.secretAdded(.app(number), secret(1))) }
        return .app(number)
    }

    mutating func putProduct(
        _ bundleID: String, _ definition: ProductDefinition, _ delay: Duration
    ) throws(StoreRefusal) -> Store.Subject {
        let app = try state.app(bundleID: bundleID)
        let record = try state.app(app)
        if let problem = definition.problems().first {
            throw StoreRefusal(
                problem.code == .forbiddenKind ? .forbidden : .invalid, problem.message, field: problem.path)
        }
        guard let product = ProductRecord(app: app, definition: JSON.object(definition.json).text(), availableFrom: now)
        else {
            throw StoreRefusal(.invalid, "the product lacks what its type needs", field: "type")
        }
        guard product.type != .free || record.isNewsstand else {
            throw StoreRefusal(.invalid, "free subscriptions need an app enabled for Newsstand", field: "type")
        }
        let known = state.productNumber(product.productID, developer: record.developer)
        if let known {
            let old = try state.product(known)
            guard old.app == app else {
                throw StoreRefusal(.taken, "another app of the developer has the identifier", field: "productID")
            }
            guard old.type == product.type else {
                throw StoreRefusal(.invalid, "a product's type can't be changed", field: "type")
            }
        }
        let number = known ?? ProductNumber(Int64(state.products.count) + 1)
        let available = delay > .zero ? now.adding(delay) ?? now : now
        self.record(.productPut(number, app, definition: JSON.object(definition.json).text(), availableFrom: available))
        return .product(number)
    }

    mutating func addSecret(_ owner: StoreEvent.SecretOwner) throws(StoreRefusal) -> Store.Subject {
        _ = try secrets(of: owner)
        let secret = secret(1)
        record(.secretAdded(owner, secret))
        return .secret(secret)
    }

    mutating func removeSecret(_ owner: StoreEvent.SecretOwner, _ secret: String) throws(StoreRefusal) -> Store.Subject
    {
        guard try secrets(of: owner).contains(secret) else { throw .unknown("secret") }
        record(.secretRemoved(owner, secret))
        return .none
    }

    private func secrets(of owner: StoreEvent.SecretOwner) throws(StoreRefusal) -> [String] {
        switch owner {
        case .developer(let number): try state.developer(number).secrets
        case .app(let number): try state.app(number).secrets
        }
    }

    /// A shared secret as Apple's look: 32 hexadecimal digits. Made from seed and place in the journal, so that a run can be
    /// repeated; a test store guards no money.
    private func secret(_ offset: Int64) -> String {
        let text = "secret \(state.seed) \(state.sequence + Int64(events.count) + offset)"
        return String(Fingerprint.sha256(Array(text.utf8)).prefix(32))
    }

    static func isBundleID(_ text: String) -> Bool {
        (1...155).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x2E
            }
    }
}
