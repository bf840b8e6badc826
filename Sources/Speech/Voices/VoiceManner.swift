/// How a sentence is to be said.
package struct VoiceManner: Hashable, Sendable {
    /// As `VoiceDescription.name` or a language has it; `nil` for the one that the program has by default.
    package var voice: String?
    /// Percent of the voice's normal speed.
    package var rate: Int
    /// Percent of the voice's normal pitch.
    package var pitch: Int

    package init(voice: String? = nil, rate: Int = 100, pitch: Int = 100) {
        (self.voice, self.rate, self.pitch) = (voice, rate, pitch)
    }
}
