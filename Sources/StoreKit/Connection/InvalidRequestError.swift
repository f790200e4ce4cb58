/// Why the store did not take a request that an app's server signed.
///
/// Source: Apple, "InvalidRequestError".
public struct InvalidRequestError: Error {
    /// The store's number of the reason.
    public let code: Int64
    public let message: String

    package init(code: Int64, message: String) {
        self.code = code
        self.message = message
    }
}
