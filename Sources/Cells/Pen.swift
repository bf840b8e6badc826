/// Writes sequences and knows what they left behind: the live colors and where the cursor is.
///
/// It writes through a raw pointer because this is the inner loop of painting: the owner of the memory reserves
/// `Pen.largestCell` bytes a cell before it lends it.
struct Pen {
    /// Room that one cell can take: a cursor move (`CSI 65536;65536H`), `CSI 38;2;…;48;2;…m`, a glyph, and the seven bytes by
    /// which an eight-byte store may reach too far.
    static let largestCell = 72
    /// A foreground that no cell asks for: the terminal's default.
    static let defaultForeground = UInt32.max - 1

    var out: UnsafeMutableRawPointer
    private let decimals: UnsafePointer<UInt64>
    /// Inks that the terminal has set.
    private(set) var foreground = Pen.defaultForeground
    private(set) var background = Ink.background.bits
    /// Where the terminal's cursor is; column -1 where terminals may differ (after the last column), row -1 at first.
    private(set) var row = -1
    var column = -1
    /// What is done to characters; nothing while blocks are written.
    var attributes: TextAttributes = []
    /// An ink; the default foreground for the character's own.
    var underlineColor = Pen.defaultForeground
    var link: TextLink?

    init(out: UnsafeMutableRawPointer, decimals: UnsafePointer<UInt64>) {
        self.out = out
        self.decimals = decimals
    }

    @inline(__always) mutating func put(_ bytes: UInt64, _ count: Int) {
        out.storeBytes(of: bytes.littleEndian, as: UInt64.self)
        out += count
    }

    @inline(__always) mutating func put(_ byte: UInt8) {
        out.storeBytes(of: byte, as: UInt8.self)
        out += 1
    }

    mutating func forgetColumn() { column = -1 }

    /// One glyph of a cell; `bytes` lowest first.
    @inline(__always) mutating func glyph(_ glyph: Glyph) {
        put(glyph.bytes, glyph.count)
        column &+= 1
    }
}

/// A character as bytes, lowest first.
struct Glyph {
    let bytes: UInt64
    let count: Int

    static let space = Glyph(bytes: 0x20, count: 1)
    static let upper = Glyph(bytes: 0x8096E2, count: 3)
    static let lower = Glyph(bytes: 0x8496E2, count: 3)
    static let full = Glyph(bytes: 0x8896E2, count: 3)
}

extension Glyph {
    /// - Parameter scalar: ASCII, or one that UTF-8 has in three bytes.
    init(scalar: UInt64) {
        let isShort = scalar < 0x80
        bytes = isShort ? scalar : 0x8080E0 | scalar >> 12 | (scalar >> 6 & 63) << 8 | (scalar & 63) << 16
        count = isShort ? 1 : 3
    }
}

// Colors.
extension Pen {
    /// Sets what differs from the live colors, in one sequence.
    @inline(__always) mutating func set(foreground wanted: UInt32, background under: UInt32) {
        guard wanted != foreground || under != background else { return }
        put(0x5B1B, 2)
        if wanted != foreground {
            color(wanted, layer: 0)
            foreground = wanted
        }
        if under != background {
            color(under, layer: 1)
            background = under
        }
        endSequence()
    }

    /// `m` in the place of the last `;`.
    @inline(__always) func endSequence() { (out - 1).storeBytes(of: 0x6D, as: UInt8.self) }

    /// The parameters of one color, each followed by `;`. Layer 0 is the foreground (`3x`), 1 the background (`4x`).
    @inline(__always) private mutating func color(_ ink: UInt32, layer: UInt64) {
        if ink >> 24 == Ink.Kind.rgb {
            put(0x3B32_3B38_33 &+ layer, 5)
            decimal(ink >> 16 & 255)
            decimal(ink >> 8 & 255)
            decimal(ink & 255)
        } else {
            fixedColor(ink, layer: layer)
        }
    }

    private mutating func fixedColor(_ ink: UInt32, layer: UInt64) {
        switch ink >> 24 {
        case Ink.Kind.palette256:
            put(0x3B35_3B38_33 &+ layer, 5)
            decimal(ink & 255)
        case Ink.Kind.palette16:
            let number = ink & 15
            decimal((number < 8 ? 30 : 82) + number + UInt32(layer) * 10)
        default:
            decimal(39 + UInt32(layer) * 10)
        }
    }

    @inline(__always) mutating func decimal(_ value: UInt32) {
        let entry = decimals[Int(value)]
        out.storeBytes(of: UInt32(truncatingIfNeeded: entry).littleEndian, as: UInt32.self)
        out += Int(entry >> 32)
    }
}

// Cursor.
extension Pen {
    /// Bytes of `CSI n C` and its like.
    static func stepLength(_ count: Int) -> Int { count == 1 ? 3 : 3 + DecimalTable.digits(count) }

    /// Brings the cursor to a cell of the screen, both counted from 0, in the fewest bytes.
    ///
    /// Line feed, carriage return and tabs are left out: the tty's output modes may translate them.
    mutating func move(row target: Int, column wanted: Int) {
        if row == target && column == wanted { return }
        let isAhead = row >= 0 && column >= 0 && target >= row
        if isAhead && relativeLength(target - row, wanted - column) < absoluteLength(target, wanted) {
            if target > row { step(target - row, 0x42) }
            moveSideways(wanted - column)
        } else {
            moveAbsolutely(target, wanted)
        }
        row = target
        column = wanted
    }

