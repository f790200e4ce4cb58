public import Foundation
import WindfallCryptography
import WindfallTimeline

extension TestAuthority {
    /// The file with the certificates to trust.
    public static let rootsFileName = "roots.pem"

    private static let names = ["receipts", "transactions", "payloads", "local-receipts", "local-payloads"]

    private var identities: [(name: String, identity: SigningIdentity)] {
        Array(zip(Self.names, [receipts, transactions, payloads, localReceipts, localPayloads]))
    }

    /// Saves keys and certificates: for each signer `NAME.key.pem` (mode 0600) and `NAME.pem`, and `roots.pem`.
    ///
    /// - Parameter folder: made, with mode 0700, if it is not there.
    /// - Throws: ``Failure`` if any of the files is there: nothing is ever overwritten, and then nothing is written.
    public func save(to folder: URL) throws(Failure) {
        do {
            let files = FileManager.default
            try files.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Self.checkVacant(folder)
            for (name, identity) in identities {
                try Self.writePrivately(try identity.key.pem, to: folder.appending(path: "\(name).key.pem"))
                try Self.write(Self.pem(identity.certificates), to: folder.appending(path: "\(name).pem"))
            }
            try Self.write(roots, to: folder.appending(path: Self.rootsFileName))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("the authority can't be saved: \(error.localizedDescription)")
        }
    }

    /// Refuses a folder in which any of the authority's files is; for asking before keys are made, which takes a second.
    public static func checkVacant(_ folder: URL) throws(Failure) {
        let paths = [rootsFileName] + names.flatMap { ["\($0).key.pem", "\($0).pem"] }
        for path in paths where FileManager.default.fileExists(atPath: folder.appending(path: path).path) {
            throw Failure("\(path) is there already, and keys are never overwritten")
        }
    }

    /// Loads what ``save(to:)`` saved.
    public convenience init(folder: URL) throws(Failure) {
        func identity(_ name: String) throws(Failure) -> SigningIdentity {
            let key = try Self.read("\(name).key.pem", in: folder)
            let chain = try Self.read("\(name).pem", in: folder)
            do {
                let certificates = try Certificate.readPEM(chain.span, limit: 8)
                let privateKey = try PrivateKey(pem: key.span)
                guard let leaf = certificates.first,
                    leaf.publicKey.subjectPublicKeyInfo == privateKey.publicKey.subjectPublicKeyInfo
                else { throw Failure("\(name).pem is not the certificate of \(name).key.pem") }
                return SigningIdentity(key: privateKey, certificates: certificates)
            } catch let failure as Failure {
                throw failure
            } catch {
                throw Failure("\(name).key.pem or \(name).pem can't be read: \(error)")
            }
        }
        let loaded = try Self.names.map(identity)
        do {
            try self.init(
                receipts: loaded[0], transactions: loaded[1], payloads: loaded[2], localReceipts: loaded[3],
                localPayloads: loaded[4])
        } catch {
            throw Failure("the authority can't be loaded: \(error)")
        }
    }

    private static func read(_ name: String, in folder: URL) throws(Failure) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: folder.appending(path: name)))
        } catch {
            throw Failure("\(name) can't be read in \(folder.path)")
        }
    }

    private static func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file, options: .withoutOverwriting)
    }

    /// Writes a secret to a new file, which is empty until its mode is 0600.
    package static func writePrivately(_ text: String, to file: URL) throws {
        try Data().write(to: file, options: .withoutOverwriting)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.write(contentsOf: Data(text.utf8))
    }
}
