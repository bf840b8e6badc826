import Events
import SocketIO

/// One message of a stream as recipes see it: its chunks, when they come, and when they are played if all goes well.
struct RewriteOutline {
    struct Chunk {
        var index: Int
        var audio: Instant?
        var ready: Instant?
        /// With the lowest place that one of its frames has.
        var batches: [(time: Instant, sequence: Int)] = []
        /// Of all its events.
        var first: Instant
        var last: Instant
        /// In the order in which they are shown.
        var frames: [RewriteIndex.Frame] = []
        var hasTotalBatches = false
        var hasOverlayIDs = false
        var hasMetadata = false
        /// Whether its sound, and whether one of its batches says when it was emitted.
        var hasDatedSound = false
        var hasDatedPictures = false
        /// When it is on screen, nothing being late.
        var start = Instant.zero
        var end = Instant.zero

        var firstBatch: Instant { batches.map(\.time).min() ?? first }
        var lastBatch: Instant { batches.map(\.time).max() ?? last }
    }

    struct Clip {
        var name: String
        var frames: Int
        var first: Instant
        var last: Instant
    }

    /// What a recipe needs and the stream has not.
    struct Lack: Error {
        var what: String

        /// A time is all that tells the two apart.
        static let laterSecondChunk = Lack(what: "a second chunk that comes after its first one")
    }

    let message: Int
    /// Chooses where a recipe is about one frame; `nil`: the one in the middle.
    let seed: UInt64?
    /// By rising index.
    private(set) var chunks: [Chunk] = []
    /// In the order in which they come; only those of which pictures come.
    private(set) var clips: [Clip] = []
    /// Times of the message's first and last event.
    private(set) var first = Instant.zero
    private(set) var last = Instant.zero
    private(set) var names: Set<String> = []
    /// When it is first said which clips there are.
    private(set) var manifest: Instant?
    private let clipNames: [String]
    private let period: TimeSpan

    /// - Parameter message: `nil`: the first one.
    /// - Throws: `Lack` when there is no such message.
    init(_ index: RewriteIndex, message asked: Int? = nil, seed: UInt64? = nil) throws(Lack) {
        let messages = index.messages
        let message = asked ?? messages.first ?? 0
        self.message = message
        self.seed = seed
        clipNames = index.clips
        let entries = index.entries.filter { $0.message == message || $0.message == nil }
        guard let opening = entries.first(where: { $0.message == message }) else {
            let there = messages.map(String.init)
            throw Lack(
                what: asked == nil || there.isEmpty
                    ? "a message; there is none"
                    : "a message \(message); there \(there.count == 1 ? "is" : "are") \(Oddities.shortened(there.joined(separator: ", ")))"
            )
        }
        let settings = index.entries.last { $0.period != nil && $0.time <= opening.time }
        period = settings?.period ?? PlaybackSettings().period
        first = opening.time
        last = entries.last { $0.message == message }?.time ?? first
        names = Set(entries.map(\.name))
        manifest = entries.first { $0.event == .manifest }?.time
        collectChunks(entries)
        collectClips(entries)
        playChunks()
    }

    /// How long so many frames are shown, at the rate of the stream's settings.
    func length(_ frames: Int) -> TimeSpan { period * Int64(frames) }

    // MARK: Reading

    private mutating func collectChunks(_ entries: [RewriteIndex.Entry]) {
        var found: [Int: Chunk] = [:]
        for entry in entries where entry.message == message {
            guard let index = entry.chunk else { continue }
            var chunk = found[index] ?? Chunk(index: index, first: entry.time, last: entry.time)
            chunk.last = max(chunk.last, entry.time)
            switch entry.event {
            case .audio:
                chunk.audio = chunk.audio ?? entry.time
                chunk.hasMetadata = chunk.hasMetadata || entry.hasMetadata
                chunk.hasDatedSound = chunk.hasDatedSound || entry.isDated
            case .sent: chunk.ready = chunk.ready ?? entry.time
            case .batch, .single:
                chunk.batches.append((entry.time, entry.frames?.map(\.sequence).min() ?? 0))
                chunk.hasTotalBatches = chunk.hasTotalBatches || entry.totalBatches != nil
                chunk.hasOverlayIDs = chunk.hasOverlayIDs || entry.hasOverlayIDs
                chunk.hasDatedPictures = chunk.hasDatedPictures || entry.isDated
            default: break
            }
            chunk.frames += entry.frames ?? []
            found[index] = chunk
        }
        chunks = found.values.sorted { $0.index < $1.index }.map { chunk in
            var chunk = chunk
            var seen: Set<[Int]> = []
            chunk.frames = chunk.frames.filter { seen.insert([$0.section, $0.sequence]).inserted }
                .sorted { ($0.section, $0.sequence) < ($1.section, $1.sequence) }
            return chunk
        }
    }

