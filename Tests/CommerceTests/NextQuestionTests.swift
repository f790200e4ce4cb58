import Testing
import WindfallCommerce
import WindfallTimeline

/// When the store is to be asked about a subscription again.
@Suite struct NextQuestionTests {
    private static let end = Instant(milliseconds: 1_800_000_000_000)

    private static func at(_ hours: Int64) -> Instant { Instant(milliseconds: end.milliseconds + hours * 3_600_000) }

    private static func subscription(
        _ state: HeldSubscription.State, autoRenew: Bool? = true, expires: Instant? = end
    ) -> HeldSubscription {
        HeldSubscription(
            environment: .production, originalTransactionID: "1", productID: "a", state: state, autoRenew: autoRenew,
            expiresDate: expires, gracePeriodExpiresDate: nil, basis: .store)
    }

    @Test(
        "F27: a period that runs is asked about a minute after its end, also where the renewal is off",
        arguments: [true, false, nil])
    func active(autoRenew: Bool?) {
        let minute = Instant(milliseconds: Self.end.milliseconds + 60_000)
        let subscription = Self.subscription(.active, autoRenew: autoRenew)
        #expect(subscription.nextQuestion(after: Self.at(-700)) == minute)
        #expect(subscription.nextQuestion(after: Self.end) == minute)
        #expect(subscription.nextQuestion(after: Self.at(-1), delay: 0) == Self.end)
        // It runs by the tolerance between clocks: never at once again.
        #expect(subscription.nextQuestion(after: Self.at(1)) == Self.at(1).adding(milliseconds: 60_000))
    }

    @Test(
        "F27: while the store tries to charge, it is asked with growing pauses, an hour to a day",
        arguments: [HeldSubscription.State.gracePeriod, .billingRetry])
    func charging(state: HeldSubscription.State) {
        let subscription = Self.subscription(state)
        for (passed, pause) in [(0, 1), (3, 1), (4, 1), (8, 2), (48, 12), (96, 24), (1400, 24)] as [(Int64, Int64)] {
            #expect(subscription.nextQuestion(after: Self.at(passed)) == Self.at(passed + pause), "\(passed) hours")
        }
    }

    @Test("F27: a renewal that is late is looked for during three days; one that was turned off is not")
    func late() {
        for autoRenew in [true, nil] as [Bool?] {
            let subscription = Self.subscription(.expired, autoRenew: autoRenew)
            #expect(subscription.nextQuestion(after: Self.at(0)) == Self.at(1))
            #expect(subscription.nextQuestion(after: Self.at(71)) != nil)
            #expect(subscription.nextQuestion(after: Self.at(72)) == nil)
        }
        #expect(Self.subscription(.expired, autoRenew: false).nextQuestion(after: Self.end) == nil)
    }

    @Test("F31: what was taken back, and what has no end, is not asked about; the ends of time trap nothing")
    func never() {
        #expect(Self.subscription(.revoked).nextQuestion(after: Self.end) == nil)
        #expect(Self.subscription(.active, expires: nil).nextQuestion(after: Self.end) == nil)
        let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))
        for state in HeldSubscription.State.allCases {
            for (end, now) in [(first, last), (last, first), (last, last), (first, first)] {
                let next = Self.subscription(state, expires: end).nextQuestion(after: now)
                #expect(next.map { $0 > now } ?? true, "\(state)")
                let same = Self.subscription(state, expires: end).nextQuestion(after: now, delay: 0)
                #expect(same.map { $0 > now } ?? true, "\(state)")
            }
        }
    }
}
