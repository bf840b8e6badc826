import Events

/// The two sound switches, original and translation; one of them is always on.
package struct AudioSwitches: Hashable, Sendable {
    package private(set) var original = true
    package private(set) var translation = true

    package init() {}

    package init(_ mode: AudioMode) {
        if case .single(let track) = mode { (original, translation) = (track == .original, track != .original) }
    }

    package var mode: AudioMode {
        original && translation ? .sequence : .single(original ? .original : .translation)
    }

    package subscript(track: BookTrack) -> Bool { track == .original ? original : translation }

    /// - Parameter playable: the chunk's playable tracks. Only these count, if there are any.
    /// - Returns: whether the mode changed.
    package mutating func toggle(_ track: BookTrack, playable: Set<BookTrack>) -> Bool {
        let before = mode
        let wanted = clamped(to: playable)
        guard track != .mix, playable.contains(track) else { return false }
        var next = wanted
        if wanted[track] {
            // The only one that is on stays.
            if wanted.original, wanted.translation { next = AudioSwitches(.single(track.other)) }
        } else {
            next = AudioSwitches(.sequence)
        }
        self = next
        return mode != before
    }

    package mutating func choose(_ mode: AudioMode) { self = AudioSwitches(mode) }

    /// The switches that a chunk can play; all of them if none could be played.
    package func clamped(to playable: Set<BookTrack>) -> AudioSwitches {
        let (original, translation) = (
            original && playable.contains(.original), translation && playable.contains(.translation)
        )
        guard original || translation else {
            let tracks = playable.subtracting([.mix])
            return tracks.count == 1 ? AudioSwitches(.single(tracks.first ?? .original)) : self
        }
        return original && translation
            ? AudioSwitches(.sequence) : AudioSwitches(.single(original ? .original : .translation))
    }
}

extension BookTrack {
    /// The other language.
    package var other: BookTrack { self == .original ? .translation : .original }
}

/// The sounds to load of a chunk in a mode (reader 2.2).
package enum SoundChoice: Hashable, Sendable {
    /// Both files, one sentence of each in turn.
    case sequence(original: BookSound, translation: BookSound)
    /// One file, whose words follow this track.
    case alone(BookSound, BookTrack)

    /// - Parameter hasSegments: whether both languages have segments; without them they cannot be played in turn.
    /// - Returns: `nil` if there is no sound: text alone.
    package init?(_ sounds: [BookSound], _ mode: AudioMode, hasSegments: Bool = true) {
        let of = { (kind: BookSound.Kind) in sounds.first { $0.kind == kind } }
        if mode == .sequence, hasSegments, let original = of(.original), let translation = of(.translation) {
            self = .sequence(original: original, translation: translation)
            return
        }
        var order: [BookSound.Kind] =
            switch mode {
            case .sequence: [.combined, .original, .translation]
            case .single(.original): [.original, .combined, .translation]
            // A file of both cannot be split, and is heard with the times of both.
            case .single: [.translation, .combined, .original]
            }
        order.append(.other)
        guard let kind = order.first(where: { of($0) != nil }), let sound = of(kind) else { return nil }
        self = .alone(sound, kind.track)
    }
}

extension BookSound.Kind {
    /// The track that the words follow.
    package var track: BookTrack {
        switch self {
        case .combined: .mix
        case .original: .original
        case .translation, .other: .translation
        }
    }
}

/// The sound that a reader requests. A view of its state: the player compares it with what is playing.
package struct ReaderSound: Hashable, Sendable {
    /// Index of the chunk in the book.
    package var chunk: Int
    package var sound: BookSound
    /// Changes when playback has to begin at another position.
    package var generation: SoundGeneration
    package var start: TimeSpan
    /// Where to stop; `nil` for the file's end.
    package var stop: TimeSpan?
    package var isRunning: Bool
    package var percent: Int
}

/// What is known of the current sound.
struct SoundState: Hashable, Sendable {
    /// Index of the chunk in the current book.
    var chunk: Int
    let sound: BookSound
    let track: BookTrack
    let start: TimeSpan
    var stop: TimeSpan?
    var isReady = false
    /// The last reported position.
    var position: TimeSpan
    /// Whether it has stopped at `stop`, or at its end.
    var hasStopped = false

    init(_ chunk: Int, _ sound: BookSound, _ track: BookTrack, start: TimeSpan, stop: TimeSpan?) {
        (self.chunk, self.sound, self.track) = (chunk, sound, track)
        (self.start, self.stop, position) = (start, stop, start)
    }
}
