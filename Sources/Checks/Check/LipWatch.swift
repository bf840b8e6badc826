import Debugger
import Decoding
import Dispatch
import Engine
import Events
import Frames
import Playback
import Sound
import Synchronization

/// Puts a run's mouths beside its sounds, chunk by chunk as they were shown, and measures how far the ones are off the others.
///
/// The run tells it everything on one thread, but for what is decoded; measuring is done on a thread of its own, one chunk after
/// the other. The mutexes guard what these share.
final class LipWatch: RunWatcher {
    /// What the stream says of one frame's mouth.
    private struct Sent: Sendable {
        var sheet: String?
        var viseme: String?
        var character: String?
        var picture: ContentHash?
    }

    private struct Place: Hashable {
        var section: Int
        var sequence: Int
    }

    /// A chunk's sound.
    private struct AudibleSound: Sendable {
        var sound: Payload
        /// In front of it, which is not heard.
        var lead: TimeSpan
    }

    /// A chunk while it is shown.
    private struct Showing: Sendable {
        var name: SoundName
        var shown: Instant
        var ordinal: Int
        var period: TimeSpan
        var sound: AudibleSound?
        var mouths: [Sent?] = []
    }

    private struct State {
        var sent: [Int: [Place: Sent]] = [:]
        var sentCount = 0
        var sounds: [SoundName: AudibleSound] = [:]
        var showing: Showing?
        var period = TimeSpan.zero
    }

    /// How loud a sound is, a value each hop: all of it, and what is between 1 and 4 kHz.
    private struct Levels: Sendable {
        var all: [Float] = []
        var articulation: [Float] = []
    }

    /// What is known of pictures and sounds by their bytes.
    private struct MediaFacts {
        var darkness: [ContentHash: Float] = [:]
        var levels: [ContentHash: Levels] = [:]
        var levelCount = 0
        /// There are mouths without names.
        var wantsPixels = false
    }

    private let blobs: any BlobSource
    private let state = Mutex(State())
    private let facts = Mutex(MediaFacts())
    private let measure = Mutex(LipLag())
    private let queue = DispatchQueue(label: "lips")
    /// Chunks that wait to be measured.
    private let room = DispatchSemaphore(value: 64)
    private static let picturesKept = 200_000
    /// Ten hours.
    private static let levelsKept = 3_600_000
    /// Hops to either side that count for whether somebody speaks, and for what the mouth follows (docs/reference/lips.md).
    private static let around = (all: 3, articulation: 1)

    init(_ blobs: any BlobSource) { self.blobs = blobs }

    /// What all chunks came to; waits for what is being measured.
    func finish() -> LipFigures {
        state.withLock { end(&$0) }
        return queue.sync { measure.withLock { $0.finish() } }
    }

    // MARK: The stream

    func receiveEvent(_ event: Event, by engine: PlaybackEngine) {
        guard case .wire(let wire) = event.body else { return }
        state.withLock { state in
            state.period = engine.settings.period
            switch wire {
            case .overlaysArrived(let batch): add(batch.frames, batch.chunk, &state)
            case .chunkDescribed(let description): add(description.frames, description.chunk, &state)
            case .audioArrived(let audio): add(audio.frames, audio.chunk, &state)
            default: break
            }
        }
    }

    func receiveSound(_ sound: DecodedSound, at time: Instant) {
        state.withLock { state in
            guard state.sounds.count < Limits.waitingChunks, state.sounds[sound.name] == nil else { return }
            let audible = AudibleSound(sound: sound.sound, lead: sound.outcome.lead)
            state.sounds[sound.name] = audible
            // Sound that comes behind the first frame.
            if state.showing?.name == sound.name { state.showing?.sound = audible }
        }
    }

    private func add(_ frames: [OverlayFrame], _ chunk: Int, _ state: inout State) {
        for frame in frames where state.sentCount < Limits.waitingFrames {
            let place = Place(section: frame.section, sequence: frame.sequence)
            let known = state.sent[chunk]?[place]
            if known == nil { state.sentCount += 1 }
            let sent = Sent(
                sheet: frame.sheet ?? frame.overlayID.map { Self.lastPart($0) } ?? known?.sheet,
                viseme: frame.viseme ?? known?.viseme, character: frame.character ?? known?.character,
                picture: frame.picture?.hash ?? known?.picture)
            if sent.picture != nil, Self.openness(sent) == nil { facts.withLock { $0.wantsPixels = true } }
            state.sent[chunk, default: [:]][place] = sent
        }
    }

    /// An overlay's name often ends with that of its sheet.
    private static func lastPart(_ id: String) -> String {
        id.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    }

    private static func openness(_ sent: Sent) -> Float? {
        sent.sheet.flatMap { MouthName.openness(ofSheet: $0) }
            ?? sent.viseme.flatMap { MouthName.openness(ofViseme: $0) }
    }

