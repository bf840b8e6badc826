import Events

/// The silence that an encoder of MP3 and the decoder put in front of the sound, where no tag tells the decoder to leave it out.
///
/// With a `LAME` tag the decoder takes it off. Without one nothing in the file says so: only a sound that is as much longer than it
/// should be as coders make it.
package struct CoderDelay: Hashable, Sendable {
    /// In front of the sound.
    package let length: Span
    /// In front and behind, at the most.
    private let most: Span

    /// Of LAME, with which all others agree within a frame.
    private static let encoder = 576
    /// Which the decoder leaves out itself where it is told how many frames there are (`MP3Scan.files`).
    private static let decoder = 529
    /// That an encoder fills up at the end.
    private static let framesBehind = 2

    /// - Parameter rate: samples a second.
    /// - Returns: `nil` for what is no MP3, and for MP3 with a tag.
    package init?(in bytes: [UInt8], rate: Int) {
        guard let frame = MP3Frame(in: bytes), frame.tag == nil else { return nil }
        let isTold = MP3Frames(in: bytes, from: frame.start).isVariable
        let samples = Self.encoder + (isTold ? 0 : Self.decoder)
        length = Samples.span(samples, rate)
        most = Samples.span(samples + Self.framesBehind * frame.header.samples, rate)
    }

    /// What of a sound is left out at its beginning: nothing where its length does not say that the silence is in it.
    /// - Parameter longest: that the sound can be without it; `nil` where nobody knows.
    package func lead(in duration: Span, longest: Span?) -> Span {
        guard let longest, duration > length, duration > longest, duration - longest <= most else { return .zero }
        return length
    }
}
