/// `*` stands for any text, `?` for any one byte: for a character of ASCII, and a part of any other. Letters of ASCII match whatever their case.
struct Pattern: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = text.utf8.map(Self.folded) }

    /// Whether the whole text matches. Costs at the most the product of both lengths.
    func matches(_ text: String) -> Bool {
        let text = text.utf8.map(Self.folded)
        var (place, wanted) = (0, 0)
        // Where the last star stands, and how much of the text it has taken.
        var star: (wanted: Int, place: Int)?
        while place < text.count {
            if wanted < bytes.count, bytes[wanted] == UInt8(ascii: "*") {
                star = (wanted, place)
                wanted += 1
            } else if wanted < bytes.count, bytes[wanted] == UInt8(ascii: "?") || bytes[wanted] == text[place] {
                wanted += 1
                place += 1
            } else if let last = star {
                star = (last.wanted, last.place + 1)
                (wanted, place) = (last.wanted + 1, last.place + 1)
            } else {
                return false
            }
        }
        return bytes[wanted...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
}
