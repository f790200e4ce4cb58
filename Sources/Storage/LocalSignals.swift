import Synchronization

/// Wakes listeners of the same process.
final class LocalSignals: Sendable {
    private struct Listeners {
        var streams: [Int: (channel: WakeChannel, wake: AsyncStream<Void>.Continuation)] = [:]
        var next = 0
    }

    private let listeners = Mutex(Listeners())

    func raise(_ channels: Set<WakeChannel>) {
        guard !channels.isEmpty else { return }
        listeners.withLock { listeners in
            for (channel, wake) in listeners.streams.values where channels.contains(channel) { wake.yield() }
        }
    }

    /// Calls the closure once, and then after each signal, or once after several; ends when the task is cancelled.
    func listen(to channel: WakeChannel, onWakeUp: @Sendable () -> Void) async {
        let (stream, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = listeners.withLock { listeners in
            listeners.next += 1
            listeners.streams[listeners.next] = (channel, wake)
            return listeners.next
        }
        onWakeUp()
        for await _ in stream { onWakeUp() }
        listeners.withLock { listeners in _ = listeners.streams.removeValue(forKey: number) }
    }
}

/// What those who wait for work listen to.
package struct WakeChannel: Hashable, Sendable {
    /// Small Latin letters and low lines, for it becomes part of a statement.
    let name: String

    /// - Parameter name: a constant of small Latin letters and low lines.
    package init(_ name: StaticString) {
        self.name = name.description
        precondition(
            !self.name.isEmpty && self.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F },
            "a channel's name has small Latin letters and low lines")
    }
}
