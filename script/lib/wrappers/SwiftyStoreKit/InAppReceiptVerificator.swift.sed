# Linux: beside Foundation's own appStoreReceiptURL, which is always nil there, StoreKit's is seen where Foundation comes by StoreKit.
s/^import Foundation *$/import StoreKit/
