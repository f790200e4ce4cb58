import Foundation
import WindfallHTTP
import WindfallStorage

/// What `windfall serve` was asked for.
package struct MerchantOrder: Hashable, Sendable {
    /// The configuration's file, absolute.
    package var file: String
    /// What the command line says in the file's stead; the database too.
    package var overrides = MerchantConfiguration.Overrides()
    /// A box's `run.json`: when the server is ready, its address is written into it, and taken out when it ends.
    package var runFile: String?

    /// Where the configuration lies below the folder of a project.
    package static let place = ".windfall/merchant.json5"
    static let config = Option.value(
        "--config", "FILE", "the configuration, in JSON5; otherwise WINDFALL_CONFIG, or the nearest \(place)")
    private static let variable = "WINDFALL_CONFIG"

    static let listen = Option.value("--listen", "HOST:PORT", "where to listen; port 0 takes any that is free")
    static let database = Option.value("--database", "URL", "sqlite:PATH or postgres://…, in the configuration's stead")
    static let clock = Option.value("--clock-url", "URL", "follows the clock of the box whose control is there")
    static let run = Option.value("--run", "FILE", "a box's run.json, which then says where the merchant is")

    /// The configuration that an option or the environment names, or the nearest one, with what else the options say.
    ///
    /// - Throws: usage: there is none, or an option's value can't be used.
    static func find(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) -> MerchantOrder {
        var order = MerchantOrder(file: try path(arguments, surroundings))
        if let text = arguments.value(of: listen) {
            guard let address = ListenAddress(text) else {
                throw .usage("--listen takes an address such as 127.0.0.1:8080, not \(Printable.quoted(text))")
            }
            order.overrides.listen = address
        }
        if let text = arguments.value(of: database) {
            guard let location = try? DatabaseLocation(text) else {
                throw .usage("--database takes sqlite:PATH or postgres://…")
            }
            order.overrides.database = location
        }
        if let text = arguments.value(of: clock) {
            guard let url = HTTPURL(text), url.target == "/", url.origin.isLoopback || url.origin.scheme == .https
            else {
                throw .usage(
                    "--clock-url takes an address such as http://127.0.0.1:8180, not \(Printable.quoted(text))")
            }
            order.overrides.clock = url.origin
        }
        order.runFile = arguments.value(of: run).map { absolute($0, surroundings) }
        return order
    }

    private init(file: String) {
        self.file = file
    }

    private static func path(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) -> String {
        if let path = arguments.value(of: config) ?? surroundings.environment(variable), !path.isEmpty {
            return absolute(path, surroundings)
        }
        if let path = RunFile.nearest(place, surroundings) { return path }
        throw .usage("no configuration is known here: there is no \(place). Name one with --config FILE")
    }

    private static func absolute(_ path: String, _ surroundings: Surroundings) -> String {
        path.hasPrefix("/")
            ? path : URL(filePath: surroundings.folder).appending(path: path).standardizedFileURL.path
    }

    /// Reads the configuration; a server that runs does so again when it is told to.
    ///
    /// - Throws: ``ConfigurationRefusal`` with everything that does not hold.
    package func configuration(
        in surroundings: Surroundings
    ) throws(ConfigurationRefusal) -> MerchantConfiguration {
        let bytes: [UInt8]
        do throws(Surroundings.FileFailure) {
            bytes = try surroundings.read(file, JSON5Reader.longest + 1)
        } catch {
            throw ConfigurationRefusal(problems: [
                ConfigurationProblem(
                    code: .unreadableFile, place: TextPlace(line: 1, column: 1), path: "",
                    message: "the configuration can't be read: \(error.reason)")
            ])
        }
        return try MerchantConfiguration.read(
            bytes, folder: URL(filePath: file).deletingLastPathComponent().path, overrides: overrides,
            in: surroundings)
    }
}
