import Cells
import Events
import Support
import Testing

@testable import Emulator

@Suite("Whatever a program writes")
struct PropertyTests {
    static let sizes = [(1, 1), (2, 2), (5, 3), (80, 24)].map { CellSize(columns: $0.0, rows: $0.1) }

    @Test("where the bytes are cut changes nothing", arguments: UInt64(1)...40)
    func cutting(seed: UInt64) {
        var random = RandomOutput(seed: seed)
        let size = random.source.pick(Self.sizes)
        let bytes = random.bytes(600)
        var whole = VirtualTerminal(size: size)
        whole.feed(bytes)
        let replies = whole.takeReplies()
        for length in [1, 2, 3, 7, 64] {
            var cut = VirtualTerminal(size: size)
            for start in stride(from: 0, to: bytes.count, by: length) {
                cut.feed(Array(bytes[start..<min(bytes.count, start + length)]))
            }
            #expect(Self.isSame(whole, cut) && whole.cursor == cut.cursor && whole.modes == cut.modes)
            #expect(replies == cut.takeReplies() && whole.title == cut.title)
        }
    }

    @Test("nothing traps, the cursor stays on the screen, no half of a character is alone", arguments: UInt64(1)...40)
    func anything(seed: UInt64) {
        var random = RandomOutput(seed: seed)
        var terminal = VirtualTerminal(size: random.source.pick(Self.sizes), history: 50)
        for _ in 0..<40 {
            terminal.feed(random.source.isOneIn(4) ? random.noise(200) : random.bytes(200))
            if random.source.isOneIn(3) { terminal.resize(random.source.pick(Self.sizes)) }
            let (size, cursor) = (terminal.size, terminal.cursor)
            #expect((0..<size.columns).contains(cursor.column) && (0..<size.rows).contains(cursor.row))
            #expect((0..<size.rows).allSatisfy { Self.isWhole(terminal.row($0), size.columns) })
        }
    }

    @Test("memory has bounds, whatever is said and however often")
    func memory() {
        var terminal = VirtualTerminal(size: CellSize(columns: 20, rows: 3), history: 100)
        for number in 0..<100_000 {
            let mark = Unicode.Scalar(0x300 + UInt32(number % 100)).map(String.init) ?? ""
            let letter = Unicode.Scalar(0x4E00 + UInt32(number / 100)).map(String.init) ?? ""
            terminal.feed(Array("\(letter)\(mark)\u{1B}]8;;http://\(number)\u{7}\u{1B}[c\u{1B}[22t\u{7}\r\n".utf8))
        }
        let state = terminal.state
        #expect(state.clusters.texts.count <= Clusters.limit && state.extras.entries.count <= CellExtras.limit)
        #expect(state.extras.links.count <= CellExtras.limit && state.history.count == 100)
        #expect(state.replies.count <= TerminalState.repliesLimit && state.titles.count <= TerminalState.titlesLimit)
        terminal.feed([UInt8](repeating: 0x61, count: 20 * 100_000))
        #expect(terminal.history.count == 100)
    }

    @Test("a screen written as text and sequences is the same screen", arguments: UInt64(1)...30)
    func dumped(seed: UInt64) {
        var random = RandomOutput(seed: seed)
        let size = CellSize(columns: 30, rows: 8)
        var terminal = VirtualTerminal(size: size)
        terminal.feed(random.bytes(3_000))
        var again = VirtualTerminal(size: size)
        again.feed(Array(terminal.dump.utf8))
        for row in 0..<size.rows { #expect(terminal.seen(row) == again.seen(row), "row \(row)") }
    }

    private static func isSame(_ one: VirtualTerminal, _ other: VirtualTerminal) -> Bool {
        one.history.count == other.history.count
            && (-one.history.count..<one.size.rows).allSatisfy { row in
                one.row(row).map(one.text) == other.row(row).map(other.text)
                    && one.row(row).map(\.look) == other.row(row).map(\.look)
                    && one.row(row).map(\.background) == other.row(row).map(\.background)
            }
    }

    private static func isWhole(_ line: ArraySlice<ScreenCell>, _ columns: Int) -> Bool {
        var isRest = false
        for cell in line {
            guard (cell.columns == 0) == isRest else { return false }
            isRest = cell.columns == 2
        }
        return !isRest && line.count == columns
    }
}

extension VirtualTerminal {
    /// Bytes that make another terminal show the same.
    fileprivate var dump: String {
        (0..<size.rows).map { row in
            "\u{1B}[\(row + 1);1H" + self.row(row).map(dumped).joined()
        }.joined()
    }

    private func dumped(_ cell: ScreenCell) -> String {
        guard cell.columns > 0 else { return "" }
        let text = text(of: cell)
        let numbers = seenNumbers(cell).map { ";\($0)" }.joined()
        return "\u{1B}[0\(numbers)m" + (text.isEmpty ? " " : text)
    }

    private func seenNumbers(_ cell: ScreenCell) -> [String] {
        let attributes: [(CellLook, String)] = [
            (.bold, "1"), (.faint, "2"), (.italic, "3"), (.blinking, "5"), (.reversed, "7"), (.concealed, "8"),
            (.struck, "9"), (.overlined, "53"),
        ]
        return attributes.filter { cell.look.contains($0.0) }.map(\.1) + ["4:\(cell.look.underline.rawValue)"]
            + Self.numbers(38, cell.foreground) + Self.numbers(48, cell.background)
            + Self.numbers(58, underlineColor(of: cell))
    }

    private static func numbers(_ layer: Int, _ color: CellColor) -> [String] {
        switch color.meaning {
        case .standard: []
        case .palette(let number): ["\(layer):5:\(number)"]
        case .rgb(let pixel): ["\(layer):2::\(pixel >> 16):\(pixel >> 8 & 255):\(pixel & 255)"]
        }
    }
}
