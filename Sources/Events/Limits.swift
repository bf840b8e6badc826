/// Bounds on what comes from outside (architecture, promise 8). What of a message is beyond one is dropped with a note that names
/// it; texts are cut.
package enum Limits {
    package static let messageBytes = 32 << 20
    package static let pictureSide = 4_096
    /// What a side of a video's frames may be, in pixels.
    package static let videoSides = 1...16_384
    package static let chunkFrames = 20_000
    package static let waitingChunks = 1_000
    /// Frames of all waiting chunks together.
    package static let waitingFrames = 200_000
    package static let clips = 1_000
    package static let clipFrames = 5_000
    /// Of a session, besides the one that is not named.
    package static let members = 16
    /// Unicode scalars of a member's name.
    package static let memberNameScalars = 64
    package static let shownNameCells = 200
    /// No session, tape or stream is longer: some 30 years.
    package static let sessionLength = TimeSpan.seconds(1_000_000_000)
    /// Unicode scalars of a text that is kept after it has been heard: more than anybody says in one go.
    package static let keptTextScalars = 2_000
    /// Numbers beyond this are nobody's index; the engine may add them up without fear.
    package static let index = Int(Int32.max)
    /// Of downloaded clips that are kept, unless the user sets another one.
    package static let clipCacheBytes = 500_000_000
    /// The same of books.
    package static let bookCacheBytes = 256_000_000
}

extension String {
    /// As much of it as is kept. Counted in scalars: one character may have any number of them.
    package var kept: String { String(unicodeScalars.prefix(Limits.keptTextScalars)) }
}
