/// A name of a member in both styles in which books are written: `start_gate` and `startGate`.
struct BookKey: Sendable, ExpressibleByStringLiteral {
    let snake: String
    /// `nil` where it is the same.
    let camel: String?

    init(stringLiteral snake: String) {
        self.snake = snake
        // Most are made where they are asked for, for each object of a book.
        guard snake.utf8.contains(UInt8(ascii: "_")) else {
            camel = nil
            return
        }
        let parts = snake.split(separator: "_")
        let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        camel = rest.isEmpty ? nil : (parts.first.map(String.init) ?? "") + rest.joined()
    }

    // Of a chunk, and of what a list says of one.
    static let audioTracks: BookKey = "audio_tracks"
    static let chunkID: BookKey = "chunk_id"
    static let endSentence: BookKey = "end_sentence"
    static let files: BookKey = "files"
    static let metadataPath: BookKey = "metadata_path"
    static let metadataURL: BookKey = "metadata_url"
    static let rangeFragment: BookKey = "range_fragment"
    static let sentenceCount: BookKey = "sentence_count"
    static let sentences: BookKey = "sentences"
    static let startSentence: BookKey = "start_sentence"
    static let timingTracks: BookKey = "timing_tracks"
    static let timingVersion: BookKey = "timing_version"

    // Of a sentence.
    static let endGate: BookKey = "end_gate"
    static let image: BookKey = "image"
    static let imagePath: BookKey = "image_path"
    static let originalEndGate: BookKey = "original_end_gate"
    static let originalStartGate: BookKey = "original_start_gate"
    static let phaseDurations: BookKey = "phase_durations"
    static let sentenceNumber: BookKey = "sentence_number"
    static let startGate: BookKey = "start_gate"
    static let timeline: BookKey = "timeline"
    static let totalDuration: BookKey = "total_duration"

    // Of parts of both.
    static let duration: BookKey = "duration"
    static let path: BookKey = "path"
    static let relativePath: BookKey = "relative_path"
    static let url: BookKey = "url"
}
