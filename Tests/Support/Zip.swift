/// Archives for tests: made by hand, so that anything can be wrong with them.
package struct Zip {
    package struct Entry {
        package var name: String
        package var bytes: [UInt8]
        package var isLink = false
        package var isEncrypted = false
        /// How large it says to be.
        package var told: Int?

        package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
    }

    package var entries: [Entry] = []

    package init(_ entries: [Entry]) { self.entries = entries }

    package init(_ entries: [(String, String)]) {
        self.entries = entries.map { Entry(name: $0.0, bytes: Array($0.1.utf8)) }
    }

    /// Nothing is packed.
    package var bytes: [UInt8] {
        var (files, list): ([UInt8], [UInt8]) = ([], [])
        for entry in entries {
            let place = files.count
            var common = number(entry.isEncrypted ? 0x801 : 0x800, 2) + number(0, 2) + number(0x21_0000, 4)
            common += number(Int(Self.checksum(entry.bytes)), 4)
            common += number(entry.bytes.count, 4) + number(entry.told ?? entry.bytes.count, 4)
            common += number(entry.name.utf8.count, 2) + number(0, 2)
            files += Array("PK\u{3}\u{4}".utf8) + number(20, 2) + common
            files += Array(entry.name.utf8) + entry.bytes
            list += Array("PK\u{1}\u{2}".utf8) + number(0x0314, 2) + number(20, 2) + common + number(0, 6)
            list += number((entry.isLink ? 0o120777 : 0o100644) << 16, 4) + number(place, 4)
            list += Array(entry.name.utf8)
        }
        var end = Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(entries.count, 2) + number(entries.count, 2)
        end += number(list.count, 4) + number(files.count, 4) + number(0, 2)
        return files + list + end
    }

    private func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let low = sum & 1
                sum >>= 1
                if low == 1 { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}
