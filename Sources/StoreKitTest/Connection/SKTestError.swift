public import Foundation
public import WindfallCStoreKit

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of a test session's errors.
public let SKTestErrorDomain: String = "SKTestErrorDomain"

/// Why a test session does not do what it was asked.
///
/// Source: Apple, "SKTestError".
public struct SKTestError: _BridgedStoredNSError {
    /// The kinds of failure.
    public typealias Code = SKTestErrorCode

    /// The same as an `NSError`.
    public let _nsError: NSError

    /// - Parameter _nsError: an error of the domain ``SKTestErrorDomain``.
    public init(_nsError: NSError) {
        self._nsError = _nsError
    }

    /// ``SKTestErrorDomain``.
    public static var errorDomain: String { SKTestErrorDomain }
    /// ``SKTestErrorDomain``.
    public static var _nsErrorDomain: String { SKTestErrorDomain }

    init(_ code: Code, _ reason: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: reason])
    }
}

extension SKTestErrorCode: @retroactive _ErrorCodeProtocol {
    /// The error that has these codes.
    public typealias _ErrorType = SKTestError
}

extension SKTestError {
    /// The session's store does not answer.
    public static var serviceUnavailable: Code { .serviceUnavailable }
    /// The configuration has no such product.
    public static var invalidProductIdentifier: Code { .invalidProductIdentifier }
    /// The product is of another type than this needs.
    public static var invalidProductType: Code { .invalidProductType }
    /// The file is no configuration that can be read.
    public static var invalidURL: Code { .invalidURL }
    /// There is no such file.
    public static var fileNotFound: Code { .fileNotFound }
    /// The person has no such subscription, or it has ended.
    public static var noSubscriptionFound: Code { .noSubscriptionFound }
    /// There is no such transaction.
    public static var noTransactionFound: Code { .noTransactionFound }
    /// The transaction is not in a state in which this can be done.
    public static var invalidAction: Code { .invalidAction }
}
