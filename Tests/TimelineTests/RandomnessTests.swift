import Testing
import WindfallTimeline

@Suite struct RandomnessTests {
    @Test("The seeded bytes are those of SplitMix64's published first words")
    func published() {
        let words: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        let expected = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        #expect(SeededRandomness(seed: 1_234_567).bytes(count: 24) == expected)
        #expect(SeededRandomness(seed: 1_234_567).bytes(count: 11) == Array(expected[..<11]))
    }

    @Test("Equal seeds give equal bytes, other seeds others, and the bytes go on")
    func seeds() {
        let one = SeededRandomness(seed: 1)
        let twin = SeededRandomness(seed: 1)
        let first = one.bytes(count: 16)
        #expect(first == twin.bytes(count: 16))
        #expect(one.bytes(count: 16) != first)
        #expect(SeededRandomness(seed: 2).bytes(count: 16) != first)
    }

    @Test("As many bytes come as were asked for", arguments: [-1, 0, 1, 7, 8, 9, 1000])
    func count(count: Int) {
        #expect(SeededRandomness(seed: 1).bytes(count: count).count == max(0, count))
        #expect(SystemRandomness().bytes(count: count).count == max(0, count))
    }

    @Test("The system's bytes differ each time")
    func system() {
        #expect(SystemRandomness().bytes(count: 32) != SystemRandomness().bytes(count: 32))
    }

    @Test("RFC 9562: a random UUID has version 4 and the variant in its places")
    func uuid() {
        let seeded = SeededRandomness(seed: 1_234_567)
        var seen: Set<String> = []
        for _ in 0..<1_000 {
            let text = seeded.uuidText()
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            #expect(groups.map(\.count) == [8, 4, 4, 4, 12])
            #expect(text.allSatisfy { "0123456789abcdef-".contains($0) })
            #expect(groups[2].first == "4")
            #expect("89ab".contains(groups[3].prefix(1)))
            seen.insert(text)
        }
        #expect(seen.count == 1_000)
        #expect(SeededRandomness(seed: 1_234_567).uuidText() == "85fc08fb-17d0-4e59-a50f-545884f0732c")
        #expect(SystemRandomness().uuidText().count == 36)
    }
}
