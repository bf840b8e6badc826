import Keys

/// Cuts the terminal's input into keys, pasted text and answers to our questions.
///
/// A value without clock: where input may go on, `timeout` says for how long it is worth waiting, and `expire` is
/// called when nothing came. Cutting the same bytes elsewhere gives the same tokens, apart from where text is split.
struct InputSplitter: Sendable {
    enum Token: Hashable, Sendable {
        /// Text without escape, or one whole sequence that begins with it.
        case keys([UInt8])
        /// At most `pasteLimit` bytes; line ends are `\n`, sequences and other control characters are gone.
        case paste(String)
        case reply(TerminalReply)
        /// As it came, for a program that is hosted; no splitter makes these.
        case raw([UInt8])

        /// As it is typed; nothing of an answer.
        var bytes: [UInt8] {
            switch self {
            case .keys(let bytes), .raw(let bytes): bytes
            case .paste(let text):
                InputSplitter.pasteStart + text.utf8.map { $0 == 0x0A ? 0x0D : $0 } + InputSplitter.pasteEnd
            case .reply: []
            }
        }

        /// The first key, and the bytes of those behind it.
        /// - Parameter isText: what is typed is text: all of it up to the next control character is like pasted text.
        func cut(isText: Bool) -> (first: Token, rest: [UInt8]) {
            guard case .keys(let bytes) = self, bytes.first != InputSplitter.escape else { return (self, []) }
            let length = KeySequence.characterLength(bytes[...]) ?? bytes.count
            let text: ArraySlice<UInt8> = isText ? bytes.prefix { $0 >= 0x20 && $0 != 0x7F } : []
            if text.count > length {
                return (.paste(String(decoding: text, as: UTF8.self)), Array(bytes[text.count...]))
            }
            return (.keys(Array(bytes[..<length])), Array(bytes[length...]))
        }
    }

    static let pasteLimit = 65_536
    /// Longest answer; more is no terminal's.
    static let answerLimit = 4_096

    private var pending: [UInt8] = []
    /// Bytes of a paste that has begun.
    private var pasted: [UInt8]?
    static let pasteStart = Array("\u{1B}[200~".utf8)
    static let pasteEnd = Array("\u{1B}[201~".utf8)
    static let escape = KeySequence.escape

    init() {}

    /// `nil` when nothing is half read.
    var timeout: Timeout? {
        if pasted != nil { return .paste }
        guard let first = pending.first else { return nil }
        guard first == Self.escape, pending.count > 2 else { return .sequence }
        return Self.opensAnswer(pending[1]) ? .answer : .sequence
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Token] {
        pending += bytes
        return cut(isFinal: false)
    }

    /// What is half read; none of a paste.
    var half: [UInt8] { pasted == nil ? pending : [] }

    /// What is half read, for somebody who reads it otherwise.
    mutating func takePending() -> [UInt8] {
        defer { (pending, pasted) = ([], nil) }
        return (pasted.map { Self.pasteStart + $0 } ?? []) + pending
    }

    /// Nothing came for as long as `timeout` said: what is half read is taken as it is.
    mutating func expire() -> [Token] {
        if pasted != nil {
            takePasted(pending.count)
            return endPaste()
        }
        return cut(isFinal: true)
    }

    private mutating func cut(isFinal: Bool) -> [Token] {
        var tokens: [Token] = []
        while !pending.isEmpty {
            if pasted != nil {
                guard takePaste() else { break }
                tokens += endPaste()
                continue
            }
            guard let length = Self.length(of: pending[...], isFinal: isFinal) else { break }
            let piece = Array(pending.prefix(length))
            pending.removeFirst(length)
            if piece == Self.pasteStart {
                pasted = []
            } else if let token = Self.token(piece) {
                tokens.append(token)
            }
        }
        return tokens
    }
}

// MARK: - Pasted text

extension InputSplitter {
    /// Moves what is certainly pasted; true when the end of the paste was found and taken.
    private mutating func takePaste() -> Bool {
        if let end = pending.firstIndex(of: Self.pasteEnd) {
            takePasted(end)
            pending.removeFirst(Self.pasteEnd.count)
            return true
        }
        // The last bytes may be the beginning of the end.
        let kept = (1..<Self.pasteEnd.count).last { pending.suffix($0).elementsEqual(Self.pasteEnd.prefix($0)) } ?? 0
        takePasted(pending.count - kept)
        return false
    }

    private mutating func takePasted(_ count: Int) {
        let room = Self.pasteLimit - (pasted?.count ?? 0)
        pasted?.append(contentsOf: pending.prefix(min(count, room)))
        pending.removeFirst(count)
    }

