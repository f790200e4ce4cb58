import WindfallHTTP

/// How long a client would like to wait for a conclusion: `Prefer: wait=10` (RFC 7240, 4.3).
struct WaitPreference: Hashable, Sendable {
    /// The longest that is honoured, in seconds.
    static let longest = 60

    /// 1 to ``longest``.
    let seconds: Int

    /// - Returns: nil where none is asked for, or something that is no whole number of seconds. Of several, the first one
    ///   counts (RFC 7240, 2); a longer one is honoured for ``longest``.
    init?(_ headers: HTTPHeaders) {
        let preferences = headers.values(of: "Prefer").flatMap { $0.split(separator: ",") }
        for preference in preferences {
            let parts = preference.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(Self.trimmed)
            guard parts.first?.lowercased() == "wait" else { continue }
            guard parts.count == 2, let seconds = Int(Self.unquoted(parts[1])), seconds > 0 else { return nil }
            self.seconds = min(seconds, Self.longest)
            return
        }
        return nil
    }

    /// What `Preference-Applied` says of it.
    var text: String { "wait=\(seconds)" }

    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text.drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }

    private static func unquoted(_ text: Substring) -> Substring {
        text.count > 2 && text.first == "\"" && text.last == "\"" ? text.dropFirst().dropLast() : text
    }
}
