import WindfallCryptography
public import WindfallTimeline

/// Asks the authorities whether certificates behind genuine data were revoked since (OCSP, RFC 6960).
///
/// This is an extra: whether data is genuine follows from its bytes, at once and offline, and no answer has to wait for this.
/// An outage is never a *no*: *revoked* and *could not be asked* are different answers, and what could not be asked now
/// can be asked later. Answers are remembered for as long as they hold, a day at most, and outages for half a minute; so a
/// busy server asks once a day for each certificate.
public final class RevocationCheck: Sendable {
    private let transport: any RevocationTransport
    private let memory = RevocationMemory()

    /// - Parameter transport: carries the questions.
    public init(transport: any RevocationTransport) {
        self.transport = transport
    }

    /// Asks about the signer and the intermediate of each chain behind the data, as Apple's library for servers does.
    ///
    /// A certificate that is no longer valid at `now` is not asked about, since no responder answers for it: old receipts
    /// stay as genuine as they were. One that is valid and names no responder could not be asked about. A certificate that
    /// was revoked counts as such for all that it ever signed: whoever has its key can write any date.
    ///
    /// - Parameters:
    ///   - reading: data that was read; nobody is asked about data that is not genuine.
    ///   - now: the present; answers must be current at it.
    /// - Returns: nil when the data is genuine and nothing was revoked; the reading's own problem, if it has one; or else
    ///   `revoked` or `revocation_unknown` with the certificate.
    public func check(_ reading: Reading<some Sendable>, at now: Instant) async -> Problem? {
        if let problem = reading.problem { return problem }
        let questions: [RevocationQuestion]
        do {
            questions = try reading.chains.flatMap { try $0.revocationQuestions(at: now) }
        } catch {
            return Problem(.revocationUnknown, "whether a certificate was revoked could not be asked: \(error)")
        }
        let problems = await withTaskGroup(of: (Int, Problem?).self) { group in
            for (index, question) in questions.enumerated() {
                group.addTask {
                    let finding = await self.finding(for: question, at: now)
                    return (index, finding.problem(question.certificate))
                }
            }
            var problems = [Problem?](repeating: nil, count: questions.count)
            for await (index, problem) in group { problems[index] = problem }
            return problems.compactMap { $0 }
        }
        return problems.first { $0.code == .revoked } ?? problems.first
    }

    /// Whether there is a certificate behind the data that an authority answers for at `now`.
    public static func hasQuestions(about reading: Reading<some Sendable>, at now: Instant) -> Bool {
        reading.chains.contains { chain in
            guard let questions = try? chain.revocationQuestions(at: now) else { return true }
            return !questions.isEmpty
        }
    }

    private func finding(for question: RevocationQuestion, at now: Instant) async -> RevocationFinding {
        await memory.finding(for: question.certificate.sha256, at: now) {
            let finding = await ask(question, at: now)
            return Task.isCancelled ? nil : finding
        }
    }

    /// Asks the responders one after the other until one has something to say.
    private func ask(_ question: RevocationQuestion, at now: Instant) async -> RevocationFinding {
        var last = RevocationFinding(.unknown("it names no responder"))
        for address in question.addresses {
            do {
                let bytes = try question.bytes()
                last = question.finding(in: try await transport.post(bytes, to: address), at: now)
            } catch let outage as RevocationOutage {
                last = RevocationFinding(.unknown(outage.reason))
            } catch {
                last = RevocationFinding(.unknown("\(error)"))
            }
            if case .unknown = last.status { continue }
            break
        }
        return last
    }
}
