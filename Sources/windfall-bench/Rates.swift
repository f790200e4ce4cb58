import Synchronization

/// Figures of several batches.
final class Rates: Sendable {
    private let figures = Mutex<[Double]>([])

    func add(_ figure: Double) {
        figures.withLock { $0.append(figure) }
    }

    /// The middle one; 0 where there is none.
    var median: Double {
        figures.withLock { figures in
            figures.isEmpty ? 0 : figures.sorted()[figures.count / 2]
        }
    }
}
