import WindfallCommerce
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// What was found out about signed data, for a person or as JSON.
struct ReceiptReport: Sendable {
    /// The four answers.
    enum Verdict: Hashable, Sendable {
        case genuine, notGenuine, unchecked, unreadable
    }

    /// What was read; nil for bytes that can't be.
    var reading: Reading<SignedContent>?
    /// What is wrong; nil when the data is genuine.
    var problem: Problem?
    /// The moment that counted as the present.
    var now: Instant
    /// What was asked for and not compared or asked.
    var remarks: [String] = []

    static let checkRevocation = Option.flag(
        "--check-revocation", "asks the authorities, now, whether a certificate was revoked since (OCSP)")

    init(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) {
        let question = try ReceiptQuestion(arguments, surroundings)
        now = question.now
        do throws(Problem) {
            let reading = try question.verifier.read(
                question.input, expecting: question.expectation, at: question.now)
            self.reading = reading
            problem = reading.problem
            remarks = question.unasked(of: reading.content.kind)
            if arguments.has(Self.checkRevocation), reading.isGenuine { checkRevocation(of: reading, surroundings) }
        } catch {
            problem = error
        }
    }

    /// Authorities answer for the real present only, whatever the present is for the receipt's own dates.
    private mutating func checkRevocation(of reading: Reading<SignedContent>, _ surroundings: Surroundings) {
        if RevocationCheck.hasQuestions(about: reading, at: surroundings.timeline.now) {
            problem = surroundings.askRevocation(reading)
        } else {
            remarks.append(
                "windfall: \(Self.checkRevocation.name) asked nobody: no authority answers for these certificates now"
            )
        }
    }

    var verdict: Verdict {
        guard reading != nil else { return .unreadable }
        switch problem?.code.answer {
        case nil: return .genuine
        case .unchecked: return .unchecked
        case .notGenuine, .unreadable: return .notGenuine
        }
    }

    /// The report for programs: `kind`, `environment`, `verified`, `problem`, `signer`, `payload`, in this order.
    var json: JSON {
        [
            "kind": .text(reading?.content.kind.rawValue),
            "environment": .text(reading?.environment?.rawValue),
            "verified": .bool(verdict == .genuine),
            "problem": problem?.json ?? .null,
            "signer": reading?.signer?.json ?? .null,
            "payload": (reading?.content.payload).map(JSON.object) ?? .null,
        ]
    }
}

extension Problem {
    /// The problem with those of its places that are known.
    var json: JSON {
        var json: JSONObject = ["code": .string(code.name), "message": .string(message)]
        json["offset"] = offset.map { .integer(Int64($0)) }
        json["field"] = field.map(JSON.string)
        json["certificate"] = certificate.map(JSON.string)
        return .object(json)
    }
}

extension Signer {
    /// The signer with its instants in milliseconds since 1970.
    var json: JSON {
        [
            "subject": .string(subject), "issuer": .string(issuer), "sha256": .string(sha256),
            "notBefore": .integer(notBefore.milliseconds), "notAfter": .integer(notAfter.milliseconds),
        ]
    }
}

extension JSON {
    /// A string, or null where there is none.
    static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}
