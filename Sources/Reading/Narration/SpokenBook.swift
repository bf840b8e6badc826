import BookFolders
import Events
import Sound
import Speech

/// A book that a voice reads: a text, of which each chunk is spoken when it is asked for.
///
/// A voice a track; of the chunks that are asked for the most urgent one is served, sentence by sentence, so that whoever jumps waits for
/// one sentence that was begun and not for all that was wanted before. A few chunks are kept; others are made again, with the same places.
package actor SpokenBook: BookSource {
    package nonisolated let book: Book
    package nonisolated let oddities: [String]
    /// Hash of the text.
    package nonisolated let identity: String
    package nonisolated let text: NarratedText
    /// An encoded picture, whatever it is.
    package nonisolated let cover: [UInt8]?
    private let voices: [BookTrack: SpeakingVoice]
    private let translator: SentenceTranslator?
    private let places: [String: Int]

    private var urgency = ChunkUrgency()
    private var work: [Int: ChunkWork] = [:]
    private var waiting: [Int: [Int: CheckedContinuation<Result<MadeChunk, any Error>, Never>]] = [:]
    private var speaking: Set<BookTrack> = []
    private var kept: CachedChunks
    /// Frames of each sentence of the chunks that have been made, on each track.
    private var lengths: [Int: [BookTrack: [Int]]] = [:]
    private var serial = 0
    private var isClosed = false

    init(
        _ book: Book, _ text: NarratedText, voices: [BookTrack: SpeakingVoice], translator: SentenceTranslator?,
        oddities: [String] = [], cover: [UInt8]? = nil, keptBytes: Int = CachedChunks.usualBytes
    ) {
        (self.book, self.text, self.voices, self.translator) = (book, text, voices, translator)
        (self.oddities, self.cover) = (oddities, cover)
        identity = text.contentHash.hex
        places = Dictionary(book.chunks.enumerated().map { ($1.id, $0) }) { first, _ in first }
        kept = CachedChunks(limit: keptBytes)
    }

    // MARK: Asking

    package func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String]) {
        let made = try await made(at: index)
        return (made.chunk, made.oddities)
    }

    /// As they stand in the text: nothing is said for it, and nothing translated.
    package nonisolated var isAtHand: Bool { true }

    package nonisolated func sentences(at index: Int) -> [BookSentence] { writtenSentences(at: index) }

    private nonisolated func writtenSentences(at index: Int) -> [BookSentence] {
        text.chunks[index].map { place in
            let lanes = text.sentences[place].lanes
            return BookSentence(
                number: place + 1,
                lanes: PerLane { lane in lanes[lane].map { LaneText($0, tokens: [$0]) } },
                block: text.sentences[place].block)
        }
    }

    package func translatedSentences(at index: Int) async throws -> (sentences: [BookSentence], oddities: [String]) {
        var (sentences, oddities) = (writtenSentences(at: index), [String]())
        guard let translator else { return (sentences, []) }
        for row in sentences.indices where sentences[row].lanes.translation == nil {
            guard let original = sentences[row].lanes.original?.text else { continue }
            let (translation, oddity) = await translator.translate(original)
            sentences[row].lanes.translation = translation.map { LaneText($0, tokens: [$0]) }
            if let oddity { oddities.append(oddity) }
        }
        return (sentences, oddities)
    }

    package func sound(_ path: String) async throws -> sending SoundSource {
        guard let (id, kind) = SoundPath.parts(of: path), let place = places[id],
            let sound = try await made(at: place).sounds[kind]
        else { throw NarrationError.noSound(path: path) }
        return .samples(sound.values, rate: sound.rate)
    }

    /// Texts have no other one.
    package nonisolated func picture(_ picture: BookPicture) async -> [UInt8]? { picture == .cover ? cover : nil }

    /// A chunk with its sounds, once they are made. Whoever is canceled waits no longer, and what nobody waits for is not made.
    /// - Throws: `VoiceError`, `SoundError`; `NarrationError.canceled`.
    package func made(at index: Int) async throws -> MadeChunk {
        precondition(text.chunks.indices.contains(index), "a chunk that the book has")
        if let made = kept.use(index) { return made }
        serial += 1
        let number = serial
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<MadeChunk, any Error>, Never>) in
                guard !isClosed, !Task.isCancelled else {
                    continuation.resume(returning: .failure(NarrationError.canceled))
                    return
                }
                waiting[index, default: [:]][number] = continuation
                want(index)
            }
        } onCancel: {
            Task { await self.giveUp(index, number) }
        }
        return try result.get()
    }

    private func want(_ index: Int) {
        if work[index] == nil {
            serial += 1
            work[index] = ChunkWork(serial, text.chunks[index], on: Array(voices.keys))
        }
        urgency.ask(index)
        for track in voices.keys where speaking.insert(track).inserted { Task { await speak(on: track) } }
    }

    private func giveUp(_ index: Int, _ number: Int) {
        guard let continuation = waiting[index]?.removeValue(forKey: number) else { return }
        continuation.resume(returning: .failure(NarrationError.canceled))
        if waiting[index]?.isEmpty == true { end(index, .failure(NarrationError.canceled)) }
    }

    /// Somebody waits for it.
    func isWanted(_ index: Int) -> Bool { waiting[index] != nil }

    // MARK: Speaking

    /// Until nothing is left to be said on the track.
    private func speak(on track: BookTrack) async {
        while let (index, sentence) = next(on: track), let begun = work[index]?.serial {
            do {
                let said = try await say(sentence, of: index, on: track)
                if work[index]?.serial == begun { work[index]?.take(said, on: track) }
            } catch let error as VoiceError {
                guard work[index]?.serial == begun else { continue }
                guard case .refused = error else {
                    end(index, .failure(error))
                    continue
                }
                work[index]?.refuse(on: track, error, error.reason)
            } catch {
                if work[index]?.serial == begun { end(index, .failure(error)) }
            }
            if let chunk = work[index], chunk.isDone { end(index, Result { try finished(chunk, index) }) }
        }
        speaking.remove(track)
    }

    private func next(on track: BookTrack) -> (index: Int, sentence: Int)? {
        for index in urgency.places {
            if let sentence = work[index]?.next(on: track) { return (index, sentence) }
        }
        return nil
    }

    private func say(_ sentence: Int, of index: Int, on track: BookTrack) async throws -> SaidText? {
        guard let voice = voices[track] else { return nil }
        let (lanes, own) = (text.sentences[sentence].lanes, text.sentences[sentence])
        if track == .original {
            return try await lanes.original.mapped { try await voice.say($0, in: own.language, own.phrases) }
        }
        guard let translator, lanes.translation == nil, let original = lanes.original else {
            return try await lanes.translation.mapped { try await voice.say($0) }
        }
        let (translation, oddity) = await translator.translate(original)
        work[index]?.take(translation: translation, of: sentence)
        if let oddity { work[index]?.oddities.append(oddity) }
        return try await translation.mapped { try await voice.say($0) }
    }

    private func finished(_ chunk: ChunkWork, _ index: Int) throws -> MadeChunk {
        if let failure = chunk.failure { throw failure }
        var trackSounds: [BookTrack: TrackSound] = [:]
        for track in voices.keys { trackSounds[track] = try chunk.sound(of: track, lengths: lengths[index]?[track]) }
        lengths[index] = trackSounds.mapValues(\.lengths)
        return MadeChunk(book.chunks[index].id, chunk, of: text, trackSounds)
    }

    private func end(_ index: Int, _ result: Result<MadeChunk, any Error>) {
        urgency.remove(index)
        work[index] = nil
        if case .success(let made) = result { kept.insert(made, at: index) }
        for continuation in (waiting.removeValue(forKey: index) ?? [:]).values {
            continuation.resume(returning: result)
        }
    }

    package func close() async {
        isClosed = true
        for index in waiting.keys { end(index, .failure(NarrationError.canceled)) }
        for voice in voices.values { await voice.voice.close() }
        await translator?.close()
    }
}

