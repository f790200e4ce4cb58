import WindfallTimeline

/// What falls due, the earliest first; at the same instant the lower transaction number first. A binary heap.
///
/// An entry that no longer holds (the subscription was renewed or ended meanwhile) is left in and passed over later.
struct DueQueue: Sendable {
    struct Entry: Hashable, Comparable, Sendable {
        var instant: Instant
        var subscription: TransactionNumber

        static func < (a: Entry, b: Entry) -> Bool {
            a.instant != b.instant ? a.instant < b.instant : a.subscription < b.subscription
        }
    }

    private var heap: [Entry] = []

    var first: Entry? { heap.first }

    mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[smallest] {
                smallest = child
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
