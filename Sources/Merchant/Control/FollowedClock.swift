import Synchronization
package import WindfallHTTP
import WindfallJSON
package import WindfallTimeline

/// The clock of a box, as a timeline of this process (`GET /control/v1/clock`).
///
/// What the box said last holds until it says something else: a stepped clock stands still, one that goes by itself goes
/// on by the wall's. So it goes on while the box is away.
package final class FollowedClock: Timeline {
    /// Why a box's clock can't be followed.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case noAnswer(HTTPClientError)
        /// The status of an answer that tells no time; 401 for a wrong token.
        case refused(status: Int)

        package var description: String {
            switch self {
            case .noAnswer(let error): "the box whose clock is followed does not answer: \(error)"
            case .refused(401): "the box whose clock is followed does not take the control token"
            case .refused(let status): "what answers for the clock is no box (status \(status))"
            }
        }
    }

    /// What the box said, and when by the wall's clock.
    private struct Sight: Hashable, Sendable {
        var box: Instant
        var wall: Instant
        /// How many milliseconds pass in one of the wall's; 0 for a stepped clock.
        var rate: Int64

        func box(at now: Instant) -> Instant {
            let passed = max(0, now.milliseconds.subtractingReportingOverflow(wall.milliseconds).partialValue)
            let gone = passed.multipliedReportingOverflow(by: rate)
            return gone.overflow ? box : box.adding(milliseconds: gone.partialValue) ?? box
        }
    }

    /// How long the box holds back its answer while a stepped clock stands still, in seconds.
    private static let wait = 30
    /// How often a clock that goes by itself is looked at: it may be set, or stopped.
    private static let interval = Duration.seconds(1)
    private static let retry = Backoff(first: .milliseconds(250), limit: .seconds(10))

    private let control: HTTPURL.Origin
    private let headers: HTTPHeaders
    private let transport: any HTTPTransport
    private let wall: any Timeline
    private let log: MerchantLog
    private let sight: Mutex<Sight>

    /// Asks the box once.
    ///
    /// - Parameters:
    ///   - control: where its control interface is.
    ///   - token: the control token.
    /// - Throws: ``Failure``, when it tells no time.
    package init(
        following control: HTTPURL.Origin, token: Secret, over transport: any HTTPTransport, wall: any Timeline,
        log: MerchantLog
    ) async throws(Failure) {
        self.control = control
        var headers = HTTPHeaders()
        do {
            try headers.append("Authorization", "Bearer \(token.text)")
        } catch {
            throw .refused(status: 401)
        }
        self.headers = headers
        self.transport = transport
        self.wall = wall
        self.log = log
        sight = Mutex(try await Self.look("", control, headers, transport, wall))
    }

    package var now: Instant {
        sight.withLock { $0 }.box(at: wall.now)
    }

    /// Keeps up with the box until the task is cancelled.
    ///
    /// - Parameter pause: waits in wall time.
    package func run(
        _ randomness: some Randomness, pause: @Sendable (Duration) async throws -> Void
    ) async throws {
        var failures = 0
        while true {
            let last = sight.withLock { $0 }
            let rest: Duration?
            do throws(Failure) {
                let query = last.rate == 0 ? "?after=\(last.box.milliseconds)&wait=\(Self.wait)" : ""
                let seen = try await Self.look(query, control, headers, transport, wall)
                sight.withLock { $0 = seen }
                if failures > 0 { log.write(.notice, "clock.followed") }
                failures = 0
                rest = seen.rate == 0 ? nil : Self.interval
            } catch {
                if Task.isCancelled { break }
                failures += 1
                if failures == 1 { log.write(.warning, "clock.lost", ["reason": .string(error.description)]) }
                rest = Self.retry.wait(afterFailures: failures, randomness)
            }
            try Task.checkCancellation()
            if let rest { try await pause(rest) }
        }
        throw CancellationError()
    }

    private static func look(
        _ query: String, _ control: HTTPURL.Origin, _ headers: HTTPHeaders, _ transport: any HTTPTransport,
        _ wall: any Timeline
    ) async throws(Failure) -> Sight {
        let url = HTTPURL(origin: control, target: "/control/v1/clock\(query)")
        let answer: HTTPResponse
        do throws(HTTPClientError) {
            answer = try await transport.send(
                HTTPRequest(.get, url, headers: headers), limits: HTTPLimits(totalTime: .seconds(2 * wait)))
        } catch {
            throw .noAnswer(error)
        }
        guard answer.status == .ok, let json = try? JSON(reading: answer.body.span), let now = json["now"]?.int64,
            let rate = json["rate"]?.int64, rate >= 0
        else { throw .refused(status: answer.status.code) }
        return Sight(box: Instant(milliseconds: now), wall: wall.now, rate: rate)
    }
}
