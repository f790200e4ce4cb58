/// The answers that were given to requests with a key, so that a request that is sent again changes nothing again.
///
/// Keys are a caller's own: the same key of another caller is another one. So many answers of each caller are kept; the
/// oldest goes first, and what is still under way never does.
package struct IdempotencyRecords: Sendable {
    /// What a request is, so that a key that comes with another one is noticed. It holds nothing of the body itself.
    package struct Fingerprint: Hashable, Sendable {
        private let method: HTTPMethod
        private let target: String
        private let bodyCount: Int
        private let bodyHash: Int

        package init(of request: HTTPRequest) {
            method = request.method
            target = request.url.target
            bodyCount = request.body.count
            bodyHash = request.body.hashValue
        }
    }

    /// What is to be done with a request.
    package enum Claim: Hashable, Sendable {
        /// It is new and now under way; ``conclude(_:of:with:)`` or ``release(_:of:)`` must follow.
        case first
        /// The same request is under way.
        case underWay
        /// The same request had this answer.
        case answered(HTTPResponse)
        /// The key came with another request before.
        case otherRequest
    }

    fileprivate struct Record: Sendable {
        let fingerprint: Fingerprint
        var response: HTTPResponse?
    }

    fileprivate struct Caller: Sendable {
        var records: [String: Record] = [:]
        /// The keys with an answer, from `first` on, the oldest first.
        var answered: [String] = []
        var first = 0
    }

    private var callers: [String: Caller] = [:]
    private let answersPerCaller: Int

    package init(answersPerCaller: Int = 1_000) {
        self.answersPerCaller = max(answersPerCaller, 1)
    }

    /// Asks for a key.
    package mutating func claim(_ key: String, of caller: String, for fingerprint: Fingerprint) -> Claim {
        guard let record = callers[caller]?.records[key] else {
            callers[caller, default: Caller()].records[key] = Record(fingerprint: fingerprint)
            return .first
        }
        guard record.fingerprint == fingerprint else { return .otherRequest }
        return record.response.map(Claim.answered) ?? .underWay
    }

    /// Keeps the answer of a claimed key.
    package mutating func conclude(_ key: String, of caller: String, with response: HTTPResponse) {
        callers[caller]?.conclude(key, with: response, limit: answersPerCaller)
    }

    /// Lets go of a claimed key without an answer: the request may be tried again.
    package mutating func release(_ key: String, of caller: String) {
        callers[caller]?.records[key] = nil
        if callers[caller]?.records.isEmpty == true { callers[caller] = nil }
    }

    /// Lets go of every key that has an answer.
    package mutating func forgetAnswers() {
        for name in callers.keys.sorted() {
            guard var caller = callers.removeValue(forKey: name) else { continue }
            caller.records = caller.records.filter { $0.value.response == nil }
            caller.answered = []
            caller.first = 0
            if !caller.records.isEmpty { callers[name] = caller }
        }
    }

    /// How many keys are known, of all callers.
    package var count: Int { callers.values.reduce(0) { $0 + $1.records.count } }
}

extension IdempotencyRecords.Caller {
    mutating func conclude(_ key: String, with response: HTTPResponse, limit: Int) {
        guard records[key] != nil, records[key]?.response == nil else { return }
        records[key]?.response = response
        answered.append(key)
        while answered.count - first > limit {
            records[answered[first]] = nil
            first += 1
        }
        // Keys that are gone are swept together, so that each costs a fixed time.
        if first > limit {
            answered.removeFirst(first)
            first = 0
        }
    }
}
