/// What is tried with bytes from nowhere: by fuzzing (docs/inside/fuzzing.md), and by tests with the inputs that it found.
package enum Exercise: String, CaseIterable, Sendable {
    case packets, events, pictures, sounds, speech, tapes, texts, videos, books, library, shelf, epubs, subtitles,
        terminal

    /// Tries everything that the exercise is about with one input. Traps, hangs and memory are for the fuzzer to see.
    package func run(_ bytes: [UInt8]) throws(Breach) {
        switch self {
        case .packets: try PacketExercise.run(bytes)
        case .events: try EventExercise.run(bytes)
        case .pictures: try PictureExercise.run(bytes)
        case .sounds: try SoundExercise.run(bytes)
        case .speech: try SpeechExercise.run(bytes)
        case .tapes: try TapeExercise.run(bytes)
        case .texts: try TextExercise.run(bytes)
        case .videos: try VideoExercise.run(bytes)
        case .books: try BookExercise.run(bytes)
        case .library: try LibraryExercise.run(bytes)
        case .shelf: try ShelfExercise.run(bytes)
        case .epubs: try PublicationExercise.run(bytes)
        case .subtitles: try SubtitleExercise.run(bytes)
        case .terminal: try TerminalExercise.run(bytes)
        }
    }
}
