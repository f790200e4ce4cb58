import WindfallCommerce
import WindfallHTTP
package import WindfallJSON
import WindfallMerchant
import WindfallSignedData
package import WindfallStorage
import WindfallTimeline

extension MerchantConfiguration {
    /// The whole configuration as it takes effect, with what was not said; secrets are not in it.
    package var shown: JSON {
        var json: JSONObject = [
            "listen": .string(listen.description), "allowPlainHTTP": .bool(plainHTTPReason != nil),
            "database": .string(database.shown),
        ]
        var store: JSONObject = [
            "production": .string(settings.production.description), "sandbox": .string(settings.sandbox.description),
            "roots": .array(settings.trust.roots.map { .string($0.name) }),
        ]
        if let clock {
            store["clockUrl"] = .string(clock.control.description)
            store["clockToken"] = .string(clock.token.description)
        }
        json["store"] = .object(store)
        var apps = JSONObject()
        for app in settings.apps.values.sorted(by: { $0.bundleID < $1.bundleID }) { apps[app.bundleID] = app.shown }
        json["apps"] = .object(apps)
        json["limits"] = shownLimits
        json["log"] = .string(logFile ?? "standard error")
        json["metrics"] = .string((settings.metricsAreOpen ? MetricsAccess.open : .keyed).rawValue)
        return .object(json)
    }

    private var shownLimits: JSON {
        [
            "receiptBytes": .integer(Int64(settings.receiptBytes)),
            "questionsInFlight": .integer(Int64(settings.questionsInFlight)),
            "questionSeconds": .integer(settings.questionTime.components.seconds),
            "leaseSeconds": .integer(settings.lease.components.seconds),
            "retryFirstSeconds": .integer(settings.retry.first.components.seconds),
            "retryLimitSeconds": .integer(settings.retry.limit.components.seconds),
            "refusalsPerHour": .integer(Int64(settings.refusalsPerHour)),
            "receiptsPerMinute": .integer(Int64(settings.receiptsPerMinute)),
        ]
    }
}

extension MerchantApp {
    fileprivate var shown: JSON {
        [
            "appleId": appleID.map { .integer($0) } ?? .null,
            "sharedSecret": sharedSecret.map { .string($0.description) } ?? .null,
            "grants": .string(grants.rawValue), "sandbox": .string(sandbox.rawValue),
            "transfers": .string(transfers.rawValue), "allowLocalTesting": .bool(allowsLocalTesting),
            "userTokens": .array(
                userTokenKeys.map { key in
                    switch key {
                    case .hs256(let secret): ["algorithm": "HS256", "secret": .string(secret.description)]
                    case .es256: ["algorithm": "ES256"]
                    }
                }),
            "content": contentFolder.map { .string($0) } ?? .null,
        ]
    }
}

extension DatabaseLocation {
    /// Without user, password and parameters.
    package var shown: String {
        switch self {
        case .sqlite(let path): return "sqlite:\(path)"
        case .postgreSQL(let url):
            let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            let database = rest[authority.endIndex...].prefix { $0 != "?" }
            return "postgres://\(host)\(database)"
        }
    }
}
