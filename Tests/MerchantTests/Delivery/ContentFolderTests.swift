import Foundation
import Testing
import WindfallCommerce
import WindfallHTTP
import WindfallJSON
import WindfallMerchant
import WindfallTimeline

/// What of a disk is delivered, and what never.
@Suite struct ContentFolderTests {
    private static let path = "/users/\(ShopServer.anna)/content"

    private func server() async throws -> ShopServer {
        let server = try await ShopServer()
        try await server.ledger.show([told("forever", "1")], by: ShopServer.anna)
        try server.folder.write("content/forever/a.txt", [1])
        try server.folder.write("content/coins/b.txt", [2])
        try server.folder.write("secret.txt", [3])
        return server
    }

    private func get(
        _ server: ShopServer, _ file: String, _ headers: KeyValuePairs<String, String> = [:]
    ) async throws -> HTTPResponse {
        try await server.ask(.get, "\(Self.path)/\(file)", as: .client, headers: headers)
    }

    @Test(
        "F23: no address leads out of the product's folder",
        arguments: [
            "forever/..%2Fcoins%2Fb.txt", "forever/..%2f..%2fsecret.txt", "forever/%2Fetc%2Fpasswd",
            "forever/%2e%2e", "forever/.hidden", "forever/a.txt%00", "forever/a.txt%2F", "forever/none",
            "..%2Fsecret.txt/x",
            "forever%2F..%2Fcoins/b.txt", "./a.txt", "forever/folder", "forever/\(String(repeating: "a", count: 256))",
        ])
    func escapes(file: String) async throws {
        let server = try await server()
        try server.folder.write("content/forever/.hidden", [4])
        try server.folder.write("content/forever/folder/a.txt", [5])
        let answer = try await get(server, file)
        #expect([400, 403, 404].contains(answer.status.code))
        #expect(answer.errorCode != nil && ![[1], [2], [3], [4], [5]].contains(answer.body))
    }

    @Test("No symbolic link is followed, neither of a file nor of a product")
    func links() async throws {
        let server = try await server()
        try server.folder.link("content/forever/out.txt", to: "\(server.folder.path)/secret.txt")
        try server.folder.link("content/forever/in.txt", to: "a.txt")
        try server.folder.link("content/pro", to: "coins")
        for file in ["forever/out.txt", "forever/in.txt", "pro/b.txt"] {
            #expect(try await get(server, file).errorCode == "not_found", "\(file)")
        }
        #expect(try await get(server, "forever/a.txt").body == [1])
    }

    @Test(
        "F23: a program is not delivered, whole or in part",
        arguments: [
            ("ELF", [0x7F, 0x45, 0x4C, 0x46, 2, 1]), ("Mach-O", [0xCF, 0xFA, 0xED, 0xFE, 7]),
            ("Mach-O for several", [0xCA, 0xFE, 0xBA, 0xBE, 0, 0]), ("Windows", [0x4D, 0x5A, 0x90, 0]),
            ("a script", Array("#!/bin/sh\n".utf8)), ("WebAssembly", [0, 0x61, 0x73, 0x6D, 1]),
            ("Dalvik", Array("dex\n035".utf8)),
        ] as [(String, [UInt8])])
    func programs(name: String, bytes: [UInt8]) async throws {
        let server = try await server()
        try server.folder.write("content/forever/p", bytes)
        #expect(try await get(server, "forever/p").errorCode == "not_data")
        #expect(try await get(server, "forever/p", ["Range": "bytes=4-"]).errorCode == "not_data")
    }

    @Test("An empty file and a short one are delivered")
    func short() async throws {
        let server = try await server()
        for bytes in [[], [0x7F], [0x4D], Array("#".utf8)] as [[UInt8]] {
            try server.folder.write("content/forever/s.bin", bytes)
            let answer = try await get(server, "forever/s.bin")
            #expect(answer.status == .ok && answer.body == bytes)
        }
        try server.folder.write("content/forever/s.bin", [])
        #expect(try await get(server, "forever/s.bin", ["Range": "bytes=0-"]).status.code == 416)
    }

    @Test("A file that is longer than an answer is fetched range by range")
    func large() async throws {
        let server = try await server()
        let limit = 16 * 1024 * 1024
        var bytes = [UInt8](repeating: 1, count: limit + 10)
        bytes[limit] = 7
        try server.folder.write("content/forever/l.bin", bytes)
        let whole = try await get(server, "forever/l.bin")
        #expect(whole.errorCode == "file_too_large" && whole.json["error"]?["next"]?.text?.contains("bytes=0-") == true)
        let first = try await get(server, "forever/l.bin", ["Range": "bytes=0-"])
        #expect(first.status.code == 206 && first.body.count == limit)
        #expect(first.headers["Content-Range"] == "bytes 0-\(limit - 1)/\(limit + 10)")
        let last = try await get(server, "forever/l.bin", ["Range": "bytes=\(limit)-"])
        #expect(last.body == [7] + [UInt8](repeating: 1, count: 9))
        bytes.removeLast(10)
        try server.folder.write("content/forever/l.bin", bytes)
        #expect(try await get(server, "forever/l.bin").body.count == limit)
    }

    @Test("A file that can't be read is no reason to say that there is none")
    func unreadable() async throws {
        let server = try await server()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: "\(server.folder.path)/content/forever/a.txt")
        // The superuser reads everything.
        guard getuid() != 0 else { return }
        let answer = try await get(server, "forever/a.txt")
        #expect(answer.status == .serviceUnavailable && answer.headers["Retry-After"] == "5")
    }
}
