# Linux: Foundation's own appStoreReceiptURL is always nil there; StoreKit's is seen where Foundation comes by StoreKit.
/^import Foundation *$/d
