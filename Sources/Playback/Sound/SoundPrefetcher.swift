import Debugger
import Dispatch
import Engine
import Events
import Platform
import Sound
import Synchronization

/// What came of decoding a sound.
package struct SoundOutcome: Sendable {
    /// How long it is, without what is left out of it.
    package let length: Result<Span, SoundError>
    /// It could only be read with the header of its message's first sound.
    let isContinued: Bool
    /// Of what it says that it has.
    let missingBytes: Int
    /// Silence of the coder in front of it, which is left out.
    package let lead: Span

    static let empty = SoundOutcome(.failure(.empty), isContinued: false, longest: nil)

    fileprivate init(_ found: Result<WholeSound, SoundError>, isContinued: Bool, longest: Span?) {
        let whole = try? found.get()
        let lead = whole.flatMap { whole in whole.delay?.lead(in: whole.duration, longest: longest) } ?? .zero
        (self.isContinued, self.lead, missingBytes) = (isContinued, lead, whole?.missingBytes ?? 0)
        length = found.map { $0.duration - lead }
    }
}

/// A sound of which nothing is left out yet.
private struct WholeSound {
    let duration: Span
    let missingBytes: Int
    /// Silence that the coder may have put in front of it.
    let delay: CoderDelay?
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
                .sound(length, isContinued: outcome.isContinued, missingBytes: outcome.missingBytes)
            case .failure(let error): .failed(error.reason)
            }
        return JudgedSound(chunk: name.chunk, generation: name.generation, judged)
    }

    /// As the engine hears it.
    var input: LocalInput { .soundResult(name, outcome.length) }
}

extension LocalInput {
    /// What came of decoding a sound.
    /// - Parameter result: how long it is.
    package static func soundResult(_ name: SoundName, _ result: Result<Span, SoundError>) -> LocalInput {
        switch result {
        case .success(let duration): .soundDecoded(chunk: name.chunk, name.generation, duration: duration)
        case .failure(let error): .soundFailed(chunk: name.chunk, name.generation, reason: error.reason)
        }
    }
}

/// Decodes the sounds of a run without a screen on a thread of its own, each distinct one once: ahead of the run where they are
/// ordered, and whoever asks for a result waits for it. So what the run hears does not depend on the thread's speed.
///
/// Used from several threads; the mutex guards the results.
package final class SoundPrefetcher: Sendable {
    private struct Key: Hashable {
        var sound: ContentHash
        /// The message's first sound, whose beginning stands in front.
        var first: ContentHash?
    }

    private struct State {
        var outcomes: [Key: BackgroundResult<Result<WholeSound, SoundError>>] = [:]
        var isClosed = false
    }

    private let blobs: any BlobSource
    private let keep: @Sendable (Samples, ContentHash) -> Void
    private let queue = DispatchQueue(label: "sounds")
    private let state = Mutex(State())
    /// Outcomes that are kept; beyond, all are forgotten.
    private static let outcomesKept = 20_000

    /// - Parameter keep: takes the samples, on the decoding thread, before anybody is told how long they are.
    package init(_ blobs: any BlobSource, keep: @escaping @Sendable (Samples, ContentHash) -> Void = { _, _ in }) {
        (self.blobs, self.keep) = (blobs, keep)
    }

    /// Begins to decode it, if nobody has.
    func order(_ sound: Payload) { _ = outcome(Key(sound: sound.hash, first: nil)) }

    /// How long a sound is; waits until that is known. Alone and behind the header of its message's first sound it is decoded at most
    /// once each.
    /// - Parameter longest: as `PlaybackEngine.Sounding` has it.
    package func outcome(_ sound: Payload, continuing first: Payload?, longest: Span? = nil) -> SoundOutcome {
        let alone = outcome(Key(sound: sound.hash, first: nil)).wait()
        let (found, isContinued) = alone.orContinued {
            guard let first, first.hash != sound.hash else { return nil }
            return outcome(Key(sound: sound.hash, first: first.hash)).wait()
        }
        return SoundOutcome(found, isContinued: isContinued, longest: longest)
    }

    /// What has been ordered and not begun is not decoded any more. Waits for what is under way: it keeps standard error silent.
    func close() {
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    private func outcome(_ key: Key) -> BackgroundResult<Result<WholeSound, SoundError>> {
        state.withLock { state in
            if let known = state.outcomes[key] { return known }
            if state.outcomes.count >= Self.outcomesKept { state.outcomes = [:] }
            let new = BackgroundResult(on: queue) { [self] in decode(key) }
            state.outcomes[key] = new
            return new
        }
    }

    private static func decode(_ bytes: [UInt8], _ key: Key, _ first: [UInt8]?) throws(SoundError) -> Samples {
        guard key.first != nil else { return try decodeSound(bytes) }
        guard let found = decodeSound(bytes, behindHeaderOf: first) else { throw .empty }
        return try found.get()
    }

    private func decode(_ key: Key) -> Result<WholeSound, SoundError> {
        guard !state.withLock({ $0.isClosed }) else { return .failure(.empty) }
        let bytes = blobs.bytes(of: key.sound) ?? []
        let first = key.first.flatMap(blobs.bytes)
        return Result { () throws(SoundError) in
            let samples = try Self.decode(bytes, key, first)
            keep(samples, key.sound)
            return WholeSound(
                duration: samples.duration, missingBytes: SoundExtent.missingBytes(in: bytes),
                delay: CoderDelay(in: bytes, rate: samples.rate))
        }
    }
}
