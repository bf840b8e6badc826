import Engine
import Events

/// Follows the sound during a run, and reports for each message, when it is over, how much of it was audible.
///
/// It receives every event of the engine, in order. Bounded by the chunks of one message and the newest texts.
package struct AudibleSpeech: Hashable, Sendable {
    private struct Piece: Hashable, Sendable {
        var group: Int?
        /// The text of its group, as known for this message: the next one may use the same group numbers, and send
        /// its text first.
        var text: String?
        var words: [SpokenWord] = []
        /// `nil` if none has arrived.
        var sound: Payload?
        var isBroken = false
        /// Whether the sound is truncated, by its own declaration.
        var isBrokenOff = false
        /// Whether it arrived after the chunk's frames were over.
        var isTooLate = false
        var length: TimeSpan?
        var audible: Range<TimeSpan>?
    }

    private struct Playing: Hashable, Sendable {
        var chunk: Int
        var position: TimeSpan
    }

    private var generation: Generation = 0
    private var begun: Instant?
    private var pieces: [Int: Piece] = [:]
    private var texts: [Int: String] = [:]
    /// Groups with known texts, the oldest first.
    private var groups: [Int] = []
    private var playing: Playing?
    private var isPaused = false
    /// Whether the message is over, as of the last event.
    private var isOver = false
    /// Whether its end signal says that nothing more of it is to come.
    private var hasEnd = false
    /// Whether that was only the return clip, which may be sent long before the last chunk.
    private var endsWithClip = false
    /// Whether the connection was lost before its end signal, and nothing of it has arrived since.
    private var isCut = false
    /// Whether the client has disconnected: any further sound is not audible.
    private var hasLeft = false
    private var clock = Instant.zero
    private static let textsKept = 200
    /// A gap up to this at the end of a sound is ignored.
    private static let tolerance = TimeSpan.milliseconds(50)

    /// Whether a message is reported when the avatar is idling again, and its continuation separately.
    private let endsAtHome: Bool

    /// - Parameter endsAtHome: `false` reports each message as a whole, when another replaces it or the run is over.
    package init(endsAtHome: Bool = true) { self.endsAtHome = endsAtHome }

    // MARK: Hearing

    /// - Parameter engine: the engine after it has handled the event.
    /// - Returns: the message that this event has ended.
    package mutating func receiveEvent(_ event: Event, by engine: PlaybackEngine) -> AudibleMessage? {
        if event.body == .local(.linkRestored) { hasLeft = false }
        guard !hasLeft else {
            if engine.generation == generation { hasEnd = engine.hasEndSignal }
            return nil
        }
        passTime(to: event.time)
        isPaused = engine.isPaused
        var ended: AudibleMessage?
        if engine.generation != generation {
            // What comes behind a message that is over interrupts nothing.
            ended = close(isOver ? overEnd : event.body == .local(.sent) ? .sent : .replaced)
            if event.body == .local(.sent) { (texts, groups) = ([:], []) }
            generation = engine.generation
        }
        noteContent(of: event, engine)
        follow(engine)
        // Ending the link brings the engine home, and has not ended what was said.
        guard event.body != .local(.linkClosed) else {
            hasLeft = true
            return ended
        }
        (isOver, hasEnd) = (engine.isMessageOver, engine.hasEndSignal)
        endsWithClip = engine.endsWithClipAlone
        if hasEnd, !endsWithClip { isCut = false }
        if endsAtHome, isOver { ended = ended ?? close(.over) }
        return ended
    }

    /// Handles the result of decoding a sound that the engine does not know.
    package mutating func receiveSound(_ judged: JudgedSound) {
        guard judged.generation == generation else { return }
        switch judged.outcome {
        case .sound(let length, let isContinued, _, let missingBytes, _):
            if pieces[judged.chunk]?.length == nil { pieces[judged.chunk]?.length = length }
            if isContinued { pieces[judged.chunk - 1]?.isBrokenOff = false }
            if missingBytes > 0 { pieces[judged.chunk]?.isBrokenOff = true }
        case .failed: pieces[judged.chunk]?.isBroken = true
        }
    }

    /// Ends the run.
    package mutating func finish() -> AudibleMessage? { close(isOver ? overEnd : .left) }

    /// How a message that is over ended.
    private var overEnd: AudibleMessage.End { hasEnd ? .over : .unended }

    private mutating func noteContent(of event: Event, _ engine: PlaybackEngine) {
        switch event.body {
        case .local(.linkLost): isCut = !isOver && !pieces.isEmpty && (!engine.hasEndSignal || engine.endsWithClipAlone)
        case .wire(.audioArrived(let audio)):
            let hasFrames = pieces[audio.chunk] != nil
            note(audio.chunk, event.time, engine, isLost: audio.sound != nil)
            guard let piece = pieces[audio.chunk], piece.sound == nil || isReplaced(piece, by: audio, engine) else {
                return
            }
            var new = Piece(group: audio.group, words: audio.words, sound: audio.sound)
            new.text = audio.group.flatMap { texts[$0] }
            new.isTooLate = hasFrames && audio.sound.map { engine.isUnderWay(audio.chunk, with: $0) } == false
            if piece.sound == nil { (new.length, new.audible) = (piece.length, piece.audible) }
            pieces[audio.chunk] = new
        case .wire(.overlaysArrived(let batch)): note(batch.chunk, event.time, engine)
        case .wire(.chunkDescribed(let description)): note(description.chunk, event.time, engine)
        case .wire(.textArrived(let segment)):
            guard let group = segment.group else { return }
            let text = segment.text.kept
            if texts.updateValue(text, forKey: group) == nil { groups.append(group) }
            for (chunk, piece) in pieces where piece.group == group && piece.text.map(text.hasPrefix) != false {
                pieces[chunk]?.text = text
            }
            if groups.count > Self.textsKept { texts[groups.removeFirst()] = nil }
        case .local(.soundDecoded(let chunk, generation, let length)): pieces[chunk]?.length = length
        case .local(.soundFailed(let chunk, generation, _)): pieces[chunk]?.isBroken = true
        default: break
        }
    }

    /// Records a chunk of this message. Only the engine can tell it from one of another message (specification 3.10).
    /// - Parameter isLost: whether to report it, too, when its message is over.
    private mutating func note(_ chunk: Int, _ time: Instant, _ engine: PlaybackEngine, isLost: Bool = false) {
        guard engine.isMessageOver ? isLost && engine.isTooLate(chunk) : engine.hasFiled(chunk) else { return }
        guard pieces[chunk] != nil || pieces.count < Limits.waitingChunks else { return }
        isCut = false
        if begun == nil { begun = time }
        if pieces[chunk] == nil { pieces[chunk] = Piece() }
    }

    /// Whether the known sound of a chunk, perhaps already audible, was only a guess that this one replaces
    /// (specification 3.10).
    private func isReplaced(_ piece: Piece, by audio: AudioChunk, _ engine: PlaybackEngine) -> Bool {
        guard let before = piece.sound, let sound = audio.sound else { return false }
        return before != sound && engine.isUnderWay(audio.chunk, with: sound)
    }

    // MARK: Sounding

    private mutating func passTime(to time: Instant) {
        defer { clock = max(clock, time) }
        guard let playing, !isPaused, time > clock else { return }
        let position = playing.position + (time - clock)
        self.playing?.position = position
        extend(playing.chunk, to: position)
    }

    /// Takes the sound's position from the engine, which knows it better.
    private mutating func follow(_ engine: PlaybackEngine) {
        guard let sounding = engine.sounding, sounding.generation == generation,
            pieces[sounding.chunk] != nil || pieces.count < Limits.waitingChunks
        else {
            playing = nil
            return
        }
        // What the engine held back before it took it for the message's.
        if pieces[sounding.chunk] == nil, let speech = engine.soundingSpeech {
            if begun == nil { begun = clock }
            pieces[sounding.chunk] = Piece(
                group: speech.group, text: speech.group.flatMap { texts[$0] }, words: speech.words, sound: speech.sound,
                length: speech.length)
        }
        if pieces[sounding.chunk]?.audible == nil {
            pieces[sounding.chunk]?.audible = sounding.position..<sounding.position
        }
        playing = Playing(chunk: sounding.chunk, position: sounding.position)
        extend(sounding.chunk, to: sounding.position)
    }

    private mutating func extend(_ chunk: Int, to position: TimeSpan) {
        guard let piece = pieces[chunk], let audible = piece.audible else { return }
        let end = max(audible.upperBound, min(position, piece.length ?? position))
        pieces[chunk]?.audible = audible.lowerBound..<end
    }

    // MARK: The end of a message

    private mutating func close(_ end: AudibleMessage.End) -> AudibleMessage? {
        defer {
            (pieces, playing, begun, isCut) = ([:], nil, nil, false)
        }
        let end = isCut && end != .sent && end != .replaced ? AudibleMessage.End.lost : end
        guard let begun, !pieces.isEmpty else { return nil }
        let lastHeard = pieces.filter { $0.value.audible?.isEmpty == false }.map(\.key).max() ?? -1
        // What ended the message did not keep those from being heard that were passed over before.
        let chunks = pieces.sorted { $0.key < $1.key }.map { chunk($0, $1, end, isPassedOver: $0 < lastHeard) }
        // On the way home nothing more of it is to be heard.
        let isHeardOut = end.isCut && hasEnd && !endsWithClip && !chunks.contains { $0.loss == .interrupted }
        return AudibleMessage(
            generation: generation, begun: begun, ended: clock, end: isHeardOut ? .over : end, chunks: chunks)
    }

    private func chunk(
        _ number: Int, _ piece: Piece, _ end: AudibleMessage.End, isPassedOver: Bool
    ) -> AudibleChunk {
        let scalars = Array((piece.text ?? "").unicodeScalars)
        let audible = piece.audible.flatMap { $0.isEmpty ? nil : $0 }
        return AudibleChunk(
            chunk: number, group: piece.group, text: piece.text,
            words: piece.words.map { AudibleWord($0, in: scalars, audible: audible) }, length: piece.length,
            audible: audible,
            loss: loss(piece, audible, isPlaying: playing?.chunk == number, isPassedOver: isPassedOver, end))
    }

    private func loss(
        _ piece: Piece, _ audible: Range<TimeSpan>?, isPlaying: Bool, isPassedOver: Bool, _ end: AudibleMessage.End
    ) -> AudibleChunk.Loss? {
        guard piece.sound != nil else { return .noSound }
        guard !piece.isBroken else { return .broken }
        guard let audible else { return piece.isTooLate ? .late : end.isCut && !isPassedOver ? .interrupted : .lost }
        guard let length = piece.length else { return isPlaying && end.isCut ? .interrupted : nil }
        if length - audible.upperBound > Self.tolerance { return isPlaying && end.isCut ? .interrupted : .cutOff }
        if audible.lowerBound > Self.tolerance { return .late }
        return piece.isBrokenOff ? .brokenOff : nil
    }
}
