import WindfallCOpenSSL

/// OpenSSL as this process uses it.
///
/// Left to itself it frees everything when the process ends, while other threads may still be verifying: an app that
/// returned from `main` during a question to the store ended with a crash. So it is told not to, and whatever may be the
/// first to use it says ``begin()`` before.
enum LibraryStart {
    private static let isDone = windfall_start() == 1

    static func begin() {
        precondition(isDone, "this installation of OpenSSL does not start")
    }
}
