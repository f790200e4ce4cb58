import Testing
import WindfallJSON

@Suite struct JSONValueTests {
    @Test("Null is not false, and a number is not its text")
    func kindsDiffer() {
        #expect(JSON.null != JSON.bool(false))
        #expect(JSON.integer(1) != JSON.string("1"))
        #expect(JSON.integer(1) != JSON.array([1]))
    }

    @Test("An accessor gives nil for every other kind")
    func accessors() {
        let all: [JSON] = [.null, true, 7, "7", [7], ["a": 7]]
        #expect(all.map(\.isNull) == [true, false, false, false, false, false])
        #expect(all.map(\.isTrue) == [nil, true, nil, nil, nil, nil])
        #expect(all.map(\.int64) == [nil, nil, 7, nil, nil, nil])
        #expect(all.map(\.number) == [nil, nil, JSONNumber(7), nil, nil, nil])
        #expect(all.map(\.text) == [nil, nil, nil, "7", nil, nil])
        #expect(all.map(\.array) == [nil, nil, nil, nil, [7], nil])
        #expect(all.map(\.object) == [nil, nil, nil, nil, nil, ["a": 7]])
        #expect(all.map { $0["a"] } == [nil, nil, nil, nil, nil, 7])
    }

    @Test("Setting a member keeps its place; a new one comes last; nil removes")
    func members() {
        var object: JSONObject = ["b": 1, "a": 2, "c": 3]
        object["a"] = 4
        object["d"] = .null
        #expect(object.keys == ["b", "a", "c", "d"])
        #expect(object["a"] == 4)
        #expect(object["d"] == .null)
        object["b"] = nil
        object["none"] = nil
        #expect(object.keys == ["a", "c", "d"])
        #expect(object.count == 3)
        object.removeAll { $0.value == .null }
        #expect(object.keys == ["a", "c"])
        object.removeAll()
        #expect(object.isEmpty)
    }

    @Test("A repeated key in a made object keeps its first place and its last value")
    func repeatedKey() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.keys == ["a", "b"])
        #expect(object["a"] == 3)
    }

    @Test("Objects with the same members in another order differ")
    func orderCounts() {
        let one: JSONObject = ["a": 1, "b": 2]
        let other: JSONObject = ["b": 2, "a": 1]
        #expect(one != other)
    }

    @Test("Iteration follows the order of the members")
    func iteration() {
        let object: JSONObject = ["z": 1, "a": 2]
        #expect(object.map(\.key) == ["z", "a"])
        #expect(object.map(\.value) == [1, 2])
    }
}
