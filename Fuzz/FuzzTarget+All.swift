import WindfallJSON
import WindfallTimeline

extension FuzzTarget {
    /// Every reader that takes bytes from outside: one line each.
    static let all: [FuzzTarget] = [
        FuzzTarget("json", fixtures: ["*/*.json"], examples: [#"{"a":[1,-2.5e3,"\u00e9\n",null,true]}"#]) { _ in },
        FuzzTarget("instant", examples: ["2025-12-26T18:39:47Z", "2012-04-30 15:05:55 Etc/GMT"]) { _ in },
    ]
}
