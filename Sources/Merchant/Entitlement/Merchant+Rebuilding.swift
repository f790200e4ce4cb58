import WindfallCommerce
import WindfallJSON
import WindfallSignedData
package import WindfallStorage

extension Merchant {
    /// Recomputes what is owned from the recorded receipts and answers, and compares it with what is stored.
    ///
    /// - Parameter mending: whether to write what differs.
    package func rebuild(mending: Bool) async throws(StorageError) -> RebuildReport {
        let apps = settings.value.apps
        let prover = ReceiptProver(settings: settings)
        let sources = RecordedSources { submission, receipt in
            apps[submission.user.app].flatMap { prover.facts(of: receipt, as: submission, app: $0) }
        } answer: { answer, _ in
            let bytes = answer.body
            guard let object = (try? JSON(reading: bytes.span))?.object else { return nil }
            return FactList(
                answer: VerifyReceiptAnswer(json: object), environment: answer.environment, askedDate: answer.date)
        }
        return try await ledger.rebuild(from: submissions, sources, mending: mending, in: database)
    }
}
