public import WindfallTimeline

/// An app on a device, signed in to an account.
public struct DeviceRecord: Hashable, Sendable {
    public var account: AccountNumber
    public var app: AppNumber
    /// The version of the app that is installed.
    public var appVersion: String
    /// The device's identifier for the hash of receipts (F32): 16 bytes, or 6 on a Mac.
    public var identifier: [UInt8]
    /// When the app was installed.
    public var installed: Instant
    /// The event with which the receipt was last made; 0 while there is none. What the receipt holds follows from it.
    public var receiptSequence: Int64 = 0
    /// When the receipt was last made.
    public var receiptDate = Instant(milliseconds: 0)
}

extension DeviceRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.value(account)
        bytes.value(app)
        bytes.text(appVersion)
        bytes.blob(identifier)
        bytes.value(installed)
        bytes.integer(receiptSequence)
        bytes.value(receiptDate)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        account = try bytes.value()
        app = try bytes.value()
        appVersion = try bytes.text()
        identifier = try bytes.blob()
        installed = try bytes.value()
        receiptSequence = try bytes.integer()
        receiptDate = try bytes.value()
    }
}
