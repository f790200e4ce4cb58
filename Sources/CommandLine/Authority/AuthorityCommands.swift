import Foundation
import WindfallSignedData

/// `windfall authority`: an App Store of one's own that signs what the real one signs.
enum AuthorityCommands {
    static let authority = Command(
        name: "authority", summary: "Makes a test authority, and signs receipts and JWS with it.",
        examples: [
            "windfall authority init windfall-authority",
            "windfall authority sign --kind jws-transaction --payload payload.json",
        ],
        commands: [create, sign])

    static let create = Command(
        name: "init", summary: "Makes a test authority: roots, intermediates and signers, valid 2000 to 2099.",
        operands: [Operand(name: "DIR", summary: "the folder for its keys and certificates; made if it is not there")],
        notes: [
            "Nothing is ever overwritten. Nobody trusts the authority until told to: --trust DIR/roots.pem.",
            "Exit codes: 0 made; 1 not made; 2 usage.",
        ],
        examples: ["windfall authority init windfall-authority"]
    ) { (arguments, surroundings) throws(Refusal) in
        let folder = arguments.operands[0]
        do throws(TestAuthority.Failure) {
            try TestAuthority.checkVacant(URL(filePath: folder))
            try TestAuthority(randomness: surroundings.randomness).save(to: URL(filePath: folder))
        } catch {
            throw .no(Printable.escaped(error.description))
        }
        return Outcome(made(in: Printable.escaped(folder)))
    }

    static let sign = Command(
        name: "sign", summary: "Signs a payload with a test authority, in one of Apple's formats.",
        options: SigningOrder.options,
        notes: [
            "KIND: app-receipt, transaction-receipt, jws-transaction, jws-renewal-info, jws-app-transaction or",
            "jws-notification. The payload has Apple's own field names, those of the receipt object of verifyReceipt for",
            "receipts; what receipt show --json writes will do. The parts that are signed by themselves inside a",
            "notification are objects in their places. Receipts are written in base64, all else as a compact JWS.",
            "Exit codes: 0 signed; 1 not signed; 2 usage.",
        ],
        examples: [
            "windfall receipt show receipt.b64 --json | windfall authority sign --kind app-receipt --payload -"
        ]
    ) { (arguments, surroundings) throws(Refusal) in
        let order = try SigningOrder(arguments, surroundings)
        let signed = try order.sign()
        guard let file = order.outputFile else { return Outcome(signed.text + "\n", remarks: signed.remarks) }
        do throws(Surroundings.FileFailure) {
            try surroundings.create(file, Array((signed.text + "\n").utf8))
        } catch {
            throw .usage("\(Printable.quoted(file)) can't be written: \(error.reason)")
        }
        return Outcome(remarks: signed.remarks)
    }

    private static func made(in folder: String) -> String {
        var facts = FactList()
        facts.add("\(folder)/\(TestAuthority.rootsFileName)", "the certificates to trust")
        facts.add("\(folder)/*.pem", "the signers' certificates, each with those above it")
        facts.add("\(folder)/*.key.pem", "their keys, which only you can read")
        return """
            A test authority was made, valid from 2000 to 2099:

            \(facts.text(Paint(isOn: false)))
            Next:
              windfall authority sign --authority \(folder) --kind app-receipt --payload payload.json > receipt.b64
              windfall receipt verify receipt.b64 --trust \(folder)/\(TestAuthority.rootsFileName)

            """
    }
}
