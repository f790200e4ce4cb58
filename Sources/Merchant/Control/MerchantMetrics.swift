import Synchronization

/// Numbers about the server, as Prometheus reads them (text format 0.0.4).
package final class MerchantMetrics: Sendable {
    /// A number that only grows, with its labels; every name has its line in the documentation.
    package struct Counter: Hashable, Comparable, Sendable {
        package var name: String
        /// In the order in which they are written.
        package var labels: [Label]

        package struct Label: Hashable, Sendable {
            package var name: String
            package var value: String
        }

        /// - Parameter labels: words of ours, never text from outside: each set of them is kept for ever.
        package init(_ name: String, _ labels: KeyValuePairs<String, String> = [:]) {
            self.name = name
            self.labels = labels.map { Label(name: $0.key, value: $0.value) }
        }

        /// As it stands in the text, without the number.
        package var text: String {
            guard !labels.isEmpty else { return name }
            return name + "{" + labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",") + "}"
        }

        package static func < (first: Counter, second: Counter) -> Bool { first.text < second.text }
    }

    private let counters = Mutex<[Counter: Int64]>([:])

    package init() {}

    /// Adds to a counter.
    package func count(_ counter: Counter, by amount: Int64 = 1) {
        counters.withLock { $0[counter, default: 0] &+= amount }
    }

    /// All counters, in the order of their text.
    package var values: [(counter: Counter, value: Int64)] {
        counters.withLock { counters in counters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }
}
