import Bytes
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
    private var characters = UTF8Decoder()
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
            send(characters.receive(rest.prefix(Self.pieceBytes)))
            rest = rest.dropFirst(Self.pieceBytes)
            if rest.isEmpty { finish() }
        }
    }

    private mutating func read() {
        switch Descriptor.readAvailable(input, atMost: Self.pieceBytes) {
        case .nothing: break
        case .bytes(let piece): send(characters.receive(decoding.receive(piece)))
        case .end:
            send(characters.receive(decoding.finish()))
            finish()
        }
    }

    /// What to say of the bytes that were read, where they were not all UTF-8.
    var oddity: String? { decoding.oddity }

    private mutating func send(_ scalars: [Unicode.Scalar]) {
        let text = String(String.UnicodeScalarView(scalars))
        words.receive(text)
        if !text.isEmpty { output += TileRequest.text(text).line }
    }

    private mutating func finish() {
        send(characters.finish())
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
