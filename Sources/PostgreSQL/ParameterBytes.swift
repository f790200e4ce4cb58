/// The parameters of one statement as libpq takes them: bytes in one piece, where each begins, and how it is written.
struct ParameterBytes {
    private var bytes: [UInt8] = []
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    /// 0 for text, which ends at a zero byte; 1 for binary, which has its length.
    private var formats: [Int32] = []

    init(_ values: [PostgreSQLValue]) {
        for value in values {
            switch value {
            case .null: append(nil, isBinary: false)
            // As text, an integer fits a column of any width.
            case .integer(let number): append(Array(String(number).utf8), isBinary: false)
            case .text(let text): append(Array(text.utf8), isBinary: true)
            case .bytes(let content): append(content, isBinary: true)
            }
        }
    }

    private mutating func append(_ content: [UInt8]?, isBinary: Bool) {
        starts.append(content == nil ? nil : bytes.count)
        lengths.append(Int32(clamping: content?.count ?? 0))
        formats.append(isBinary ? 1 : 0)
        guard let content else { return }
        bytes += content
        bytes.append(0)
    }

    /// Lends pointers for the length of the closure.
    func withPointers<Value>(
        _ body: (
            _ count: Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Value
    ) -> Value {
        unsafe bytes.withUnsafeBytes { bytes in
            let values = unsafe starts.map { start in
                unsafe start.flatMap { start in
                    unsafe bytes.baseAddress.map { unsafe ($0 + start).assumingMemoryBound(to: CChar.self) }
                }
            }
            return unsafe values.withUnsafeBufferPointer { values in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe formats.withUnsafeBufferPointer { formats in
                        unsafe body(
                            Int32(clamping: values.count), values.baseAddress, lengths.baseAddress,
                            formats.baseAddress)
                    }
                }
            }
        }
    }
}
