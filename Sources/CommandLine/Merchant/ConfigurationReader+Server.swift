import WindfallMerchant
import WindfallStorage
import WindfallTimeline

/// `listen`, `database`, `allowPlainHTTP`, `log`, `limits`.
extension ConfigurationReader {
    private static let longestReason = 200

    mutating func address(_ setting: Setting?) -> ListenAddress? {
        guard let setting, let text = text(setting) else { return nil }
        if let address = ListenAddress(text) { return address }
        add(setting.problem(.badValue, "\(Printable.quoted(text)) is no address such as 127.0.0.1:8080"))
        return nil
    }

    mutating func database(_ setting: Setting) -> DatabaseLocation? {
        var text: String
        switch setting.value.content {
        case .object:
            guard let section = section(setting, keys: ["env"]) else { return nil }
            guard let name = section["env"] else {
                add(setting.problem(.missing, "env has to be there"))
                return nil
            }
            guard let value = variable(name) else { return nil }
            text = value
        default:
            guard let value = self.text(setting) else { return nil }
            if Self.hasPassword(value) {
                add(
                    setting.problem(
                        .literalSecret,
                        "a password does not belong into the configuration: write { env: \"NAME\" }, or let libpq find it "
                            + "in a password file"))
                return nil
            }
            text = value
        }
        text = text.hasPrefix("sqlite://") ? "sqlite:" + text.dropFirst("sqlite://".count) : text
        do throws(StorageError) {
            let location = try DatabaseLocation(text)
            guard case .sqlite(let path) = location else { return location }
            return .sqlite(path: absolute(path))
        } catch {
            add(setting.problem(.badValue, "it is neither \"sqlite:PATH\" nor \"postgres://…\""))
            return nil
        }
    }

    /// Whether a URL of PostgreSQL has a password in it (libpq, 34.1.1.2).
    private static func hasPassword(_ text: String) -> Bool {
        guard let scheme = text.firstRange(of: "://") else { return false }
        let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        let user = authority.lastIndex(of: "@").map { authority[..<$0] } ?? ""
        return user.contains(":") || text.contains("password=")
    }

    /// `true`, or the reason in words.
    mutating func reason(_ setting: Setting?) -> String? {
        guard let setting else { return nil }
        switch setting.value.content {
        case .bool(let allowed): return allowed ? "allowed" : nil
        case .string: return text(setting).map { String($0.prefix(Self.longestReason)) }
        default:
            add(setting.problem(.wrongKind, "true or a reason in words has to stand here, not \(setting.value.kind)"))
            return nil
        }
    }

    mutating func logFile(_ setting: Setting?) -> String? {
        guard let setting, let section = section(setting, keys: ["file"]) else { return nil }
        return path(section["file"])
    }

    mutating func readLimits(_ setting: Setting?, into settings: inout MerchantSettings) {
        guard let setting, let section = section(setting, keys: Self.limitKeys) else { return }
        func whole(_ key: String, _ range: ClosedRange<Int64>) -> Int? {
            integer(section[key], in: range).map { Int(clamping: $0) }
        }
        settings.receiptBytes = whole("receiptBytes", 1024...16 * 1024 * 1024) ?? settings.receiptBytes
        settings.questionsInFlight = whole("questionsInFlight", 1...10_000) ?? settings.questionsInFlight
        settings.refusalsPerHour = whole("refusalsPerHour", 0...100_000) ?? settings.refusalsPerHour
        settings.receiptsPerMinute = whole("receiptsPerMinute", 1...1_000_000) ?? settings.receiptsPerMinute
        settings.questionTime = whole("questionSeconds", 1...300).map { .seconds($0) } ?? settings.questionTime
        settings.lease = whole("leaseSeconds", 3...3_600).map { .seconds($0) } ?? settings.lease
        settings.retry.first = whole("retryFirstSeconds", 1...86_400).map { .seconds($0) } ?? settings.retry.first
        settings.retry.limit = whole("retryLimitSeconds", 1...86_400).map { .seconds($0) } ?? settings.retry.limit
        if settings.retry.limit < settings.retry.first {
            add(setting.problem(.badValue, "retryLimitSeconds is less than retryFirstSeconds"))
        }
    }

    static let limitKeys = [
        "receiptBytes", "questionsInFlight", "questionSeconds", "retryFirstSeconds", "retryLimitSeconds",
        "leaseSeconds",
        "refusalsPerHour", "receiptsPerMinute",
    ]
}
