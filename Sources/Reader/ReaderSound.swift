import Events

/// What a reader wants to be heard. A view of its state: whoever plays it compares it with what plays.
package struct ReaderSound: Hashable, Sendable {
    /// Which chunk of the book, and which file of it.
    package var chunk: Int
    package var sound: BookSound
    /// Another one is another place to begin at.
    package var generation: SoundGeneration
    package var start: Span
    /// Where it stands still; `nil` for the file's end.
    package var stop: Span?
    package var isRunning: Bool
    package var percent: Int
}

/// What is known of the sound of now.
struct SoundState: Hashable, Sendable {
    let chunk: Int
    let sound: BookSound
    let track: BookTrack
    let start: Span
    let stop: Span?
    var isReady = false
    /// As it was told last.
    var position: Span
    /// It stands at `stop`, or at its end.
    var hasStopped = false

    init(_ chunk: Int, _ sound: BookSound, _ track: BookTrack, start: Span, stop: Span?) {
        (self.chunk, self.sound, self.track) = (chunk, sound, track)
        (self.start, self.stop, position) = (start, stop, start)
    }
}

/// How a reader plays, as its user and its player have it.
package struct ReaderSettings: Hashable, Sendable {
    package var mode: AudioMode
    /// The sound stands where it is told to, to the sample, and says at once where it is: nothing has to be looked for.
    package var isExact: Bool
    /// How long before a segment's end the player is told to stop.
    package var headroom: Span
    /// Begins as soon as there is something to be heard.
    package var autoplays: Bool
    package var percent: Int

    package init(
        mode: AudioMode = .sequence, isExact: Bool = true, headroom: Span = .zero, autoplays: Bool = true,
        percent: Int = 100
    ) {
        (self.mode, self.isExact, self.headroom) = (mode, isExact, headroom)
        (self.autoplays, self.percent) = (autoplays, ReaderSettings.step(percent))
    }

    /// Players that report every tenth of a second and need to be told early (reader 2.5).
    package static let reported = ReaderSettings(isExact: false, headroom: .milliseconds(50))

    /// The nearest of the speeds that there are (reader 2.14).
    package static func step(_ percent: Int) -> Int {
        let bounded = min(max(percent, 50), 150)
        return (bounded + 5) / 10 * 10
    }
}
