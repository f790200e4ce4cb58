import WindfallHTTP

/// Why what was said of a product can't be taken, and where.
package struct ProductProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the value, such as `credits.coins` or `prices[2].startDate`; empty for the whole.
    package var field: String
    /// What is wrong with it, as the rest of a sentence: `is no calendar period`.
    package var fault: String

    init(_ field: String, _ fault: String) {
        self.field = field
        self.fault = fault
    }

    package var description: String { field.isEmpty ? "The product \(fault)." : "\(field) \(fault)." }
}

extension APIError {
    init(_ problem: ProductProblem) {
        self.init(
            .unprocessable, "invalid_product", problem.description,
            field: problem.field.isEmpty ? nil : problem.field)
    }
}
