import Events

// Escape and control sequences.
extension TerminalModel {
    /// `sequence` without the ESC.
    mutating func runEscape(_ sequence: String) {
        switch sequence {
        case "7": saved = cursorState
        case "8": cursorState = saved
        case "D": lineFeed()
        case "E":
            lineFeed()
            moveCursor(row: cursor.row, column: 0)
        case "M": reverseLineFeed()
        case "c": reset()
        case "(0": cursorState.drawsLines[0] = true
        case "(B": cursorState.drawsLines[0] = false
        case ")0": cursorState.drawsLines[1] = true
        case ")B": cursorState.drawsLines[1] = false
        case "=", ">", "\\": break
        default: note("ESC " + sequence)
        }
    }

    /// A control sequence taken apart: `? 25 h` has the prefix `?`, one parameter and the ending `h`.
    private struct Control {
        /// One of `<=>?` or empty.
        let prefix: String
        /// Parts between `;`; each with its parts between `:`. `nil` where nothing stands.
        let parameters: [[Int?]]
        /// Intermediate characters and the final one.
        let ending: String

        init?(_ bytes: [UInt8], final: UInt8) {
            let text = String(decoding: bytes, as: UTF8.self)
            let first = text.prefix { "<=>?".contains($0) }
            let rest = text.dropFirst(first.count)
            let numbers = rest.prefix { $0.isNumber || $0 == ";" || $0 == ":" }
            let between = rest.dropFirst(numbers.count)
            guard first.count <= 1, between.allSatisfy({ $0 >= " " && $0 <= "/" }) else { return nil }
            prefix = String(first)
            ending = String(between) + String(Unicode.Scalar(final))
            parameters = numbers.split(separator: ";", omittingEmptySubsequences: false).map { part in
                part.split(separator: ":", omittingEmptySubsequences: false).map {
                    $0.isEmpty ? nil : Int($0) ?? 99_999
                }
            }
        }

        /// Parameter `index`, `absent` if it is missing or 0 where that means the same.
        func number(_ index: Int, or absent: Int) -> Int {
            guard index < parameters.count, let value = parameters[index].first ?? nil, value > 0 else { return absent }
            return min(value, 99_999)
        }
    }

    /// `bytes` stand between `CSI` and the final byte.
    mutating func runControl(_ bytes: [UInt8], final: UInt8) {
        let text = String(decoding: bytes + [final], as: UTF8.self)
        guard let control = Control(bytes, final: final) else { return note("CSI " + text) }
        let isKnown =
            switch control.prefix {
            case "": runPlain(control) || runQuery(control, text)
            case "?": runPrivate(control, text)
            default: runQuery(control, text)
            }
        if !isKnown { note("CSI " + text) }
    }

    private mutating func runPlain(_ control: Control) -> Bool {
        if moveCursor(control) || edit(control) { return true }
        switch control.ending {
        case "m": setAttributes(control.parameters)
        case "r": setRegion(control)
        case "s": saved = cursorState
        case "u": cursorState = saved
        case "b": repeatLast(control.number(0, or: 1))
        case "h", "l": return setAnsiModes(control)
        case " q",
            "t" where control.number(0, or: 0) >= 22:
            break
        case "!p":
            modes.formUnion([7, 25])
            cursorState = Cursor()
            region = 0..<size.rows
        default: return false
        }
        return true
    }

    private mutating func moveCursor(_ control: Control) -> Bool {
        let count = control.number(0, or: 1)
        let (row, column) = (cursor.row, cursor.column)
        switch control.ending {
        case "A": moveCursor(row: max(row - count, row >= region.lowerBound ? region.lowerBound : 0), column: column)
        case "B", "e": moveCursor(row: down(count), column: column)
        case "C", "a": moveCursor(row: row, column: column + count)
        case "D": moveCursor(row: row, column: column - count)
        case "E": moveCursor(row: down(count), column: 0)
        case "F": moveCursor(row: row - count, column: 0)
        case "G", "`": moveCursor(row: row, column: count - 1)
        case "d": moveCursor(row: absolute(count), column: column)
        case "H", "f": moveCursor(row: absolute(count), column: control.number(1, or: 1) - 1)
        case "I": moveCursor(row: row, column: (column / 8 + count) * 8)
        case "Z": moveCursor(row: row, column: ((column + 7) / 8 - count) * 8)
        default: return false
        }
        return true
    }

    private func down(_ count: Int) -> Int {
        min(cursor.row + count, cursor.row < region.upperBound ? region.upperBound - 1 : size.rows - 1)
    }

