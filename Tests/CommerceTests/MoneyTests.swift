import Testing
import WindfallCommerce
import WindfallJSON

@Suite struct MoneyTests {
    @Test(
        "A price is read exactly",
        arguments: [
            ("4.99", 4990), ("0.5", 500), ("0.0", 0), ("0", 0), ("12", 12_000), ("6.00", 6000), ("0.001", 1),
            ("199.99", 199_990), ("9223372036854775.807", Int64.max), ("1000000", 1_000_000_000),
        ])
    func exact(text: String, thousandths: Int64) {
        #expect(Money(text, .usDollar)?.thousandths == thousandths)
    }

    @Test(
        "Any other text is no price",
        arguments: [
            "", ".", "4.", ".99", "4.9999", "4.9900", "-4.99", "+4.99", " 4.99", "4.99 ", "$4.99", "4,99", "1,000.00",
            "4.9.9",
            "04.99", "00", "1e3", "NaN", "inf", "0x10", "4.9a", "٤.٩٩", "4\u{2E}\u{661}", "4.99\u{0}",
            "9223372036854775.808",
            "9223372036854776", "99999999999999999999", "Free",
        ])
    func refused(text: String) {
        #expect(Money(text, .usDollar) == nil)
    }

    @Test(
        "An amount is written with the currency's usual decimals, and with more where it needs them",
        arguments: [
            (4990, "USD", "4.99"), (5000, "USD", "5.00"), (500, "USD", "0.50"), (0, "USD", "0.00"), (1, "USD", "0.001"),
            (1001, "USD", "1.001"), (600_000, "JPY", "600"), (600_500, "JPY", "600.5"), (600_010, "JPY", "600.01"),
            (1250, "KWD", "1.250"), (-4990, "EUR", "-4.99"), (-1, "JPY", "-0.001"),
            (.max, "USD", "9223372036854775.807"),
            (.min, "USD", "-9223372036854775.808"), (.min, "JPY", "-9223372036854775.808"), (7000, "???", "7.00"),
        ] as [(Int64, String, String)])
    func written(thousandths: Int64, currency: String, text: String) {
        let money = Money(thousandths: thousandths, currency: Currency(rawValue: currency))
        #expect(money.amount == text)
        #expect(money.description == "\(text) \(currency)")
        if thousandths >= 0 { #expect(Money(text, money.currency) == money) }
    }

    @Test("Only the same currency is added up, and never beyond 64 bits")
    func sums() {
        let dollars = Money(thousandths: 4990, currency: .usDollar)
        #expect(dollars.adding(dollars)?.thousandths == 9980)
        #expect(dollars.adding(Money(thousandths: 1, currency: .euro)) == nil)
        #expect(dollars.adding(Money(thousandths: .max, currency: .usDollar)) == nil)
        #expect(dollars.adding(Money(thousandths: -4990, currency: .usDollar))?.isZero == true)
        #expect(Money(thousandths: .min, currency: .euro).adding(Money(thousandths: -1, currency: .euro)) == nil)
        #expect(dollars.times(10)?.amount == "49.90")
        #expect(dollars.times(.max) == nil && Money(thousandths: .min, currency: .euro).times(-1) == nil)
    }

    @Test("Money is an amount and a currency in JSON")
    func json() {
        let money = Money(thousandths: 4990, currency: .usDollar)
        #expect(money.json == ["amount": 4990, "currency": "USD"])
        #expect(Money(json: money.json) == money)
    }

    @Test(
        "Any other JSON is no money",
        arguments: [
            "null", "4990", #""4.99""#, "{}", #"{"amount":4990}"#, #"{"currency":"USD"}"#,
            #"{"amount":"4990","currency":"USD"}"#,
            #"{"amount":4.99,"currency":"USD"}"#, #"{"amount":4990,"currency":"usd"}"#,
            #"{"amount":4990,"currency":"US"}"#,
            #"{"amount":4990,"currency":"DOLLAR"}"#, #"{"amount":4990,"currency":7}"#,
            #"[{"amount":1,"currency":"USD"}]"#,
            #"{"amount":1e30,"currency":"USD"}"#, #"{"amount":4990,"currency":"ÜSD"}"#,
        ])
    func refusedJSON(text: String) throws {
        #expect(Money(json: try JSON(reading: text)) == nil)
    }

    @Test(
        "Decimals are those of ISO 4217",
        arguments: [("JPY", 0), ("KRW", 0), ("VND", 0), ("USD", 2), ("TWD", 2), ("OMR", 3)])
    func decimals(code: String, digits: Int) {
        #expect(Currency(rawValue: code).minorDigits == digits)
    }
}
