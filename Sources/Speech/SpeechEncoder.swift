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
        func time(_ frame: Int) -> TimeSpan { TimeSpan(seconds: Double(frame) / Double(MouthTrack.rate)) }
        let (start, end) = (time(frames.lowerBound), time(frames.upperBound))
        return words.compactMap { word in
            let (from, to) = (max(start, word.span.lowerBound), min(end, word.span.upperBound))
            return from < to ? Word(scalars: word.scalars, span: from - start..<to - start) : nil
        }
    }
}

/// A piece of speech before it is put into messages: what is heard, and the mouth and base frame of each frame of it.
package struct SpeechChunk: Hashable, Sendable {
    package struct Frame: Hashable, Sendable {
        package let base: TalkingWalk.Step
        package let mouth: MouthTrack.Frame

        package init(base: TalkingWalk.Step, mouth: MouthTrack.Frame) { (self.base, self.mouth) = (base, mouth) }
    }

    /// Counts from 0 within the message.
    package let number: Int
    /// The same for all chunks of a sentence, counted from 0 within the message.
    package let group: Int
    /// Of the whole sentence; only in its first chunk.
    package let text: String?
    /// That sentence is the first of a paragraph, and not of the message.
    package let beginsParagraph: Bool
    /// As long as the frames, to half a sample.
    package let sound: Samples
    package let frames: [Frame]
    /// What is heard of the sentence's words; times count from the start of this chunk.
    package let words: [Utterance.Word]

    package init(
        number: Int, group: Int, text: String?, beginsParagraph: Bool = false, sound: Samples, frames: [Frame],
        words: [Utterance.Word]
    ) {
        (self.number, self.group, self.text, self.beginsParagraph) = (number, group, text, beginsParagraph)
        (self.sound, self.frames, self.words) = (sound, frames, words)
    }
}

/// Where a long utterance is cut into chunks, in frames: in a pause if there is one, else between two words.
///
/// The sound goes on over a cut without a break; it is the picture that has to be at hand for a chunk to start.
struct ChunkCuts {
    /// 2 s: what comes first is to be heard early.
    static let longestFirst = 60
    /// 4 s; clients make room for that many (specification 1.10).
    static let longest = 120
    /// No chunk is shorter, unless the utterance is.
    static let shortest = 15

    private let pauses: [Int]
    private let words: [Int]

    init(_ utterance: Utterance) {
        func frame(_ moment: Double) -> Int {
            Int(min(max(0, moment * Double(MouthTrack.rate)), Double(Limits.waitingFrames)))
        }
        let targets = MouthTarget.targets(utterance.phonemes, duration: utterance.sound.duration.seconds)
        // Of a voice that tells no phonemes nothing is known.
        pauses = utterance.phonemes.isEmpty ? [] : targets.filter { $0.viseme == .rest }.map { frame($0.middle) }
        // Down to the frame in which the word begins, so that all of it is on one side.
        words = utterance.words.map { frame($0.span.lowerBound.seconds) }.sorted()
    }

    /// - Parameter isFirst: whether nothing of the message was heard before.
    func chunks(of frameCount: Int, isFirst: Bool) -> [Range<Int>] {
        var chunks: [Range<Int>] = []
        var start = 0
        while start < frameCount {
            let limit = isFirst && start == 0 ? Self.longestFirst : Self.longest
            let end = frameCount - start <= limit ? frameCount : cut(from: start, limit: limit, before: frameCount)
            chunks.append(start..<end)
            start = end
        }
        return chunks
    }

    private func cut(from start: Int, limit: Int, before end: Int) -> Int {
        // What is left has to be worth a chunk too.
        let last = min(start + limit, end - Self.shortest)
        let choices = start + Self.shortest...max(start + Self.shortest, last)
        return pauses.last(where: choices.contains) ?? words.last(where: choices.contains) ?? choices.upperBound
    }
}

/// Which base frame is shown under which frame of a message: the bridge into talking, then forward and back in turns.
package struct TalkingWalk: Hashable, Sendable {
    package typealias Step = ClipWalk.Step

    package let frames: ClipWalk
    /// Of the clip from whose frames there is a way home.
    private let forwardLength: Int
    /// The clip that leads home from the end of it.
    package let returnClip: ClipName?

    /// A pack without the bridge, or the way back, does with a jump in their places.
    /// - Throws: `PackError.noTalkingClip`
    package init(_ clips: [PackClip]) throws(PackError) {
        let mouthed = clips.filter(\.hasOverlays)
        guard
            let forward = mouthed.first(where: {
                guard let start = $0.name.startPose, let end = $0.name.endPose else { return false }
                return start.state == "talking" && start.point == .start && end == start.at(.end)
            }), let start = forward.name.startPose, let end = forward.name.endPose
        else { throw .noTalkingClip }
        let back = mouthed.first { $0.name.startPose == end && $0.name.endPose == start }
        let bridge = mouthed.first { $0.name.startPose?.state == "idle" && $0.name.endPose == start }
        let part = { (clip: PackClip) in ClipWalk.Part(clip.name, frames: clip.frames) }
        guard let frames = ClipWalk(bridge: bridge.map(part), turn: [part(forward)] + (back.map { [part($0)] } ?? []))
        else { throw .noTalkingClip }
        (self.frames, forwardLength) = (frames, forward.frames)
        returnClip = clips.first { $0.name.startPose == end && $0.name.endPose?.state == "idle" }?.name
    }

    /// - Parameter place: counts the frames since the bridge began.
    package func step(_ place: Int) -> Step { frames.step(place) }

    /// Frames that are needed from `place` on until the last one shown is one of the clip from where there is a way home.
    func framesToForward(from place: Int) -> Int {
        guard let inTurn = frames.placeInTurn(place - 1) else { return frames.bridgeLength - max(0, place) + 1 }
        return inTurn < forwardLength ? 0 : frames.framesInTurn - inTurn
    }
}
