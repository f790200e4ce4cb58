// Apple's module brings StoreKit along.
@_exported public import StoreKit
