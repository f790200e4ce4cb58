import WindfallCommerce

/// Reads signed data and tells whether it is genuine, from its bytes alone: no network, no files, no clock.
///
/// One verifier serves any number of threads and remembers the certificate chains that it has proved.
public final class Verifier: Sendable {
    /// The limit for one piece of data, decoded: an app receipt of 10,000 purchases has about 4 MiB.
    public static let standardLimit = 16 * 1024 * 1024

    public let trust: Trust
    /// The most bytes that one piece of data may have, decoded.
    public let limit: Int
    /// The most purchases that one app receipt may have.
    let purchaseLimit: Int
    let memory: ChainMemory

    /// - Parameters:
    ///   - trust: whose signatures are believed.
    ///   - limit: the most bytes that one piece of data may have, decoded; a negative number counts as 0.
    public convenience init(trust: Trust = .apple, limit: Int = Verifier.standardLimit) {
        self.init(trust: trust, limit: limit, purchaseLimit: .max)
    }

    /// - Parameter purchaseLimit: the most purchases that one app receipt may have; one more is `too_large`.
    package init(trust: Trust, limit: Int, purchaseLimit: Int) {
        self.trust = trust
        self.purchaseLimit = purchaseLimit
        self.limit = max(0, limit)
        memory = ChainMemory()
    }

    func checkSize(_ count: Int) throws(Problem) {
        guard count <= limit else { throw Problem(.tooLarge, "more than \(limit) bytes", offset: limit) }
    }

    /// The rules to try, in order, for data of an environment.
    ///
    /// - Throws: `local_testing` for data that anybody can sign, unless it was asked for.
    func rules(for environment: Environment?, of format: ChainRule) throws(Problem) -> [ChainRule] {
        guard let environment, environment.isLocal else { return [format] }
        guard trust.allowsLocalTesting else {
            throw Problem(.localTesting, "a local test signature (\(environment.rawValue)), which proves nothing")
        }
        return [format, .local]
    }
}
