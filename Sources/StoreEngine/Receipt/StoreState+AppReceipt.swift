public import WindfallCommerce
import WindfallSignedData
import WindfallTimeline

/// The app receipt of an account, app and device (F28 to F31), as a value that is not signed yet.
extension StoreState {
    /// The receipt as it was last made on the device.
    ///
    /// A consumable is in it from its purchase until the first time the receipt is made after it was finished (F30). A
    /// refund shows from the first time it is made after the refund (F31). All other purchases stay for ever.
    public func appReceipt(of number: DeviceNumber) throws(StoreRefusal) -> AppReceipt {
        let device = try device(number)
        return try appReceipt(of: number, madeWith: device.receiptSequence, at: device.receiptDate)
    }

    /// The receipt as it would be if it were made now: the `latest_receipt` of an answer.
    public func latestAppReceipt(of number: DeviceNumber) throws(StoreRefusal) -> AppReceipt {
        try appReceipt(of: number, madeWith: sequence, at: now)
    }

    private func appReceipt(
        of number: DeviceNumber, madeWith sequence: Int64, at instant: Instant
    ) throws(StoreRefusal) -> AppReceipt {
        let device = try device(number)
        let app = try app(device.app)
        let isSandbox = try account(device.account).isSandbox
        var receipt = AppReceipt(bundleID: app.bundleID)
        let expiry = receiptExpiry(device.account, device.app, madeAt: instant)
        receipt.receiptType = Self.receiptType(isSandbox: isSandbox, isVolumePurchase: expiry != nil)
        receipt.appItemID = isSandbox ? 0 : StoreText.appleID(device.app)
        receipt.applicationVersion = device.appVersion
        receipt.opaqueValue = DeviceMark(number, seed: seed).bytes[...]
        receipt.transactionDate = isSandbox ? nil : instant
        receipt.ageRating = "4+"
        receipt.developerID = isSandbox ? 0 : 500_000 + app.developer.value
        receipt.creationDate = Instant(seconds: instant.seconds)
        receipt.downloadID = isSandbox ? 0 : 30_000_000_000_000 + number.value
        receipt.versionExternalIdentifier = isSandbox ? 0 : StoreText.versionID(device.app, app)
        let first = devices(of: device.account, with: device.app).first.flatMap { try? self.device($0) } ?? device
        // The sandbox always tells the same date and version.
        receipt.originalPurchaseDate =
            isSandbox ? Instant(milliseconds: 1_375_340_400_000) : Instant(seconds: first.installed.seconds)
        receipt.originalApplicationVersion = isSandbox ? "1.0" : first.appVersion
        receipt.expirationDate = expiry
        receipt.inApp = try entries(of: number, device, madeWith: sequence)
        receipt.others = Self.otherAttributes(of: number, app, sequence: sequence, seed: seed)
        receipt.deviceHash = receipt.hash(deviceID: device.identifier)[...]
        return receipt
    }

    /// Attribute 0 of a receipt.
    static func receiptType(isSandbox: Bool, isVolumePurchase: Bool) -> String {
        "Production" + (isVolumePurchase ? "VPP" : "") + (isSandbox ? "Sandbox" : "")
    }

    /// The attributes that have no name: two that are new in each receipt, the tool, the system, the model.
    private static func otherAttributes(
        of device: DeviceNumber, _ app: AppRecord, sequence: Int64, seed: UInt64
    ) -> [ReceiptAttribute] {
        func bytes(_ count: Int, _ type: Int64) -> ArraySlice<UInt8> {
            SeededBytes.make(count, from: "attribute \(type) \(seed) \(device.value) \(sequence)")[...]
        }
        func number(_ value: Int64) -> ArraySlice<UInt8> { DERWriter.integer(value)[...] }
        return [
            ReceiptAttribute(type: 6, value: bytes(64, 6)), ReceiptAttribute(type: 7, value: bytes(64, 7)),
            // The four letters P305.
            ReceiptAttribute(type: 9, value: number(0x5033_3035)),
            ReceiptAttribute(type: 13, value: number(app.platform == .macOS ? 130_000 : 180_602)),
            ReceiptAttribute(type: 14, value: number(app.platform == .macOS ? 1 : 229)),
            ReceiptAttribute(type: 25, value: number(app.platform == .macOS ? 2 : 3)),
        ]
    }
}
