import Scripts

/// Columns of scalars by the one table that the painter has, too, kept by pages of 256 once they are asked for.
struct ScalarWidths: Sendable {
    private var pages = [[UInt8]?](repeating: nil, count: 0x1100)

    mutating func width(_ scalar: UInt32) -> Int {
        let page = Int(scalar >> 8)
        guard page < pages.count else { return 1 }
        if let known = pages[page] { return Int(known[Int(scalar & 0xFF)]) }
        let widths = (0..<256).map { low in
            Unicode.Scalar(scalar & ~0xFF | UInt32(low)).map { UInt8(Self.width(of: $0)) } ?? 1
        }
        pages[page] = widths
        return Int(widths[Int(scalar & 0xFF)])
    }

    /// A soft hyphen is a place to break a word at, and no program that breaks lines by itself prints it to be seen.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        scalar.value == 0xAD ? 0 : TerminalText.cellWidth(of: scalar)
    }
}
