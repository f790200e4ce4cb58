/// A currency by its ISO 4217 code, such as `USD`; the list is open.
public struct Currency: OpenWord {
    public let rawValue: String

    /// - Parameter rawValue: the three capital letters of ISO 4217; another text survives and ``isWellFormed`` is false.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The currency of a price that names none.
    public static let usDollar = Currency(rawValue: "USD")
    /// The currency of most European storefronts.
    public static let euro = Currency(rawValue: "EUR")

    /// Whether the code is three capital letters of ASCII; whether ISO 4217 has it is not asked.
    public var isWellFormed: Bool {
        rawValue.utf8.count == 3 && rawValue.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// How many decimals an amount is usually written with, by ISO 4217: two but for a few.
    public var minorDigits: Int {
        if Self.withoutDecimals.contains(rawValue) { return 0 }
        return Self.withThreeDecimals.contains(rawValue) ? 3 : 2
    }

    private static let withoutDecimals: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
        "XPF",
    ]
    private static let withThreeDecimals: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}