    // MARK: What is shown

    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {
        switch item {
        case .frame(let record, _):
            guard let position = record.position, record.status != .held else { return }
            state.withLock { show(record, position, &$0) }
        // What has come since one was cut off may be of another one with its number.
        case .chunk(let report): if report.end == .over { state.withLock { end(report, &$0) } }
        case .note, .tile, .reading: break
        }
    }

    private func show(_ record: FrameRecord, _ position: FramePosition, _ state: inout State) {
        let name = SoundName(position.chunk, record.generation)
        if state.showing?.name != name {
            end(&state)
            state.showing = Showing(
                name: name, shown: record.shown, ordinal: record.ordinal, period: state.period,
                sound: state.sounds[name])
        }
        let place = Place(section: position.section, sequence: position.sequence)
        let mouth = record.status == .noOverlay ? nil : state.sent[position.chunk]?[place]
        guard position.frame < Limits.chunkFrames, var showing = state.showing else { return }
        state.showing = nil
        while showing.mouths.count <= position.frame { showing.mouths.append(nil) }
        showing.mouths[position.frame] = mouth
        state.showing = showing
    }

    private func end(_ report: ChunkReport, _ state: inout State) {
        let name = SoundName(report.chunk, report.generation)
        if state.showing?.name == name { end(&state) }
        state.sentCount -= state.sent.removeValue(forKey: report.chunk)?.count ?? 0
        state.sounds[name] = nil
        state.sounds = state.sounds.filter { $0.key.generation >= report.generation }
    }

    /// Hands the chunk that was shown to be measured.
    private func end(_ state: inout State) {
        guard let showing = state.showing else { return }
        state.showing = nil
        room.wait()
        queue.async { [self] in
            let track = track(of: showing)
            measure.withLock { $0.receive(track) }
            room.signal()
        }
    }

    // MARK: What is measured

    private func track(of showing: Showing) -> LipTrack {
        let openness = showing.mouths.map { mouth in mouth.flatMap(Self.openness) }
        let known = showing.mouths.count { $0 != nil }
        // One scale for a chunk: that of names where most have one.
        let isNamed = openness.count { $0 != nil } * 2 >= known
        let mouths = zip(showing.mouths, openness).map { sent, openness in
            guard let sent else { return Mouth() }
            let isClosure = MouthName.isClosure(viseme: sent.viseme, character: sent.character)
            guard isNamed else {
                return Mouth(openness: sent.picture.map(darkness) ?? .nan, isNamed: false, picture: sent.picture)
            }
            let hasSheet = sent.sheet.flatMap { MouthName.openness(ofSheet: $0) } != nil
            // What is said of a mouth cannot miss what is said of it.
            return Mouth(
                openness: openness ?? .nan, shape: hasSheet ? sent.sheet : sent.viseme,
                isClosure: hasSheet && isClosure, picture: sent.picture)
        }
        let levels = showing.sound.map(levels) ?? Levels()
        return LipTrack(
            generation: showing.name.generation, chunk: showing.name.chunk, shown: showing.shown,
            ordinal: showing.ordinal, period: showing.period, mouths: mouths,
            levels: levels.all, articulation: levels.articulation)
    }

    func keepPicture(_ picture: Picture, _ hash: ContentHash) {
        guard facts.withLock({ $0.wantsPixels }) else { return }
        put(picture.darkness, hash)
    }

    private func put(_ darkness: Float, _ hash: ContentHash) {
        facts.withLock { facts in
            if facts.darkness.count >= Self.picturesKept { facts.darkness = [:] }
            facts.darkness[hash] = darkness
        }
    }

    private func darkness(_ hash: ContentHash) -> Float {
        if let known = facts.withLock({ $0.darkness[hash] }) { return known }
        guard case .success(let picture) = decode(hash, blobs) else { return .nan }
        let darkness = picture.darkness
        put(darkness, hash)
        return darkness
    }

    func keepSound(_ sound: Samples, _ hash: ContentHash) { _ = put(sound, hash) }

    private func put(_ sound: Samples, _ hash: ContentHash) -> Levels {
        let levels = Levels(
            all: sound.loudness(each: LipTrack.hop, around: Self.around.all),
            articulation: sound.articulation(each: LipTrack.hop, around: Self.around.articulation))
        facts.withLock { facts in
            if facts.levelCount >= Self.levelsKept { (facts.levels, facts.levelCount) = ([:], 0) }
            facts.levelCount += levels.all.count
            facts.levels[hash] = levels
        }
        return levels
    }

    private func levels(_ audible: AudibleSound) -> Levels {
        let (levels, lead) = (levels(audible.sound), Int((audible.lead.seconds / LipTrack.hop.seconds).rounded()))
        return Levels(
            all: Array(levels.all.dropFirst(lead)), articulation: Array(levels.articulation.dropFirst(lead)))
    }

    private func levels(_ sound: Payload) -> Levels {
        if let known = facts.withLock({ $0.levels[sound.hash] }) { return known }
        guard let bytes = blobs.bytes(of: sound.hash),
            let samples = try? decodeSound(bytes)
        else { return Levels() }
        return put(samples, sound.hash)
    }
}
