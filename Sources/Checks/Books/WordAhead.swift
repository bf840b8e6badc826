import Events
import Reader

/// A word that is lit before its own time: by the times of the words alone, and never by how the reader came to it.
struct WordAhead: Hashable {
    /// In its sentence.
    var index: Int
    var start: Span
    /// When it was lit, in the file.
    var lit: Span

    /// Times are rounded.
    private static let slack = Span.milliseconds(2)
}

extension WordAhead {
    /// The first one of a record; `nil` where there is none, and while what is shown does not go by the time.
    init?(_ record: ReaderRecord, _ sentence: BookSentence) {
        guard let transcript = record.transcript, transcript.rule == .live || transcript.rule == .settled,
            let track = record.track, let position = record.position
        else { return nil }
        let lane = transcript.lanes[track == .original ? .original : .translation]
        let early = sentence.words(on: track).first { word in
            word.index.map { $0 < lane?.lit ?? 0 } == true && word.start > position + Self.slack
        }
        guard let early, let index = early.index else { return nil }
        self.init(index: index, start: early.start, lit: position)
    }
}
