import Events
import Platform

/// How long a sound is, without keeping any of it.
package enum SoundLength {
    private static let pieceFrames = 65_536

    /// As long as what can be read of it: what its header says is believed where nothing that is broken off says it, and counted
    /// elsewhere.
    /// - Parameter file: stays open, and where it stands.
    /// - Throws: `SoundError` for what is no sound.
    package static func of(_ file: OpenFile, _ program: SoundProgram? = .installed) throws(SoundError) -> Span {
        let stream = try SoundOpening.stream(file, program)
        // What a program decodes takes too long to be counted.
        let isReliable = (stream as? FileStream)?.isReliable ?? true
        if isReliable, let announced = stream.announced { return Samples.span(announced, stream.rate) }
        return try counted(stream)
    }

    /// - Throws: `SoundError.unreadable` where there is nothing.
    static func counted(_ stream: any SoundStream) throws(SoundError) -> Span {
        var frames = 0
        while case let count = try stream.read(pieceFrames).count / stream.channels, count > 0 { frames += count }
        guard frames > 0 else { throw .unreadable("no samples can be decoded") }
        return Samples.span(frames, stream.rate)
    }
}
