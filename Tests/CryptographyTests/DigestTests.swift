import Testing
import WindfallCryptography

@Suite struct DigestTests {
    /// The examples of FIPS 180-4 and RFC 3174.
    @Test(
        "The digests are those of the standards' examples",
        arguments: [
            (DigestAlgorithm.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (
                .sha384, "abc",
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha512, "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
                    + "454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ])
    func standardExamples(algorithm: DigestAlgorithm, text: String, expected: String) {
        let digest = Digest.bytes(algorithm, of: Array(text.utf8))
        #expect(hexadecimal(digest) == expected)
        #expect(digest.count == algorithm.byteCount)
    }

    @Test("A digest over parts is the digest over the whole", arguments: DigestAlgorithm.allCases)
    func parts(algorithm: DigestAlgorithm) {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for cut in [0, 1, 63, 64, 65, 999, 1000] {
            var state = DigestState(algorithm)
            state.update(Array(bytes[..<cut]).span)
            state.update([UInt8]().span)
            state.update(Array(bytes[cut...]).span)
            #expect(state.finish() == Digest.bytes(algorithm, of: bytes), "cut at \(cut)")
        }
    }

    @Test("Bytes are equal only at the same length and with the same values")
    func comparison() {
        let bytes = Array("a constant".utf8)
        var changed = bytes
        changed[9] ^= 1
        for (other, isEqual) in [(bytes, true), (changed, false), (Array(bytes.dropLast()), false), ([], false)] {
            #expect(areEqual(bytes, other) == isEqual)
            #expect(areEqualInConstantTime(bytes, other) == isEqual)
        }
        #expect(areEqual([], []))
        #expect(areEqualInConstantTime([], []))
    }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
