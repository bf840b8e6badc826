/// What of a sentence is heard (reader 2.1).
package enum AudioMode: Hashable, Sendable {
    /// The original, then the translation, sentence by sentence.
    case sequence
    /// One file straight through.
    case single(BookTrack)

    /// Where jumps go.
    package var preferred: BookTrack { if case .single(let track) = self { track } else { .original } }
}

/// How a reader plays, as its user and its player have it.
package struct ReaderSettings: Hashable, Sendable {
    package var mode: AudioMode
    /// The sound stands where it is told to, to the sample, and says at once where it is: nothing has to be looked for.
    package var isExact: Bool
    /// How long before a segment's end the player is told to stop.
    package var headroom: TimeSpan
    /// Begins as soon as there is something to be heard.
    package var autoplays: Bool
    package var percent: Int

    package init(
        mode: AudioMode = .sequence, isExact: Bool = true, headroom: TimeSpan = .zero, autoplays: Bool = true,
        percent: Int = 100
    ) {
        (self.mode, self.isExact, self.headroom) = (mode, isExact, headroom)
        (self.autoplays, self.percent) = (autoplays, ReaderSettings.step(percent))
    }

    /// Players that report every tenth of a second and need to be told early (reader 2.5).
    package static let reported = ReaderSettings(isExact: false, headroom: .milliseconds(50))

    /// Between two speeds.
    package static let percentStep = 10

    /// The nearest of the speeds that there are (reader 2.14).
    package static func step(_ percent: Int) -> Int {
        let bounded = min(max(percent, 50), 150)
        return (bounded + 5) / 10 * 10
    }
}
