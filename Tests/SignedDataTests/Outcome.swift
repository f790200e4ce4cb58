import WindfallCommerce
import WindfallSignedData

/// What came of reading signed data: an answer and its code, whether it was thrown or stands in the reading.
enum Outcome: Hashable, CustomStringConvertible {
    /// Genuine: what was signed, and by whom.
    case genuine(content: AnyHashable, signer: String?)
    case notGenuine(Problem.Code)
    case unreadable(Problem.Code)
    /// An answer that came in the wrong way: *unreadable* in a reading, or *not genuine* thrown.
    case misplaced(String)

    /// - Parameter read: reads the data; may throw a ``Problem`` with the answer *unreadable* and nothing else.
    init<Content: Hashable>(_ read: () throws(Problem) -> Reading<Content>) {
        do throws(Problem) {
            let reading = try read()
            guard let problem = reading.problem else {
                self = .genuine(content: AnyHashable(reading.content), signer: reading.signer?.sha256)
                return
            }
            self =
                problem.code.answer == .notGenuine
                ? .notGenuine(problem.code) : .misplaced("\(problem) stands in a reading")
        } catch {
            self =
                error.code.answer == .unreadable && error.offset ?? 0 >= 0
                ? .unreadable(error.code) : .misplaced("\(error) was thrown")
        }
    }

    var isGenuine: Bool {
        if case .genuine = self { true } else { false }
    }

    var description: String {
        switch self {
        case .genuine: "genuine"
        case .notGenuine(let code): "not genuine: \(code)"
        case .unreadable(let code): "unreadable: \(code)"
        case .misplaced(let text): "misplaced: \(text)"
        }
    }
}

extension Verifier {
    func outcome(appReceipt bytes: [UInt8], expecting expectation: WindfallSignedData.Expectation = .init()) -> Outcome
    {
        Outcome { () throws(Problem) in try read(appReceipt: bytes, expecting: expectation, at: Issued.date) }
    }

    func outcome(transactionReceipt bytes: [UInt8], expecting expectation: WindfallSignedData.Expectation = .init())
        -> Outcome
    {
        Outcome { () throws(Problem) in try read(transactionReceipt: bytes, expecting: expectation, at: Issued.date) }
    }

    func outcome(jws text: String, expecting expectation: WindfallSignedData.Expectation = .init()) -> Outcome {
        outcome(jws: Array(text.utf8), expecting: expectation)
    }

    func outcome(jws text: [UInt8], expecting expectation: WindfallSignedData.Expectation = .init()) -> Outcome {
        Outcome { () throws(Problem) in
            try read(jws: text, as: TransactionPayload.self, expecting: expectation, at: Issued.date)
        }
    }

    /// What the reader of any form makes of it.
    func outcome(_ input: [UInt8], expecting expectation: WindfallSignedData.Expectation = .init()) -> Outcome {
        Outcome { () throws(Problem) in try read(input, expecting: expectation, at: Issued.date).map(\.payload) }
    }
}
