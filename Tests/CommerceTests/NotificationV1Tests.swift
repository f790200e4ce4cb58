import Testing
import WindfallCommerce
import WindfallJSON
import WindfallTimeline

@Suite("Notifications of version 1") struct NotificationV1Tests {
    @Test(
        "Each variant is read", Fixture.isThere,
        arguments: [
            ("monza-cancel-original-shape", .cancel, .production, .off, 1),
            ("monza-cancel", .cancel, .production, .off, 1),
            ("monza-initial_buy", .initialBuy, .sandbox, .on, 1),
            ("monza-renewal", .renewal, .sandbox, .on, 1),
            ("monza-renewal_with_unified_receipt", .renewal, .sandbox, .on, 22),
            ("twigano-2020-did-change-renewal-status", .didChangeRenewalStatus, .sandbox, .off, 54),
        ] as [(String, NotificationV1Type, Environment, AutoRenewStatus, Int)])
    func variant(
        name: String, type: NotificationV1Type, environment: Environment, status: AutoRenewStatus, lines: Int
    ) throws {
        let notification: NotificationV1 = try Fixture.payload("notification-v1/\(name).json")
        #expect(notification.malformedFields() == [])
        #expect(notification.notificationType == type && notification.environment == environment)
        #expect(notification.autoRenewStatus == status && notification.password != nil)
        #expect(notification.lines.count == lines)
        for line in notification.lines {
            #expect(line.transactionId != nil && line.purchaseDate != nil && line.expiresDate != nil)
        }
    }

    @Test("F31: a refund before 2020 stands at the top level and in the line", Fixture.isThere)
    func cancelled() throws {
        let notification: NotificationV1 = try Fixture.payload("notification-v1/monza-cancel-original-shape.json")
        let refund = Instant(milliseconds: 1_521_757_701_000)
        #expect(notification.cancellationDate == refund && notification.unifiedReceipt == nil)
        let line = try #require(notification.latestExpiredReceiptLines?.first)
        #expect(line.cancellationDate == refund && line.isCancelled && line.cancellationReason == .other)
        #expect(line.isTransactionReceipt)
        #expect(line.expiresDate == Instant(milliseconds: 1_551_912_249_000))
    }

    @Test("The unified receipt has renewals and a status", Fixture.isThere)
    func unified() throws {
        let notification: NotificationV1 = try Fixture.payload(
            "notification-v1/twigano-2020-did-change-renewal-status.json")
        let receipt = try #require(notification.unifiedReceipt)
        #expect(receipt.status == .valid && receipt.environment == .sandbox && receipt.latestReceipt != nil)
        let renewal = try #require(receipt.pendingRenewals?.first)
        #expect(renewal.expirationIntent == .cancelled && renewal.autoRenewStatus == .off)
        #expect(renewal.isInBillingRetryPeriod == false)
        #expect(notification.autoRenewStatusChangeDate == Instant(milliseconds: 1_606_293_002_000))
    }

    @Test("Production is called PROD here, read and written")
    func production() {
        var notification = NotificationV1()
        notification.environment = .production
        #expect(notification.json["environment"] == "PROD" && notification.environment == .production)
        notification.environment = Environment(rawValue: "Moon")
        #expect(notification.json["environment"] == "Moon" && notification.environment?.rawValue == "Moon")
    }

    @Test("The renewal status is read in each form that was seen", arguments: [#""true""#, #""1""#, "1", "true"])
    func renewalStatus(spelling: String) throws {
        let notification = NotificationV1(json: try object(#"{"auto_renew_status":\#(spelling)}"#))
        #expect(notification.autoRenewStatus == .on)
        #expect(PendingRenewal(json: notification.json).autoRenewStatus == .on)
        #expect(VerifyReceiptAnswer(json: notification.json).autoRenewStatus == .on)
    }
}
