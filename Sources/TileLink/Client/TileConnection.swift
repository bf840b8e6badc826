import Bytes
import Platform

/// A client's socket, with the lines that have come.
struct TileConnection: Sendable {
    let socket: QuietSocket
    private var lines = LineSplitter(longest: TileLimits.lineBytes)
    private var isOver = false
    /// Utterances that were begun.
    var count = 0
    /// What was odd about the text of the last one.
    var oddity: String?
    private static let readBytes = 16 << 10

    init(_ socket: QuietSocket) { self.socket = socket }

    enum Next {
        case answer(TileAnswer)
        case late
        /// Nothing more comes.
        case over
    }

    /// The next answer of those that have come. Lines that this version does not know are passed over.
    mutating func nextAnswer() -> TileAnswer? {
        while !isOver, let line = lines.next() {
            switch line {
            case .success(let line): if let answer = TileAnswer(line: line) { return answer }
            case .failure: isOver = true
            }
        }
        return nil
    }

    /// Takes what has come.
    /// - Returns: `false` once nothing more can.
    mutating func receive() -> Bool {
        switch Descriptor.readAvailable(socket.descriptor, atMost: Self.readBytes) {
        case .nothing: break
        case .bytes(let piece): lines.receive(piece)
        case .end: isOver = true
        }
        return !isOver
    }

    mutating func end() {
        isOver = true
        shutdown(socket.descriptor, Int32(SHUT_RDWR))
    }

    /// - Parameter deadline: as of `Descriptor.now`.
    mutating func answer(until deadline: Int64) -> Next {
        while true {
            if let answer = nextAnswer() { return .answer(answer) }
            if isOver { return .over }
            let left = deadline - Descriptor.now
            guard left > 0, Descriptor.wait(socket.descriptor, Int32(POLLIN), milliseconds: left) != 0 else {
                return .late
            }
            _ = receive()
        }
    }
}
