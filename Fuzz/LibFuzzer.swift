import Foundation

// The door to libFuzzer, which comes with the toolchain. It owns `main`; the package manager wants a `main` of this
// module's, so the one below hands over.

/// libFuzzer's own loop (compiler-rt, FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
private func runLibFuzzer(
    _ argumentCount: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ testOneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The reader that this process feeds, named by WINDFALL_FUZZ_READER.
private let chosen: FuzzTarget? = {
    let name = unsafe getenv("WINDFALL_FUZZ_READER").map { unsafe String(cString: $0) }
    return FuzzTarget.all.first { $0.name == name }
}()

@_cdecl("windfall_fuzz_main")
public func main(_ argumentCount: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    guard chosen != nil else {
        for target in FuzzTarget.all { print(target.row) }
        return 0
    }
    var argumentCount = argumentCount
    var arguments = unsafe arguments
    return unsafe runLibFuzzer(&argumentCount, &arguments, testOneInput)
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    chosen?.feed(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

extension FuzzTarget {
    /// What `script/fuzz` reads: name, fixture patterns, examples in base64, separated by tabs.
    fileprivate var row: String {
        do {
            let texts = try examples().map { Data($0).base64EncodedString() }
            return ([name, fixtures.joined(separator: " ")] + texts).joined(separator: "\t")
        } catch {
            fatalError("the examples of \(name) could not be made: \(error)")
        }
    }
}
