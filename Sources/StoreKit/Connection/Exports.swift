// What code that imports StoreKit alone may name, as with Apple's module.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import WindfallCStoreKit