extension Optional {
    fileprivate func mapped<Value>(_ transform: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let value = self else { return nil }
        return try await transform(value)
    }
}

/// In which order chunks are made that were asked for and are not there yet.
///
/// Who reads asks for a chunk and its neighbors: that is one run of requests, which is served in the order in which it came. Who jumps
/// begins another run somewhere else, which comes before all earlier ones.
struct ChunkUrgency: Hashable, Sendable {
    private struct Request: Hashable {
        var place: Int
        var run: Int
    }

    /// In the order in which they came.
    private var requests: [Request] = []
    private var run = 0
    /// Of all chunks that the run of now was about.
    private var runPlaces: Set<Int> = []

    mutating func ask(_ place: Int) {
        if !(place - 1...place + 1).contains(where: runPlaces.contains) {
            run += 1
            runPlaces = []
        }
        runPlaces.insert(place)
        if let known = requests.firstIndex(where: { $0.place == place }) {
            guard requests[known].run != run else { return }
            requests.remove(at: known)
        }
        requests.append(Request(place: place, run: run))
    }

    /// It is made, or nobody waits for it any more.
    mutating func remove(_ place: Int) { requests.removeAll { $0.place == place } }

    /// The most urgent first.
    var places: [Int] {
        requests.enumerated().sorted { ($1.element.run, $0.offset) < ($0.element.run, $1.offset) }.map(\.element.place)
    }
}

/// The chunks that were asked for last, as many as there is room for, and two at least: a reader is in one and goes on to the next.
struct CachedChunks: Sendable {
    /// Four minutes of two languages, twice.
    static let usualBytes = 48 << 20
    private static let least = 2

    private let limit: Int
    /// The one that was used last at the end.
    private var chunks: [(place: Int, made: MadeChunk)] = []

    init(limit: Int) { self.limit = limit }

    /// Which counts as a use of it.
    mutating func use(_ place: Int) -> MadeChunk? {
        guard let found = chunks.firstIndex(where: { $0.place == place }) else { return nil }
        chunks.append(chunks.remove(at: found))
        return chunks.last?.made
    }

    mutating func insert(_ made: MadeChunk, at place: Int) {
        chunks.removeAll { $0.place == place }
        chunks.append((place, made))
        while chunks.count > Self.least, chunks.reduce(0, { $0 + $1.made.byteCount }) > limit { chunks.removeFirst() }
    }
}
