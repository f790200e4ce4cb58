// The wrapper's types, and not those that StoreKit has of the same names since its modern API: on Apple's systems too, files
// that import both can't tell them apart.
@testable import MerchantKit

typealias Product = MerchantKit.Product
typealias SubscriptionPeriod = MerchantKit.SubscriptionPeriod
