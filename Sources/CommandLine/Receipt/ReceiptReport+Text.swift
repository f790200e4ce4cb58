import WindfallCommerce
import WindfallSignedData
import WindfallTimeline

extension ReceiptReport {
    /// How much of the content a person is shown.
    enum Length: Hashable, Sendable {
        case withoutPurchases, short, everything
    }

    /// The report for a person: a headline with the verdict, what it is, who signed it, and what was bought.
    func text(_ paint: Paint, _ length: Length) -> String {
        var parts = [headline(paint)]
        if let reading {
            parts.append(summary(reading).text(paint))
            let details = ContentText(
                paint: paint, now: verdict == .genuine ? now : nil, isComplete: length == .everything)
            if length != .withoutPurchases { parts += details.parts(of: reading.content) }
        }
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func headline(_ paint: Paint) -> String {
        switch verdict {
        case .genuine:
            let reservation =
                reading?.environment?.isLocal == true ? ", for local testing only: anybody can sign such data" : ""
            return paint(.green, "GENUINE") + "  \(kindInWords)\(reservation)\n"
        case .notGenuine: return trouble(paint(.red, "NOT GENUINE"), paint)
        case .unchecked: return trouble(paint(.yellow, "COULD NOT BE CHECKED"), paint)
        case .unreadable: return trouble(paint(.red, "UNREADABLE"), paint)
        }
    }

    /// The verdict, the reason in words, and where the trouble lies.
    private func trouble(_ verdict: String, _ paint: Paint) -> String {
        guard let problem else { return verdict + "\n" }
        var facts = FactList()
        facts.add("Problem", problem.code.name)
        facts.add("At byte", problem.offset.map(String.init))
        facts.add("Field", problem.field)
        facts.add("Certificate", problem.certificate)
        if problem.code.answer == .unchecked {
            facts.add("Beware", "the signature holds; what could not be checked just now can be checked later")
        } else if reading != nil {
            facts.add("Beware", "what follows is what the data says of itself; nothing of it is proved")
        }
        return "\(verdict)  \(Printable.escaped(problem.message))\n\n" + facts.text(paint)
    }

    private var kindInWords: String {
        switch reading?.content.kind {
        case .appReceipt: "app receipt"
        case .transactionReceipt: "transaction receipt (iOS 6 style)"
        case .transaction: "signed transaction (JWS)"
        case .renewalInfo: "signed renewal information (JWS)"
        case .appTransaction: "signed app transaction (JWS)"
        case .notification: "server notification, version 2 (JWS)"
        case nil: "nothing"
        }
    }

    /// What it is, for which app, from when, and who signed it.
    private func summary(_ reading: Reading<SignedContent>) -> FactList {
        var facts = FactList()
        if verdict != .genuine { facts.add("Kind", kindInWords) }
        switch reading.content {
        case .appReceipt(let receipt): facts.add(receipt)
        case .transactionReceipt(let receipt): facts.add(receipt)
        case .transaction(let payload): facts.add("App", payload.bundleId)
        case .renewalInfo: break
        case .appTransaction(let payload): facts.add("App", payload.bundleId)
        case .notification(let notification): facts.add(notification.payload)
        }
        facts.add("Environment", environmentInWords(reading))
        if let signer = reading.signer {
            facts.add(verdict == .genuine ? "Signed by" : "Claimed signer", signer.name(of: signer.subject))
            facts.add("  valid", "\(signer.notBefore.date) until \(signer.notAfter.date)")
            facts.add("  issued by", signer.name(of: signer.issuer))
        }
        return facts
    }

    private func environmentInWords(_ reading: Reading<SignedContent>) -> String {
        let name = reading.environment?.rawValue
        guard reading.content.kind == .transactionReceipt else { return name ?? "not told" }
        return (name ?? "Production, since none is named") + " (outside the signature: proves nothing)"
    }
}

extension Signer {
    /// The common name in a distinguished name of one line (RFC 2253, 2), or all of it where it has none.
    func name(of line: String) -> String {
        var parts: [String] = [""]
        var isEscaped = false
        for character in line {
            if isEscaped || (character != "," && character != "\\") {
                parts[parts.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                parts.append("")
            }
        }
        let name = parts.first { $0.hasPrefix("CN=") }?.dropFirst(3)
        return name.map(String.init) ?? line
    }
}

extension Instant {
    /// `2026-01-31 12:00:00 UTC`.
    var moment: String { time + " UTC" }

    /// `2026-01-31 12:00:00`.
    var time: String { rfc3339.replacing("T", with: " ").replacing("Z", with: "") }

    /// `2026-01-31`.
    var date: String { String(rfc3339.prefix { $0 != "T" }) }
}
