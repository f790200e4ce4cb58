/// The design as a table: the folders below Sources, and what each may do.
enum Layout {
    /// The longest that a Swift file may be.
    static let lineLimit = 400

    /// Which of our modules a module may import.
    enum Reach: Sendable {
        /// The modules of these folders.
        case only(Set<String>)
        /// Any: a program puts the parts together.
        case anything
    }

    /// The arrows: every folder below Sources has its row.
    static let arrows: [String: Reach] = [
        "Timeline": .only([]),
        "JSON": .only([]),
        "Commerce": .only(["Timeline", "JSON"]),
        "SignedData": .only(["Commerce", "Cryptography", "Timeline", "JSON"]),
        "COpenSSL": .only([]),
        "CSQLite": .only([]),
        "Cryptography": .only(["COpenSSL"]),
        "HTTP": .only(["JSON"]),
        "CMicroHTTPD": .only([]),
        "HTTPServer": .only(["CMicroHTTPD", "HTTP"]),
        "CCurl": .only([]),
        "HTTPClient": .only(["CCurl", "HTTP"]),
        "SQLite": .only(["CSQLite"]),
        "CPostgreSQL": .only([]),
        "PostgreSQL": .only(["CPostgreSQL"]),
        "Storage": .only(["Cryptography", "PostgreSQL", "SQLite", "Timeline"]),
        "Jobs": .only(["Storage", "Timeline"]),
        "StoreEngine": .only(["HTTP", "SignedData", "Commerce", "Timeline", "JSON"]),
        "Merchant": .only(["HTTP", "Jobs", "Storage", "SignedData", "Commerce", "Cryptography", "Timeline", "JSON"]),
        "CStoreKit": .only([]),
        "StoreKit": .only(["CStoreKit", "HTTP", "HTTPClient", "SignedData", "Commerce", "Timeline", "JSON"]),
        "StoreKitTest": .only([
            "CStoreKit", "StoreKit", "StoreEngine", "HTTP", "SignedData", "Commerce", "Timeline",
        ]),
        "SampleApp": .only(["StoreKit"]),
        "CommandLine": .anything,
        "StoreJournal": .only(["StoreEngine", "SQLite", "Timeline"]),
        "windfall": .anything,
        "windfall-bench": .anything,
    ]

    /// Whether the module of a folder may import that of another; false where the folder has no row.
    static func allows(_ folder: String, toImport other: String) -> Bool {
        switch arrows[folder] {
        case .anything: true
        case .only(let others): others.contains(other)
        case nil: false
        }
    }

    /// Folders around one C library each, where `unsafe` is written.
    static let wrappers: Set<String> = ["Cryptography", "HTTPClient", "HTTPServer", "PostgreSQL", "SQLite"]
    /// Files elsewhere that may say `unsafe`: the zone rules of the C library, and the door to libFuzzer.
    static let unsafeFiles: Set<String> = ["Sources/Timeline/CivilCalendar.swift", "Fuzz/LibFuzzer.swift"]

    /// The folders that may ask the system for the time or for random bytes.
    static let askers: Set<String> = ["Timeline", "windfall", "windfall-bench"]

    /// The modules' names: the folder's, with the prefix; a program's is its folder's.
    static let moduleNames: Set<String> = Set(arrows.keys.map(moduleName(ofFolder:)))

    /// The modules that have Apple's names, so that apps can import them.
    private static let bare: Set<String> = ["StoreKit", "StoreKitTest"]

    static func moduleName(ofFolder folder: String) -> String {
        if bare.contains(folder) { return folder }
        return folder.hasPrefix("windfall") ? folder.split(separator: "-").joined(separator: "_") : "Windfall" + folder
    }

    /// The folder of one of our modules; nil for a module of others.
    static func folder(ofModule module: String) -> String? {
        if module.hasPrefix("Windfall") { return String(module.dropFirst("Windfall".count)) }
        return arrows.keys.first { moduleName(ofFolder: $0) == module }
    }

    static func mayBeUnsafe(_ file: SourceFile) -> Bool {
        !file.isSwift || unsafeFiles.contains(file.path) || file.moduleFolder.map(wrappers.contains) == true
    }

    static func mayAskTheSystem(_ file: SourceFile) -> Bool {
        !file.isSwift || file.moduleFolder.map(askers.contains) == true
    }
}
