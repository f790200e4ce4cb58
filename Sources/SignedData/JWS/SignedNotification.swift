public import WindfallCommerce
public import WindfallTimeline

/// A server notification of version 2 with the signed data inside it, each read and judged by itself.
public struct SignedNotification: Sendable {
    public var payload: NotificationPayload
    /// `data.signedTransactionInfo`; nil where the notification is about no transaction.
    public var transaction: Reading<TransactionPayload>?
    /// `data.signedRenewalInfo`.
    public var renewalInfo: Reading<RenewalInfoPayload>?
    /// `appData.signedAppTransactionInfo`.
    public var appTransaction: Reading<AppTransactionPayload>?
}

extension Verifier {
    /// Reads a notification (Apple: responseBodyV2, `signedPayload`) and everything signed inside it.
    ///
    /// - Returns: genuine only if each part is; the problem of a part names its field.
    /// - Throws: ``Problem`` with the answer *unreadable*, also where a part can't be read.
    public func read(
        notification text: [UInt8], expecting expectation: Expectation = Expectation(), at now: Instant
    ) throws(Problem) -> Reading<SignedNotification> {
        try read(notification: ParsedJWS(reading: text, limit: limit), expecting: expectation, at: now)
    }

    /// Judges a notification that was taken apart.
    func read(
        notification parsed: ParsedJWS, expecting expectation: Expectation, at now: Instant
    ) throws(Problem) -> Reading<SignedNotification> {
        let outer = try judge(parsed, as: NotificationPayload.self, expecting: expectation, at: now)
        var notification = SignedNotification(payload: outer.content)
        notification.transaction = try read(
            part: "data.signedTransactionInfo", outer.content.data?.signedTransactionInfo, expectation, now)
        notification.renewalInfo = try read(
            part: "data.signedRenewalInfo", outer.content.data?.signedRenewalInfo, expectation, now)
        notification.appTransaction = try read(
            part: "appData.signedAppTransactionInfo", outer.content.appData?.signedAppTransactionInfo, expectation, now)
        var reading = outer.map { _ in notification }
        let problems = [
            notification.transaction?.problem, notification.renewalInfo?.problem, notification.appTransaction?.problem,
        ]
        reading.problem = outer.problem ?? problems.compactMap { $0 }.first
        let parts = [
            notification.transaction?.chains, notification.renewalInfo?.chains, notification.appTransaction?.chains,
        ]
        for chain in parts.compactMap({ $0 }).joined() where !reading.chains.contains(where: { $0 === chain }) {
            reading.chains.append(chain)
        }
        return reading
    }

    private func read<Payload: SignedPayload>(
        part field: String, _ text: String?, _ expectation: Expectation, _ now: Instant
    ) throws(Problem) -> Reading<Payload>? {
        guard let text else { return nil }
        do throws(Problem) {
            var reading = try read(jws: Array(text.utf8), as: Payload.self, expecting: expectation, at: now)
            reading.problem = reading.problem.map { $0.inside(field) }
            return reading
        } catch {
            throw error.inside(field)
        }
    }
}

extension Problem {
    /// The same problem, of a part of something larger.
    func inside(_ part: String) -> Problem {
        var problem = self
        problem.field = field.map { "\(part).\($0)" } ?? part
        return problem
    }
}
