public import Foundation
public import WindfallCStoreKit

/// A length of time in calendar units: the period of a subscription or of an offer.
///
/// Source: Apple, "SKProductSubscriptionPeriod".
open class SKProductSubscriptionPeriod: NSObject {
    private let values: PeriodValues

    /// A period of no days, for test doubles that override the values.
    public override init() {
        values = PeriodValues()
    }

    init(_ values: PeriodValues) {
        self.values = values
    }

    /// How many units.
    open var numberOfUnits: Int { values.count }
    /// Which unit.
    open var unit: SKProduct.PeriodUnit { values.unit }
}
