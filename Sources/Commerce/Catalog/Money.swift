public import WindfallJSON

/// An amount in whole thousandths of a currency's unit; never a floating-point number.
public struct Money: Hashable, Sendable {
    /// Thousandths of the unit: 4990 is 4.99. Negative for what is given back.
    public var thousandths: Int64
    /// The currency of the amount.
    public var currency: Currency

    /// - Parameters:
    ///   - thousandths: thousandths of the currency's unit.
    ///   - currency: the currency.
    public init(thousandths: Int64, currency: Currency) {
        self.thousandths = thousandths
        self.currency = currency
    }

    /// Reads a price as `.storekit` files write it, exactly: `4.99`, `0.5`, `12`, `0.0`.
    ///
    /// - Parameters:
    ///   - amount: digits without a leading zero before another digit, then perhaps a point and one to three digits; no
    ///     sign, no space, no mark of a currency, no comma.
    ///   - currency: the currency of the amount.
    /// - Returns: `nil` for anything else and for what does not fit 64 bits.
    public init?(_ amount: String, _ currency: Currency) {
        let parts = amount.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty,
            whole.count == 1 || whole.first != UInt8(ascii: "0")
        else { return nil }
        let decimals = parts.dropFirst().first
        if let decimals { guard (1...3).contains(decimals.count) else { return nil } }
        var thousandths: Int64 = 0
        for byte in [whole, decimals].compactMap({ $0 }).joined() {
            guard byte &- UInt8(ascii: "0") <= 9 else { return nil }
            let digit = Int64(byte - UInt8(ascii: "0"))
            guard let longer = thousandths.shiftedByDigit(digit) else { return nil }
            thousandths = longer
        }
        for _ in (decimals?.count ?? 0)..<3 {
            guard let longer = thousandths.shiftedByDigit(0) else { return nil }
            thousandths = longer
        }
        self.init(thousandths: thousandths, currency: currency)
    }
}

extension Money {
    /// The amount in decimal digits with a point, for example `4.99`: as many decimals as the currency usually has, more
    /// only where the amount needs them.
    public var amount: String {
        let magnitude = thousandths.magnitude
        let fraction = magnitude % 1000
        var decimals = String(fraction + 1000).dropFirst()
        while decimals.count > currency.minorDigits, decimals.last == "0" { decimals.removeLast() }
        let sign = thousandths < 0 ? "-" : ""
        return decimals.isEmpty ? "\(sign)\(magnitude / 1000)" : "\(sign)\(magnitude / 1000).\(decimals)"
    }

    /// Whether nothing is paid.
    public var isZero: Bool { thousandths == 0 }

    /// The sum.
    ///
    /// - Parameter other: another amount.
    /// - Returns: `nil` when the currencies differ, since they are never added up, or when the sum does not fit.
    public func adding(_ other: Money) -> Money? {
        guard currency == other.currency else { return nil }
        let sum = thousandths.addingReportingOverflow(other.thousandths)
        return sum.overflow ? nil : Money(thousandths: sum.partialValue, currency: currency)
    }

    /// The amount for several pieces.
    ///
    /// - Parameter quantity: how many.
    /// - Returns: `nil` when the product does not fit.
    public func times(_ quantity: Int64) -> Money? {
        let product = thousandths.multipliedReportingOverflow(by: quantity)
        return product.overflow ? nil : Money(thousandths: product.partialValue, currency: currency)
    }
}

extension Money {
    /// Reads `{"amount": 4990, "currency": "USD"}`.
    ///
    /// - Parameter json: any value.
    /// - Returns: `nil` unless the amount is a whole number of thousandths and the currency well formed.
    public init?(json: JSON) {
        guard let amount = json["amount"]?.int64, let code = json["currency"]?.text else { return nil }
        let currency = Currency(rawValue: code)
        guard currency.isWellFormed else { return nil }
        self.init(thousandths: amount, currency: currency)
    }

    /// The amount as `{"amount": 4990, "currency": "USD"}`.
    public var json: JSON {
        ["amount": .integer(thousandths), "currency": .string(currency.rawValue)]
    }
}

extension Money: CustomStringConvertible {
    /// Amount and code, for example `4.99 USD`.
    public var description: String { "\(amount) \(currency)" }
}

extension Int64 {
    /// The number with one more decimal digit at its end; nil when that does not fit.
    fileprivate func shiftedByDigit(_ digit: Int64) -> Int64? {
        let product = multipliedReportingOverflow(by: 10)
        let sum = product.partialValue.addingReportingOverflow(digit)
        return product.overflow || sum.overflow ? nil : sum.partialValue
    }
}
