import CCurses
import Events
import Keys
import Platform

/// Turns bytes into keys with ncurses' tables of the terminal's sequences.
///
/// ncurses reads from a pipe that we fill with one whole sequence at a time, so it never waits for the rest of one and
/// never sees an answer or a paste. Owner: `Screen`, main actor.
@MainActor
final class CursesKeys {
    /// What ncurses has as its input.
    let file: UnsafeMutablePointer<FILE>
    private let pipeWrite: Int32
    /// A pad: reading from a window would refresh it.
    private var pad: UnsafeMutablePointer<WINDOW>?

    init() throws(TerminalError) {
        guard let ends = Descriptor.pipe() else { throw .system(call: "pipe", code: errno) }
        for end in [ends.reading, ends.writing] { Descriptor.setNonBlocking(end) }
        guard let file = fdopen(ends.reading, "r") else {
            let code = errno
            for end in [ends.reading, ends.writing] { close(end) }
            throw .system(call: "fdopen", code: code)
        }
        self.file = file
        pipeWrite = ends.writing
    }

    /// After `newterm`.
    func open() {
        guard let pad = newpad(1, 1) else { return }
        keypad(pad, true)
        nodelay(pad, true)
        self.pad = pad
        for (sequence, code) in KeyTable.common where key_defined(sequence) == 0 { define_key(sequence, code) }
    }

    /// After `delscreen`.
    func dispose() {
        fclose(file)
        close(pipeWrite)
    }

    func keys(from bytes: [UInt8]) -> [Key] {
        let isSequence = bytes.first == 0x1B && bytes.count > 1
        var received: [Received] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Self.piece(of: rest)
            piece.withUnsafeBytes { _ = Descriptor.write(pipeWrite, $0) }
            received += read()
            rest = rest.dropFirst(piece.count)
        }
        // What terminfo does not have: the longer forms of keys.
        if isSequence { return (sequenceKey(received) ?? KeyStroke(sequence: bytes)?.key).map { [$0] } ?? [] }
        return received.compactMap(key)
    }

    /// A pipe has room for 4,096 bytes at least; a character is not cut in two, for ncurses would lose both halves.
    private static func piece(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let end = bytes.startIndex + 1_024
        guard end < bytes.endIndex else { return bytes }
        // Where the character begins that stands on the cut; what has no beginning so near is no character.
        let cut = (end - 3...end).last { bytes[$0] & 0xC0 != 0x80 } ?? end
        return bytes[..<cut]
    }

    private enum Received {
        case character(UInt32)
        case code(Int32)
    }

    private func read() -> [Received] {
        guard let pad else { return [] }
        var received: [Received] = []
        var value: wint_t = 0
        // More reads than there are bytes never happen; the bound keeps a surprise from hanging us.
        for _ in 0..<2_048 {
            let result = wget_wch(pad, &value)
            if result == KEY_CODE_YES {
                received.append(.code(Int32(bitPattern: value)))
            } else if result == OK {
                received.append(.character(value))
            } else {
                break
            }
        }
        return received
    }

    /// One sequence: a key that terminfo knows, Alt and a character, or one that nobody knows, which is no key at all.
    private func sequenceKey(_ received: [Received]) -> Key? {
        if received.count == 1 { return key(received[0]) }
        guard received.count == 2, case .character(0x1B) = received[0], let second = key(received[1]) else {
            return nil
        }
        switch second {
        case .character(let character): return .alt(character)
        case .named(let name, let modifiers): return .named(name, modifiers.union(.alt))
        default: return nil
        }
    }

    private func key(_ received: Received) -> Key? {
        switch received {
        case .character(let value): Self.key(character: value)
        case .code(let code) where code == KEY_MOUSE: Self.mouse()
        case .code(let code):
            KeyTable.key(code: code) ?? KeyTable.key(name: keyname(code).map { String(cString: $0) } ?? "")
        }
    }

    private static func key(character value: UInt32) -> Key? {
        switch value {
        case 0x08, 0x7F: return .named(.backspace)
        case 0x09: return .named(.tab)
        case 0x0A, 0x0D: return .named(.enter)
        case 0x1B: return .named(.escape)
        case 0: return .control("@")
        case 1...26: return Unicode.Scalar(value + 0x60).map { .control(Character($0)) }
        case 0x1C...0x1F: return Unicode.Scalar(value + 0x40).map { .control(Character($0)) }
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }

    private static func mouse() -> Key? {
        var event = MEVENT()
        guard getmouse(&event) == OK else { return nil }
        let cell = CellPoint(column: Int(event.x), row: Int(event.y))
        switch cameo_button_pressed(event.bstate) {
        case 4: return .mouse(MouseEvent(.wheelUp, at: cell))
        case 5: return .mouse(MouseEvent(.wheelDown, at: cell))
        case let button where button > 0: return .mouse(MouseEvent(.pressed(Int(button)), at: cell))
        default: return nil
        }
    }
}
