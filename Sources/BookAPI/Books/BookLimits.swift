import Events

/// Bounds on books from outside (architecture, promise 8). What is beyond one is dropped or cut, with a note.
package enum BookLimits {
    /// Of a chunk's file, and of a list of chunks.
    package static let fileBytes = 64 << 20
    package static let chunks = 20_000
    package static let chapters = 5_000
    /// Of a chunk.
    static let sentences = 5_000
    static let sounds = 16
    /// Of an encoded picture of a sentence, or a cover.
    package static let pictureBytes = 16 << 20
    static let files = 1_000
    /// Films of an item, and files of subtitles.
    static let films = 500
    /// Of a film that a server has.
    package static let filmBytes = 4 << 30
    /// Entries of a track of times in a chunk.
    static let words = 100_000
    /// Of a lane.
    static let tokens = 2_000
    static let textScalars = 20_000
    static let tokenScalars = 1_000
    /// Of a sentence.
    static let timelineSteps = 2_000
    /// Of a title, a name or an id.
    static let nameScalars = 500
    /// Of a path or an address.
    static let pathBytes = 4_096
    /// Of a server's music.
    static let beds = 1_000
    /// Entries of a dictionary.
    static let lookups = 200_000
    /// Numbers of sentences.
    static let numbers = 1...1_000_000_000
    /// Times in a file of sound, and lengths: no file lasts longer than eleven days.
    static let times = TimeSpan.zero...TimeSpan.seconds(1_000_000)
}
