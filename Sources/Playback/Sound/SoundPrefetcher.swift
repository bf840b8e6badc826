import Dispatch
import Engine
import Events
import Platform
import Sessions
import Sound
import Synchronization

/// What came of decoding a sound.
package struct SoundOutcome: Sendable {
    /// How long it is, without what is left out of it.
    package let length: Result<TimeSpan, SoundError>
    /// Silence of the coder in front of it, which is left out.
    package let lead: TimeSpan
    fileprivate let facts: SoundFacts
    /// Silence at its start, behind the lead, and at its end.
    let quiet: (start: TimeSpan, end: TimeSpan)

    static let empty = SoundOutcome(.empty, byteCount: 0, longest: nil)

    fileprivate init(_ facts: SoundFacts, byteCount: Int, longest: TimeSpan?) {
        var facts = facts
        let duration = (try? facts.length.get()) ?? .zero
        let lead = facts.piece.delay?.lead(in: duration, longest: longest) ?? .zero
        // A size of more than twice what is there, behind which all of the chunk's frames have their sound, was never meant.
        if let longest, facts.piece.missingBytes > byteCount, duration + Self.shortest > longest {
            facts.piece.missingBytes = 0
        }
        (self.lead, self.facts, length) = (lead, facts, facts.length.map { $0 - lead })
        quiet = (max(.zero, facts.quiet.start - lead), max(.zero, min(facts.quiet.end, duration - lead)))
    }

    /// By how much a sound may be shorter than its frames and still be whole.
    private static let shortest = TimeSpan.milliseconds(200)

    /// What the next chunk's sound may go on with.
    var rest: SoundRest? { facts.piece.rest }
    var header: BorrowedHeader? { facts.piece.header }
}

/// What is kept of a sound that was decoded: all but the samples.
private struct SoundFacts {
    var piece: SoundPiece
    let length: Result<TimeSpan, SoundError>
    /// Samples a second; `nil` where it is none.
    let rate: Int?
    /// Silence at its start and at its end.
    let quiet: (start: TimeSpan, end: TimeSpan)

    static let empty = SoundFacts(SoundPiece([]))

    init(_ piece: SoundPiece) {
        self.piece = piece
        length = piece.samples.map(\.duration)
        let samples = try? piece.samples.get()
        (rate, quiet) = (samples?.rate, samples?.quietEnds ?? (.zero, .zero))
        self.piece.samples = .failure(.empty)
    }

    var isSound: Bool { if case .success = length { true } else { false } }
}

/// A sound that the engine wanted decoded, and what came of it.
package struct DecodedSound: Sendable {
    package var name: SoundName
    package var sound: Payload
    package var outcome: SoundOutcome

    package var judged: JudgedSound {
        let judged: JudgedSound.Outcome =
            switch outcome.length {
            case .success(let length):
                .sound(
                    length, isContinued: outcome.facts.piece.isContinued, isTorn: outcome.facts.piece.isTorn,
                    missingBytes: outcome.facts.piece.missingBytes, remark: outcome.facts.piece.remark)
            case .failure(let error): .failed(error.reason)
            }
        return JudgedSound(
            chunk: name.chunk, generation: name.generation, judged, rate: outcome.facts.rate, quiet: outcome.quiet)
    }

    /// As the engine hears it.
    var input: LocalInput { .soundResult(name, outcome.length) }
}

extension LocalInput {
    /// What came of decoding a sound.
    /// - Parameter result: how long it is.
    package static func soundResult(_ name: SoundName, _ result: Result<TimeSpan, SoundError>) -> LocalInput {
        switch result {
        case .success(let duration): .soundDecoded(chunk: name.chunk, name.generation, duration: duration)
        case .failure(let error): .soundFailed(chunk: name.chunk, name.generation, reason: error.reason)
        }
    }
}

/// Decodes the sounds of a run without a screen on a thread of its own, each distinct one once: ahead of the run where they are
/// ordered, and whoever asks for a result waits for it. So what the run hears does not depend on the thread's speed. On a screen nobody
/// waits: there a `SoundWorker` reads them, which keeps the samples.
///
/// Used from several threads; the mutex guards the results.
package final class SoundPrefetcher: Sendable {
    private struct Key: Hashable {
        var sound: ContentHash
        /// What it goes on with.
        var context: SoundContext
    }

    private struct State {
        var alone: [ContentHash: BackgroundResult<SoundFacts>] = [:]
        var continued: [Key: BackgroundResult<SoundFacts>] = [:]
        var isClosed = false
    }

    private let blobs: any BlobSource
    private let keep: @Sendable (Samples, ContentHash) -> Void
    private let queue = DispatchQueue(label: "sounds")
    private let state = Mutex(State())
    /// Outcomes that are kept, and of those the ones of sounds that go on with others, which are larger; beyond, all are forgotten.
    private static let (outcomesKept, continuedKept) = (20_000, 256)

    /// - Parameter keep: takes the samples, on the decoding thread, before anybody is told how long they are.
    package init(_ blobs: any BlobSource, keep: @escaping @Sendable (Samples, ContentHash) -> Void = { _, _ in }) {
        (self.blobs, self.keep) = (blobs, keep)
    }

    /// Begins to decode it, if nobody has.
    func order(_ sound: Payload) { _ = alone(sound.hash) }

    /// How long a sound is; waits until that is known. Alone and as one that goes on with others it is decoded at most once each.
    /// - Parameter longest: as `PlaybackEngine.Sounding` has it.
    package func outcome(_ sound: Payload, continuing context: SoundContext?, longest: TimeSpan? = nil) -> SoundOutcome
    {
        var facts = alone(sound.hash).wait()
        if let context, facts.piece.mayContinue(context) {
            facts = continued(Key(sound: sound.hash, context: context), facts).wait()
        }
        return SoundOutcome(facts, byteCount: sound.byteCount, longest: longest)
    }

    /// What has been ordered and not begun is not decoded any more. Waits for what is under way: it keeps standard error silent.
    func close() {
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    private func alone(_ hash: ContentHash) -> BackgroundResult<SoundFacts> {
        state.withLock { state in
            if let known = state.alone[hash] { return known }
            if state.alone.count >= Self.outcomesKept { state.alone = [:] }
            let new = BackgroundResult(on: queue) { [self] in facts(of: hash) { SoundPiece($0) } ?? .empty }
            state.alone[hash] = new
            return new
        }
    }

    private func continued(_ key: Key, _ alone: SoundFacts) -> BackgroundResult<SoundFacts> {
        state.withLock { state in
            if let known = state.continued[key] { return known }
            if state.continued.count >= Self.continuedKept { state.continued = [:] }
            let new = BackgroundResult(on: queue) { [self] in
                guard let found = facts(of: key.sound, as: { SoundPiece($0, after: key.context) }) else { return alone }
                return found.isSound || !alone.isSound ? found : alone
            }
            state.continued[key] = new
            return new
        }
    }

    /// - Parameter decode: `nil` for what is none of what it is read as.
    private func facts(of hash: ContentHash, as decode: ([UInt8]) -> SoundPiece?) -> SoundFacts? {
        guard !state.withLock({ $0.isClosed }), let piece = decode(blobs.bytes(of: hash) ?? []) else { return nil }
        if case .success(let samples) = piece.samples { keep(samples, hash) }
        return SoundFacts(piece)
    }
}
