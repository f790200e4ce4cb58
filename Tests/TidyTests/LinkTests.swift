import Testing

@Suite struct LinkTests {
    /// All folders that are linked with one, by the arrows.
    private static func linked(with folder: String) -> Set<String> {
        var found: Set<String> = []
        var rest = [folder]
        while let next = rest.popLast() {
            guard case .only(let others) = Layout.arrows[next] else { continue }
            rest += others.subtracting(found)
            found.formUnion(others)
        }
        return found
    }

    @Test("An app's tests link no database")
    func noDatabase() {
        let linked = Self.linked(with: "StoreKitTest")
        #expect(linked.isSuperset(of: ["StoreKit", "StoreEngine", "Commerce", "COpenSSL"]))
        let databases: Set<String> = [
            "SQLite", "CSQLite", "PostgreSQL", "CPostgreSQL", "Storage", "StoreJournal", "Jobs", "Merchant",
        ]
        #expect(linked.isDisjoint(with: databases))
        #expect(Self.linked(with: "StoreJournal").contains("CSQLite"))
    }
}
