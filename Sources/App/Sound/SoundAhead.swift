import Debugger
import Dispatch
import Engine
import Events
import Sound
import Synchronization

/// What came of a sound that the engine wanted decoded.
package struct DecodedSound: Sendable {
    package var chunk: Int
    package var generation: Generation
    package var sound: Payload
    /// How long it is.
    package var result: Result<Span, SoundError>
    /// It could only be read with the header of its message's first sound.
    package var isContinued: Bool
    /// Of what it says that it has.
    package var missingBytes: Int
    /// Silence of the coder in front of it, which is left out.
    package var lead = Span.zero

    var judged: JudgedSound {
        switch result {
        case .success(let length):
            JudgedSound(
                chunk: chunk, generation: generation,
                .sound(length, isContinued: isContinued, missingBytes: missingBytes))
        case .failure(let error): JudgedSound(chunk: chunk, generation: generation, .failed(error.reason))
        }
    }

    /// As the engine hears it.
    var input: LocalInput { .soundResult(SoundName(chunk, generation), result) }
}

extension LocalInput {
    /// What came of decoding a sound.
    /// - Parameter result: how long it is.
    static func soundResult(_ name: SoundName, _ result: Result<Span, SoundError>) -> LocalInput {
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
final class SoundAhead: Sendable {
    private struct Key: Hashable {
        var sound: ContentHash
        /// The message's first sound, whose beginning stands in front.
        var first: ContentHash?
    }

    struct Outcome: Sendable {
        /// How long it is.
        var result: Result<Span, SoundError>
        var isContinued = false
        var missingBytes = 0
        var delay: CoderDelay?
        /// Silence of the coder in front of it, which is left out of its length.
        var lead = Span.zero
    }

    private struct State {
        var outcomes: [Key: Beside<Outcome>] = [:]
        var isClosed = false
    }

    private let blobs: any BlobSource
    private let keep: @Sendable (Samples, ContentHash) -> Void
    private let queue = DispatchQueue(label: "sounds")
    private let state = Mutex(State())
    /// Outcomes that are kept; beyond, all are forgotten.
    private static let outcomesKept = 20_000

    /// - Parameter keep: takes the samples, on the decoding thread, before anybody is told how long they are.
    init(_ blobs: any BlobSource, keep: @escaping @Sendable (Samples, ContentHash) -> Void = { _, _ in }) {
        (self.blobs, self.keep) = (blobs, keep)
    }

    /// Begins to decode it, if nobody has.
    func order(_ sound: Payload) { _ = outcome(Key(sound: sound.hash, first: nil)) }

    /// How long a sound is; waits until that is known. One without header is read with the beginning of its message's first
    /// sound in front (specification 1.14, N25).
    /// - Parameter longest: as `PlaybackEngine.Sounding` has it.
    func result(_ sound: Payload, continuing first: Payload?, longest: Span? = nil) -> Outcome {
        var outcome = whole(sound, continuing: first)
        if case .success(let duration) = outcome.result, let delay = outcome.delay,
            delay.isTold(by: duration, longest: longest)
        {
            (outcome.result, outcome.lead) = (.success(duration - delay.length), delay.length)
        }
        return outcome
    }

    private func whole(_ sound: Payload, continuing first: Payload?) -> Outcome {
        let alone = outcome(Key(sound: sound.hash, first: nil)).wait()
        guard case .failure(.unreadable) = alone.result, let first, first.hash != sound.hash else { return alone }
        var continued = outcome(Key(sound: sound.hash, first: first.hash)).wait()
        guard case .success = continued.result else { return alone }
        continued.isContinued = true
        return continued
    }

    /// What has been ordered and not begun is not decoded any more. Waits for what is under way: it keeps standard error silent.
    func close() {
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    private func outcome(_ key: Key) -> Beside<Outcome> {
        state.withLock { state in
            if let known = state.outcomes[key] { return known }
            if state.outcomes.count >= Self.outcomesKept { state.outcomes = [:] }
            let new = Beside(on: queue) { [self] in decode(key) }
            state.outcomes[key] = new
            return new
        }
    }

    private func decode(_ key: Key) -> Outcome {
        guard !state.withLock({ $0.isClosed }) else { return Outcome(result: .failure(.empty)) }
        let bytes = blobs.bytes(of: key.sound) ?? []
        let first = key.first.flatMap(blobs.bytes)
        do throws(SoundError) {
            let samples = try quietly { () throws(SoundError) in try decodeSound(bytes, continuing: first) }
            keep(samples, key.sound)
            return Outcome(
                result: .success(samples.duration), missingBytes: SoundExtent.missingBytes(in: bytes),
                delay: CoderDelay(in: bytes, rate: samples.rate))
        } catch {
            return Outcome(result: .failure(error))
        }
    }
}
