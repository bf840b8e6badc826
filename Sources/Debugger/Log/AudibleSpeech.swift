import Engine
import Events

/// Follows what sounds while a run goes on, and says of each message what of it was heard when it is over.
///
/// Fed with everything that the engine hears, in order. Bounded: by the chunks of one message and the newest texts.
package struct AudibleSpeech: Hashable, Sendable {
    private struct Piece: Hashable, Sendable {
        var group: Int?
        /// What its group says, as it was known for this message: the next one may number its groups alike, and tell its text first.
        var text: String?
        var words: [SpokenWord] = []
        /// `nil` where none has come.
        var sound: Payload?
        var isBroken = false
        /// By what it says of itself.
        var isBrokenOff = false
        /// It came when the chunk's frames were over.
        var isTooLate = false
        var length: Span?
        var audible: Range<Span>?
    }

    private struct Playing: Hashable, Sendable {
        var chunk: Int
        var position: Span
    }

    private var generation: Generation = 0
    private var begun: Instant?
    private var pieces: [Int: Piece] = [:]
    private var texts: [Int: String] = [:]
    /// Groups whose texts are known, the oldest first.
    private var groups: [Int] = []
    private var playing: Playing?
    private var isPaused = false
    /// The message is, by the last event.
    private var isOver = false
    /// And nothing more of it is to come, by its end signal.
    private var hasEnd = false
    /// That was the clip to go home by alone, which may come long before the last chunk.
    private var endsWithClip = false
    /// The link was lost before its end signal, and nothing of it has come since.
    private var isCut = false
    /// Whoever listened has left: what still sounds is heard by nobody.
    private var hasLeft = false
    private var clock = Instant.zero
    private static let textsKept = 200
    /// What is missing at the end of a sound up to this is not missed.
    private static let tolerance = Span.milliseconds(50)

    /// Whether a message is told of when it has come home, and what goes on with it by itself.
    private let endsAtHome: Bool

    /// - Parameter endsAtHome: `false` tells each message as a whole, when another takes its place or the run is over.
    package init(endsAtHome: Bool = true) { self.endsAtHome = endsAtHome }

    // MARK: Hearing

    /// - Parameter engine: after it has heard the event.
    /// - Returns: the message that this event has ended.
    package mutating func receive(_ event: Event, by engine: PlaybackEngine) -> AudibleMessage? {
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
        receive(event, engine)
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

    /// What somebody found who decoded a sound that the engine has not heard of.
    package mutating func receive(_ judged: JudgedSound) {
        guard judged.generation == generation else { return }
        switch judged.outcome {
        case .sound(let length, let isContinued, _, let missingBytes, _):
            if pieces[judged.chunk]?.length == nil { pieces[judged.chunk]?.length = length }
            if isContinued { pieces[judged.chunk - 1]?.isBrokenOff = false }
            if missingBytes > 0 { pieces[judged.chunk]?.isBrokenOff = true }
        case .failed: pieces[judged.chunk]?.isBroken = true
        }
    }

    /// The run is over.
    package mutating func finish() -> AudibleMessage? { close(isOver ? overEnd : .left) }

    /// How a message that is over has ended.
    private var overEnd: AudibleMessage.End { hasEnd ? .over : .unended }

    private mutating func receive(_ event: Event, _ engine: PlaybackEngine) {
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

    /// Takes note of a chunk of this message, which only the engine can tell from one of another (specification 3.10).
    /// - Parameter isLost: whether it is to be told of, too, when its message is over.
    private mutating func note(_ chunk: Int, _ time: Instant, _ engine: PlaybackEngine, isLost: Bool = false) {
        guard engine.isMessageOver ? isLost && engine.isTooLate(chunk) : engine.hasFiled(chunk) else { return }
        guard pieces[chunk] != nil || pieces.count < Limits.waitingChunks else { return }
        isCut = false
        if begun == nil { begun = time }
        if pieces[chunk] == nil { pieces[chunk] = Piece() }
    }

    /// Whether what was said, and perhaps heard, of a chunk was only a guess, which has given way to this (specification 3.10).
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

    /// The engine knows better where a sound is.
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

    private mutating func extend(_ chunk: Int, to position: Span) {
        guard let piece = pieces[chunk], let heard = piece.audible else { return }
        let end = max(heard.upperBound, min(position, piece.length ?? position))
        pieces[chunk]?.audible = heard.lowerBound..<end
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
        let heard = piece.audible.flatMap { $0.isEmpty ? nil : $0 }
        return AudibleChunk(
            chunk: number, group: piece.group, text: piece.text,
            words: piece.words.map { AudibleWord($0, in: scalars, heard: heard) }, length: piece.length, audible: heard,
            loss: loss(piece, heard, isPlaying: playing?.chunk == number, isPassedOver: isPassedOver, end))
    }

    private func loss(
        _ piece: Piece, _ heard: Range<Span>?, isPlaying: Bool, isPassedOver: Bool, _ end: AudibleMessage.End
    ) -> AudibleChunk.Loss? {
        guard piece.sound != nil else { return .noSound }
        guard !piece.isBroken else { return .broken }
        guard let heard else { return piece.isTooLate ? .late : end.isCut && !isPassedOver ? .interrupted : .lost }
        guard let length = piece.length else { return isPlaying && end.isCut ? .interrupted : nil }
        if length - heard.upperBound > Self.tolerance { return isPlaying && end.isCut ? .interrupted : .cutOff }
        if heard.lowerBound > Self.tolerance { return .late }
        return piece.isBrokenOff ? .brokenOff : nil
    }
}
