import Engine
import Events
import Platform
import Settings
import Sound
import Synchronization

/// What is to be done with a sound before it can be heard.
package enum SoundJob: Sendable {
    /// Read it, for the device's rate.
    /// - longest: as `PlaybackEngine.Sounding` has it.
    case decode(SoundName, Payload, longest: TimeSpan?)
    /// Another speed, from a place on.
    case stretch(SoundName, Samples, from: TimeSpan, speed: Int)
}

/// What a decoded sound is known by: how much of it is left out depends on how long it can be.
package struct SoundKey: Hashable, Sendable {
    package var hash: ContentHash
    /// As `PlaybackEngine.Sounding` has it.
    var longest: TimeSpan?

    package init(_ sound: Payload, longest: TimeSpan?) { (hash, self.longest) = (sound.hash, longest) }
    package init(_ sounding: PlaybackEngine.Sounding) { self.init(sounding.sound, longest: sounding.longest) }
}

/// What the worker says.
package enum SoundEvent: Sendable {
    case opened(any Loudspeaker)
    case noDevice(SoundError)
    /// At the device's rate, and how loud each 30th of a second is.
    case decoded(SoundName, SoundKey, Result<Samples, SoundError>, levels: [UInt8])
    case stretched(SoundName, Samples, from: TimeSpan, speed: Int)
}

/// Who reads sounds for the controller; a `SoundWorker`, outside of tests.
package protocol SoundReader: Sendable {
    func add(_ job: SoundJob)
    /// Sounds of messages before this one are not read any more.
    func begin(_ generation: Generation)
}

/// Opens the device, which may take long, then reads sounds ahead, on a queue of its own: whoever waits for a sound library on
/// the shared threads holds up all others.
///
/// Each sound is decoded whole, and changed in speed whole: the engine has to know how long a chunk is, and another speed begins at the
/// very sample. A book's file may take hours, and is streamed instead (`Reading/StreamedSound.swift`).
///
/// Filled by the main actor. Sounds of older messages are passed over.
package actor SoundWorker: SoundReader, SoundDecoder {
    private let jobs: AsyncStream<SoundJob>
    private let queue: AsyncStream<SoundJob>.Continuation
    private let oldest = Mutex<Generation>(.min)
    private let executor = BlockingExecutor(name: "cameo.sounds")
    /// Jobs that may wait; the oldest go.
    private static let jobsKept = 1_000

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package init() {
        (jobs, queue) = AsyncStream.makeStream(of: SoundJob.self, bufferingPolicy: .bufferingNewest(Self.jobsKept))
    }

    package nonisolated func add(_ job: SoundJob) { queue.yield(job) }

    package nonisolated func decode(_ name: SoundName, _ sound: Payload, longest: TimeSpan?) {
        add(.decode(name, sound, longest: longest))
    }

    package nonisolated func begin(_ generation: Generation) { oldest.withLock { $0 = max($0, generation) } }
    package nonisolated func stop() {}

    package nonisolated func close() { queue.finish() }

    /// Runs beside everything else: a sound system may take long to answer, and nobody who leaves waits for it.
    /// - Parameter loudspeaker: `nil` where nobody hears them; the engine has to know all the same how long they are.
    package nonisolated func start(
        _ blobs: any BlobSource, over loudspeaker: SharedLoudspeaker?, report: @escaping @Sendable (SoundEvent) -> Void
    ) {
        Task {
            guard let loudspeaker else { return await self.run(blobs, report) }
            await self.run(blobs, open: { () throws(SoundError) in try loudspeaker.open() }, report)
        }
    }

    /// Without a device nobody hears it, but sees it.
    private static let rateWithoutDevice = 16_000

    /// Until it is closed.
    /// - Parameter open: opens the device.
    package func run(
        _ blobs: any BlobSource, open: @Sendable () throws(SoundError) -> any Loudspeaker,
        _ report: @Sendable (SoundEvent) -> Void
    ) async {
        let rate: Int
        do {
            let loudspeaker = try open()
            rate = loudspeaker.rate
            report(.opened(loudspeaker))
        } catch {
            rate = Self.rateWithoutDevice
            report(.noDevice(error))
        }
        await run(blobs, rate: rate, report)
    }

    /// Until it is closed.
    /// - Parameter rate: `nil` where nobody hears or sees a sound: they stay as they are.
    package func run(
        _ blobs: any BlobSource, rate: Int? = nil, _ report: @Sendable (SoundEvent) -> Void
    ) async {
        var chain = SoundChain()
        for await job in jobs {
            switch job {
            case .decode(let name, let payload, let longest):
                guard name.generation >= oldest.withLock({ $0 }) else { continue }
                let piece = SoundPiece(blobs.bytes(of: payload.hash) ?? [], asAfter: chain.context(of: name))
                chain.receive(name, rest: piece.rest, header: piece.header)
                let result = Self.sound(piece, longest, rate)
                let levels = rate == nil ? [] : (try? result.get())?.levels(each: SoundLevels.span) ?? []
                report(.decoded(name, SoundKey(payload, longest: longest), result, levels: levels))
            case .stretch(let name, let samples, let from, let speed):
                let rest = samples.dropping(samples.frame(at: from))
                report(.stretched(name, rest.stretched(toSpeed: speed), from: from, speed: speed))
            }
        }
    }

    private static func sound(_ piece: SoundPiece, _ longest: TimeSpan?, _ rate: Int?) -> Result<Samples, SoundError> {
        Result { () throws(SoundError) in
            let samples = try piece.sound(longest: longest).get()
            return try samples.resampled(to: rate ?? samples.rate)
        }
    }
}
