import Foundation
import Testing

/// Holds what the library offers against what Apple's offers, by name.
@Suite struct SurfaceTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    /// The page that the list was made from; it lies beside the checkout, if at all.
    private static let page = root.deletingLastPathComponent().appending(path: "shared/reference/storekit-api.md")

    private static let read = Result {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix("Surface.swift") }
        return SurfaceUses(files: try files.map { try String(contentsOf: $0, encoding: .utf8) })
    }

    private let uses: SurfaceUses
    private let leftOut: LeftOutPage

    init() throws {
        uses = try Self.read.get()
        let page = Self.root.appending(path: "docs/storekit-left-out.md")
        leftOut = LeftOutPage(text: try String(contentsOf: page, encoding: .utf8))
    }

    @Test(
        "Every declaration of Apple's is used here, or left out with its reason",
        arguments: [SurfaceList.globals] + SurfaceList.original + SurfaceList.testing + SurfaceList.modern)
    func everyDeclaration(type: SurfaceType) throws {
        let isUsed = uses.use(type: type.name) || leftOut.names(type: type.name)
        #expect(isUsed, "\(type.name)")
        for member in type.members where !leftOut.names(member, of: type.name) {
            let isUsed = try uses.use(member, of: type.name)
            #expect(isUsed, "\(type.name) \(member)")
        }
    }

    @Test("Nothing is named as left out that is used here")
    func nothingUsedIsLeftOut() throws {
        for type in SurfaceList.original + SurfaceList.testing + SurfaceList.modern {
            for member in type.members where leftOut.names(member, of: type.name) {
                let isUsed = try uses.use(member, of: type.name)
                #expect(!isUsed, "\(type.name) \(member)")
            }
        }
    }

    @Test(
        "The list has every declaration that its source lists",
        .enabled(if: FileManager.default.fileExists(atPath: page.path), "the page is not here"))
    func listIsWhole() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let reference = SurfaceReference(page: text, sections: ["## 2."])
        #expect(reference.oddLines.filter { !$0.contains("<every case of Code>") }.isEmpty)
        #expect(reference.types.map(\.members.count).reduce(0, +) > 140)
        let listed = Dictionary(
            uniqueKeysWithValues: ([SurfaceList.globals] + SurfaceList.original).map { ($0.name, Set($0.members)) })
        for type in reference.types {
            let isKnown = listed[type.name] != nil || leftOut.names(type: type.name)
            #expect(isKnown, "\(type.name)")
            for member in type.members where listed[type.name]?.contains(member) != true {
                let isLeftOut = leftOut.names(member, of: type.name)
                #expect(isLeftOut, "\(type.name) \(member)")
            }
        }
    }

    @Test(
        "Every type of the modern interface is used here, or left out with its reason",
        .enabled(if: FileManager.default.fileExists(atPath: page.path), "the page is not here"))
    func modernTypes() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let modern = SurfaceReference(page: text, sections: ["## 3."]).types.map(\.name).filter { $0 != "StoreKit" }
        #expect(modern.count > 10)
        for type in modern {
            let isKnown = uses.use(type: type) || leftOut.names(type: type)
            #expect(isKnown, "\(type)")
        }
    }

    @Test(
        "What the source leaves out is named here, each name",
        .enabled(if: FileManager.default.fileExists(atPath: page.path), "the page is not here"))
    func leftOutNames() throws {
        let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
        let section = lines.drop { !$0.hasPrefix("## 5.") }.dropFirst().prefix { !$0.hasPrefix("## ") }
        let names = section.filter { $0.hasPrefix("| ") }.dropFirst()
            .compactMap { $0.split(separator: "|").first?.matches(of: /[A-Z]+[a-z]+[A-Z][A-Za-z]+/) }
            .flatMap { $0.map { String($0.output) } }
        #expect(names.count > 30)
        for name in names {
            #expect(leftOut.mentions(name), "\(name)")
        }
    }

    @Test("A member that is not used, a type that is not used, and a wrong label are found")
    func findsWhatIsMissing() throws {
        let uses = SurfaceUses(files: ["/// Uses: Shop\nopen(at: 9, for: day)\n/// Uses: Till\nlet money = till.money"])
        #expect(try uses.use("open(at:for:)", of: "Shop"))
        #expect(try !uses.use("open(for:at:)", of: "Shop"))
        #expect(try !uses.use("open(until:)", of: "Shop"))
        #expect(try !uses.use("money", of: "Shop"))
        #expect(try uses.use("money", of: "Till"))
        #expect(!uses.use(type: "Door"))
    }

    @Test("A page is read with its types, members, labels and raw values, and an odd line is told")
    func readsPages() {
        let page = """
            ## 2. Shop
            | `Shop.Day` (`ShopDay`) | Int | monday 0, sunday 6 (closed) |
            ```swift
            let ShopDomain: String        // "Shop"
            open class Shop: NSObject
              weak var keeper: (any Keeper)?; var a, b: Bool
              class func `default`() -> Self; init(name: String, _ size: Int = 1) throws
              what is this
            ```
            ## 3. Other
            ```swift
            struct Hidden
            ```
            """
        let reference = SurfaceReference(page: page, sections: ["## 2."])
        #expect(reference.types.map(\.name) == ["Shop.Day", "StoreKit", "Shop"])
        #expect(reference.types.map(\.members)[0] == [".monday", ".sunday"])
        #expect(reference.types.map(\.members)[1] == ["ShopDomain"])
        #expect(reference.types.map(\.members)[2] == ["keeper", "a", "b", "default()", "init(name:_:)"])
        #expect(reference.oddLines == ["  what is this"])
    }
}
