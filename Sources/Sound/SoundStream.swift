import Events

/// A sound of any length that is decoded piece by piece, from wherever it is wanted.
///
/// Owner: one thread at a time.
package protocol SoundStream: AnyObject {
    /// Samples of one channel a second.
    var rate: Int { get }
    /// 1 or 2.
    var channels: Int { get }
    /// Frames that it says that it has; `nil` where it does not. What is broken off has fewer.
    var announced: Int? { get }
    /// The frames that are read next begin at this one; behind the end there are none.
    func seek(to frame: Int) throws(SoundError)
    /// The next frames, interleaved: as many as are wanted, fewer only at the end, where there are none.
    func read(_ frames: Int) throws(SoundError) -> [Int16]
}

/// A stream's sound at another rate, in blocks of some seconds. A block is the same whatever was read before it: what comes of a
/// place does not depend on the way to it.
///
/// Owner: one thread at a time.
package final class SoundBlocks {
    private let stream: any SoundStream
    /// Samples of one channel a second.
    package let rate: Int
    package let channels: Int
    /// Of a block, but for the last one.
    package let blockFrames: Int
    /// That the stream says that it has, at this rate.
    package let announced: Int?
    /// Frames of the stream: of a block, and what of its neighbors is needed on either side for another rate.
    private let (inputFrames, margin): (Int, Int)
    /// Of the stream, what was read last, which ends where the stream stands.
    private var (heldStart, held): (Int, [Int16]) = (0, [])

    private static let seconds = 2
    /// Wider than the filter of `Samples.resampled`, which takes as much more as the other rate is lower.
    private static let filterFrames = 64

    /// - Parameter rate: that is wanted.
    package init(_ stream: any SoundStream, rate: Int) {
        (self.stream, self.rate, channels) = (stream, rate, stream.channels)
        // Only where both rates have a sample at the same moment the samples between are the same ones, too.
        let unit = stream.rate / Self.commonDivisor(stream.rate, rate)
        func whole(_ frames: Int) -> Int { (frames + unit - 1) / unit * unit }
        inputFrames = whole(Self.seconds * stream.rate)
        margin = unit == 1 && rate == stream.rate ? 0 : whole(Self.filterFrames * (1 + stream.rate / rate))
        blockFrames = inputFrames / stream.rate * rate + inputFrames % stream.rate * rate / stream.rate
        announced = stream.announced.map {
            Int((Double($0) * Double(rate) / Double(stream.rate)).rounded(.up))
        }
    }

    private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return max(1, one)
    }

    /// - Returns: fewer than `blockFrames` at the end, and none behind it.
    package func block(_ number: Int) throws(SoundError) -> Samples {
        let start = number * inputFrames
        let first = max(0, start - margin)
        try hold(first, to: start + inputFrames + margin)
        let input = Samples(rate: stream.rate, channels: channels, values: held)
        guard rate != stream.rate else { return input }
        let output = try input.resampled(to: rate)
        let skipped = min(blockFrames * (start - first) / inputFrames, output.frameCount)
        let end = min(skipped + blockFrames, output.frameCount)
        return Samples(
            rate: rate, channels: channels, values: Array(output.values[skipped * channels..<end * channels]))
    }

    private func hold(_ first: Int, to end: Int) throws(SoundError) {
        let heldEnd = heldStart + held.count / channels
        if (heldStart...heldEnd).contains(first) {
            held.removeFirst((first - heldStart) * channels)
        } else {
            held = []
            // Before it is sought: where that fails nothing is held that stands elsewhere.
            heldStart = -1
            try stream.seek(to: first)
        }
        heldStart = first
        let missing = end - first - held.count / channels
        if missing > 0 { held += try stream.read(missing) }
    }
}

/// Sound that is in memory already.
package final class MemoryStream: SoundStream {
    private let samples: Samples
    private let frameCount: Int
    private var next = 0

    /// - Parameter frames: in all; behind the samples they are silent.
    package init(_ samples: Samples, frames: Int? = nil) {
        (self.samples, frameCount) = (samples, frames ?? samples.frameCount)
    }

    package var rate: Int { samples.rate }
    package var channels: Int { samples.channels }
    package var announced: Int? { frameCount > 0 ? frameCount : nil }

    package func seek(to frame: Int) { next = min(max(0, frame), frameCount) }

    package func read(_ frames: Int) -> [Int16] {
        let part = next..<min(next + frames, frameCount)
        next = part.upperBound
        return samples.piece(part).values
    }
}

/// How long a sound is, without keeping any of it.
package enum SoundLength {
    private static let pieceFrames = 65_536

    /// As long as what can be read of it: what its header says is believed where nothing that is broken off says it, and counted
    /// elsewhere.
    /// - Parameter stream: that nothing was read of.
    /// - Throws: `SoundError.unreadable` where there is nothing.
    package static func of(_ stream: any SoundStream) throws(SoundError) -> TimeSpan {
        // What a program decodes takes too long to be counted.
        let isReliable = (stream as? FileStream)?.isReliable ?? true
        if isReliable, let announced = stream.announced { return Samples.span(announced, stream.rate) }
        return try counted(stream)
    }

    /// - Throws: `SoundError.unreadable` where there is nothing.
    static func counted(_ stream: any SoundStream) throws(SoundError) -> TimeSpan {
        var frames = 0
        while case let count = try stream.read(pieceFrames).count / stream.channels, count > 0 { frames += count }
        guard frames > 0 else { throw .unreadable("no samples can be decoded") }
        return Samples.span(frames, stream.rate)
    }
}