    private mutating func endPaste() -> [Token] {
        let text = String(decoding: Self.withoutSequences(pasted ?? []), as: UTF8.self)
        pasted = nil
        var shown = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\r": shown.append("\n")
            case "\n" where previous == "\r": continue
            case "\n", "\t": shown.append(scalar)
            case _ where scalar.properties.generalCategory == .control: continue
            default: shown.append(scalar)
            }
        }
        return [.paste(String(shown))]
    }

    /// What was copied from a terminal may have colors; they go as a whole, not only their first byte.
    private static func withoutSequences(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: escape) {
            kept += rest[..<start]
            rest = rest[start...].dropFirst(length(of: rest[start...], isFinal: true) ?? 1)
        }
        return kept + rest
    }
}

// MARK: - Sequences

extension InputSplitter {
    /// Bytes of the first token; `nil` when it may go on and `isFinal` is not set.
    static func length(of bytes: ArraySlice<UInt8>, isFinal: Bool) -> Int? {
        guard bytes.first == escape else { return textLength(bytes, isFinal: isFinal) }
        guard let second = bytes.dropFirst().first, opensAnswer(second) else {
            return KeySequence.length(of: bytes, isFinal: isFinal)
        }
        if let length = answerLength(bytes) { return length }
        guard isFinal else { return nil }
        // An answer that was cut short goes whole; otherwise it was Alt and a key, and text after it.
        return looksLikeAnswer(bytes) ? bytes.count : 2
    }

    /// DCS, OSC, APC, PM, SOS: strings that only a terminal sends.
    private static func opensAnswer(_ byte: UInt8) -> Bool { "P]_^X".utf8.contains(byte) }

    /// What begins so is no key, whatever follows.
    static func looksLikeAnswer(_ bytes: ArraySlice<UInt8>) -> Bool {
        let rest = bytes.dropFirst(2)
        if bytes.dropFirst().first == UInt8(ascii: "[") { return rest.first == UInt8(ascii: "?") }
        return ["1", ">|", "0$r", "1$r", "0+r", "1+r", "G"].contains { rest.starts(with: $0.utf8) }
    }

    private static func textLength(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Int? {
        let run = bytes.prefix { $0 != escape }
        if isFinal || run.count < bytes.count { return run.count }
        // A character of several bytes may have been cut.
        for count in 1...3 where run.count >= count {
            let tail = run.suffix(count)
            guard let first = tail.first, first >= 0xC0 else { continue }
            guard KeySequence.characterLength(tail) == nil else { break }
            return run.count > count ? run.count - count : nil
        }
        return run.count
    }

    private static func answerLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        var previous: UInt8 = 0
        for (offset, byte) in bytes.enumerated().dropFirst(2) {
            if byte == 0x07 || byte == 0x18 || byte == 0x1A { return offset + 1 }
            if previous == escape {
                // Anything but a backslash: the string has ended without its end, and a new sequence begins.
                return byte == UInt8(ascii: "\\") ? offset + 1 : offset - 1
            }
            if offset >= answerLimit { return offset }
            previous = byte
        }
        return nil
    }

    static func token(_ piece: [UInt8]) -> Token? {
        guard piece.count > 1, piece[0] == escape else {
            let text = Array(String(decoding: piece, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }.utf8)
            return text.isEmpty ? nil : .keys(text)
        }
        switch piece[1] {
        case UInt8(ascii: "["):
            if piece == pasteEnd { return nil }
            return TerminalReply(controlSequence: piece).map(Token.reply) ?? .keys(piece)
        case let byte where opensAnswer(byte) && piece.count > 2:
            let content = piece.dropFirst(2).prefix { $0 != 0x07 && $0 != 0x18 && $0 != 0x1A && $0 != escape }
            if byte == UInt8(ascii: "P") { return .reply(TerminalReply(deviceControl: content)) }
            return .reply(byte == UInt8(ascii: "]") ? TerminalReply(systemCommand: content) : .other)
        default: return .keys(piece)
        }
    }
}

extension [UInt8] {
    /// Where `part` begins.
    fileprivate func firstIndex(of part: [UInt8]) -> Int? {
        guard count >= part.count else { return nil }
        return (0...count - part.count).first { self[$0] == part[0] && self[$0..<$0 + part.count].elementsEqual(part) }
    }
}

extension Sequence<Unicode.Scalar> {
    fileprivate var utf8: [UInt8] {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: self)
        return Array(String(view).utf8)
    }
}

extension InputSplitter {
    /// Why the splitter waits, and for how long: a lone Esc may be the beginning of an arrow key.
    enum Timeout: Hashable, Sendable {
        /// A sequence or a character has begun.
        case sequence
        /// An answer of free length has begun.
        case answer
        /// Pasted text has begun.
        case paste

        var milliseconds: Int32 {
            switch self {
            case .sequence: 30
            case .answer: 250
            case .paste: 1_000
            }
        }
    }
}
