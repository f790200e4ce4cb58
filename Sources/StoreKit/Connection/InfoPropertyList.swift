import Foundation

/// The Info.plist that lies beside a program, as an app's lies in its bundle.
struct InfoPropertyList: Decodable {
    var bundleIdentifier: String?
    var shortVersion: String?
    var buildVersion: String?

    private enum CodingKeys: String, CodingKey {
        case bundleIdentifier = "CFBundleIdentifier"
        case shortVersion = "CFBundleShortVersionString"
        case buildVersion = "CFBundleVersion"
    }

    /// The app's version as receipts have it.
    var version: String? { shortVersion ?? buildVersion }

    /// What lies there; nothing where there is no file that can be read.
    static func besideProgram() -> InfoPropertyList {
        let folder = Bundle.main.executableURL?.deletingLastPathComponent()
        guard let file = folder?.appending(path: "Info.plist"), let data = try? Data(contentsOf: file),
            let list = try? PropertyListDecoder().decode(InfoPropertyList.self, from: data)
        else { return InfoPropertyList() }
        return list
    }
}
