import WindfallJSON
import WindfallTimeline

extension FuzzTarget {
    /// Every reader that takes bytes from outside: one line each.
    static let all: [FuzzTarget] = [
        FuzzTarget("json", fixtures: ["*/*.json"], examples: [#"{"a":[1,-2.5e3,"\u00e9\n",null,true]}"#]) {
            let value = try JSON(reading: $0)
            precondition((try? JSON(reading: value.text())) == value, "what was written reads differently")
        },
        FuzzTarget("instant", examples: ["2025-12-26T18:39:47Z", "2012-04-30T15:05:55.25+02:00"]) {
            guard let instant = Instant(rfc3339: $0) else { return }
            precondition(Instant(rfc3339: instant.rfc3339) == instant, "what was written reads differently")
        },
        FuzzTarget("store-date", examples: ["2012-04-30 15:05:55 Etc/GMT", "2014-10-28 10:20:00 America/Los_Angeles"]) {
            _ = Instant(storeText: String(copying: $0))
        },
    ]
}

extension String {
    /// The bytes as text; what is not UTF-8 becomes U+FFFD.
    fileprivate init(copying bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        for index in bytes.indices { copy.append(bytes[index]) }
        self.init(decoding: copy, as: UTF8.self)
    }
}
