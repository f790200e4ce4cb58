/// The members of a JSON object, in the order in which they were written; no key occurs twice.
public struct JSONObject: Hashable, Sendable {
    /// One key and its value.
    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSON

        /// - Parameters:
        ///   - key: the member's name, unescaped.
        ///   - value: the member's value.
        public init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// All members, in order.
    public private(set) var members: [Member]

    /// An object without members.
    public init() {
        members = []
    }

    /// An object with these members in this order, in linear time.
    ///
    /// - Parameter members: a repeated key keeps its first place and its last value.
    public init(_ members: some Sequence<Member>) {
        self.members = []
        self.members.reserveCapacity(members.underestimatedCount)
        var places: [String: Int] = [:]
        for member in members {
            if let place = places[member.key] {
                self.members[place].value = member.value
            } else {
                places[member.key] = self.members.count
                self.members.append(member)
            }
        }
    }

    /// - Parameter members: members whose keys are known to differ.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// A member's value; `nil` when there is no such key.
    ///
    /// Setting keeps the place of an existing key and appends a new one; setting `nil` removes the member. Each takes
    /// time in proportion to the number of members; use ``init(_:)`` to make a large object.
    /// - Parameter key: the member's name, unescaped.
    public subscript(key: String) -> JSON? {
        get {
            for member in members where member.key == key { return member.value }
            return nil
        }
        set {
            let place = members.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// How many members there are.
    public var count: Int { members.count }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// All keys, in order.
    public var keys: [String] { members.map(\.key) }

    /// Removes the members that a condition holds for; the others keep their order.
    ///
    /// - Parameter isUnwanted: whether a member is to go.
    public mutating func removeAll<Failure: Error>(
        where isUnwanted: (Member) throws(Failure) -> Bool
    ) throws(Failure) {
        var kept: [Member] = []
        for member in members where try !isUnwanted(member) { kept.append(member) }
        members = kept
    }

    /// Removes all members.
    public mutating func removeAll() {
        members.removeAll()
    }
}

extension JSONObject: Sequence {
    public func makeIterator() -> IndexingIterator<[Member]> {
        members.makeIterator()
    }

    public var underestimatedCount: Int { members.count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// An object with these members in this order; a repeated key keeps its first place and its last value.
    public init(dictionaryLiteral members: (String, JSON)...) {
        self.init(members.map { Member(key: $0.0, value: $0.1) })
    }
}
