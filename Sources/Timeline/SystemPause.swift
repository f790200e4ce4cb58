/// Waiting for real time to pass; only what talks to the world outside does.
public enum SystemPause {
    /// Waits.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public static func wait(_ duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}