    private func relativeLength(_ down: Int, _ right: Int) -> Int {
        let vertical = down == 0 ? 0 : Self.stepLength(down)
        if right == 0 { return vertical }
        return vertical + (right > 0 ? Self.stepLength(right) : min(-right, Self.stepLength(-right)))
    }

    private func absoluteLength(_ row: Int, _ column: Int) -> Int {
        if row == 0 && column == 0 { return 3 }
        return 3 + DecimalTable.digits(row + 1) + (column == 0 ? 0 : 1 + DecimalTable.digits(column + 1))
    }

    private mutating func moveSideways(_ right: Int) {
        if right > 0 { step(right, 0x43) }
        guard right < 0 else { return }
        guard -right <= 3 else { return step(-right, 0x44) }
        for _ in 0 ..< -right { put(0x08) }
    }

    private mutating func moveAbsolutely(_ row: Int, _ column: Int) {
        put(0x5B1B, 2)
        if row > 0 || column > 0 { number(row + 1) }
        if column > 0 {
            put(0x3B)
            number(column + 1)
        }
        put(0x48)
    }

    private mutating func step(_ count: Int, _ final: UInt8) {
        put(0x5B1B, 2)
        if count > 1 { number(count) }
        put(final)
    }

    /// 1…99,999, which no terminal's side exceeds.
    private mutating func number(_ value: Int) {
        var divisor = 1
        for _ in 1..<DecimalTable.digits(value) { divisor *= 10 }
        while divisor > 0 {
            put(UInt8(48 + value / divisor % 10))
            divisor /= 10
        }
    }
}

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

// Characters and what is done to them.
extension Pen {
    /// Room that a cell of text can take beyond `largestCell`: the character instead of a block, nine attributes that begin and
    /// nine that end, the color of an underline. A link takes `linkCell` and its address more.
    static let textCell = TextGlyph.mostBytes + 80
    /// `OSC 8;id=4294967295;`, `ST`, and what ends it.
    static let linkCell = 32

    mutating func text(_ glyph: TextGlyph) {
        for byte in glyph.text.utf8 { put(byte) }
        column &+= glyph.columns
        if !glyph.isSure { forgetColumn() }
    }

    /// What follows is no text: nothing is done to it.
    mutating func endText() {
        set(attributes: [], underlineColor: Self.defaultForeground)
        set(link: nil)
    }

    /// Begins and ends what differs, in one sequence.
    mutating func set(attributes wanted: TextAttributes, underlineColor wantedColor: UInt32) {
        guard wanted != attributes || wantedColor != underlineColor else { return }
        var ended = attributes.subtracting(wanted)
        // One number ends both weights.
        if !ended.isDisjoint(with: [.bold, .faint]) { ended.formUnion([.bold, .faint]) }
        let begun = wanted.subtracting(attributes.subtracting(ended))
        put(0x5B1B, 2)
        for (attribute, _, end) in Self.attributeNumbers where ended.contains(attribute) && end != 0 {
            decimal(end)
        }
        for (attribute, begin, _) in Self.attributeNumbers where begun.contains(attribute) {
            if attribute.isSubset(of: .styles) { put(0x3A34, 2) }
            decimal(begin)
        }
        if wantedColor != underlineColor { setUnderlineColor(wantedColor) }
        endSequence()
        attributes = wanted
    }

    /// In colons, as one parameter: who does not know it passes over it whole.
    private mutating func setUnderlineColor(_ ink: UInt32) {
        underlineColor = ink
        switch ink >> 24 {
        case Ink.Kind.rgb:
            put(0x3A3A_323A_3835, 6)
            for shift: UInt32 in [16, 8, 0] {
                decimal(ink >> shift & 255)
                (out - 1).storeBytes(of: shift == 0 ? 0x3B : 0x3A, as: UInt8.self)
            }
        case Ink.Kind.palette256, Ink.Kind.palette16:
            put(0x3A35_3A38_35, 5)
            decimal(ink & 255)
        default: decimal(59)
        }
    }

    /// OSC 8. What differs takes the place of what was there.
    mutating func set(link wanted: TextLink?) {
        guard wanted != link else { return }
        put(0x3B38_5D1B, 4)
        if let wanted {
            for byte in "id=\(wanted.number)".utf8 { put(byte) }
            put(0x3B)
            for byte in wanted.address.utf8 { put(byte) }
        } else {
            put(0x3B)
        }
        put(0x5C1B, 2)
        link = wanted
    }

    /// What begins and what ends each; `.faint` ends with `.bold`, styles of underlines begin with `4:`.
    private static let attributeNumbers: [(TextAttributes, begin: UInt32, end: UInt32)] = [
        (.bold, 1, 22), (.faint, 2, 0), (.italic, 3, 23), (.blinking, 5, 25), (.reversed, 7, 27),
        (.concealed, 8, 28), (.struck, 9, 29), (.overlined, 53, 55), (.underlined, 4, 24), (.underlinedTwice, 2, 24),
        (.curlyUnderlined, 3, 24), (.dottedUnderlined, 4, 24), (.dashedUnderlined, 5, 24),
    ]
}

extension TextAttributes {
    /// Underlines that are no single straight line.
    fileprivate static let styles = underlines.subtracting(.underlined)
}
