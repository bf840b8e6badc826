// SGR.
extension TerminalState {
    mutating func rendition(_ s: ControlSequence) {
        guard s.count > 0 else { return plainPen() }
        var index = 0
        while index < s.count {
            index = attribute(s, index)
            // Subparameters that nobody has taken.
            while s.isSub(index) { index += 1 }
        }
    }

    private mutating func plainPen() {
        let isProtected = cursor.pen.look.contains(.protected)
        cursor.pen = .blank
        if isProtected { cursor.pen.look.insert(.protected) }
        cursor.extra.underlineColor = .standard
        takeExtra()
    }

    /// The number of what few cells have, for the cells that are written from now on.
    mutating func takeExtra() { cursor.pen.look.extra = extras.number(cursor.extra) }

    /// - Returns: the index of the next parameter.
    private mutating func attribute(_ s: ControlSequence, _ index: Int) -> Int {
        let number = s.value(index)
        switch number {
        case 0: plainPen()
        case 1: cursor.pen.look.insert(.bold)
        case 2: cursor.pen.look.insert(.faint)
        case 3: cursor.pen.look.insert(.italic)
        case 4: return underline(s, index)
        case 5, 6: cursor.pen.look.insert(.blinking)
        case 7: cursor.pen.look.insert(.reversed)
        case 8: cursor.pen.look.insert(.concealed)
        case 9: cursor.pen.look.insert(.struck)
        case 21: cursor.pen.look.underline = .double
        case 22: cursor.pen.look.subtract([.bold, .faint])
        case 23: cursor.pen.look.remove(.italic)
        case 24: cursor.pen.look.underline = .none
        case 25: cursor.pen.look.remove(.blinking)
        case 27: cursor.pen.look.remove(.reversed)
        case 28: cursor.pen.look.remove(.concealed)
        case 29: cursor.pen.look.remove(.struck)
        case 30...37: cursor.pen.foreground = .palette(UInt8(number - 30))
        case 38, 48, 58: return extendedColor(s, index)
        case 39: cursor.pen.foreground = .standard
        case 40...47: cursor.pen.background = .palette(UInt8(number - 40))
        case 49: cursor.pen.background = .standard
        case 53: cursor.pen.look.insert(.overlined)
        case 55: cursor.pen.look.remove(.overlined)
        case 59:
            cursor.extra.underlineColor = .standard
            takeExtra()
        case 90...97: cursor.pen.foreground = .palette(UInt8(number - 90 + 8))
        case 100...107: cursor.pen.background = .palette(UInt8(number - 100 + 8))
        default: break
        }
        return index + 1
    }

    private mutating func underline(_ s: ControlSequence, _ index: Int) -> Int {
        guard s.isSub(index + 1) else {
            cursor.pen.look.underline = .single
            return index + 1
        }
        if let style = Underline(rawValue: UInt8(clamping: s.value(index + 1))) { cursor.pen.look.underline = style }
        return index + 2
    }

    /// 38, 48 and 58: `;5;n`, `;2;r;g;b`, `:5:n`, `:2:r:g:b`, `:2::r:g:b` (ITU-T T.416, 13.1.8).
    private mutating func extendedColor(_ s: ControlSequence, _ index: Int) -> Int {
        let isColon = s.isSub(index + 1)
        var end = index + 2
        var parts: [Int] = []
        if isColon {
            while s.isSub(end) { end += 1 }
            parts = (index + 2..<max(end, index + 2)).map { s.value($0) }
            // With a color space, which may be left empty.
            if s.value(index + 1) == 2, parts.count > 3 { parts.removeFirst() }
        } else {
            let count = s.value(index + 1) == 2 ? 3 : s.value(index + 1) == 5 ? 1 : 0
            end = min(index + 2 + count, s.count)
            parts = (index + 2..<max(end, index + 2)).map { s.value($0) }
        }
        let color: CellColor
        switch (s.value(index + 1), parts.count) {
        case (5, 1...) where parts[0] <= 255: color = .palette(UInt8(parts[0]))
        case (2, 3...) where parts[..<3].allSatisfy({ $0 <= 255 }):
            color = .rgb(UInt32(parts[0]) << 16 | UInt32(parts[1]) << 8 | UInt32(parts[2]))
        default: return max(end, index + 1)
        }
        switch s.value(index) {
        case 38: cursor.pen.foreground = color
        case 48: cursor.pen.background = color
        default:
            cursor.extra.underlineColor = color
            takeExtra()
        }
        return end
    }
}
