/// The numbers 0…255 as text, each with the `;` that follows it in a sequence.
enum DecimalTable {
    /// Low half: up to four bytes, first one lowest. High half: how many of them count.
    static let entries: [UInt64] = (0...255).map { number in
        let text = Array("\(number);".utf8)
        let bytes = text.enumerated().reduce(UInt64(0)) { $0 | UInt64($1.element) << UInt64($1.offset * 8) }
        return bytes | UInt64(text.count) << 32
    }

    static func digits(_ number: Int) -> Int {
        number < 10 ? 1 : number < 100 ? 2 : number < 1_000 ? 3 : number < 10_000 ? 4 : 5
    }
}
