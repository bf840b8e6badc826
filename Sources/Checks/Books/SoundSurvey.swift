import Events
import Platform
import Sound

/// How loud a file of sound is from its beginning to its end, however long it is: of the sound itself a few seconds are held at a time.
struct SoundSurvey {
    /// Of what was looked at.
    let length: TimeSpan
    /// Each `SpeechJudge.hop`, from 0 to 1 over 60 dB (`Samples.loudness`).
    let loudness: [Float]
    /// Whether all of it was looked at: it is no longer than `Means.longest`.
    let isWhole: Bool
    /// At the end of the file, by what it says of itself.
    let missingBytes: Int

    /// With what, and how far, sounds are looked at.
    struct Means {
        /// Decodes what libsndfile does not read; `nil` where it is not here.
        var program = SoundProgram.installed
        /// Nobody speaks for so long in one file. How loud it is takes 35 MB then.
        var longest = TimeSpan.seconds(86_400)
    }

    /// - Parameter isCanceled: asked with every block of the sound.
    /// - Throws: `SoundError` for what cannot be decoded, `.noProgram` where only a program could that is not here;
    ///   `CancellationError`.
    init(_ file: OpenFile, _ means: Means = Means(), isCanceled: () -> Bool = { false }) throws {
        missingBytes = SoundExtent.missingBytes(in: file)
        let stream = try SoundOpening.stream(file, means.program)
        let blocks = SoundBlocks(stream, rate: stream.rate)
        var (loudness, frames, number, isWhole): ([Float], Int, Int, Bool) = ([], 0, 0, false)
        while !isWhole, Samples.span(frames, stream.rate) < means.longest {
            if isCanceled() { throw CancellationError() }
            let block = try blocks.block(number)
            isWhole = block.frameCount < blocks.blockFrames
            loudness += Self.loudness(block, isLast: isWhole)
            frames += block.frameCount
            number += 1
        }
        guard frames > 0 else { throw SoundError.unreadable("no samples can be decoded") }
        (self.loudness, self.isWhole, length) = (loudness, isWhole, Samples.span(frames, stream.rate))
    }

    private static func loudness(_ block: Samples, isLast: Bool) -> [Float] {
        // A block is of whole seconds, and so of whole hops. Of a rate such as 1,004 its last hop comes out a little longer than
        // what is left for it, in floating point, and would be missing: a frame more is room for it.
        let room = isLast ? [] : [Int16](repeating: 0, count: block.channels)
        return Samples(rate: block.rate, channels: block.channels, values: block.values + room)
            .loudness(each: SpeechJudge.hop, around: 0)
    }
}
