package import WindfallHTTP
package import WindfallSignedData
package import WindfallTimeline

/// What a command has around it: files, the clock, a terminal or none. A test puts its own in their places.
package struct Surroundings: Sendable {
    /// Why a file can't be read or written, in a few words.
    package struct FileFailure: Error, Hashable, Sendable {
        package var reason: String

        package init(_ reason: String) {
            self.reason = reason
        }
    }

    /// Reads a file up to a number of bytes and not further; nil stands for standard input.
    package var read: @Sendable (_ path: String?, _ limit: Int) throws(FileFailure) -> [UInt8]
    /// Writes a new file, never over one that is there.
    package var create: @Sendable (_ path: String, _ bytes: [UInt8]) throws(FileFailure) -> Void
    /// Asks the authorities whether a certificate behind genuine data was revoked; nil when none was.
    package var askRevocation: @Sendable (Reading<SignedContent>) -> Problem?
    /// The present moment.
    package var timeline: any Timeline
    /// Where keys and serial numbers come from.
    package var randomness: any Randomness
    /// Whether colours may be shown.
    package var hasColours: Bool
    /// The folder in which the program was called.
    package var folder: String
    /// The value of a variable of the environment.
    package var environment: @Sendable (_ name: String) -> String?
    /// Whether there is a file at a path.
    package var isThere: @Sendable (_ path: String) -> Bool
    /// Who may read and write a file, as `chmod` writes it; nil where nobody can tell.
    package var permissions: @Sendable (_ path: String) -> UInt16? = { _ in nil }
    /// A client for the stores that run.
    package var connect: @Sendable () throws(HTTPClientError) -> any HTTPTransport

    package init(
        read: @escaping @Sendable (String?, Int) throws(FileFailure) -> [UInt8],
        create: @escaping @Sendable (String, [UInt8]) throws(FileFailure) -> Void,
        askRevocation: @escaping @Sendable (Reading<SignedContent>) -> Problem?,
        timeline: any Timeline, randomness: any Randomness, hasColours: Bool, folder: String,
        environment: @escaping @Sendable (String) -> String?,
        isThere: @escaping @Sendable (String) -> Bool,
        connect: @escaping @Sendable () throws(HTTPClientError) -> any HTTPTransport
    ) {
        self.read = read
        self.create = create
        self.askRevocation = askRevocation
        self.timeline = timeline
        self.randomness = randomness
        self.hasColours = hasColours
        self.folder = folder
        self.environment = environment
        self.isThere = isThere
        self.connect = connect
    }

    /// Reads the file that a word of the command line names; `-` is standard input.
    func input(_ word: String, limit: Int) throws(Refusal) -> [UInt8] {
        do {
            return try read(word == "-" ? nil : word, limit)
        } catch {
            let name = word == "-" ? "standard input" : Printable.quoted(word)
            throw .usage("\(name) can't be read: \(error.reason)")
        }
    }
}
