import Foundation
import WindfallHTTP
import WindfallHTTPClient
import WindfallJSON
import WindfallSignedData
import WindfallTimeline

/// From what was configured to a connection over sockets.
extension StoreConfiguration {
    /// What a connection is made of, over sockets.
    ///
    /// - Parameter environment: the process's variables.
    /// - Throws: what is missing, by the name of its variable.
    package func settings(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Gap) -> StoreConnection.Settings {
        func value(_ own: String?, _ variable: String) -> String? {
            (own ?? environment[variable]).flatMap { $0.isEmpty ? nil : $0 }
        }
        func need(_ own: String?, _ variable: String) throws(Gap) -> String {
            guard let value = value(own, variable) else { throw Gap(sentence: "\(variable) is not set") }
            return value
        }
        let address = try need(url, "WINDFALL_STORE_URL")
        guard let origin = HTTPURL(address)?.origin else {
            throw Gap(sentence: "WINDFALL_STORE_URL is no address of a server")
        }
        let trust = try Self.trust(need(rootsFile, "WINDFALL_STORE_ROOT"))
        let token = try need(accountToken, "WINDFALL_ACCOUNT_TOKEN")
        let plist = InfoPropertyList.besideProgram()
        guard let bundleID = value(bundleIdentifier, "WINDFALL_BUNDLE_ID") ?? plist.bundleIdentifier else {
            throw Gap(sentence: "WINDFALL_BUNDLE_ID is not set, and there is no Info.plist beside the program")
        }
        let folder = value(dataFolder, "WINDFALL_DATA").map { URL(filePath: $0) } ?? Self.folder(bundleID, environment)
        let deviceID = try Self.device(value(deviceIdentifier, "WINDFALL_DEVICE_ID"), AppFolder(folder))
        let client: HTTPClient
        do throws(HTTPClientError) {
            client = try HTTPClient()
        } catch {
            throw Gap(sentence: "there is no HTTP client: \(error)")
        }
        var settings = StoreConnection.Settings(
            transport: client, origin: origin, access: .account(token: token), bundleID: bundleID, deviceID: deviceID,
            folder: folder, trust: trust)
        settings.appVersion = plist.version
        settings.dialog = dialog ?? (isatty(STDIN_FILENO) == 1 ? TerminalDialog() : ApprovingDialog())
        settings.locale = locale
        settings.listens = true
        settings.pause = SystemPause.wait
        return settings
    }

    private static func trust(_ path: String) throws(Gap) -> Trust {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw Gap(sentence: "WINDFALL_STORE_ROOT names a file that can't be read")
        }
        var trust = Trust.nobody
        do throws(Problem) {
            try trust.add(certificates: Array(data))
        } catch {
            throw Gap(sentence: "WINDFALL_STORE_ROOT names a file without certificates in PEM")
        }
        return trust
    }

    private static func folder(_ bundleID: String, _ environment: [String: String]) -> URL {
        let home = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
        let shared = home ?? URL.homeDirectory.appending(path: ".local/share")
        return shared.appending(path: "windfall").appending(path: bundleID)
    }

    /// The device's identifier: as configured, or as it was made once.
    private static func device(_ text: String?, _ folder: AppFolder) throws(Gap) -> [UInt8] {
        let name = "device-id.json"
        if let text {
            guard let bytes = deviceBytes(text) else {
                throw Gap(sentence: "WINDFALL_DEVICE_ID is neither a UUID nor 12 hexadecimal digits")
            }
            return bytes
        }
        if let kept = folder.json(name)?["deviceId"]?.text.flatMap(deviceBytes) { return kept }
        let made = SystemRandomness().uuidText()
        do {
            try folder.write(["deviceId": .string(made)], to: name)
        } catch {
            throw Gap(sentence: "WINDFALL_DATA is no folder that can be written to: \(folder.url.path)")
        }
        return deviceBytes(made) ?? []
    }

    private static func deviceBytes(_ text: String) -> [UInt8]? {
        let bytes = Hexadecimal.decode(text.filter { $0 != "-" && $0 != ":" })
        return bytes.flatMap { $0.count == 16 || $0.count == 6 ? $0 : nil }
    }
}
