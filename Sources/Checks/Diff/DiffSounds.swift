import Engine
import Events
import JSON
import Playback
import Sound
import Synchronization

/// The sounds of two sides beside each other, by message and chunk: equal where their bytes are, told by the hashes. One of which
/// nothing was played is none.
struct DiffSounds: Sendable {
    struct Difference: Sendable {
        /// As the first side counts it; as the second one where only that has a sound there.
        let message: Generation
        let chunk: Int
        /// Beginnings of the hashes; `-` on a side without a sound there.
        let first: String
        let second: String
    }

    /// Chunks with a sound on either side.
    private(set) var count = 0
    private(set) var differences: [Difference] = []

    /// `nil` where one of the two knows no sounds: a log.
    init?(_ first: DiffSide, _ second: DiffSide) {
        guard let own = first.sounds, let others = second.sounds else { return nil }
        let (messages, otherMessages) = (first.messageNumbers, second.messageNumbers)
        let (ownChunks, otherChunks) = (Self.chunks(own), Self.chunks(others))
        for place in 0..<max(messages.count, otherMessages.count) {
            let number = place < messages.count ? messages[place] : nil
            let otherNumber = place < otherMessages.count ? otherMessages[place] : nil
            let ownOnes = number.flatMap { ownChunks[$0] } ?? []
            let otherOnes = otherNumber.flatMap { otherChunks[$0] } ?? []
            for chunk in Set(ownOnes).union(otherOnes).sorted() {
                let sound = number.flatMap { own[SoundName(chunk, $0)] }
                let other = otherNumber.flatMap { others[SoundName(chunk, $0)] }
                add((sound == nil ? otherNumber : number) ?? 0, chunk, sound, other)
            }
        }
    }

    /// By message.
    private static func chunks(_ sounds: [SoundName: ContentHash]) -> [Generation: [Int]] {
        Dictionary(grouping: sounds.keys, by: \.generation).mapValues { $0.map(\.chunk) }
    }

    private mutating func add(_ message: Generation, _ chunk: Int, _ sound: ContentHash?, _ other: ContentHash?) {
        count += 1
        guard sound != other else { return }
        differences.append(
            Difference(message: message, chunk: chunk, first: Self.text(sound), second: Self.text(other)))
    }

    private static func text(_ hash: ContentHash?) -> String { hash.map { String($0.hex.prefix(8)) } ?? "-" }

    var isSame: Bool { differences.isEmpty }

    // MARK: Saying

    /// - Parameter kept: differences that are listed.
    func lines(listing kept: Int) -> [String] {
        let listed = differences.prefix(kept)
        let more = differences.count - listed.count
        return DiffSoundRun.runs(of: listed).map(\.text)
            + (more > 0 ? ["  ... and \(plural(more, "more sound"))"] : []) + [summary]
    }

    private var summary: String {
        guard count > 0 else { return "sound: none in either" }
        guard let first = differences.first else { return "sound: \(count) of \(count) the same" }
        return "sound: \(differences.count) of \(count) differ, first at message \(first.message) chunk \(first.chunk)"
    }

    func json(listing kept: Int) -> JSON {
        [
            "compared": true, "chunks": .number(count), "differing": .number(differences.count),
            "differences": .array(
                differences.prefix(kept).map {
                    [
                        "message": .number($0.message), "chunk": .number($0.chunk), "a": .string($0.first),
                        "b": .string($0.second),
                    ]
                }),
        ]
    }

    /// Of a side that knows no sounds.
    static let notCompared = "sound not compared"
    static let notComparedJSON: JSON = ["compared": false, "chunks": nil, "differing": nil, "differences": nil]
}

/// Sounds of one chunk after another that differ: one line tells of all of them.
private struct DiffSoundRun {
    private let first: DiffSounds.Difference
    private var last: DiffSounds.Difference

    static func runs(of differences: ArraySlice<DiffSounds.Difference>) -> [DiffSoundRun] {
        var runs: [DiffSoundRun] = []
        for difference in differences {
            if runs.isEmpty || !runs[runs.count - 1].add(difference) {
                runs.append(DiffSoundRun(first: difference, last: difference))
            }
        }
        return runs
    }

    private mutating func add(_ next: DiffSounds.Difference) -> Bool {
        guard next.message == last.message, next.chunk == last.chunk + 1,
            (next.first == "-") == (last.first == "-"), (next.second == "-") == (last.second == "-")
        else { return false }
        last = next
        return true
    }

    var text: String {
        guard first.chunk < last.chunk else {
            return "  message \(first.message)  chunk \(first.chunk)  sound  \(first.first) | \(first.second)"
        }
        let words = first.first == "-" ? "only in B" : first.second == "-" ? "only in A" : "others in B"
        return "  message \(first.message)  chunks \(first.chunk)–\(last.chunk)  sounds  \(words)"
    }
}

/// Hears which sounds a tape's engine played.
///
/// The mutex guards them.
final class DiffSoundWatch: RunWatcher {
    private let found = Mutex((decoded: [SoundName: ContentHash](), played: Set<SoundName>()))

    /// By message and chunk, of several the first one; without those of which nothing was played.
    var sounds: [SoundName: ContentHash] {
        found.withLock { found in found.decoded.filter { found.played.contains($0.key) } }
    }

    func receiveEvent(_ event: Event, by engine: PlaybackEngine) {
        guard let sounding = engine.sounding, sounding.position > .zero else { return }
        found.withLock { _ = $0.played.insert(SoundName(sounding.chunk, sounding.generation)) }
    }

    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {}

    func receiveSound(_ sound: DecodedSound, at time: Instant) {
        found.withLock { $0.decoded[sound.name] = $0.decoded[sound.name] ?? sound.sound.hash }
    }
}
