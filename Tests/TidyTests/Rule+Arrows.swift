extension Rule {
    /// Which module may know which.
    static let arrows: [Rule] = [
        Rule(
            sentence: "A module imports only what the arrows allow",
            broken: [
                SourceFile(path: "Sources/JSON/A.swift", text: "import WindfallTimeline"),
                SourceFile(
                    path: "Sources/Commerce/A.swift", text: "public import struct WindfallSignedData.AppReceipt"),
                SourceFile(path: "Sources/Timeline/A.swift", text: "@_exported import WindfallJSON"),
                SourceFile(path: "Sources/SignedData/DER/A.swift", text: "private import WindfallCOpenSSL"),
                SourceFile(path: "Sources/JSON/A.swift", text: "import windfall"),
            ],
            kept: [
                SourceFile(path: "Sources/JSON/A.swift", text: "import Foundation\n// import WindfallTimeline"),
                SourceFile(path: "Sources/SignedData/A.swift", text: "public import WindfallCommerce"),
                SourceFile(path: "Sources/windfall/A.swift", text: "import WindfallCOpenSSL"),
                SourceFile(path: "Tests/JSONTests/A.swift", text: "import WindfallTimeline"),
            ]
        ) { file in
            guard let folder = file.moduleFolder else { return [] }
            return file.importedFolders.filter { $0 != folder && !Layout.allows(folder, toImport: $0) }
                .map { "\(folder) may not import \($0)" }
        },
        Rule(
            sentence: "A folder below Sources has its row in the table of arrows",
            broken: [SourceFile(path: "Sources/Surprise/A.swift", text: "")],
            kept: [SourceFile(path: "Sources/JSON/A.swift", text: "")]
        ) { file in
            guard let folder = file.moduleFolder, Layout.arrows[folder] == nil else { return [] }
            return ["Layout.arrows has no row for \(folder)"]
        },
    ]
}

extension SourceFile {
    /// The folders of those of our modules that the file imports, each once, sorted.
    var importedFolders: [String] {
        guard isSwift else { return [] }
        let imports = Pattern(
            #"^[ \t]*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?"#
                + #"import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)"#)
        return Set(imports.matches(in: code).compactMap { Layout.folder(ofModule: $0.groups[1]) }).sorted()
    }
}
