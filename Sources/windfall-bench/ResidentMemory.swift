import Foundation

/// What the system holds in memory for this process.
enum ResidentMemory {
    /// No such line in what the system says of the process.
    private struct NotTold: Error, CustomStringConvertible {
        var description: String { "/proc/self/status does not tell the resident memory" }
    }

    static func kibibytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            if let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) {
                return number
            }
        }
        throw NotTold()
    }
}
