import Testing
import WindfallCommerce
import WindfallTimeline

/// Whose the credits of a purchase are that went from one user to another.
@Suite struct CreditTenuresTests {
    private static func user(_ name: String) throws -> UserIdentifier { try #require(UserIdentifier(name)) }

    /// Who of three has the credits of a payment, by names.
    private func owners(_ tenures: CreditTenures, paid date: Instant?, holder: String) throws -> [String] {
        try ["anna", "ben", "carla"].filter { name in
            tenures.credits(try Self.user(name), forPaymentAt: date, isHolder: name == holder)
        }
    }

    @Test("F30: the credits of a purchase that never went over are its holder's")
    func neverWentOver() throws {
        #expect(try owners(CreditTenures(), paid: day(-1), holder: "ben") == ["ben"])
        #expect(try owners(CreditTenures(), paid: nil, holder: "ben") == ["ben"])
        #expect(try owners(CreditTenures(), paid: nil, holder: "nobody") == [])
    }

    @Test("O22: each payment's credits stay with whoever held the purchase when it was paid, and with one only")
    func stay() throws {
        let tenures = CreditTenures([
            .init(try Self.user("anna"), until: day(-20)), .init(try Self.user("ben"), until: day(-10)),
            .init(try Self.user("anna"), until: day(-5)),
        ])
        #expect(try owners(tenures, paid: day(-21), holder: "carla") == ["anna"])
        #expect(try owners(tenures, paid: day(-20), holder: "carla") == ["ben"])
        #expect(try owners(tenures, paid: day(-10), holder: "carla") == ["anna"])
        #expect(try owners(tenures, paid: day(-5), holder: "carla") == ["carla"])
        #expect(try owners(tenures, paid: nil, holder: "carla") == ["anna"])
    }

    @Test("O22: what an erased user had is nobody's")
    func erased() throws {
        let tenures = CreditTenures([.init(nil, until: day(-20))])
        #expect(try owners(tenures, paid: day(-30), holder: "ben") == [])
        #expect(try owners(tenures, paid: day(-20), holder: "ben") == ["ben"])
    }

    @Test(
        "F30: a balance is never below zero, whatever was spent",
        arguments: [
            (100, 30, 70), (100, 100, 0), (100, 130, 0), (-5, 0, 0), (Int64.max, 1, Int64.max - 1), (0, Int64.max, 0),
            (Int64.min, Int64.max, 0), (10, -3, 10),
        ] as [(Int64, Int64, Int64)])
    func balance(granted: Int64, spent: Int64, left: Int64) {
        #expect(CreditLedger.balance(granted: granted, spent: spent) == left)
    }
}
