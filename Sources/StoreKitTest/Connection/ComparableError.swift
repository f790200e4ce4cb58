import Foundation
import FoundationNetworking
import StoreKit

/// What two errors of the store are compared by: their case, and the code of what lies below.
struct ComparableError: Hashable {
    private let name: String
    private let domain: String?
    private let code: Int?

    init(_ error: StoreKitError) {
        switch error {
        case .unknown: self.init("unknown")
        case .userCancelled: self.init("userCancelled")
        case .networkError(let error): self.init("networkError", nil, error.code.rawValue)
        case .systemError(let error):
            let known = error as NSError
            self.init("systemError", known.domain, known.code)
        case .notAvailableInStorefront: self.init("notAvailableInStorefront")
        case .notEntitled: self.init("notEntitled")
        case .unsupported: self.init("unsupported")
        }
    }

    private init(_ name: String, _ domain: String? = nil, _ code: Int? = nil) {
        self.name = name
        self.domain = domain
        self.code = code
    }
}