    private func absolute(_ row: Int) -> Int {
        cursorState.isOriginRelative ? min(region.lowerBound + row, region.upperBound) - 1 : row - 1
    }

    private mutating func edit(_ control: Control) -> Bool {
        let count = control.number(0, or: 1)
        let (row, column) = (cursor.row, cursor.column)
        switch control.ending {
        case "J": return eraseScreen(control.number(0, or: 0))
        case "K": return eraseLine(control.number(0, or: 0))
        case "X": erase(row: row, columns: column..<column + count)
        case "P":
            screen[row].removeSubrange(column..<min(column + count, size.columns))
            while screen[row].count < size.columns { screen[row].append(erased) }
        case "@":
            screen[row].insert(contentsOf: repeatElement(erased, count: min(count, size.columns)), at: column)
            screen[row].removeSubrange(size.columns...)
        case "L": if region.contains(row) { scrollDown(count, rows: row..<region.upperBound) }
        case "M": if region.contains(row) { scrollUp(count, rows: row..<region.upperBound) }
        case "S": scrollUp(count, rows: region)
        case "T": scrollDown(count, rows: region)
        default: return false
        }
        cursorState.isWrapPending = false
        return true
    }

    private mutating func eraseScreen(_ part: Int) -> Bool {
        guard part <= 3 else { return false }
        let rows = part == 0 ? cursor.row + 1..<size.rows : part == 1 ? 0..<cursor.row : 0..<size.rows
        if part < 2 { _ = eraseLine(part) }
        if part < 3 { for row in rows { erase(row: row, columns: 0..<size.columns) } }
        return true
    }

    private mutating func eraseLine(_ part: Int) -> Bool {
        guard part <= 2 else { return false }
        let columns = part == 0 ? cursor.column..<size.columns : part == 1 ? 0..<cursor.column + 1 : 0..<size.columns
        erase(row: cursor.row, columns: columns)
        cursorState.isWrapPending = false
        return true
    }

    private mutating func setRegion(_ control: Control) {
        let top = control.number(0, or: 1) - 1
        let bottom = min(control.number(1, or: size.rows), size.rows)
        guard bottom - top >= 2 else { return }
        region = top..<bottom
        moveCursor(row: cursorState.isOriginRelative ? top : 0, column: 0)
    }

    private mutating func repeatLast(_ count: Int) {
        guard let last = lastPrinted else { return }
        for _ in 0..<min(count, size.count) { print(last) }
    }
}

// Modes and questions.
extension TerminalModel {
    private mutating func setAnsiModes(_ control: Control) -> Bool {
        for parameter in control.parameters {
            // Insert mode and the like would change what printing means: not modeled, so not accepted.
            guard parameter.count == 1, let mode = parameter[0], [2, 12, 34].contains(mode) || control.ending == "l"
            else { return false }
            if control.ending == "h" { ansiModes.insert(mode) } else { ansiModes.remove(mode) }
        }
        return true
    }

    private static let flags: Set<Int> = [
        1, 5, 7, 9, 12, 25, 66, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1034, 1036, 2004, 2026,
    ]

    private mutating func runPrivate(_ control: Control, _ text: String) -> Bool {
        guard control.ending == "h" || control.ending == "l" else { return runQuery(control, text) }
        var isKnown = true
        for parameter in control.parameters {
            guard parameter.count == 1, let mode = parameter[0] else { return false }
            isKnown = setPrivate(mode, control.ending == "h") && isKnown
        }
        return isKnown
    }

    private mutating func setPrivate(_ mode: Int, _ isOn: Bool) -> Bool {
        switch mode {
        case 6:
            cursorState.isOriginRelative = isOn
            moveCursor(row: isOn ? region.lowerBound : 0, column: 0)
        case 47, 1047: switchScreen(toAlternate: isOn)
        case 1048: if isOn { saved = cursorState } else { cursorState = saved }
        case 1049:
            if isOn { saved = cursorState }
            switchScreen(toAlternate: isOn)
            if !isOn { cursorState = saved }
        case let mode where Self.flags.contains(mode):
            if mode == 7, !isOn { cursorState.isWrapPending = false }
        default: return false
        }
        if isOn { modes.insert(mode) } else { modes.remove(mode) }
        return true
    }

    private mutating func runQuery(_ control: Control, _ text: String) -> Bool {
        let asks = [
            "c", ">c", "=c", "n", "?n", ">q", "?$p", "$p", "t", "?u", ">m", "?S", "?m",
        ]
        guard asks.contains(control.prefix + control.ending) else { return false }
        ask("CSI " + text)
        return true
    }
}

