import Events
import Platform

/// One utterance on its way to the tile: what comes is sent on at once, and no more is read than the tile takes.
struct TileSpeech {
    private let waits: Bool
    private let number: Int
    /// Of what is still read; -1 for a text that is there.
    private var input: Int32
    /// What of a text has not been sent.
    private var rest: Substring.UTF8View
    private var isEnded = false
    private var decoding = TextBytes()
    private var pieces = TextPieces()
    private var words = WordSearch()
    private var output: [UInt8]
    /// A piece in which each byte has to be escaped is a line nevertheless.
    private static let pieceBytes = 8 << 10
    private static let outputBytes = 16 << 10

    init(_ text: TileClient.Text, interrupts: Bool, number: Int, waits: Bool) {
        (self.number, self.waits) = (number, waits)
        output = TileRequest.begin(interrupts: interrupts).line
        switch text {
        case .words(let words): (input, rest) = (-1, words[...].utf8)
        case .descriptor(let descriptor): (input, rest) = (descriptor, ""[...].utf8)
        }
    }

    mutating func run(over connection: inout TileConnection) -> TileClient.Outcome {
        let socket = connection.socket
        while true {
            if input < 0 { takeRest() }
            var entries = [
                pollfd(fd: socket.descriptor, events: Int16(POLLIN | (output.isEmpty ? 0 : POLLOUT)), revents: 0),
                pollfd(fd: wantsInput ? input : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 else { continue }
            if entries[0].revents & ~Int16(POLLOUT) != 0 {
                let isThere = connection.receive()
                if let outcome = outcome(&connection) { return outcome }
                if !isThere { return .lost }
            }
            if entries[1].revents != 0 { read() }
            // What it says last of all may be why it goes.
            if !socket.write(&output) { return lastOutcome(&connection) }
        }
    }

    /// Whether the tile has been sent all of it, so that another one may follow.
    var isSent: Bool { isEnded && output.isEmpty }

    private var wantsInput: Bool { !isEnded && output.count < Self.outputBytes }

    // MARK: The text

    private mutating func takeRest() {
        while wantsInput {
            send(pieces.receive(rest.prefix(Self.pieceBytes)))
            rest = rest.dropFirst(Self.pieceBytes)
            if rest.isEmpty { finish() }
        }
    }

    private mutating func read() {
        switch Descriptor.readAvailable(input, atMost: Self.pieceBytes) {
        case .nothing: break
        case .bytes(let piece): send(pieces.receive(decoding.receive(piece)))
        case .end:
            send(pieces.receive(decoding.finish()))
            finish()
        }
    }

    /// What to say of the bytes that were read, where they were not all UTF-8.
    var oddity: String? { decoding.oddity }

    private mutating func send(_ text: String) {
        words.receive(text)
        if !text.isEmpty { output += TileRequest.text(text).line }
    }

    private mutating func finish() {
        send(pieces.finish())
        output += TileRequest.end.line
        isEnded = true
    }

    // MARK: Answers

    private func outcome(_ connection: inout TileConnection) -> TileClient.Outcome? {
        while let answer = connection.nextAnswer() {
            switch answer {
            case .utterance(number, .heard):
                if let wordless = words.wordless { return .wordless(wordless) }
                if !waits { return .handedOver }
            case .utterance(number, .said): return .said
            case .utterance(number, .interrupted): return .interrupted
            case .utterance(number, .refused(let reason)), .refused(let reason): return .refused(reason: reason)
            case .gone: return .lost
            case .utterance, .hello, .pong: break
            }
        }
        return nil
    }

    private func lastOutcome(_ connection: inout TileConnection) -> TileClient.Outcome {
        let (deadline, socket) = (Descriptor.now + TileLimits.answerTime, connection.socket.descriptor)
        while Descriptor.wait(socket, Int32(POLLIN), milliseconds: deadline - Descriptor.now) != 0 {
            let isThere = connection.receive()
            if let outcome = outcome(&connection) { return outcome }
            if !isThere { break }
        }
        return .lost
    }
}

/// Bytes of a text that come in pieces, as text: a character that is cut in two waits for its rest, and what is no UTF-8 becomes
/// U+FFFD.
struct TextPieces {
    private var rest: [UInt8] = []

    /// Text that ends with a whole character; may be empty.
    mutating func receive(_ piece: some Collection<UInt8>) -> String {
        rest += piece
        let whole = rest.count - Self.unfinished(rest)
        defer { rest.removeFirst(whole) }
        return String(decoding: rest[..<whole], as: UTF8.self)
    }

    /// What is left when nothing more comes.
    mutating func finish() -> String {
        defer { rest = [] }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Bytes at the end that may become a character with more of them: 0 to 3.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.suffix(3).reversed().enumerated() {
            switch byte {
            case 0x80..<0xC0: continue
            case 0xC0..<0xE0: return index < 1 ? index + 1 : 0
            case 0xE0..<0xF0: return index < 2 ? index + 1 : 0
            case 0xF0..<0xF8: return index + 1
            default: return 0
            }
        }
        return 0
    }
}
