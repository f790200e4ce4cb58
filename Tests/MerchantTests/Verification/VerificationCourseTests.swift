import Testing
import WindfallCommerce
import WindfallMerchant

/// What follows from each answer of the store.
@Suite struct VerificationCourseTests {
    typealias Event = VerificationCourse.Event
    typealias Action = VerificationCourse.Action

    private func answer(_ status: Int, _ isRetryable: Bool? = nil, _ fit: VerificationCourse.Fit = .fits) -> Event {
        .answered(VerificationStatus(rawValue: status), isRetryable: isRetryable, fit)
    }

    private func course(failedLocally: Bool = false, sandbox: MerchantApp.SandboxPolicy = .record) -> VerificationCourse
    {
        VerificationCourse(failedLocally: failedLocally, sandbox: sandbox)
    }

    private func expect(
        _ event: Event, gives expected: Action, _ course: inout VerificationCourse,
        at place: SourceLocation = #_sourceLocation
    ) {
        let action = course.handle(event)
        #expect(action == expected, sourceLocation: place)
    }

    /// What the first answer leads to.
    private func first(_ event: Event, failedLocally: Bool = false) -> Action {
        var course = course(failedLocally: failedLocally)
        _ = course.handle(.due)
        return course.handle(event)
    }

    @Test("F19, O1: production is asked first, the sandbox on 21007 and only then, and the next receipt begins anew")
    func environments() {
        var course = course()
        for _ in 0..<2 {
            expect(.due, gives: .ask(.production), &course)
            expect(answer(21007), gives: .ask(.sandbox), &course)
            expect(answer(0), gives: .conclude(.sandbox), &course)
        }
        #expect(first(answer(0)) == .conclude(.production))
    }

    @Test("F19: two stores that send to each other have said nothing, and nobody is asked in a circle")
    func circle() {
        var course = course()
        _ = course.handle(.due)
        _ = course.handle(answer(21007))
        expect(answer(21008), gives: .retry("store_status"), &course)
        // The production store says that the receipt is for the production store.
        #expect(first(answer(21008)) == .retry("store_status"))
    }

    @Test("F18, F26, O25: only a definite answer is a verdict")
    func verdicts() {
        let table: [(Event, Action)] = [
            (answer(0), .conclude(.production)), (answer(21006), .conclude(.production)),
            (answer(21000), .hold("unreadable_request")), (answer(21002), .retry("store_status")),
            (answer(21003), .refuse("not_authentic")), (answer(21004), .hold("wrong_secret")),
            (answer(21005), .retry("store_status")), (answer(21009), .retry("store_status")),
            (answer(21010, false), .refuse("account_not_found")), (answer(21010), .refuse("account_not_found")),
            (answer(21100), .retry("store_status")), (answer(21104, true), .retry("store_status")),
            (answer(21104, false), .hold("store_fault")), (answer(21199), .retry("store_status")),
            (answer(21001), .retry("store_status")), (answer(99999), .retry("store_status")),
            (answer(-1), .retry("store_status")), (.timedOut, .retry("timeout")),
            (.unreadable, .retry("unreadable_answer")), (.http(503), .retry("store_busy")),
            (.http(429), .retry("store_busy")), (.http(500), .retry("store_http_status")),
            (.http(404), .retry("store_http_status")), (.http(301), .retry("store_http_status")),
            (.http(401), .hold("store_refuses_access")), (.http(403), .hold("store_refuses_access")),
        ]
        for (event, action) in table { #expect(first(event) == action, "\(event)") }
    }

    @Test("O25: 21002 is a no only where our own reading found the receipt wanting")
    func malformed() {
        #expect(first(answer(21002), failedLocally: true) == .refuse("malformed_receipt"))
        #expect(first(answer(21002), failedLocally: false) == .retry("store_status"))
        #expect(first(answer(21005), failedLocally: true) == .retry("store_status"))
    }

    @Test("F41, O27: an answer about another app, or one that contradicts its host, grants nothing")
    func fits() {
        #expect(first(answer(0, nil, .otherApp)) == .refuse("other_app"))
        #expect(first(answer(21006, nil, .otherApp)) == .refuse("other_app"))
        #expect(first(answer(0, nil, .contradiction)) == .retry("unreadable_answer"))
    }

    @Test("D6: where sandbox receipts are refused, so is one that only the sandbox knows")
    func sandboxRefused() {
        var course = course(sandbox: .refuse)
        _ = course.handle(.due)
        expect(answer(21007), gives: .ask(.sandbox), &course)
        expect(answer(0), gives: .refuse("sandbox_not_allowed"), &course)
    }

    @Test("F18: after a time-out in the sandbox the next attempt begins with production")
    func timeOutInSandbox() {
        var course = course()
        _ = course.handle(.due)
        _ = course.handle(answer(21007))
        expect(.timedOut, gives: .retry("timeout"), &course)
        expect(.due, gives: .ask(.production), &course)
    }
}
