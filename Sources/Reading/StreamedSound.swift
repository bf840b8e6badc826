import BookFolders
import Events
import Platform
import Sound
import Synchronization

/// A file of sound that is decoded as it is wanted, beside everything else: some seconds of it are held, and of what was decoded how
/// loud it is. The sound of a message's chunk is short and decoded whole instead (`Playback/Sound/SoundWorker.swift`).
///
/// Owner: whoever plays it, from any thread; the mutex guards what is there.
package final class StreamedSound: Sendable {
    private struct State {
        var blocks: [Int: Samples] = [:]
        /// Of those, the one that was wanted last stands last.
        var order: [Int] = []
        var levels: [Int: [UInt8]] = [:]
        /// The most urgent first.
        var wanted: [Int] = []
        var isWorking = false
        /// Frames in all, once its end was found.
        var length: Int?
        var failure: SoundError?
    }

    /// Samples a second.
    package let rate: Int
    package let channels: Int
    private let blockFrames: Int
    private let announced: Int?
    private let decoder: BlockDecoder
    private let report: @Sendable () -> Void
    private let state = Mutex(State())

    /// Of 2 s each.
    private static let blocksKept = 10
    private static let blocksAhead = 4
    private static let blocksWanted = 64
    /// How loud it is is kept of this many: half a day.
    private static let levelsKept = 20_000

    /// - Parameters:
    ///   - rate: samples a second that are wanted.
    ///   - report: called from anywhere when more of it has been decoded.
    package static func open(
        _ source: sending SoundSource, rate: Int, report: @escaping @Sendable () -> Void
    ) async throws(SoundError) -> StreamedSound {
        let decoder = BlockDecoder()
        return StreamedSound(decoder, try await decoder.open(source, rate: rate), report: report)
    }

    private init(_ decoder: BlockDecoder, _ blocks: BlockDecoder.Facts, report: @escaping @Sendable () -> Void) {
        (self.decoder, self.report) = (decoder, report)
        (rate, channels, blockFrames, announced) = blocks
    }

    /// Why it is not decoded any further.
    package var failure: SoundError? { state.withLock(\.failure) }

    /// How long it is, as far as that is known: what it says of itself, until its end is found.
    package var duration: TimeSpan? { frameCount.map { Samples.span($0, rate) } }
    private var frameCount: Int? { state.withLock(\.length) ?? announced }

    package func frame(at position: TimeSpan) -> Int { max(0, Int((position.seconds * Double(rate)).rounded())) }

    // MARK: Samples

    /// What is there of a part, from its beginning on, and whether the file ends with it; `nil` while nothing of it is. What is
    /// missing is decoded, and some more behind it.
    package func beginning(of part: Range<Int>) -> (samples: Samples, isLast: Bool)? {
        let first = part.lowerBound / blockFrames
        want(first...max(first, (part.upperBound - 1) / blockFrames, first + Self.blocksAhead - 1))
        return state.withLock { state in
            var (values, place) = ([Int16](), part.lowerBound)
            while place < part.upperBound, let block = state.blocks[place / blockFrames] {
                let start = place % blockFrames
                let end = min(block.frameCount, start + part.upperBound - place)
                guard start < end else { break }
                values += block.values[start * channels..<end * channels]
                place += end - start
            }
            let isLast = state.length.map { place >= $0 } ?? false
            guard place > part.lowerBound || isLast || part.isEmpty else { return nil }
            return (Samples(rate: rate, channels: channels, values: values), isLast)
        }
    }

    /// All of a part, as far as the file goes; `nil` while it is not there.
    package func samples(from start: TimeSpan, to end: TimeSpan) -> Samples? {
        let part = frame(at: start)..<max(frame(at: start), frame(at: end))
        guard let (samples, isLast) = beginning(of: part) else { return nil }
        return isLast || samples.frameCount == part.count ? samples : nil
    }

    /// How loud each `SoundLevels.span` of a part is, silent behind the file's end; `nil` while it is not known.
    package func levels(from start: TimeSpan, to end: TimeSpan) -> [UInt8]? {
        let part = frame(at: start)..<max(frame(at: start) + 1, frame(at: end))
        let blocks = part.lowerBound / blockFrames...(part.upperBound - 1) / blockFrames
        let found: [UInt8]? = state.withLock { state in
            var levels: [UInt8] = []
            let period = max(1, frame(at: SoundLevels.span))
            for place in stride(from: part.lowerBound, to: part.upperBound, by: period) {
                if let length = state.length, place >= length {
                    levels.append(0)
                    continue
                }
                guard let block = state.levels[place / blockFrames] else { return nil }
                levels.append(block.dropFirst(place % blockFrames / period).first ?? block.last ?? 0)
            }
            return levels
        }
        // The one behind it is shown next.
        want(blocks.lowerBound...blocks.upperBound + 1, forLevels: true)
        return found
    }

    // MARK: Decoding

    private func want(_ blocks: ClosedRange<Int>, forLevels: Bool = false) {
        let begins = state.withLock { state in
            let missing = blocks.filter { forLevels ? state.levels[$0] == nil : state.blocks[$0] == nil }
            if !forLevels {
                for block in blocks where state.blocks[block] != nil {
                    state.order.removeAll { $0 == block }
                    state.order.append(block)
                }
            }
            let others = state.wanted.filter { !missing.contains($0) }
            state.wanted = Array((forLevels ? others + missing : missing + others).prefix(Self.blocksWanted))
            if let length = state.length { state.wanted.removeAll { $0 * blockFrames >= length } }
            guard !state.isWorking, state.failure == nil, !state.wanted.isEmpty else { return false }
            state.isWorking = true
            return true
        }
        if begins { Task.detached { [weak self, decoder] in await Self.work(decoder) { self } } }
    }

    /// Until nothing is wanted, or nobody wants it.
    private static func work(_ decoder: BlockDecoder, _ owner: () -> StreamedSound?) async {
        while let number = owner()?.next() {
            let result = await decoder.block(number)
            owner()?.take(result, number)
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard state.failure == nil, !state.wanted.isEmpty else {
                state.isWorking = false
                return nil
            }
            return state.wanted.removeFirst()
        }
    }

    private func take(_ result: Result<Samples, SoundError>, _ number: Int) {
        switch result {
        case .success(let samples):
            // Whoever plays it does not wait for this.
            let levels = samples.levels(each: SoundLevels.span)
            state.withLock { keep(samples, levels, number, &$0) }
        case .failure(let error): state.withLock { $0.failure = error }
        }
        report()
    }

    private func keep(_ samples: Samples, _ levels: [UInt8], _ number: Int, _ state: inout State) {
        if samples.frameCount < blockFrames {
            if number == 0, samples.frameCount == 0 { state.failure = .unreadable("no samples can be decoded") }
            // An empty one behind the end says nothing of where that is.
            if samples.frameCount > 0 || number == 0 || state.blocks[number - 1]?.frameCount == blockFrames {
                state.length = number * blockFrames + samples.frameCount
            } else if state.length == nil {
                state.wanted.insert(number - 1, at: 0)
            }
        }
        state.blocks[number] = samples
        state.order.append(number)
        if state.order.count > Self.blocksKept { state.blocks[state.order.removeFirst()] = nil }
        if state.levels.count >= Self.levelsKept { state.levels = [:] }
        state.levels[number] = levels
    }
}

