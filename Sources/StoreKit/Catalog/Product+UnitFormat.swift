public import Foundation

extension Product.SubscriptionPeriod.Unit {
    /// Writes a unit for people, in a language.
    public struct FormatStyle: Foundation.FormatStyle {
        private var locale: Locale

        /// - Parameter locale: the language.
        public init(locale: Locale = .autoupdatingCurrent) {
            self.locale = locale
        }

        /// The same in another language.
        public func locale(_ locale: Locale) -> FormatStyle {
            FormatStyle(locale: locale)
        }

        /// The unit's name, in English: Foundation on Linux has no names of units alone.
        public func format(_ value: Product.SubscriptionPeriod.Unit) -> String {
            value.localizedDescription.lowercased(with: locale)
        }
    }

    /// The unit, written by a format.
    public func formatted<Style: Foundation.FormatStyle>(_ format: Style) -> Style.FormatOutput
    where Style.FormatInput == Product.SubscriptionPeriod.Unit {
        format.format(self)
    }
}

extension Product {
    /// How units are written for people, in the language of the prices.
    public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle {
        SubscriptionPeriod.Unit.FormatStyle(locale: priceLocale)
    }
}
