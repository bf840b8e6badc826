import Decoding
import Engine
import Events
import Frames
import Playback
import Sound
import Synchronization

/// What a viewer saw and a listener heard of a run: which picture was on screen from when on, and which part of which sound was
/// to be heard when. Two runs are compared by it, whatever their streams were like.
struct Perception: Sendable {
    /// A picture by what it is made of.
    struct Look: Hashable, Sendable {
        var base: ContentHash
        var overlay: ContentHash?
        var placement: OverlayPlacement?
    }

    /// A frame of a chunk.
    struct Place: Hashable, Sendable {
        var chunk: Int
        var frame: Int
    }

    struct Shown: Sendable {
        var time: Instant
        /// `nil` before the first picture.
        var look: Look?
        /// `nil` while idling, and on the way to talking and home.
        var place: Place?
        var isIdle: Bool
    }

    /// A sound that goes on evenly.
    struct Heard: Sendable {
        var begin: Instant
        var end: Instant
        var sound: ContentHash
        /// At its beginning.
        var position: TimeSpan
    }

    /// From the moment at which a message became the current one until another did.
    struct Part: Sendable {
        var begin: Instant
        var end = Instant.zero
        var shown: [Shown] = []
        var heard: [Heard] = []
        /// First frame of one of its chunks.
        var firstPicture: Instant?

        var firstSound: Instant? { heard.first?.begin }
        var hasContent: Bool { firstPicture != nil || !heard.isEmpty }
    }

    fileprivate(set) var parts: [Part] = [Part(begin: .zero)]
    /// When there was a picture at last.
    fileprivate(set) var firstLook: Instant?
    /// All base frames that came, whether they were shown or not.
    fileprivate(set) var bases: Set<ContentHash> = []
}

/// Takes down what is seen and heard of a run.
final class PerceptionWatch: RunWatcher {
    private struct State {
        var perception = Perception()
        var generation: Generation = 0
        var sounding: (name: SoundName, heard: Perception.Heard)?
    }

    private let blobs: any BlobSource
    private let state = Mutex(State())
    private let sounds = Mutex<[ContentHash: Samples]>([:])
    private let pictures = Mutex<[ContentHash: Picture]>([:])
    /// A sound that is said to be elsewhere by more has jumped.
    private static let jump = TimeSpan.milliseconds(5)

    init(_ blobs: any BlobSource) { self.blobs = blobs }

    /// All of it, when the run is over.
    func finish(at time: Instant) -> Perception {
        state.withLock { state in
            end(&state, at: time)
            state.perception.parts[state.perception.parts.count - 1].end = time
            return state.perception
        }
    }

    func samples(of sound: ContentHash) -> Samples? { sounds.withLock { $0[sound] } }

    /// Decoded when somebody asks for it, and once.
    func picture(_ hash: ContentHash) -> Picture? {
        pictures.withLock { pictures in
            if let known = pictures[hash] { return known }
            guard case .success(let picture) = decode(hash, blobs) else { return nil }
            pictures[hash] = picture
            return picture
        }
    }

    // MARK: The run

    func receiveEvent(_ event: Event, by engine: PlaybackEngine) {
        state.withLock { state in
            follow(engine.sounding, &state, at: event.time)
            if case .wire(.baseFrameArrived(_, _, let picture?)) = event.body {
                state.perception.bases.insert(picture.hash)
            }
            guard engine.generation != state.generation else { return }
            end(&state, at: event.time)
            state.generation = engine.generation
            state.perception.parts[state.perception.parts.count - 1].end = event.time
            state.perception.parts.append(Perception.Part(begin: event.time))
        }
    }

    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {
        guard case .frame(let record, let composite) = item, record.status != .skipped else { return }
        state.withLock { state in
            let look = composite.map {
                Perception.Look(
                    base: $0.base.hash, overlay: $0.overlay?.picture.hash, placement: $0.overlay?.placement)
            }
            if state.perception.firstLook == nil, look != nil { state.perception.firstLook = record.shown }
            let place = record.position.map { Perception.Place(chunk: $0.chunk, frame: $0.frame) }
            let shown = Perception.Shown(
                time: record.shown, look: look, place: place, isIdle: record.mode == .idle)
            let last = state.perception.parts.count - 1
            state.perception.parts[last].shown.append(shown)
            if record.position != nil, state.perception.parts[last].firstPicture == nil {
                state.perception.parts[last].firstPicture = record.shown
            }
        }
    }

    func receiveSound(_ sound: DecodedSound, at time: Instant) {}
    func keepSound(_ sound: Samples, _ hash: ContentHash) { sounds.withLock { $0[hash] = sound } }

    private func follow(_ sounding: PlaybackEngine.Sounding?, _ state: inout State, at time: Instant) {
        guard let sounding else { return end(&state, at: time) }
        let name = SoundName(sounding.chunk, sounding.generation)
        if let (known, heard) = state.sounding, known == name, heard.sound == sounding.sound.hash {
            let expected = heard.position + (time - heard.begin)
            if (sounding.position - expected).magnitude <= Self.jump {
                state.sounding?.heard.end = time
                return
            }
        }
        end(&state, at: time)
        state.sounding = (
            name,
            Perception.Heard(begin: time, end: time, sound: sounding.sound.hash, position: sounding.position)
        )
    }

    private func end(_ state: inout State, at time: Instant) {
        guard var (_, heard) = state.sounding else { return }
        state.sounding = nil
        heard.end = time
        if let length = samples(of: heard.sound)?.duration {
            heard.end = min(heard.end, heard.begin + max(length - heard.position, .zero))
        }
        guard heard.end > heard.begin else { return }
        state.perception.parts[state.perception.parts.count - 1].heard.append(heard)
    }
}
