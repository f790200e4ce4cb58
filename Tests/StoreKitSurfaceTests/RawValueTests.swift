import StoreKit
import Testing

/// Apple's raw values and error codes.
@Suite struct RawValueTests {
    @Test("Every case has Apple's raw value")
    func rawValues() {
        for (value, number) in RawValueSurface.transactionStates { #expect(value.rawValue == number) }
        for (value, number) in RawValueSurface.downloadStates { #expect(value.rawValue == number) }
        for (value, number) in RawValueSurface.periodUnits { #expect(value.rawValue == number) }
        for (value, number) in RawValueSurface.paymentModes { #expect(value.rawValue == number) }
        for (value, number) in RawValueSurface.discountTypes { #expect(value.rawValue == number) }
        for (value, number) in RawValueSurface.visibilities { #expect(value.rawValue == number) }
        for (value, number) in RawValueSurface.errorCodes { #expect(value.rawValue == number) }
    }

    @Test("A raw value that Apple doesn't list is kept and falls into `@unknown default`")
    func unknownRawValues() throws {
        let state = try #require(SKPaymentTransactionState(rawValue: 92_159_124))
        #expect(state.rawValue == 92_159_124)
        #expect(TransactionSurface.name(of: state) == "unknown")
        let unit = try #require(SKProduct.PeriodUnit(rawValue: 9))
        #expect(ProductSurface.name(of: unit) == "unknown")
        let mode = try #require(SKProductDiscount.PaymentMode(rawValue: 9))
        #expect(ProductSurface.name(of: mode) == "unknown")
    }

    @Test("An error made in any form has Apple's domain and code, and is caught by its code")
    func errors() {
        for error in ErrorSurface.made {
            #expect(ErrorSurface.lines(of: error)[0...4] == ["2", "2", "SKErrorDomain", "SKErrorDomain", "2"])
            #expect(ErrorSurface.caught(error) == "cancelled")
        }
        #expect(ErrorSurface.lines(of: ErrorSurface.made[1])[5] == "1")
        #expect(ErrorSurface.made[1].localizedDescription == "No.")
        for (code, number) in ErrorSurface.codes {
            #expect(code.rawValue == number)
            #expect(ErrorSurface.caught(SKError(code)) == (number == 2 ? "cancelled" : "code \(number)"))
        }
        #expect(ErrorSurface.caught(CancellationError()) == "foreign")
        #expect(Set(ErrorSurface.made.map(\.code.rawValue)) == [2])
    }
}
