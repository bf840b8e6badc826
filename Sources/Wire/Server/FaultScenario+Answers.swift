import Events
import SocketIO

/// Faults of a whole answer: the order and the time of its chunks, and what is left of the one before (specification 3.10).
extension FaultScenario {
    /// Names of those that are set and befall answers as they were recorded: nothing of what is spoken has them.
    package var recordedOnly: [String] {
        [
            ("say-after-ms", sayAfter > .zero), ("answer-after-ms", answerAfter > .zero),
            ("old-chunk-ms", oldChunk > .zero), ("second-chunk-first", secondFirst), ("no-audio", noAudio != nil),
            ("chunk-pause-ms", chunkPause > .zero), ("pictures-late-ms", picturesLate > .zero),
        ].filter(\.1).map(\.0)
    }

    /// The message with its faults.
    /// - Parameters:
    ///   - message: as it is played, at whatever speed.
    ///   - interrupted: what was being said when this one was sent.
    package func arranged(
        _ message: BackendContent.Message, interrupting interrupted: BackendContent.Message?
    ) -> BackendContent.Message {
        var message = message
        let chunks = message.chunks
        if let noAudio, chunks.indices.contains(noAudio) {
            message.lines.removeAll { $0.event == .audio && $0.chunk == chunks[noAudio] }
        }
        var latest = 0
        for line in message.lines.indices {
            let chunk = message.lines[line].chunk.flatMap(chunks.firstIndex)
            latest = max(latest, chunk ?? 0)
            let isEnd = message.lines[line].isEndSignal
            if message.lines[line].bringsPictures || isEnd { message.lines[line].offset += picturesLate }
            // What belongs to no chunk stays behind the chunks that it followed.
            let pauses = isEnd ? max(0, chunks.count - 1) : chunk ?? latest
            message.lines[line].offset += chunkPause * Int64(pauses) + answerAfter
        }
        if chunkPause > .zero { message.putEndsLast() }
        if secondFirst, chunks.count > 1 { message.exchangeFirst(chunks[0], chunks[1]) }
        if oldChunk > .zero, let interrupted { message.lines += interrupted.leftOver(after: oldChunk) }
        message.sortLines()
        return message
    }
}

extension BackendContent.Message {
    /// In the order in which something of them comes.
    fileprivate var chunks: [Int] {
        var seen: Set<Int> = []
        return lines.compactMap(\.chunk).filter { seen.insert($0).inserted }
    }

    /// All of the second chunk comes before the first of the first one.
    fileprivate mutating func exchangeFirst(_ first: Int, _ second: Int) {
        guard let place = lines.firstIndex(where: { $0.chunk == first }) else { return }
        let early = lines.filter { $0.chunk == second }.map { line in
            var line = line
            line.offset = lines[place].offset
            return line
        }
        lines.removeAll { $0.chunk == second }
        lines.insert(contentsOf: early, at: lines.firstIndex { $0.chunk == first } ?? 0)
    }

    /// End signals come behind all chunks: one that came between two of them, which are far apart now, would end the
    /// answer there.
    fileprivate mutating func putEndsLast() {
        let last = lines.filter { $0.chunk != nil }.map(\.offset).max() ?? .zero
        let ends = lines.filter(\.isEndSignal).map { line in
            var line = line
            line.offset = max(line.offset, last)
            return line
        }
        lines.removeAll(where: \.isEndSignal)
        lines += ends
    }

    /// Pictures and count of its first chunk, as they come when it has been interrupted: emitted before that.
    fileprivate func leftOver(after offset: TimeSpan) -> [BackendContent.Line] {
        let first = chunks.first
        return lines.filter { $0.chunk == first && $0.bringsPictures && $0.age == .zero }.map { line in
            var line = line
            (line.offset, line.age) = (offset, offset + Self.onItsWay)
            return line
        }
    }

    /// From being emitted to hearing of the send, which has been on its way itself.
    private static let onItsWay = TimeSpan.milliseconds(250)

    /// By time; those of one time stay as they are.
    fileprivate mutating func sortLines() {
        lines = lines.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }
}

extension BackendContent.Line {
    fileprivate var event: EventName? { EventName(rawValue: name) }
    /// Or says that all of them have been sent.
    fileprivate var bringsPictures: Bool { event?.bringsPictures == true || event == .sent }
    fileprivate var isEndSignal: Bool { event?.isEndSignal == true }
}
