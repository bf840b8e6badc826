import Events
import Sound

/// What is taken from a voice's program, and how long is waited for it (docs/reference/voice-protocol.md).
package struct VoiceLimits: Hashable, Sendable {
    /// Unicode scalars of one sentence.
    var textScalars = 2_000
    var lineBytes = 1 << 20
    /// One sentence's sound; as many samples a second as in any sound file.
    package var sound = Span.seconds(600)
    package var soundBytes = 64 << 20
    package var phonemes = 20_000
    package var words = 4_000
    package var voices = 10_000
    /// UTF-8 of a phoneme's name, and of a voice's name, language or title.
    var phonemeBytes = 64
    package var nameBytes = 400

    /// From the start of the program to its first line.
    package var start = Span.seconds(20)
    /// Without any answer while one is due.
    package var silence = Span.seconds(20)
    /// One sentence in all.
    package var sentence = Span.seconds(120)
    /// From the end of its input until the program is killed.
    var grace = Span.seconds(1)

    package init() {}

    static let rates = SoundLimits().rates

    /// - Throws: `VoiceError.tooLongText`.
    func check(_ text: String) throws(VoiceError) {
        let count = text.unicodeScalars.count
        guard count <= textScalars else { throw .tooLongText(found: count, limit: textScalars) }
    }
}
