import Foundation

/// A regular expression over a whole file that tells lines: `^` and `$` are the ends of a line.
struct Pattern: @unchecked Sendable {
    /// NSRegularExpression never changes once made (Apple: "immutable and thread safe"); Swift's own `Regex` is not
    /// Sendable and a hundred times slower in a build for tests.
    private let expression: NSRegularExpression

    /// - Parameter pattern: in ICU's notation; one that is not valid is a mistake in a test and matches nothing.
    init(_ pattern: String) {
        do {
            expression = try NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines])
        } catch {
            preconditionFailure("not a regular expression: \(pattern)")
        }
    }

    /// One match: the line where it begins (from 1), and the groups (0 is the whole match, "" a group without part).
    struct Match: Sendable {
        var line: Int
        var groups: [String]
    }

    /// All matches, in order.
    func matches(in text: String) -> [Match] {
        let whole = text as NSString
        return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map { result in
            let before = whole.substring(to: result.range.location)
            let groups = (0..<result.numberOfRanges).map { index in
                let range = result.range(at: index)
                return range.location == NSNotFound ? "" : whole.substring(with: range)
            }
            return Match(line: before.utf8.count { $0 == UInt8(ascii: "\n") } + 1, groups: groups)
        }
    }
}
