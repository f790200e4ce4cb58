/// A developer account: apps, keys, secrets and faults belong to one, and reach no other.
public struct DeveloperRecord: Hashable, Sendable {
    public var name: String
    /// The account's shared secrets; several while one takes the place of another.
    public var secrets: [String] = []
}

extension DeveloperRecord: ByteCodable {
    func write(to bytes: inout ByteWriter) {
        bytes.text(name)
        bytes.list(secrets)
    }

    init(from bytes: inout ByteReader) throws(ByteReader.Failure) {
        name = try bytes.text()
        secrets = try bytes.list()
    }
}
