package import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// How facts are read out of what was recorded: exactly as they were read when it came.
package struct RecordedSources: Sendable {
    /// What a submission's receipt shows by itself; nil when it was proved once and can't be proved now.
    package var receipt: @Sendable (Submission, _ receipt: [UInt8]) -> FactList?
    /// What an answer of the store tells; nil when it can't be read.
    package var answer: @Sendable (StoreAnswer, Submission) -> FactList?

    package init(
        receipt: @escaping @Sendable (Submission, _ receipt: [UInt8]) -> FactList?,
        answer: @escaping @Sendable (StoreAnswer, Submission) -> FactList?
    ) {
        self.receipt = receipt
        self.answer = answer
    }
}

extension RecordedSources {
    /// Reads receipts and answers as the server does, and proves the receipts again.
    ///
    /// - Parameter settings: an app that they do not name can't be proved.
    package init(_ settings: MerchantSettings) {
        let verifiers = settings.apps.mapValues { app in
            var trust = settings.trust
            trust.allowsLocalTesting = app.allowsLocalTesting
            return Verifier(trust: trust, limit: settings.receiptBytes, purchaseLimit: ReceiptProver.purchaseLimit)
        }
        self.init { submission, receipt in
            guard let verifier = verifiers[submission.user.app] else { return nil }
            return Self.facts(of: submission, receipt, by: verifier)
        } answer: { answer, _ in
            // Only answers that say genuine, about the app, are kept.
            guard let json = try? JSON(reading: answer.body.span), let object = json.object else { return nil }
            return FactList(
                answer: VerifyReceiptAnswer(json: object), environment: answer.environment, askedDate: answer.date)
        }
    }

    private static func facts(
        of submission: Submission, _ receipt: [UInt8], by verifier: Verifier
    ) -> FactList? {
        let expectation = Expectation(bundleID: submission.user.app)
        // Whether it has expired since is of no interest: it was taken when it had not.
        guard let form = try? DocumentForm(telling: receipt, limit: verifier.limit),
            var reading = try? verifier.read(form, expecting: expectation, at: submission.receivedDate)
        else { return nil }
        if reading.problem?.code == .expired { reading.problem = nil }
        let proved = try? ProvedReceipt(
            reading, bytes: receipt, digest: submission.digest, proof: submission.proof)
        return proved?.verdict == .genuine ? proved?.facts : nil
    }
}