    private mutating func collectClips(_ entries: [RewriteIndex.Entry]) {
        var found: [String: Clip] = [:]
        var order: [String] = []
        for entry in entries where entry.message == nil {
            guard let name = entry.clip else { continue }
            if found[name] == nil { order.append(name) }
            var clip = found[name] ?? Clip(name: name, frames: 0, first: entry.time, last: entry.time)
            clip.last = max(clip.last, entry.time)
            if let index = entry.index, (0..<Limits.clipFrames).contains(index), entry.event == .baseFrame {
                clip.frames = max(clip.frames, index + 1)
            }
            found[name] = clip
        }
        clips = order.compactMap { found[$0] }.filter { $0.frames > 0 }
    }

    private mutating func playChunks() {
        var free = Instant.zero
        for place in chunks.indices {
            chunks[place].start = max(free, chunks[place].firstBatch)
            free = chunks[place].start + length(chunks[place].frames.count)
            chunks[place].end = free
        }
    }

    // MARK: What recipes ask for

    /// The chunk at a place, with at least so many frames.
    func chunk(_ place: Int, frames: Int = 1) throws(Lack) -> Chunk {
        guard chunks.indices.contains(place) else {
            let there = chunks.count < 2 ? chunks.isEmpty ? "is none" : "is one" : "are \(chunks.count)"
            throw Lack(what: "\(place == 0 ? "a chunk" : "\(place + 1) chunks") in its message; there \(there)")
        }
        let chunk = chunks[place]
        guard chunk.frames.count >= frames, !chunk.batches.isEmpty else {
            throw Lack(
                what:
                    "\(frames == 1 ? "a frame" : "at least \(frames) frames") in chunk \(chunk.index); there are \(chunk.frames.count)"
            )
        }
        return chunk
    }

    /// For recipes that need the avatar to talk for a while, and one chunk at least.
    func secondOrOnlyChunk() throws(Lack) -> Chunk { try chunk(chunks.count > 1 ? 1 : 0) }

    /// A place in a list of things that are all the same to a recipe: the middle, or what the seed says.
    /// - Parameters:
    ///   - margin: places at both ends that are not meant.
    func place(among count: Int, margin: Int = 0) -> Int {
        guard let seed, count > 2 * margin else { return count / 2 }
        var chance = Chance(seed: seed, count)
        return margin + chance.below(count - 2 * margin)
    }

    func chunk(with what: String, _ isMeant: (Chunk) -> Bool) throws(Lack) -> Chunk {
        guard let chunk = chunks.first(where: isMeant) else { throw Lack(what: "a chunk with \(what)") }
        return chunk
    }

    func lastChunk() throws(Lack) -> Chunk { try chunk(max(chunks.count - 1, 0)) }

    func clip(of frame: RewriteIndex.Frame) throws(Lack) -> Clip {
        let name = frame.clip < 0 ? "" : clipNames[frame.clip]
        guard let clip = clips.first(where: { $0.name == name }) else {
            throw Lack(what: "the pictures of the clip \"\(name)\", which a frame asks for")
        }
        return clip
    }

    /// Clips that no frame of the message asks for and that are no idling either.
    var unusedClips: [Clip] {
        let used = Set(chunks.flatMap(\.frames).map { $0.clip < 0 ? "" : clipNames[$0.clip] })
        return clips.filter { clip in
            let name = ClipName(clip.name)
            return !used.contains(clip.name) && name.startPose?.state != "idle" && name.endPose?.state != "idle"
        }
    }

    func need(_ event: EventName) throws(Lack) {
        guard names.contains(event.rawValue) else { throw Lack(what: "an event \(event.rawValue)") }
    }
}
