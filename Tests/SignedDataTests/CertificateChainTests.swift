import Testing
import WindfallCommerce
import WindfallCryptography
import WindfallSignedData

@Suite("Chains that must not pass")
struct CertificateChainTests {
    /// Root, intermediate and leaf of one authority, and what is needed to break them.
    private static let root = Self.made { try .root("R", .p256) }
    private static let rsaRoot = Self.made { try .root("R") }
    private static let intermediate = Self.made { try root.issueAuthority("I", .p256) }
    private static let rsaIntermediate = Self.made { try rsaRoot.issueAuthority("I") }

    private static func made(_ make: () throws -> SigningIdentity) -> SigningIdentity {
        do {
            return try make()
        } catch {
            fatalError("\(error)")
        }
    }

    /// What comes of a receipt and of a JWS that this signer signed, under trust in its root.
    private func outcomes(
        _ receipts: SigningIdentity, _ payloads: SigningIdentity, trust: Trust? = nil
    ) throws -> (receipt: Outcome, jws: Outcome) {
        let bytes = try SignedEnvelope.sign(Small.receipt.payload(), with: receipts, digest: .sha256)
        let text = try JWSWriter.sign(Issued.transaction, with: payloads)
        return (
            Verifier(trust: try trust ?? Self.rsaRoot.trust).outcome(appReceipt: bytes),
            Verifier(trust: try trust ?? Self.root.trust).outcome(jws: text)
        )
    }

    @Test("The chain without a fault is genuine")
    func right() throws {
        let found = try outcomes(try Self.rsaIntermediate.issue("L"), try Self.intermediate.issue("L", .p256))
        #expect(found.receipt.isGenuine && found.jws.isGenuine)
    }

    @Test(
        "A leaf without the marker of its purpose is refused",
        arguments: [[], [Marker.transaction], [Marker.intermediate]])
    func leafMarker(markers: [String]) throws {
        let found = try outcomes(
            try Self.rsaIntermediate.issue("L", markers: markers),
            try Self.intermediate.issue("L", .p256, markers: markers))
        #expect(found == (.notGenuine(.certificatePurpose), .notGenuine(.certificatePurpose)))
    }

    @Test(
        "An intermediate without the marker of its purpose is refused in a JWS, and makes no difference in an app receipt",
        arguments: [[], [Marker.store], [Marker.receipt]])
    func intermediateMarker(markers: [String]) throws {
        let found = try outcomes(
            try Self.rsaRoot.issueAuthority(markers: markers).issue("L"),
            try Self.root.issueAuthority("I", .p256, markers: markers).issue("L", .p256))
        #expect(found.receipt.isGenuine && found.jws == .notGenuine(.certificatePurpose))
    }

    @Test("A leaf that signs receipts can't issue another one, though it bears both markers")
    func leafAsAuthority() throws {
        let both = [Marker.receipt, Marker.intermediate]
        let found = try outcomes(
            // Under the root, so that only the leaf's lack of authority is in the way.
            try Self.rsaRoot.issue("L", markers: both).issue("M"),
            try Self.root.issue("L", .p256, markers: both).issue("M", .p256))
        #expect(found == (.notGenuine(.certificatePurpose), .notGenuine(.certificatePurpose)))
        let four = try outcomes(
            try Self.rsaIntermediate.issue("L", markers: both).issue("M"),
            try Self.intermediate.issue("L", .p256, markers: both).issue("M", .p256))
        #expect(four == (.notGenuine(.certificatePurpose), .notGenuine(.chainLength)))
    }

    @Test("A chain of two is too short, and one of four too long")
    func length() throws {
        let two = try outcomes(try Self.rsaRoot.issue("L"), try Self.root.issue("L", .p256))
        #expect(two == (.notGenuine(.chainLength), .notGenuine(.chainLength)))
        let four = try outcomes(
            try Self.rsaIntermediate.issueAuthority("J").issue("L"),
            try Self.intermediate.issueAuthority("J", .p256).issue("L", .p256))
        #expect(four == (.notGenuine(.chainLength), .notGenuine(.chainLength)))
        // A chain of four in a header of three: the root that came is not the one that is trusted.
        let long = try Self.intermediate.issueAuthority("J", .p256).issue("L", .p256)
        let cut = long.with(Array(long.certificates.prefix(3)))
        #expect(try outcomes(Small.receipts, cut).jws == .notGenuine(.untrustedRoot))
    }

    @Test("Another root is not trusted, also one with the same name")
    func otherRoot() throws {
        let receipts = try SigningIdentity.root("R").issueAuthority("I").issue("L")
        let payloads = try SigningIdentity.root("R", .p256).issueAuthority("I", .p256).issue("L", .p256)
        for (receiptRoot, payloadRoot) in [
            (receipts.certificates[2], payloads.certificates[2]),
            // The trusted root is sent along instead of the own one.
            (Self.rsaRoot.certificates[0], Self.root.certificates[0]),
        ] {
            let found = try outcomes(
                receipts.with(Array(receipts.certificates.prefix(2)) + [receiptRoot]),
                payloads.with(Array(payloads.certificates.prefix(2)) + [payloadRoot]))
            // The root has the right name, and what fails is its signature.
            #expect(found == (.notGenuine(.untrustedRoot), .notGenuine(.untrustedRoot)))
        }
        let unknown = try outcomes(Small.receipts, Small.payloads, trust: .nobody)
        #expect(unknown == (.notGenuine(.untrustedRoot), .notGenuine(.untrustedRoot)))
        let apple = try outcomes(Small.receipts, Small.payloads, trust: .apple)
        #expect(apple == (.notGenuine(.untrustedRoot), .notGenuine(.untrustedRoot)))
    }

