import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Notifications of version 2") struct NotificationTests {
    @Test(
        "Real ones are read, whatever they are about", Fixture.isThere,
        arguments: [
            ("qring-2025-pref-downgrade", .didChangeRenewalPref, .downgrade, .active),
            ("session-consumption-request", .consumptionRequest, nil, .active),
            ("session-did-renew", .didRenew, nil, .active),
            ("session-expired-voluntary", .expired, .voluntary, .expired),
            ("session-pref-upgrade", .didChangeRenewalPref, .upgrade, .active),
            ("session-renewal-disabled", .didChangeRenewalStatus, .autoRenewDisabled, .active),
            ("session-subscribed-resubscribe", .subscribed, .resubscribe, .active),
            ("test-notification-2022", .test, nil, nil),
        ] as [(String, NotificationType, NotificationSubtype?, SubscriptionStatus?)])
    func real(name: String, type: NotificationType, subtype: NotificationSubtype?, status: SubscriptionStatus?) throws {
        let notification: NotificationPayload = try Fixture.payload("jws-notification-v2/\(name).payload.json")
        #expect(notification.notificationType == type && notification.subtype == subtype)
        #expect(notification.data?.status == status)
        #expect((notification.data?.signedTransactionInfo == nil) == (type == .test))
        #expect(notification.environment == .sandbox && notification.bundleId != nil)
        #expect(notification.version == "2.0" && notification.signedDate != nil)
        #expect(notification.malformedFields() == [])
    }

    @Test("Apple's own: a subscription, a summary, a request for consumption", Fixture.isThere)
    func apple() throws {
        let bought: NotificationPayload = try Fixture.payload("apple-models/signedNotification.json")
        #expect(bought.notificationType == .subscribed && bought.subtype == .initialBuy)
        #expect(bought.data?.bundleVersion == "1.2.3" && bought.data?.status == .active)
        #expect(bought.appAppleId == 41234)

        let summary: NotificationPayload = try Fixture.payload("apple-models/signedSummaryNotification.json")
        #expect(summary.notificationType == .renewalExtension && summary.subtype == .summary && summary.data == nil)
        #expect(summary.summary?.storefrontCountryCodes == ["CAN", "USA", "MEX"])
        #expect(summary.summary?.succeededCount == 5 && summary.summary?.failedCount == 2)
        #expect(summary.environment == .localTesting && summary.appAppleId == 41234)

        let request: NotificationPayload = try Fixture.payload("apple-models/signedConsumptionRequestNotification.json")
        #expect(request.data?.consumptionRequestReason == .unintendedPurchase)
    }

    @Test("A test without version, signing date or transaction is read", Fixture.isThere)
    func sparse() throws {
        let sparse: NotificationPayload = try Fixture.payload("jws-apple-test/missingX5CHeaderClaim.payload.json")
        #expect(sparse.notificationType == .test && sparse.version == nil && sparse.signedDate == nil)
        #expect(sparse.environment == nil && sparse.data?.signedTransactionInfo == nil)
    }

    @Test("An external purchase token tells its environment by its first letters")
    func externalPurchase() throws {
        let sandbox = NotificationPayload(
            json: try object(
                #"{"externalPurchaseToken":{"externalPurchaseId":"SANDBOX_1","bundleId":"a","appAppleId":2}}"#))
        #expect(sandbox.environment == .sandbox && sandbox.bundleId == "a" && sandbox.appAppleId == 2)
        let production = NotificationPayload(
            json: try object(#"{"externalPurchaseToken":{"externalPurchaseId":"b2158121","tokenCreationDate":5}}"#))
        #expect(production.environment == .production)
        #expect(production.externalPurchaseToken?.tokenCreationDate == Instant(milliseconds: 5))
        #expect(NotificationPayload(json: try object(#"{"externalPurchaseToken":{}}"#)).environment == nil)
    }

    @Test("A parent's withdrawal names the app only")
    func rescinded() throws {
        let payload = NotificationPayload(
            json: try object(
                #"{"notificationType":"RESCIND_CONSENT","appData":{"bundleId":"a","environment":"Sandbox","#
                    + #""appAppleId":3,"signedAppTransactionInfo":"a.b.c"}}"#))
        #expect(payload.notificationType == .rescindConsent && payload.appData?.signedAppTransactionInfo == "a.b.c")
        #expect(payload.environment == .sandbox && payload.bundleId == "a" && payload.appAppleId == 3)
    }

    @Test("A type and a subtype that are not known survive")
    func unknown() throws {
        let payload = NotificationPayload(json: try object(#"{"notificationType":"NEW","subtype":"NEWER"}"#))
        #expect(payload.notificationType?.rawValue == "NEW" && payload.subtype?.rawValue == "NEWER")
        #expect(payload.malformedFields() == [])
    }

    @Test("A part of the wrong type spoils itself only")
    func oddParts() throws {
        let payload = NotificationPayload(
            json: try object(#"{"notificationType":"TEST","data":{"appAppleId":"x","bundleId":"a"},"summary":[]}"#))
        #expect(payload.malformedFields() == ["data.appAppleId", "summary"])
        #expect(payload.bundleId == "a" && payload.appAppleId == nil && payload.summary == nil)
    }
}