// Attributes.
extension TerminalModel {
    private mutating func setAttributes(_ parameters: [[Int?]]) {
        if parameters.isEmpty { resetAttributes() }
        var rest = parameters[...]
        while let parameter = rest.popFirst() {
            let code = (parameter.first ?? nil) ?? 0
            if code == 4, parameter.count == 2, let style = parameter[1] {
                cursorState.attributes.underlineStyle = style
                cursorState.attributes.isUnderlined = style > 0
            } else if code == 58 {
                guard parameter.count > 1, let color = Self.color(parts: parameter) else {
                    return note("SGR \(parameters)")
                }
                cursorState.attributes.underlineColor = color
            } else if code == 38 || code == 48 {
                let color = parameter.count > 1 ? Self.color(parts: parameter) : Self.color(taking: &rest)
                guard let color else { return note("SGR \(parameters)") }
                if code == 38 {
                    cursorState.attributes.foreground = color
                } else {
                    cursorState.attributes.background = color
                }
            } else if !setAttribute(code) {
                note("SGR \(code)")
            }
        }
    }

    /// A link is no attribute: SGR does not end it.
    private mutating func resetAttributes() {
        let link = cursorState.attributes.link
        cursorState.attributes = Attributes()
        cursorState.attributes.link = link
    }

    /// `params;address`; without an address it ends.
    mutating func setLink(_ text: Substring) {
        cursorState.attributes.link = text.hasSuffix(";") ? nil : String(text)
    }

    /// `38;2;r;g;b` and `38;5;n`: the parameters that follow.
    private static func color(taking rest: inout ArraySlice<[Int?]>) -> Color? {
        func next() -> Int? { rest.popFirst().map { ($0.first ?? nil) ?? 0 } }
        switch next() {
        case 2: return rgb([next(), next(), next()])
        case 5: return indexed(next())
        default: return nil
        }
    }

    /// `38:2::r:g:b`, `38:2:r:g:b` and `38:5:n`.
    private static func color(parts: [Int?]) -> Color? {
        switch (parts[1], parts.count) {
        case (2, 5): rgb(parts[2...].map { $0 ?? 0 })
        case (2, 6...): rgb(parts[3...5].map { $0 ?? 0 })
        case (5, 3): indexed(parts[2] ?? 0)
        default: nil
        }
    }

    private static func rgb(_ channels: [Int?]) -> Color? {
        let known = channels.compactMap { $0 }.filter { $0 <= 255 }
        guard known.count == 3 else { return nil }
        return .rgb(known.reduce(0) { $0 << 8 | UInt32($1) })
    }

    private static func indexed(_ number: Int?) -> Color? { number.flatMap(UInt8.init(exactly:)).map(Color.indexed) }

    private mutating func setAttribute(_ code: Int) -> Bool {
        switch code {
        case 0: resetAttributes()
        case 1: cursorState.attributes.isBold = true
        case 2: cursorState.attributes.isFaint = true
        case 3: cursorState.attributes.isItalic = true
        case 4: (cursorState.attributes.isUnderlined, cursorState.attributes.underlineStyle) = (true, 1)
        case 5, 6: cursorState.attributes.isBlinking = true
        case 7: cursorState.attributes.isReversed = true
        case 8: cursorState.attributes.isHidden = true
        case 9: cursorState.attributes.isStruck = true
        case 22: (cursorState.attributes.isBold, cursorState.attributes.isFaint) = (false, false)
        case 23: cursorState.attributes.isItalic = false
        case 24: (cursorState.attributes.isUnderlined, cursorState.attributes.underlineStyle) = (false, 0)
        case 25: cursorState.attributes.isBlinking = false
        case 27: cursorState.attributes.isReversed = false
        case 28: cursorState.attributes.isHidden = false
        case 29: cursorState.attributes.isStruck = false
        case 30...37: cursorState.attributes.foreground = .indexed(UInt8(code - 30))
        case 39: cursorState.attributes.foreground = .defaultForeground
        case 40...47: cursorState.attributes.background = .indexed(UInt8(code - 40))
        case 49: cursorState.attributes.background = .defaultBackground
        case 59: cursorState.attributes.underlineColor = nil
        case 90...97: cursorState.attributes.foreground = .indexed(UInt8(code - 82))
        case 100...107: cursorState.attributes.background = .indexed(UInt8(code - 92))
        default: return false
        }
        return true
    }
}