    @Test("An intermediate of another authority with the same name does not vouch for the leaf")
    func foreignIntermediate() throws {
        let foreign = try SigningIdentity.root("Z").issueAuthority("I")
        let leaf = try Self.rsaIntermediate.issue("L")
        let swapped = leaf.with([leaf.certificates[0], foreign.certificates[0], Self.rsaRoot.certificates[0]])
        let found = try outcomes(swapped, Small.payloads).receipt
        #expect(!found.isGenuine)
        // Beside the right one it does no harm.
        let beside = leaf.with(leaf.certificates + [foreign.certificates[0]])
        #expect(try outcomes(beside, Small.payloads).receipt.isGenuine)
        let other = try Self.intermediate.issue("L", .p256)
        let foreignPayloads = try SigningIdentity.root("Z", .p256).issueAuthority("I", .p256)
        let mixed = other.with([other.certificates[0], foreignPayloads.certificates[0], Self.root.certificates[0]])
        #expect(try !outcomes(Small.receipts, mixed).jws.isGenuine)
    }

    @Test("The order of certificates means nothing in a receipt and everything in a JWS")
    func order() throws {
        let receipts = try Self.rsaIntermediate.issue("L")
        let payloads = try Self.intermediate.issue("L", .p256)
        for order in [[1, 0, 2], [2, 1, 0], [0, 2, 1], [2, 0, 1], [1, 2, 0]] {
            let identity = receipts.with(order.map { receipts.certificates[$0] })
            // The envelope names its signer; the writer would name the first certificate's.
            var envelope = try HandmadeEnvelope(Small.receipt.payload(), by: receipts)
            envelope.certificates = identity.certificates.map(\.der)
            #expect(Verifier(trust: try Self.rsaRoot.trust).outcome(appReceipt: envelope.bytes).isGenuine, "\(order)")
            let found = try outcomes(receipts, payloads.with(order.map { payloads.certificates[$0] })).jws
            #expect(!found.isGenuine, "\(order): \(found)")
        }
    }

    @Test("Each certificate of a chain, also a trusted one, sent as the signer's: never genuine, never a crash")
    func authorityAsLeaf() throws {
        for identity in [Self.rsaIntermediate, Self.rsaRoot] {
            let trust = try Trust.only(Self.rsaRoot.certificates[0], Self.rsaIntermediate.certificates[0])
            #expect(!(try outcomes(identity, Small.payloads, trust: trust).receipt.isGenuine))
            let bytes = try TransactionReceipt.sign(
                Issued.purchase, environment: nil, pod: "1", version: .version2, with: identity)
            #expect(!Verifier(trust: trust).outcome(transactionReceipt: bytes).isGenuine)
        }
        for identity in [Self.intermediate, Self.root] {
            for certificates in [identity.certificates, Array(repeatElement(identity.certificates[0], count: 3))] {
                let trust = try Trust.only(Self.root.certificates[0], Self.intermediate.certificates[0])
                #expect(!(try outcomes(Small.receipts, identity.with(certificates), trust: trust).jws.isGenuine))
            }
        }
    }

    @Test("A leaf that signed itself and bears the right marker is nobody's")
    func selfSigned() throws {
        let receipts = try SigningIdentity.root("L", role: .signer, markers: [Marker.receipt])
        let payloads = try SigningIdentity.root("L", .p256, role: .signer, markers: [Marker.receipt])
        #expect(try outcomes(receipts, payloads) == (.notGenuine(.untrustedRoot), .notGenuine(.chainLength)))
        let three = payloads.with(payloads.certificates + Array(Self.intermediate.certificates))
        #expect(try outcomes(receipts, three).jws == .notGenuine(.untrustedRoot))
    }

    @Test("A certificate that someone else signed under the right name is refused")
    func forgedSignature() throws {
        let forger = try SigningIdentity.root("I", .p256)
        let leaf = try Self.intermediate.issue("L", .p256)
        // The forger signs in the name of the intermediate.
        let forged = try SigningIdentity(key: forger.key, certificates: Self.intermediate.certificates).issue(
            "L", .p256)
        #expect(try outcomes(Small.receipts, forged).jws == .notGenuine(.untrustedRoot))
        // The right certificate with another key's signature on the payload.
        let stolen = SigningIdentity(key: forger.key, certificates: leaf.certificates)
        #expect(try outcomes(Small.receipts, stolen).jws == .notGenuine(.signatureMismatch))
    }

    @Test("The key must be of the format's kind")
    func keyKinds() throws {
        let ec = try Self.intermediate.issue("L", .p256)
        let bytes = try HandmadeEnvelope(Small.receipt.payload(), by: ec).bytes
        #expect(Verifier(trust: try Self.root.trust).outcome(appReceipt: bytes) == .notGenuine(.algorithmNotAllowed))
        let text = try JWSWriter.sign(Issued.transaction, with: try Self.intermediate.issue("L", .p384))
        #expect(Verifier(trust: try Self.root.trust).outcome(jws: text) == .notGenuine(.algorithmNotAllowed))
    }
}
