import WindfallCommerce
import WindfallCryptography
import WindfallJSON
import WindfallSignedData
import WindfallStoreEngine
import WindfallTimeline

extension FuzzTarget {
    /// Every reader that takes bytes from outside: one entry each.
    static let all: [FuzzTarget] = [
        FuzzTarget("json", fixtures: ["*/*.json"], examples: texts(#"{"a":[1,-2.5e3,"\u00e9\n",null,true]}"#)) {
            let value = try JSON(reading: $0.span)
            precondition((try? JSON(reading: value.text())) == value, "what was written reads differently")
        },
        FuzzTarget("instant", examples: texts("2025-12-26T18:39:47Z", "2012-04-30T15:05:55.25+02:00")) {
            guard let instant = Instant(rfc3339: $0.span) else { return }
            precondition(Instant(rfc3339: instant.rfc3339) == instant, "what was written reads differently")
        },
        FuzzTarget(
            "store-date", examples: texts("2012-04-30 15:05:55 Etc/GMT", "2014-10-28 10:20:00 America/Los_Angeles")
        ) {
            _ = Instant(storeText: String(decoding: $0, as: UTF8.self))
        },
        FuzzTarget("base64", examples: texts("TWFueQ==", "TWFu", "TW-_")) {
            let bytes = try Base64.decode($0.span)
            precondition(Array(Base64.encode(bytes.span).utf8) == $0, "another text gives the same bytes")
        },
        FuzzTarget("base64url", examples: texts("TW-_", "TWFueQ")) {
            let bytes = try Base64.decode($0.span, .url, padding: .refused)
            precondition(Array(Base64.encode(bytes.span, .url, padded: false).utf8) == $0, "another text, same bytes")
        },
        FuzzTarget("certificate", fixtures: ["certificates/*.der"]) {
            let certificate = try Certificate(der: $0.span)
            _ = certificate.hasExtension("1.2.840.113635.100.6.11.1")
        },
        FuzzTarget("pem", examples: texts("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n")) {
            _ = try Certificate.readPEM($0.span, limit: 16)
        },
        FuzzTarget("envelope", fixtures: ["app-receipt-*/*.der", "app-receipt-*/*.b64"]) {
            _ = try SignedEnvelope(reading: $0.span)
        },
        FuzzTarget(
            "app-receipt", fixtures: ["app-receipt-*/*.der", "app-receipt-*/*.b64"], examples: FuzzSeeds.appReceipts
        ) {
            _ = try verifier.read(appReceipt: $0, expecting: expectation, at: now)
        },
        FuzzTarget(
            "transaction-receipt", fixtures: ["transaction-receipt-ios6/*.b64"], examples: FuzzSeeds.transactionReceipts
        ) {
            _ = try verifier.read(transactionReceipt: $0, expecting: expectation, at: now)
        },
        FuzzTarget("jws", fixtures: ["jws-*/*.jws"], examples: FuzzSeeds.transactions) {
            _ = try verifier.read(jws: $0, as: TransactionPayload.self, expecting: expectation, at: now)
        },
        FuzzTarget("notification", fixtures: ["jws-notification-v2/*.jws"], examples: FuzzSeeds.notifications) {
            _ = try verifier.read(notification: $0, expecting: expectation, at: now)
        },
        FuzzTarget("answer", fixtures: ["verifyreceipt-*/*.json"], examples: texts(#"{"status":0,"receipt":{}}"#)) {
            guard case .object(let object) = try JSON(reading: $0.span) else { return }
            let answer = VerifyReceiptAnswer(json: object)
            _ = (answer.meaning, answer.receipt?.receiptCreationDate, answer.pendingRenewals)
            for line in answer.lines { _ = (line.quantity, line.expiresDate, line.isCancelled, line.transactionId) }
        },
        FuzzTarget("document", fixtures: ["*/*.b64", "*/*.der", "*/*.jws"], examples: FuzzSeeds.documents) {
            _ = try verifier.read($0, expecting: expectation, at: now)
        },
        FuzzTarget("storekit-file", fixtures: ["storekit-config/*.storekit"]) {
            let file = try StoreKitConfiguration(reading: $0.span)
            _ = (file.problems(), file.catalog.problems(), file.bytes)
        },
        FuzzTarget("store-state", examples: { [StoreState(seed: 1, now: now).bytes()] }) {
            if let state = StoreState($0) { precondition(StoreState(state.bytes())?.digest == state.digest) }
        },
    ]

    private static let verifier = Verifier(trust: FuzzSeeds.trust)

    private static let expectation = Expectation(
        bundleID: "com.example.windfall", deviceID: Array(repeating: 1, count: 16))
    private static let now = Instant(milliseconds: 1_767_225_600_000)
}
