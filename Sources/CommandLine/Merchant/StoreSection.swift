import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallSignedData

/// `store` of a configuration: which hosts are asked, whose signatures are believed, whose clock is followed.
///
/// `box` names the `run.json` of a box that runs, and says all of it at once; what else is there goes first.
struct StoreSection {
    static let keys = ["production", "sandbox", "roots", "clockUrl", "clockTokenFile", "box"]

    private var production: HTTPURL.Origin?
    private var sandbox: HTTPURL.Origin?
    private var trust = Trust.apple
    private(set) var clock: MerchantConfiguration.FollowedStore?

    /// - Parameter otherClock: what the command line says.
    init(
        _ setting: ConfigurationReader.Setting?, _ otherClock: HTTPURL.Origin?, _ reader: inout ConfigurationReader
    ) {
        let section = setting.flatMap { reader.section($0, keys: Self.keys) }
        let box = section?["box"].flatMap { Box($0, &reader) }
        production = Self.origin(section?["production"], &reader) ?? box?.production
        sandbox = Self.origin(section?["sandbox"], &reader) ?? box?.sandbox
        addRoots(section?["roots"], box, &reader)
        let control = otherClock ?? Self.origin(section?["clockUrl"], &reader) ?? box?.control
        let token = reader.file(section?["clockTokenFile"]).map { bytes in
            Secret(String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace || $0.isNewline }.joined())
        }
        guard let control else { return }
        if let token = token ?? box?.token {
            clock = .init(control: control, token: token)
        } else if section?["clockTokenFile"] == nil {
            let place = section?["clockUrl"] ?? setting
            reader.add(
                (place ?? .init(value: .init(content: .null, place: .init(line: 1, column: 1)), path: "store")).problem(
                    .missing, "clockTokenFile has to be there: the box's clock is asked with its control token"))
        }
    }

    func apply(to settings: inout MerchantSettings) {
        settings.production = production ?? settings.production
        settings.sandbox = sandbox ?? settings.sandbox
        settings.trust = trust
    }

    private mutating func addRoots(
        _ setting: ConfigurationReader.Setting?, _ box: Box?, _ reader: inout ConfigurationReader
    ) {
        for file in reader.list(setting) ?? [] {
            guard let bytes = reader.file(file) else { continue }
            add(bytes, file, &reader)
        }
        guard let box else { return }
        add(box.roots, box.setting, &reader)
    }

    private mutating func add(
        _ certificates: [UInt8], _ setting: ConfigurationReader.Setting, _ reader: inout ConfigurationReader
    ) {
        do throws(Problem) {
            try trust.add(certificates: certificates)
        } catch {
            reader.add(setting.problem(.badValue, "the roots can't be read: \(error.message)"))
        }
    }

    /// An address without a path. Without TLS only this machine may be asked: the shared secrets go there.
    private static func origin(
        _ setting: ConfigurationReader.Setting?, _ reader: inout ConfigurationReader
    ) -> HTTPURL.Origin? {
        guard let setting, let text = reader.text(setting) else { return nil }
        guard let url = HTTPURL(text), url.target == "/" else {
            reader.add(setting.problem(.badValue, "\(Printable.quoted(text)) is no address such as https://HOST"))
            return nil
        }
        guard url.origin.scheme == .https || url.origin.isLoopback else {
            reader.add(setting.problem(.plainHTTP, "secrets go to this host: its address has to begin with https"))
            return nil
        }
        return url.origin
    }

    /// What the `run.json` of a box says.
    private struct Box {
        let setting: ConfigurationReader.Setting
        let production: HTTPURL.Origin
        let sandbox: HTTPURL.Origin
        let control: HTTPURL.Origin
        let token: Secret
        let roots: [UInt8]

        init?(_ setting: ConfigurationReader.Setting, _ reader: inout ConfigurationReader) {
            guard let path = reader.path(setting) else { return nil }
            // While the box is away, what it left is beside it.
            let name = reader.surroundings.isThere(path) ? path : path + ".last"
            guard let bytes = reader.bytes(of: name, for: setting) else { return nil }
            guard let json = try? JSON(reading: bytes.span), let token = json["controlToken"]?.text,
                let production = Self.origin(json["production"]), let sandbox = Self.origin(json["sandbox"]),
                let control = Self.origin(json["control"]), let roots = json["rootsFile"]?.text
            else {
                reader.add(setting.problem(.badValue, "\(Printable.quoted(name)) is no run.json of a box"))
                return nil
            }
            guard let certificates = reader.bytes(of: reader.absolute(roots), for: setting) else { return nil }
            self.setting = setting
            self.production = production
            self.sandbox = sandbox
            self.control = control
            self.token = Secret(token)
            self.roots = certificates
        }

        private static func origin(_ json: JSON?) -> HTTPURL.Origin? { json?.text.flatMap { HTTPURL($0)?.origin } }
    }
}
