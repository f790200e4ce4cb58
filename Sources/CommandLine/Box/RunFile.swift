import Foundation
package import WindfallJSON

/// `run.json`: where a running store is, and whom the commands buy for when they are told nobody.
package struct RunFile: Hashable, Sendable {
    /// The whole document; what later versions add stays.
    package var json: JSONObject

    package init(json: JSONObject) {
        self.json = json
    }

    /// The base address of the control interface.
    package var control: String { json["control"]?.text ?? "" }
    /// The secret of control and Connect.
    package var controlToken: String { json["controlToken"]?.text ?? "" }
    package var bundleID: String? { json["app"]?["bundleId"]?.text }
    package var account: String? { json["account"]?["accountId"]?.text }
    package var device: String? { json["device"]?["deviceId"]?.text }

    /// Where it lies below the folder of a project.
    package static let place = ".windfall/run.json"
    /// The variable that names another one.
    static let variable = "WINDFALL_RUN"
    static let option = Option.value(
        "--run", "FILE", "the store's run.json; otherwise WINDFALL_RUN, or the nearest \(place)")

    /// The largest that is read, in bytes.
    private static let limit = 1024 * 1024

    /// The file that an option or the environment names, or the nearest one.
    ///
    /// - Throws: usage: there is none, or it can't be read.
    static func find(_ arguments: Arguments, _ surroundings: Surroundings) throws(Refusal) -> RunFile {
        if let path = arguments.value(of: option) ?? surroundings.environment(variable), !path.isEmpty {
            return try read(path, surroundings)
        }
        if let path = nearest(place, surroundings) { return try read(path, surroundings) }
        throw .usage(
            "no store is known here: there is no \(place). Start one with script/up, or name it with --run FILE")
    }

    /// The file at a place in the folder in which the program was called, or in the nearest one above it that has it.
    static func nearest(_ place: String, _ surroundings: Surroundings) -> String? {
        var folder = URL(filePath: surroundings.folder).standardizedFileURL
        while true {
            let path = folder.appending(path: place).path
            if surroundings.isThere(path) { return path }
            let above = folder.deletingLastPathComponent().standardizedFileURL
            guard above.path.count < folder.path.count else { return nil }
            folder = above
        }
    }

    private static func read(_ path: String, _ surroundings: Surroundings) throws(Refusal) -> RunFile {
        let bytes = try surroundings.input(path, limit: limit)
        let json: JSON
        do throws(JSONError) {
            json = try JSON(reading: bytes.span)
        } catch {
            throw .usage("\(Printable.quoted(path)) is no JSON: \(error.code) at byte \(error.offset)")
        }
        guard let file = json.object.map(RunFile.init(json:)), !file.control.isEmpty else {
            throw .usage("\(Printable.quoted(path)) names no store: 'control' is missing")
        }
        return file
    }
}
