package import WindfallCommerce

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
