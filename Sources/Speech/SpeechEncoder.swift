import Events
import SocketIO
import Sound
import Wire

/// Turns utterances into what a backend sends: message by message, chunk by chunk.
///
/// First `chunks(of:)`, which is quick and final; then `messages(of:)` for each chunk, which reads its pictures.
package struct SpeechEncoder: Sendable {
    private let pack: AvatarPack
    private let script: SpeechScript
    private var nextChunk = 0
    private var nextGroup = 0
    /// Frames since the bridge into talking began.
    private var walked = 0
    private var lastSound: Samples?

    /// - Parameter conversation: its id, as `new_message` names it.
    package init(_ pack: AvatarPack, in conversation: String, pictures: any OverlaySource) {
        self.pack = pack
        script = SpeechScript(pack, in: conversation, pictures)
    }

    /// Speech had stopped for so long that the avatar went back to idle: the next utterance begins with the bridge.
    package mutating func wentHome() { walked = 0 }

    /// - Returns: none for an utterance without sound.
    package mutating func chunks(of utterance: Utterance) -> [SpeechChunk] {
        let track = MouthTrack(utterance, pack.shapes).frames
        guard !track.isEmpty else { return [] }
        let group = nextGroup
        let chunks = ChunkCuts(utterance).chunks(of: track.count, isFirst: nextChunk == 0).map { range in
            let chunk = SpeechChunk(
                number: nextChunk, group: group, text: range.lowerBound == 0 ? utterance.text : nil,
                beginsParagraph: utterance.beginsParagraph, sound: utterance.sound.piece(frames: range),
                frames: frames(track[range]),
                words: utterance.words(in: range))
            nextChunk += 1
            return chunk
        }
        nextGroup += 1
        lastSound = utterance.sound
        return chunks
    }

    private mutating func frames(_ mouths: ArraySlice<MouthTrack.Frame>) -> [SpeechChunk.Frame] {
        defer { walked += mouths.count }
        return mouths.enumerated().map { place, mouth in
            SpeechChunk.Frame(base: pack.walk.step(walked + place), mouth: mouth)
        }
    }

    /// `new_message`, `receive_audio`, the batches and `chunk_images_ready` of one chunk, in this order.
    /// - Throws: what reading a picture throws.
    package func messages(of chunk: SpeechChunk, at time: StatedTime? = nil) throws -> [WireMessage] {
        try script.messages(of: chunk, at: time)
    }

    /// The message is over: silence until the talking clip runs forward, from where a clip leads home; then that clip's
    /// name, and `audio_end`.
    package mutating func end(at time: StatedTime? = nil) throws -> [WireMessage] {
        let closing = try closingChunk().map { try messages(of: $0, at: time) } ?? []
        return closing + script.ending(pack.walk.returnClip)
    }

    /// Where another message takes its place: with them its end has come, and the next one is that message's.
    package var endSignals: [WireMessage] { script.ending(pack.walk.returnClip) }

    private mutating func closingChunk() -> SpeechChunk? {
        guard let lastSound, case let count = pack.walk.framesToForward(from: walked), count > 0 else { return nil }
        let rest = MouthTrack.Frame(shape: pack.shapes.place(of: .rest), viseme: .rest, phoneme: "")
        let silence = Samples(rate: lastSound.rate, channels: lastSound.channels, values: [])
        defer { nextChunk += 1 }
        return SpeechChunk(
            number: nextChunk, group: max(0, nextGroup - 1), text: nil, sound: silence.piece(frames: 0..<count),
            frames: frames(Array(repeating: rest, count: count)[...]), words: [])
    }
}

extension Samples {
    /// What is heard during these frames of the picture.
    fileprivate func piece(frames: Range<Int>) -> Samples {
        func place(_ frame: Int) -> Int { (frame * rate + MouthTrack.rate / 2) / MouthTrack.rate }
        return piece(place(frames.lowerBound)..<place(frames.upperBound))
    }
}

extension Utterance {
    /// Words of which something is heard during these frames, with times from their start.
    fileprivate func words(in frames: Range<Int>) -> [Word] {
        func time(_ frame: Int) -> Span { Span(seconds: Double(frame) / Double(MouthTrack.rate)) }
        let (start, end) = (time(frames.lowerBound), time(frames.upperBound))
        return words.compactMap { word in
            let (from, to) = (max(start, word.span.lowerBound), min(end, word.span.upperBound))
            return from < to ? Word(scalars: word.scalars, span: from - start..<to - start) : nil
        }
    }
}
