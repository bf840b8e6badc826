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
    package fileprivate(set) var length: Result<Span, SoundError>
    /// It could only be read with the header of its message's first sound.
    fileprivate(set) var isContinued = false
    /// Of what it says that it has.
    fileprivate(set) var missingBytes = 0
    /// Silence of the coder in front of it, which is left out.
    package fileprivate(set) var lead = Span.zero
    /// Silence that the coder may have put in front of it.
    fileprivate var delay: CoderDelay?

    fileprivate init(_ length: Result<Span, SoundError>) { self.length = length }

    static let empty = SoundOutcome(.failure(.empty))
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
        var outcomes: [Key: BackgroundResult<SoundOutcome>] = [:]
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

    /// How long a sound is; waits until that is known. One without header is read with the beginning of its message's first
    /// sound in front (specification 1.14, N25).
    /// - Parameter longest: as `PlaybackEngine.Sounding` has it.
    package func outcome(_ sound: Payload, continuing first: Payload?, longest: Span? = nil) -> SoundOutcome {
        var outcome = whole(sound, continuing: first)
        if case .success(let duration) = outcome.length, let delay = outcome.delay {
            outcome.lead = delay.lead(in: duration, longest: longest)
            outcome.length = .success(duration - outcome.lead)
        }
        return outcome
    }

    private func whole(_ sound: Payload, continuing first: Payload?) -> SoundOutcome {
        let alone = outcome(Key(sound: sound.hash, first: nil)).wait()
        guard case .failure(.unreadable) = alone.length, let first, first.hash != sound.hash else { return alone }
        var continued = outcome(Key(sound: sound.hash, first: first.hash)).wait()
        guard case .success = continued.length else { return alone }
        continued.isContinued = true
        return continued
    }

    /// What has been ordered and not begun is not decoded any more. Waits for what is under way: it keeps standard error silent.
    func close() {
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    private func outcome(_ key: Key) -> BackgroundResult<SoundOutcome> {
        state.withLock { state in
            if let known = state.outcomes[key] { return known }
            if state.outcomes.count >= Self.outcomesKept { state.outcomes = [:] }
            let new = BackgroundResult(on: queue) { [self] in decode(key) }
            state.outcomes[key] = new
            return new
        }
    }

    private func decode(_ key: Key) -> SoundOutcome {
        guard !state.withLock({ $0.isClosed }) else { return .empty }
        let bytes = blobs.bytes(of: key.sound) ?? []
        let first = key.first.flatMap(blobs.bytes)
        do throws(SoundError) {
            let samples = try quietly { () throws(SoundError) in try decodeSound(bytes, continuing: first) }
            keep(samples, key.sound)
            var outcome = SoundOutcome(.success(samples.duration))
            outcome.missingBytes = SoundExtent.missingBytes(in: bytes)
            outcome.delay = CoderDelay(in: bytes, rate: samples.rate)
            return outcome
        } catch {
            return SoundOutcome(.failure(error))
        }
    }
}
