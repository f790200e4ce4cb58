import Foundation
import WindfallCommerce
import WindfallSignedData
import WindfallTimeline

/// A compact JWS and its parts.
struct SignedForm: Hashable, Sendable {
    let text: String
    let header: Data
    let payload: Data
    let signature: Data

    /// - Returns: nil for what has not three parts in base64url.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(Self.decoded)
        guard parts.count == 3, let header = parts[0], let payload = parts[1], let signature = parts[2] else {
            return nil
        }
        self.text = text
        self.header = header
        self.payload = payload
        self.signature = signature
    }

    /// Header and payload as they were signed.
    var signedPart: Data {
        Data(text.prefix(upTo: text.lastIndex(of: ".") ?? text.endIndex).utf8)
    }

    private static func decoded(_ part: Substring) -> Data? {
        let standard = part.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
    }
}

extension StoreConnection {
    /// A transaction as the store signed it, and whether it did.
    ///
    /// - Returns: nil where it can't be read or lacks what each transaction has.
    package func transaction(signed text: String) -> VerificationResult<Transaction>? {
        guard let (form, reading) = read(text, as: TransactionPayload.self),
            let transaction = Transaction(reading.content, form)
        else { return nil }
        return VerificationResult(transaction, reading.problem)
    }

    /// Renewal information as the store signed it, and whether it did.
    package func renewalInfo(
        signed text: String
    ) -> VerificationResult<Product.SubscriptionInfo.RenewalInfo>? {
        guard let (form, reading) = read(text, as: RenewalInfoPayload.self),
            let renewalInfo = Product.SubscriptionInfo.RenewalInfo(reading.content, form)
        else { return nil }
        return VerificationResult(renewalInfo, reading.problem)
    }

    /// The app's own transaction as the store signed it, and whether it did.
    package func appTransaction(signed text: String) -> VerificationResult<AppTransaction>? {
        guard let (form, reading) = read(text, as: AppTransactionPayload.self),
            let transaction = AppTransaction(reading.content, form)
        else { return nil }
        return VerificationResult(transaction, reading.problem)
    }

    private func read<Payload: SignedPayload>(
        _ text: String, as _: Payload.Type
    ) -> (SignedForm, Reading<Payload>)? {
        guard let form = SignedForm(text) else { return nil }
        do throws(Problem) {
            let reading: Reading<Payload> = try link.verifier.read(
                jws: Array(text.utf8), expecting: Expectation(bundleID: settings.bundleID), at: settings.timeline.now)
            return (form, reading)
        } catch {
            return nil
        }
    }
}