/// Decodes a file, a block at a time, on a queue of its own: a disk may take long.
actor BlockDecoder {
    /// What is known of a sound before it is decoded.
    typealias Facts = (rate: Int, channels: Int, blockFrames: Int, announced: Int?)

    private let executor = BlockingExecutor(name: "cameo.book.sound")
    private var blocks: SoundBlocks?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter rate: that is wanted.
    func open(_ source: sending SoundSource, rate: Int) throws(SoundError) -> Facts {
        let blocks = SoundBlocks(try source.stream(), rate: rate)
        self.blocks = blocks
        return (rate, blocks.channels, blocks.blockFrames, blocks.announced)
    }

    func block(_ number: Int) -> Result<Samples, SoundError> {
        guard let blocks else { return .failure(.empty) }
        return Result { () throws(SoundError) in try blocks.block(number) }
    }
}

extension SoundSource {
    /// What lasts no time is heard for a moment.
    private static let (silentRate, leastSilence) = (8_000, TimeSpan.milliseconds(1))

    /// - Throws: `SoundError` for what is no sound.
    func stream() throws(SoundError) -> any SoundStream {
        switch self {
        case .file(let file): return try SoundOpening.stream(file)
        case .samples(let values, let rate): return MemoryStream(Samples(rate: rate, channels: 1, values: values))
        case .silence(let length):
            let seconds = max(length, Self.leastSilence).seconds
            let frames = Int((seconds * Double(Self.silentRate)).rounded(.up))
            return MemoryStream(Samples(rate: Self.silentRate, channels: 1, values: []), frames: frames)
        }
    }
}
