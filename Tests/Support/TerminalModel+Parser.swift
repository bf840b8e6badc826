import Events

extension TerminalModel {
    /// Where the reader is between two bytes; splitting the bytes anywhere changes nothing.
    struct Parser: Sendable {
        enum State: Sendable {
            case ground
            case escape
            case control
            /// OSC collects a title, the others (DCS, APC, PM, SOS) are passed over.
            case text(isCommand: Bool)
            /// `ESC` inside a string: `\` ends it.
            case textEscape(isCommand: Bool)
        }

        var state = State.ground
        /// Bytes of the sequence so far, without ESC; bounded by `limit`.
        var sequence: [UInt8] = []
        /// The first bytes of a character, and how many still belong to it.
        var partial: [UInt8] = []
        var missing = 0
        static let limit = 4_096
    }

    package mutating func feed(_ bytes: [UInt8]) {
        for byte in bytes { feed(byte) }
    }

    private mutating func feed(_ byte: UInt8) {
        switch parser.state {
        case .ground: ground(byte)
        case .escape: escape(byte)
        case .control: control(byte)
        case .text(let isCommand): text(byte, isCommand)
        case .textEscape(let isCommand): textEscape(byte, isCommand)
        }
    }

    private mutating func begin(_ state: Parser.State) {
        parser.state = state
        parser.sequence = []
    }

    private mutating func collect(_ byte: UInt8) {
        if parser.sequence.count < Parser.limit { parser.sequence.append(byte) }
    }

    // Plain text, UTF-8.
    private mutating func ground(_ byte: UInt8) {
        if parser.missing > 0 {
            if byte & 0xC0 == 0x80 { return continueCharacter(byte) }
            parser.missing = 0
            print("\u{FFFD}")
        }
        switch byte {
        case 0x1B: begin(.escape)
        case 0..<0x20, 0x7F: execute(byte)
        case 0x20..<0x7F: print(Unicode.Scalar(byte))
        case 0xC2...0xDF: beginCharacter(byte, 1)
        case 0xE0...0xEF: beginCharacter(byte, 2)
        case 0xF0...0xF4: beginCharacter(byte, 3)
        default: print("\u{FFFD}")
        }
    }

    private mutating func beginCharacter(_ byte: UInt8, _ missing: Int) {
        parser.partial = [byte]
        parser.missing = missing
    }

    private mutating func continueCharacter(_ byte: UInt8) {
        parser.partial.append(byte)
        parser.missing -= 1
        guard parser.missing == 0 else { return }
        let scalars = String(decoding: parser.partial, as: UTF8.self).unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else { return print("\u{FFFD}") }
        if (0x80..<0xA0).contains(scalar.value) { return note("C1 \(scalar.value)") }
        print(scalar)
    }

    private mutating func execute(_ byte: UInt8) {
        switch byte {
        case 0x00, 0x7F: break
        case 0x07: bells += 1
        case 0x08: moveCursor(row: cursor.row, column: cursor.column - 1)
        case 0x09: moveCursor(row: cursor.row, column: (cursor.column / 8 + 1) * 8)
        case 0x0A...0x0C: lineFeed()
        case 0x0D: moveCursor(row: cursor.row, column: 0)
        case 0x0E: cursorState.charset = 1
        case 0x0F: cursorState.charset = 0
        default: note("control \(byte)")
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x18, 0x1A: begin(.ground)
        case 0x1B: begin(.escape)
        case 0..<0x20, 0x7F: execute(byte)
        case 0x20..<0x30: collect(byte)
        case 0x5B where parser.sequence.isEmpty: begin(.control)
        case 0x5D where parser.sequence.isEmpty: begin(.text(isCommand: true))
        case 0x50 where parser.sequence.isEmpty, 0x58 where parser.sequence.isEmpty, 0x5E where parser.sequence.isEmpty,
            0x5F where parser.sequence.isEmpty:
            begin(.text(isCommand: false))
        case 0x30..<0x7F:
            collect(byte)
            let sequence = parser.sequence
            begin(.ground)
            runEscape(String(decoding: sequence, as: UTF8.self))
        default:
            note("ESC \(byte)")
            begin(.ground)
        }
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x18, 0x1A: begin(.ground)
        case 0x1B:
            note("unfinished CSI " + String(decoding: parser.sequence, as: UTF8.self))
            begin(.escape)
        case 0..<0x20, 0x7F: execute(byte)
        case 0x20..<0x40: collect(byte)
        case 0x40..<0x7F:
            let sequence = parser.sequence
            begin(.ground)
            guard sequence.count < Parser.limit else { return note("CSI of \(Parser.limit) bytes or more") }
            runControl(sequence, final: byte)
        default:
            note("CSI with byte \(byte)")
            begin(.ground)
        }
    }

    private mutating func text(_ byte: UInt8, _ isCommand: Bool) {
        switch byte {
        case 0x07: endText(isCommand)
        case 0x18, 0x1A: begin(.ground)
        case 0x1B: parser.state = .textEscape(isCommand: isCommand)
        default: collect(byte)
        }
    }

    private mutating func textEscape(_ byte: UInt8, _ isCommand: Bool) {
        if byte == 0x5C { return endText(isCommand) }
        note("unfinished string")
        begin(.escape)
        escape(byte)
    }

    private mutating func endText(_ isCommand: Bool) {
        let text = String(decoding: parser.sequence, as: UTF8.self)
        begin(.ground)
        guard isCommand else { return ask("string " + text) }
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.last) {
        case ("8", let link?): setLink(link)
        case ("0", let name?), ("2", let name?): title = String(name)
        case (_, "?"): ask("OSC " + text)
        default: note("OSC " + text)
        }
    }

    mutating func note(_ text: String) {
        if unparsed.count < 1_000 { unparsed.append(text) }
    }

    mutating func ask(_ text: String) {
        if queries.count < 1_000 { queries.append(text) }
    }
}
