import Events

/// What a device is to hear, and what it has been given: sounds one after the other without a gap, silence where there is none.
///
/// A value without clock or device. Places on it are counted in the device's frames since the beginning, silence included, so
/// that a clock that tells which of them is heard now tells which place of which sound that is.
package struct SoundLine: Sendable {
    /// A place of a sound that is heard.
    package struct Place: Hashable, Sendable {
        package var name: SoundName
        package var position: TimeSpan
        /// It has been heard to its end, and nothing followed.
        package var isOver: Bool
    }

    let rate: Int

    /// A sound that is heard, or is to be.
    private struct Segment {
        var name: SoundName
        /// What has not been handed over; of the first one, from its frame `passed` on.
        var pieces: [Samples]
        var passed = 0
        /// More of it comes.
        var isOpen = false
        /// Of its frames that have been handed over.
        var handed = 0
        /// Place in the chunk's sound at its first frame, and how much of the chunk's time one of its seconds takes, in percent.
        var position: TimeSpan
        var speed: Int

        var waiting: Int { pieces.reduce(0) { $0 + $1.frameCount } - passed }
        var isOver: Bool { pieces.isEmpty && !isOpen }

        /// Goes on by these frames of its first piece.
        mutating func pass(_ count: Int) {
            (passed, handed) = (passed + count, handed + count)
            guard let first = pieces.first, passed >= first.frameCount else { return }
            pieces.removeFirst()
            passed = 0
        }

        /// Place in the chunk's sound of the next frame to be handed over.
        func next(_ rate: Int) -> TimeSpan {
            position + TimeSpan(seconds: Double(handed) / Double(rate) * Double(speed) / 100)
        }
    }

    /// Frames of one sound that were handed over one after the other.
    private struct Stretch {
        var start: Int
        var count: Int
        var name: SoundName
        var position: TimeSpan
        var speed: Int

        func position(at frame: Int, _ rate: Int) -> TimeSpan {
            let passed = min(max(0, frame - start), count)
            return position + TimeSpan(seconds: Double(passed) / Double(rate) * Double(speed) / 100)
        }
    }

    private var segments: [Segment] = []
    /// Newest last; as far back as a device may be behind.
    private var stretches: [Stretch] = []
    /// Frames that were handed over since the beginning.
    private(set) var handed = 0
    var volume = VolumeRamp()

    private static let stretchesKept = 64

    init(rate: Int) { self.rate = rate }

    // MARK: What is to be heard

    /// Sounds that are heard or wait, the first one first.
    var names: [SoundName] { segments.map(\.name) }

    /// Instead of everything else.
    /// - Parameters:
    ///   - samples: at the device's rate, already at the speed.
    ///   - position: in the chunk's sound, of their first frame.
    ///   - speed: percent.
    package mutating func play(
        _ name: SoundName, _ samples: Samples, from position: TimeSpan = .zero, speed: Int = 100
    ) {
        stop()
        follow(name, samples, from: position, speed: speed)
    }

    /// The sound that is heard goes on with other samples of it, from the very frame at which it is; instead of everything else.
    /// - Parameter position: in the chunk's sound, of their first frame.
    package mutating func change(_ name: SoundName, _ samples: Samples, from position: TimeSpan, speed: Int) {
        let next = segments.first.flatMap { $0.name == name ? $0.next(rate) : nil } ?? position
        let passed = samples.frame(at: TimeSpan(seconds: (next - position).seconds * 100 / Double(speed)))
        segments = [Segment(name: name, pieces: [samples], position: position, speed: speed)]
        segments[0].pass(passed)
    }

    /// Behind what is heard already, without a gap.
    package mutating func follow(
        _ name: SoundName, _ samples: Samples, from position: TimeSpan = .zero, speed: Int = 100
    ) {
        segments.append(Segment(name: name, pieces: [samples], position: position, speed: speed))
    }

    /// A sound that comes piece by piece, instead of everything else. Where nothing of it is there in time it stands, in silence.
    package mutating func begin(_ name: SoundName, from position: TimeSpan, speed: Int) {
        stop()
        segments = [Segment(name: name, pieces: [], isOpen: true, position: position, speed: speed)]
    }

    /// More of a sound that was begun.
    /// - Parameter isLast: nothing of it comes behind this.
    package mutating func extend(_ name: SoundName, _ samples: Samples, isLast: Bool) {
        guard let place = segments.firstIndex(where: { $0.name == name && $0.isOpen }) else { return }
        if samples.frameCount > 0 { segments[place].pieces.append(samples) }
        segments[place].isOpen = !isLast
        if segments[place].isOver { segments.remove(at: place) }
    }

    /// Frames of a sound that have not been handed over.
    func waiting(_ name: SoundName) -> Int { segments.first { $0.name == name }?.waiting ?? 0 }

    /// Nothing from here on. What was handed over says nothing any more of what is to be heard: the same sound may begin again.
    mutating func stop() { (segments, stretches) = ([], []) }

    // MARK: The device

    /// The next frames for the device, two channels each; silence where there is nothing.
    /// - Parameter output: samples of both channels by turns.
    mutating func render(into output: UnsafeMutableBufferPointer<Int16>) {
        let count = output.count / 2
        var done = 0
        while done < count, !segments.isEmpty {
            guard let piece = segments[0].pieces.first else {
                if segments[0].isOpen { break }
                segments.removeFirst()
                continue
            }
            let taken = min(count - done, piece.frameCount - segments[0].passed)
            hand(taken, of: piece, in: segments[0], to: output, at: done)
            segments[0].pass(taken)
            done += taken
            if segments[0].isOver { segments.removeFirst() }
        }
        for place in done * 2..<output.count { output[place] = 0 }
        volume.apply(to: output)
        handed += count
    }

    private mutating func hand(
        _ count: Int, of piece: Samples, in segment: Segment, to output: UnsafeMutableBufferPointer<Int16>,
        at place: Int
    ) {
        guard count > 0 else { return }
        let (channels, from) = (piece.channels, segment.passed)
        piece.values.withUnsafeBufferPointer { values in
            for frame in 0..<count {
                output[2 * (place + frame)] = values[(from + frame) * channels]
                output[2 * (place + frame) + 1] = values[(from + frame) * channels + channels - 1]
            }
        }
        if segment.handed > 0, let last = stretches.last, last.name == segment.name, last.speed == segment.speed,
            last.start + last.count == handed + place
        {
            stretches[stretches.count - 1].count += count
            return
        }
        stretches.append(
            Stretch(
                start: handed + place, count: count, name: segment.name, position: segment.next(rate),
                speed: segment.speed))
        if stretches.count > Self.stretchesKept { stretches.removeFirst(stretches.count - Self.stretchesKept) }
    }

    // MARK: What is heard

    /// What is heard at this frame: the newest of what was handed over by then, at its end when there was silence since.
    /// `nil` before anything was.
    func place(at frame: Int) -> Place? {
        guard let stretch = stretches.last(where: { $0.start <= frame }) else { return nil }
        let isOver = frame >= stretch.start + stretch.count && segments.first?.name != stretch.name
        return Place(name: stretch.name, position: stretch.position(at: frame, rate), isOver: isOver)
    }
}

/// Which sound: that of a chunk of a message.
package struct SoundName: Hashable, Sendable {
    package var chunk: Int
    package var generation: Generation

    package init(_ chunk: Int, _ generation: Generation) { (self.chunk, self.generation) = (chunk, generation) }
}

/// Loudness that goes to where it is set within one piece of sound, so that no step is heard.
struct VolumeRamp {
    /// 0 to 1.
    var gain: Float = 1
    private var reached: Float = 1

    /// - Parameter samples: of both channels by turns.
    mutating func apply(to samples: UnsafeMutableBufferPointer<Int16>) {
        let (from, to, count) = (reached, gain, samples.count / 2)
        reached = to
        guard from != 1 || to != 1, count > 0 else { return }
        for frame in 0..<count {
            let gain = from + (to - from) * Float(frame + 1) / Float(count)
            for place in [2 * frame, 2 * frame + 1] { samples[place] = Int16((Float(samples[place]) * gain).rounded()) }
        }
    }
}
