/// The control sequences of ECMA-48 in a text, such as those of programs that color what they print: all of one is passed over, and
/// not its first character alone.
struct TextControlSequence {
    private enum State {
        case text
        case escape
        /// `ESC [`, up to its final character.
        case control
        /// `ESC ]` and the like, up to BEL or ST.
        case string
        case endOfString
    }

    private var state = State.text
    /// Scalars of the one that has begun.
    private var length = 0
    /// What is longer is none, and the text goes on.
    private static let longest = 4_096

    /// Whether a scalar belongs to one.
    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        length += 1
        if length > Self.longest { state = .text }
        switch (state, scalar.value) {
        case (_, 0x1B) where state != .string: begin(.escape)
        // Those of one character are left alone: in texts they are quotes and dashes of another encoding.
        case (.text, _): return false
        // None goes beyond its line.
        case (_, 0x0A):
            state = .text
            return false
        case (.escape, 0x5B): state = .control
        case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5D...0x5F): state = .string
        case (.escape, 0x20...0x2F): break
        case (.control, 0x20...0x3F): break
        case (.string, 0x07), (.endOfString, 0x5C): state = .text
        case (.string, 0x1B): state = .endOfString
        case (.string, _): break
        case (.endOfString, _): state = .string
        case (.escape, 0x30...0x7E), (.control, 0x40...0x7E): state = .text
        // What cannot be in one ends it, and is text.
        case (.escape, _), (.control, _):
            state = .text
            return false
        }
        return true
    }

    private mutating func begin(_ new: State) { (state, length) = (new, 1) }
}
