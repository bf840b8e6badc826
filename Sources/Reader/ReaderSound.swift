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
    /// In the book, as it is now.
    var chunk: Int
    let sound: BookSound
    let track: BookTrack
    let start: Span
    var stop: Span?
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
