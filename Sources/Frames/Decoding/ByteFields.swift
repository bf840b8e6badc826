/// Numbers inside bytes from outside; `nil` wherever the bytes end too early.
struct ByteFields {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    func byte(at place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

    func bigEndian16(at place: Int) -> Int? {
        guard let high = byte(at: place), let low = byte(at: place + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }

    func bigEndian32(at place: Int) -> Int? {
        guard let high = bigEndian16(at: place), let low = bigEndian16(at: place + 2) else { return nil }
        return high << 16 | low
    }

    func littleEndian32(at place: Int) -> Int? { bigEndian32(at: place).map { Int(UInt32($0).byteSwapped) } }
}
