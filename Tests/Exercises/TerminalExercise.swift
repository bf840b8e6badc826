import Cells
import Emulator
import Events
import Typesetting

/// What a hosted program writes, in pieces, between changes of the window's size; its screen drawn by the painter.
enum TerminalExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        let size = size(&source)
        let history = Int(source.byte())
        let looks = Int(source.byte())
        let depth = [ColorDepth.truecolor, .palette256, .palette16][looks % 3]
        var hosted = HostedScreen(size, history: history, depth, PassedLooks(rawValue: UInt8(looks / 3 % 4)))
        while !source.isEmpty {
            switch source.byte() % 8 {
            case 0: try hosted.resize(Self.size(&source))
            case 1: try hosted.paint(back: Int(source.byte() % 16))
            case 3: try hosted.mark(&source)
            case 2: try hosted.takeWhatWasSaid()
            default: hosted.feed(source.piece(), inPiecesOf: 1 + Int(source.byte() % 16))
            }
            try hosted.checkScreen()
        }
        try hosted.paint(back: 0)
        try hosted.takeWhatWasSaid()
    }

    /// Small ones are odder than large ones.
    private static func size(_ source: inout ByteSource) -> CellSize {
        CellSize(columns: 1 + Int(source.byte() % 40), rows: 1 + Int(source.byte() % 16))
    }
}

/// Two terminals that get the same bytes, cut differently, and a painter.
private struct HostedScreen {
    private var whole: VirtualTerminal
    private var cut: VirtualTerminal
    private var painting: ScreenPainting
    private var marked: MarkedText?

    init(_ size: CellSize, history: Int, _ depth: ColorDepth, _ passed: PassedLooks) {
        whole = VirtualTerminal(size: size, history: history)
        cut = whole
        painting = ScreenPainting(Painter(depth: depth), passing: passed)
    }

    mutating func feed(_ bytes: [UInt8], inPiecesOf count: Int) {
        whole.feed(bytes)
        for start in stride(from: 0, to: bytes.count, by: count) {
            cut.feed(Array(bytes[start..<min(start + count, bytes.count)]))
        }
    }

    mutating func resize(_ size: CellSize) throws(Breach) {
        whole.resize(size)
        cut.resize(size)
        try expect(whole.size == size, "a terminal has another size than it was given")
    }

    func checkScreen() throws(Breach) {
        let (size, cursor) = (whole.size, whole.cursor)
        try expect(
            (0..<size.columns).contains(cursor.column) && (0..<size.rows).contains(cursor.row),
            "the cursor is not on the screen")
        try expect(cursor == cut.cursor && whole.modes == cut.modes, "where bytes are cut changes cursor or modes")
        for row in -whole.history.count..<size.rows {
            let line = whole.row(row)
            try expect(line.elementsEqual(cut.row(row)), "where bytes are cut changes the screen")
            try expect(row < 0 || line.count == size.columns, "a row has not as many cells as the screen has columns")
            if row >= 0 { try checkHalves(line) }
        }
    }

    private func checkHalves(_ line: ArraySlice<ScreenCell>) throws(Breach) {
        var isRest = false
        for cell in line {
            try expect((cell.columns == 0) == isRest, "half of a wide character stands alone")
            isRest = cell.columns == 2
        }
        try expect(!isRest, "a wide character stands half beyond the screen")
    }

    mutating func takeWhatWasSaid() throws(Breach) {
        let replies = whole.takeReplies()
        try expect(replies == cut.takeReplies(), "where bytes are cut changes the answers")
        try expect(replies.count <= 65_536, "answers wait without a limit")
        try expect(replies.allSatisfy { $0 == 0x1B || (0x20..<0x7F).contains($0) }, "an answer has a control character")
        try expect(TerminalText.visible(whole.title) == whole.title, "a title has what a terminal would obey")
        try expect(whole.title == cut.title, "where bytes are cut changes the title")
        try expect(whole.takeCopies() == cut.takeCopies(), "where bytes are cut changes what is copied")
        _ = whole.takeBells()
    }

    /// Marks cells as the mouse does, those that are nowhere by now as well, and pastes what they have.
    mutating func mark(_ source: inout ByteSource) throws(Breach) {
        func cell(_ source: inout ByteSource) -> CellPoint {
            CellPoint(column: Int(source.byte() % 48), row: Int(source.byte() % 32))
        }
        let unit = [TextSelection.Unit.character, .word, .line][Int(source.byte()) % 3]
        let back = Int(source.byte() % 32)
        var selection = TextSelection(unit, at: whole.place(of: cell(&source), back: back))
        if source.byte() % 2 == 0 { selection.extend(to: whole.place(of: cell(&source), back: back / 2)) }
        marked = whole.marked(selection)
        try expect(marked == cut.marked(selection), "where bytes are cut changes what is marked")
        let text = marked.flatMap { whole.text(of: $0) }
        try expect((text?.utf8.count ?? 0) <= TextSelection.byteLimit, "what is marked is longer than its limit")
        try expect(text == marked.flatMap { cut.text(of: $0) }, "where bytes are cut changes what is copied")
        let pasted = whole.pasted(text ?? "")
        let inner = whole.modes.bracketsPaste ? pasted.dropFirst(6).dropLast(6) : pasted[...]
        try expect(!inner.contains(0x1B), "a paste has a key in it")
    }

    mutating func paint(back: Int) throws(Breach) {
        let size = whole.size
        painting.painter.place(CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows), on: size)
        let changed = whole.takeChangedRows()
        guard painting.take(whole, changed: changed, back: min(back, whole.history.count), marked: marked) else {
            return
        }
        var bytes: [UInt8] = []
        painting.paint(into: &bytes)
        try PaintedBytes.check(bytes)
        bytes.removeAll()
        painting.paint(into: &bytes)
        try expect(bytes.isEmpty, "what has not changed is painted again")
    }
}

/// What may reach the outer terminal of a hosted program's screen: characters, their looks, and where they go.
private enum PaintedBytes {
    static func check(_ bytes: [UInt8]) throws(Breach) {
        let text = String(decoding: bytes, as: UTF8.self)
        try expect(Array(text.utf8) == bytes, "the painter writes bytes that are no UTF-8")
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar.value {
            case 0x1B: try sequence(&scalars)
            case 0x08: continue
            default: try expect(isCharacter(scalar), "the painter writes U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    /// Colors, attributes, links and the cursor's place.
    private static func sequence(_ scalars: inout Substring.UnicodeScalarView) throws(Breach) {
        let first = scalars.popFirst()
        if first == "]" { return try link(&scalars) }
        try expect(first == "[", "the painter writes another sequence than a control sequence")
        while let scalar = scalars.popFirst() {
            if ("0"..."9").contains(scalar) || scalar == ";" || scalar == ":" { continue }
            try expect(
                "mHABCD".unicodeScalars.contains(scalar), "the painter writes a sequence that ends with \(scalar)")
            return
        }
        throw Breach("the painter leaves a sequence unfinished")
    }

    /// `8;id=1;address` or `8;;`, and `ST`.
    private static func link(_ scalars: inout Substring.UnicodeScalarView) throws(Breach) {
        let text = scalars.prefix { $0 != "\u{1B}" }
        scalars = scalars[text.endIndex...].dropFirst()
        try expect(scalars.popFirst() == "\\", "the painter leaves a command unfinished")
        let isLink = text.starts(with: "8;".unicodeScalars) && text.allSatisfy { (0x21..<0x7F).contains($0.value) }
        try expect(isLink, "the painter writes another command than a link")
    }

    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
    }
}
