import Events

/// The sound that a reader requests. A view of its state: the player compares it with what is playing.
package struct ReaderSound: Hashable, Sendable {
    /// Index of the chunk in the book.
    package var chunk: Int
    package var sound: BookSound
    /// Changes when playback has to begin at another position.
    package var generation: SoundGeneration
    package var start: Span
    /// Where to stop; `nil` for the file's end.
    package var stop: Span?
    package var isRunning: Bool
    package var percent: Int
}

/// What is known of the current sound.
struct SoundState: Hashable, Sendable {
    /// Index of the chunk in the current book.
    var chunk: Int
    let sound: BookSound
    let track: BookTrack
    let start: Span
    var stop: Span?
    var isReady = false
    /// The last reported position.
    var position: Span
    /// Whether it has stopped at `stop`, or at its end.
    var hasStopped = false

    init(_ chunk: Int, _ sound: BookSound, _ track: BookTrack, start: Span, stop: Span?) {
        (self.chunk, self.sound, self.track) = (chunk, sound, track)
        (self.start, self.stop, position) = (start, stop, start)
    }
}
