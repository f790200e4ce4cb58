import Testing
import WindfallCommerce
import WindfallJSON
import WindfallMerchant
import WindfallStorage
import WindfallStorageTesting
import WindfallTimeline

@Suite struct ProductShelfTests {
    /// A database with an empty shelf.
    private struct Room {
        let place: TestPlace
        let database: Database
        let shelf = ProductShelf()

        init(_ engine: TestEngine) async throws {
            place = try TestPlace(engine)
            database = try await Database.open(
                place.location, schemas: [ProductShelf.schema], at: Instant(milliseconds: 0))
        }

        @discardableResult
        func put(_ json: JSON, isImport: Bool = false, of app: String = "a.b") async throws -> ShelfChange {
            let product = try ShelvedProduct(json)
            let shelf = shelf
            return try await database.write(.statement) { scope throws(StorageError) in
                let contents = try shelf.lock(app, in: scope)
                return try shelf.put(
                    product, isImport: isImport, of: app, over: contents, at: Instant(milliseconds: 1), in: scope)
            }
        }

        func remove(_ id: String) async throws -> ShelfChange {
            let id = try #require(ProductIdentifier(id))
            let shelf = shelf
            return try await database.write(.statement) { scope throws(StorageError) in
                try shelf.remove(id, of: "a.b", over: try shelf.lock("a.b", in: scope), in: scope)
            }
        }

        func contents(of app: String = "a.b") async throws -> ShelfContents {
            let shelf = shelf
            return try await database.read { scope throws(StorageError) in try shelf.contents(of: app, in: scope) }
        }
    }

    @Test("F4: what a product gives is read back as it was put", arguments: TestEngine.present)
    func isKept(engine: TestEngine) async throws {
        let room = try await Room(engine)
        let json: JSON = [
            "productId": "month", "type": "nonRenewing", "entitlements": ["news", "zeitung"], "credits": ["coins": 3],
            "term": ["duration": "P1M", "stack": "news"], "gracePeriod": false, "familySharing": false,
            "prices": [["price": ["amount": 990, "currency": "EUR"], "storefront": "DEU", "startDate": 5]],
            "metadata": ["title": "Ein Monat – 🎈"], "listed": false, "order": -2,
        ]
        try await room.put(json)
        try await room.put(["productId": "tip", "type": "consumable"])
        let contents = try await room.contents()
        let product = try #require(contents.products["month"])
        #expect(JSON.object(product.json) == json)
        #expect(contents.rules["month"]?.term == NonRenewingTerm(.oneMonth, stack: "news"))
        #expect(contents.rules["tip"]?.entitlements == [] && contents.rules.count == 2)
        #expect(contents.listed.map(\.productID.text) == ["tip"])
        #expect(try await room.contents(of: "other") == room.contents(of: "third"))
    }

    @Test("a shelf's stamp changes with its contents and only then", arguments: TestEngine.present)
    func stampFollowsContents(engine: TestEngine) async throws {
        let room = try await Room(engine)
        var stamps: Set<[UInt8]> = [try await room.contents().stamp]
        #expect(try await room.put(["productId": "tip", "type": "consumable"]).isChange)
        stamps.insert(try await room.contents().stamp)
        #expect(try await !room.put(["productId": "tip", "type": "consumable"]).isChange)
        stamps.insert(try await room.contents().stamp)
        #expect(stamps.count == 2)
        #expect(try await room.put(["productId": "tip", "type": "consumable", "order": 1]).isChange)
        stamps.insert(try await room.contents().stamp)
        #expect(try await room.remove("tip").before?.place == 1)
        #expect(try await !room.remove("tip").isChange)
        stamps.insert(try await room.contents().stamp)
        #expect(stamps.count == 4)
        #expect(try await room.contents().products.isEmpty)
    }

    @Test("two processes see each other's changes", arguments: TestEngine.present)
    func isNotStale(engine: TestEngine) async throws {
        let room = try await Room(engine)
        try await room.put(["productId": "tip", "type": "consumable"])
        _ = try await room.contents()
        let other = ProductShelf()
        try await room.database.write(.statement) { scope throws(StorageError) in
            guard let product = try? ShelvedProduct(["productId": "gem", "type": "consumable"]) else { return }
            _ = try other.put(
                product, of: "a.b", over: try other.lock("a.b", in: scope), at: Instant(milliseconds: 2), in: scope)
        }
        #expect(try await room.contents().rules.keys.sorted() == ["gem", "tip"])
    }

    @Test("what was rolled back is not remembered as stored", arguments: TestEngine.present)
    func forgetsWhatFailed(engine: TestEngine) async throws {
        let room = try await Room(engine)
        let (shelf, product) = (room.shelf, try ShelvedProduct(["productId": "tip", "type": "consumable"]))
        await #expect(throws: StorageError.cancelled) {
            try await room.database.write(.statement) { scope throws(StorageError) in
                _ = try shelf.put(
                    product, of: "a.b", over: try shelf.lock("a.b", in: scope), at: Instant(milliseconds: 2),
                    in: scope)
                guard try shelf.contents(of: "a.b", in: scope).products.count == 1 else { return }
                throw .cancelled
            }
        }
        #expect(try await room.contents().products.isEmpty)
        try await room.put(["productId": "gem", "type": "consumable"])
        #expect(try await room.contents().rules.keys.sorted() == ["gem"])
    }
}
