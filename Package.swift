// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: warnings are errors, unsafe code is marked, imports are internal unless said otherwise.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module of ours: the folder has the short name, the module the prefix (names must be unique over a package graph).
func module(_ name: String, uses: [Target.Dependency] = []) -> Target {
    .target(name: "Windfall\(name)", dependencies: uses, path: "Sources/\(name)", swiftSettings: strict)
}

func tests(_ name: String, uses: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: uses, path: "Tests/\(name)Tests",
        exclude: ["Command": ["Golden"], "Merchant": ["Scripts"], "Peer": ["Scripts"], "StoreEngine": ["Golden"]][name]
            ?? [],
        swiftSettings: strict)
}

let package = Package(
    name: "windfall",
    products: [
        .executable(name: "windfall", targets: ["windfall"]),
        .library(name: "WindfallTimeline", targets: ["WindfallTimeline"]),
        .library(name: "WindfallJSON", targets: ["WindfallJSON"]),
        .library(name: "WindfallCommerce", targets: ["WindfallCommerce"]),
        .library(name: "WindfallSignedData", targets: ["WindfallSignedData"]),
        .library(name: "StoreKit", targets: ["StoreKit"]),
        .library(name: "StoreKitTest", targets: ["StoreKitTest"]),
        .executable(name: "windfall-bench", targets: ["windfall-bench"]),
    ],
    targets: [
        // C doors: a module map and a shim, nothing else.
        .systemLibrary(name: "WindfallCOpenSSL", path: "Sources/COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "WindfallCSQLite", path: "Sources/CSQLite", providers: [.apt(["libsqlite3-dev"])]),

        .systemLibrary(name: "WindfallCCurl", path: "Sources/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        .systemLibrary(
            name: "WindfallCMicroHTTPD", path: "Sources/CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),

        .systemLibrary(name: "WindfallCPostgreSQL", path: "Sources/CPostgreSQL", providers: [.apt(["libpq-dev"])]),

        // Values and rules.
        module("Timeline"),
        module("JSON"),
        module("Commerce", uses: ["WindfallTimeline", "WindfallJSON"]),

        module("HTTP", uses: ["WindfallJSON"]),

        // Wrappers: the only places with `unsafe`.
        module("Cryptography", uses: ["WindfallCOpenSSL"]),
        module("HTTPServer", uses: ["WindfallCMicroHTTPD", "WindfallHTTP"]),
        module("HTTPClient", uses: ["WindfallCCurl", "WindfallHTTP"]),
        module("SQLite", uses: ["WindfallCSQLite"]),
        module("PostgreSQL", uses: ["WindfallCPostgreSQL"]),

        // One database interface over both engines, and the durable queue in it.
        module("Storage", uses: ["WindfallCryptography", "WindfallPostgreSQL", "WindfallSQLite", "WindfallTimeline"]),
        module("Jobs", uses: ["WindfallStorage", "WindfallTimeline"]),

        // Bytes that prove where they come from.
        module("SignedData", uses: ["WindfallCommerce", "WindfallCryptography", "WindfallJSON", "WindfallTimeline"]),

        // The App Store in a box.
        module(
            "StoreEngine",
            uses: ["WindfallCommerce", "WindfallHTTP", "WindfallJSON", "WindfallSignedData", "WindfallTimeline"]),
        module("StoreJournal", uses: ["WindfallStoreEngine", "WindfallSQLite", "WindfallTimeline"]),

        // The developer's server.
        module(
            "Merchant",
            uses: [
                "WindfallCommerce", "WindfallCryptography", "WindfallHTTP", "WindfallJSON", "WindfallJobs",
                "WindfallSignedData", "WindfallStorage", "WindfallTimeline",
            ]),

        // The app's side, under Apple's own names.
        .systemLibrary(name: "WindfallCStoreKit", path: "Sources/CStoreKit"),
        .target(
            name: "StoreKit",
            dependencies: [
                "WindfallCStoreKit", "WindfallCommerce", "WindfallHTTP", "WindfallHTTPClient", "WindfallJSON",
                "WindfallSignedData", "WindfallTimeline",
            ],
            path: "Sources/StoreKit", swiftSettings: strict),
        .target(
            name: "StoreKitTest",
            dependencies: [
                "StoreKit", "WindfallCStoreKit", "WindfallCommerce", "WindfallHTTP", "WindfallSignedData",
                "WindfallStoreEngine", "WindfallTimeline",
            ],
            path: "Sources/StoreKitTest", swiftSettings: strict),

        module("SampleApp", uses: ["StoreKit"]),

        // The program: arguments and wiring, no rules. The library of its commands is there so that tests can call them.
        module(
            "CommandLine",
            uses: [
                "WindfallCommerce", "WindfallCryptography", "WindfallHTTP", "WindfallHTTPClient", "WindfallJSON",
                "WindfallSampleApp", "WindfallMerchant", "WindfallSignedData", "WindfallStorage", "WindfallStoreEngine",
                "WindfallStoreJournal", "WindfallTimeline",
            ]),
        .executableTarget(
            name: "windfall",
            dependencies: [
                "WindfallCommandLine", "WindfallCommerce", "WindfallHTTP", "WindfallHTTPClient", "WindfallHTTPServer",
                "WindfallJSON", "WindfallMerchant", "WindfallSampleApp", "WindfallSignedData", "WindfallStorage",
                "WindfallStoreEngine", "WindfallStoreJournal", "WindfallTimeline",
            ],
            path: "Sources/windfall", swiftSettings: strict),

        // Programs: wiring, no rules.
        .executableTarget(
            name: "windfall-bench",
            dependencies: [
                "WindfallCommerce", "WindfallCryptography", "WindfallHTTP", "WindfallHTTPClient", "WindfallHTTPServer",
                "WindfallJSON", "WindfallMerchant", "WindfallPostgreSQL", "WindfallSQLite", "WindfallSignedData",
                "WindfallStorage", "WindfallStoreEngine", "WindfallStoreJournal", "WindfallTimeline",
            ],
            path: "Sources/windfall-bench", swiftSettings: strict),

        tests("Timeline", uses: ["WindfallTimeline"]),
        tests("JSON", uses: ["WindfallJSON"]),
        tests("Commerce", uses: ["WindfallCommerce", "WindfallTimeline", "WindfallJSON"]),
        tests(
            "SignedData",
            uses: [
                "WindfallSignedData", "WindfallCommerce", "WindfallCryptography", "WindfallHTTP", "WindfallHTTPClient",
                "WindfallJSON", "WindfallTimeline",
            ]),
        tests("Cryptography", uses: ["WindfallCryptography"]),
        tests("HTTP", uses: ["WindfallHTTP", "WindfallJSON"]),
        tests("HTTPClient", uses: ["WindfallHTTPClient", "WindfallHTTP"]),
        tests("HTTPServer", uses: ["WindfallHTTPServer", "WindfallHTTP", "WindfallJSON"]),
        tests("SQLite", uses: ["WindfallSQLite"]),
        // Databases of a test's own, on both engines.
        .target(
            name: "WindfallStorageTesting", dependencies: ["WindfallPostgreSQL", "WindfallStorage"],
            path: "Tests/StorageTesting", swiftSettings: strict),
        tests("PostgreSQL", uses: ["WindfallPostgreSQL", "WindfallStorageTesting"]),
        tests(
            "Storage",
            uses: [
                "WindfallStorage", "WindfallPostgreSQL", "WindfallSQLite", "WindfallStorageTesting", "WindfallTimeline",
            ]),
        tests("Jobs", uses: ["WindfallJobs", "WindfallStorage", "WindfallStorageTesting", "WindfallTimeline"]),
        // Exchanges held against the OpenAPI files.
        .target(
            name: "WindfallOpenAPITesting", dependencies: ["WindfallHTTP", "WindfallJSON"],
            path: "Tests/OpenAPITesting", swiftSettings: strict),
        tests(
            "StoreEngine",
            uses: [
                "WindfallStoreEngine", "WindfallCommerce", "WindfallHTTP", "WindfallJSON", "WindfallOpenAPITesting",
                "WindfallSignedData", "WindfallTimeline",
            ]),
        tests(
            "StoreKit",
            uses: [
                "StoreKit", "WindfallCommerce", "WindfallHTTP", "WindfallHTTPServer", "WindfallJSON",
                "WindfallSignedData", "WindfallStoreEngine", "WindfallTimeline",
            ]),
        tests("StoreJournal", uses: ["WindfallStoreJournal", "WindfallStoreEngine", "WindfallSQLite"]),

        tests(
            "Merchant",
            uses: [
                "WindfallMerchant", "WindfallCommerce", "WindfallCryptography", "WindfallHTTP", "WindfallJSON",
                "WindfallJobs", "WindfallOpenAPITesting", "WindfallSignedData", "WindfallStorage",
                "WindfallStorageTesting", "WindfallStoreEngine", "WindfallTimeline",
            ]),

        // One use of every declaration of Apple's.
        tests("StoreKitSurface", uses: ["StoreKit", "StoreKitTest"]),

        tests(
            "Command",
            uses: [
                "windfall", "WindfallCommandLine", "WindfallCommerce", "WindfallHTTP", "WindfallHTTPClient",
                "WindfallJSON", "WindfallMerchant", "WindfallSignedData", "WindfallStorage", "WindfallStorageTesting",
                "WindfallStoreEngine", "WindfallTimeline",
            ]),

        tests("StoreKitTest", uses: ["StoreKitTest", "StoreKit", "WindfallJSON", "WindfallTimeline"]),

        // Clients that others wrote, against the store.
        tests("Peer", uses: ["windfall"]),

        // Holds the design by reading the sources.
        tests("Tidy", uses: []),
    ],
    swiftLanguageModes: [.v6]
)

// `script/fuzz` builds with sanitizers of its own and asks for this program; nobody else sees it.
if Context.environment["WINDFALL_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "windfall-fuzz",
            dependencies: [
                "WindfallCommerce", "WindfallCryptography", "WindfallJSON", "WindfallSignedData", "WindfallStoreEngine",
                "WindfallTimeline",
            ],
            path: "Fuzz",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
