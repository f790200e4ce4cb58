/// Finds what a misspelt word was meant to be.
enum Spelling {
    /// The end of a sentence that names the nearest word; nil when none is near.
    static func hint(for word: String, among words: [String]) -> String? {
        nearest(to: word, among: words).map { "; did you mean \($0)?" }
    }

    /// The word of which this is at least the first half, else the word with the fewest edits, if it shares more than it
    /// differs in; the first of equally near ones.
    static func nearest(to word: String, among words: [String]) -> String? {
        if let whole = words.first(where: { $0.hasPrefix(word) && $0.count <= 2 * word.count }) { return whole }
        // A long word is compared by its beginning: the cost is the product of the lengths.
        let typed = Array(word.lowercased().prefix(64))
        let found = words.map { (word: $0, distance: distance(typed, Array($0.lowercased()))) }
            .min { $0.distance < $1.distance }
        guard let found, found.distance <= max(1, typed.count / 3) else { return nil }
        return found.word
    }

    /// How many characters have to be put in, taken out, replaced, or swapped with their neighbour.
    static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var older: [Int] = []
        var previous = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                var best = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    best = min(best, older[column - 1] + 1)
                }
                current.append(best)
            }
            (older, previous) = (previous, current)
        }
        return previous[second.count]
    }
}
