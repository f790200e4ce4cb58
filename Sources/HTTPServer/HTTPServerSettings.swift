/// What a server takes on. Nothing is unlimited.
package struct HTTPServerSettings: Hashable, Sendable {
    /// Threads of each listener that read and write sockets; services run elsewhere.
    package var threads = 2
    /// Open connections of each listener; more have to wait.
    package var connections = 4_096
    /// Requests whose service is at work, of all listeners; more are answered 503, `overloaded`.
    package var requests = 4_096
    /// Bytes of a request's body; more are answered 413, `body_too_large`.
    package var bodyBytes = 4 * 1024 * 1024
    /// Memory of a connection, which the head of a request must fit into: for each field its bytes and some 60 more.
    package var headBytes = 32 * 1024
    /// From the opening of a connection, or the end of the answer before, to the whole head of a request. An idle
    /// connection is closed after it, and so is one whose client dribbles.
    package var headTime = Duration.seconds(30)
    /// From a request's head to the end of its body.
    package var bodyTime = Duration.seconds(60)
    /// Without a byte taken by a client that is to read an answer; in whole seconds.
    package var stallTime = Duration.seconds(30)
    /// From ``HTTPServer/stop()`` to the cancellation of what is not done.
    package var graceTime = Duration.seconds(10)

    package init() {}

    /// How often deadlines are looked at: a small part of the shortest, at most every quarter of a second.
    var tick: Duration {
        min(max(min(headTime, bodyTime, graceTime) / 8, .milliseconds(5)), .milliseconds(250))
    }

    /// How many ticks a duration takes, at least one.
    func ticks(of duration: Duration) -> Int {
        max(1, Int((duration / tick).rounded(.up)))
    }
}
