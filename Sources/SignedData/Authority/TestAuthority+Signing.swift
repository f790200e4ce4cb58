public import WindfallCommerce
import WindfallCryptography
public import WindfallJSON
public import WindfallTimeline

extension TestAuthority {
    /// The digest of an app receipt's signature.
    public enum Digest: Hashable, Sendable {
        /// Until 2023.
        case sha1
        /// Since 2023, and Xcode's.
        case sha256
    }

    /// Signs an app receipt.
    ///
    /// - Parameters:
    ///   - form: as the App Store writes it, with three certificates, or as Xcode does, with one that signed itself.
    ///   - signingTime: nil signs the content itself, as Apple does; otherwise attributes that hold its digest and this time.
    /// - Returns: a PKCS#7 envelope, not yet in base64.
    public func sign(
        _ receipt: AppReceipt, digest: Digest = .sha256, form: AppReceipt.Form = .appStore, signingTime: Instant? = nil
    ) throws(Failure) -> [UInt8] {
        do {
            return try SignedEnvelope.sign(
                receipt.payload(form), with: form == .appStore ? receipts : localReceipts,
                digest: digest == .sha1 ? .sha1 : .sha256, form: form == .appStore ? .der : .xcode,
                signingTime: signingTime)
        } catch {
            throw Failure("the receipt can't be signed: \(error)")
        }
    }

    /// Signs an iOS 6 style receipt of one transaction.
    ///
    /// - Parameters:
    ///   - purchase: the signed entries, in order, under their names with hyphens (F24).
    ///   - environment: `Sandbox`, or nil for production, where the entry is absent.
    ///   - pod: the store's data centre; 100 in the sandbox.
    /// - Returns: the outer property list, not yet in base64.
    public func sign(
        _ purchase: [TransactionReceipt.Entry], environment: String?, pod: String = "100",
        version: TransactionReceipt.Version = .version3
    ) throws(Failure) -> [UInt8] {
        do {
            return try TransactionReceipt.sign(
                purchase, environment: environment, pod: pod, version: version,
                with: version == .version2 ? transactions : receipts)
        } catch {
            throw Failure("the receipt can't be signed: \(error)")
        }
    }

    /// Signs a payload: a transaction, renewal information, an app transaction or a notification.
    ///
    /// - Parameter isLocal: with one certificate that signed itself and the header that Xcode writes.
    /// - Returns: the compact form of a JWS.
    public func sign(_ payload: JSONObject, isLocal: Bool = false) throws(Failure) -> String {
        let extra: [JSONObject.Member] =
            isLocal ? [.init(key: "kid", value: "Apple_Xcode_Key"), .init(key: "typ", value: "JWT")] : []
        do {
            return try JWSWriter.sign(payload, with: isLocal ? localPayloads : payloads, extra: extra)
        } catch {
            throw Failure("the payload can't be signed: \(error)")
        }
    }
}
