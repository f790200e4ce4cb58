import WindfallCommerce
import WindfallJSON
import WindfallSignedData

/// Issues signed papers: looks the state up, signs outside it, and remembers.
public struct ReceiptOffice: Sendable {
    public let service: StoreService
    public let desk: ReceiptDesk

    public init(service: StoreService, desk: ReceiptDesk) {
        self.service = service
        self.desk = desk
    }

    /// The device's app receipt as it was last made, a PKCS#7 envelope; nil while there is none.
    public func appReceipt(of device: DeviceNumber) async throws -> [UInt8]? {
        let (isMade, sequence) = try await service.read { state in
            let sequence = try state.device(device).receiptSequence
            return (sequence > 0, state.stamp(sequence))
        }
        guard isMade else { return nil }
        let paper = ReceiptDesk.Paper.appReceipt(device)
        if let known = desk.remembered(paper, changedAt: sequence) { return known }
        let receipt = try await service.read { try $0.appReceipt(of: device) }
        return try desk.sign(receipt, as: paper, changedAt: sequence)
    }

    /// The device's app receipt as it would be made now.
    public func latestAppReceipt(of device: DeviceNumber) async throws -> [UInt8] {
        let sequence = try await service.read { try $0.lastToldChange(of: $0.device(device).account) }
        let paper = ReceiptDesk.Paper.latestAppReceipt(device)
        if let known = desk.remembered(paper, changedAt: sequence) { return known }
        let receipt = try await service.read { try $0.latestAppReceipt(of: device) }
        return try desk.sign(receipt, as: paper, changedAt: sequence)
    }

    /// The JWS of a transaction.
    public func transaction(_ number: TransactionNumber) async throws -> String {
        let sequence = try await service.read { $0.stamp(try $0.transaction(number).sequence) }
        let paper = ReceiptDesk.Paper.transaction(number)
        if let known = desk.remembered(paper, changedAt: sequence) { return String(decoding: known, as: UTF8.self) }
        let payload = try await service.read { try $0.transactionPayload(number, signedAt: $0.now) }
        return String(decoding: try desk.sign(payload.json, as: paper, changedAt: sequence), as: UTF8.self)
    }

    /// The JWS of a subscription's renewal information.
    public func renewalInfo(_ original: TransactionNumber) async throws -> String {
        let sequence = try await service.read {
            $0.stamp($0.lastChange(of: try $0.subscription(original).account))
        }
        let paper = ReceiptDesk.Paper.renewalInfo(original)
        if let known = desk.remembered(paper, changedAt: sequence) { return String(decoding: known, as: UTF8.self) }
        let payload = try await service.read { try $0.renewalInfoPayload(original, signedAt: $0.now) }
        return String(decoding: try desk.sign(payload.json, as: paper, changedAt: sequence), as: UTF8.self)
    }

    /// The JWS of the app's download.
    public func appTransaction(of device: DeviceNumber) async throws -> String {
        let payload = try await service.read { try $0.appTransactionPayload(of: device, signedAt: $0.now) }
        let paper = ReceiptDesk.Paper.appTransaction(device)
        return String(decoding: try desk.sign(payload.json, as: paper, changedAt: 0), as: UTF8.self)
    }

    /// The iOS 6 style receipt of a transaction: the outer property list, to be sent in base64.
    public func transactionReceipt(_ number: TransactionNumber) async throws -> [UInt8] {
        let (record, sequence) = try await service.read { state in
            let record = try state.transaction(number)
            return (record, state.stamp(record.sequence))
        }
        let paper = ReceiptDesk.Paper.transactionReceipt(number)
        if let known = desk.remembered(paper, changedAt: sequence) { return known }
        let entries = try await service.read { try $0.transactionReceipt(of: number) }
        return try desk.sign(entries, isSandbox: record.isSandbox, as: paper, changedAt: sequence)
    }
}
