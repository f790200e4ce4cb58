// Linux: stands for a function that the checkout has in Objective-C.
import StoreKit

func priceLocaleFromProductDiscount(_ discount: SKProductDiscount) -> Locale? {
    discount.priceLocale
}
