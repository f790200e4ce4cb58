extension Measure {
    /// Every measure, in the order of the report.
    static var all: [Measure] {
        [
            jwsTransaction, appReceipt, purchases, memory,
            verifyReceipt, verifyReceiptInProcess, purchaseInMemory, purchaseJournalled, answeredPurchase,
            transactionReceipt, notification, xcodeReceipt,
            coldJWS, coldAppReceipt, twoThreads, jsonPayload,
            bareP256, bareRSA,
            durableInserts, intakeOnSQLite, intakeOnPostgreSQL, verificationsInFlight,
        ] + intakeLatencies
    }
}
