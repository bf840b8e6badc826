import Events
import Texts

/// Files of subtitles. The first byte of the input says of which kind.
enum SubtitleExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        let formats: [TextFormat] = [.srt, .vtt, .ass]
        let format = formats[Int(source.byte()) % formats.count]
        guard let book = try? BookText(source.all(), as: format) else { return }
        try PublicationExercise.check(book)
        try expect(book.cues.count == book.paragraphs.count, "cues and paragraphs are not as many")
        var start = book.cues.first?.start ?? .zero
        for (cue, paragraph) in zip(book.cues, book.paragraphs) {
            try expect(cue.start >= start && cue.end >= cue.start && cue.start >= .zero, "cues are out of order")
            try expect(paragraph.sentences == [cue.text], "a cue and its paragraph differ")
            start = cue.start
            for lane in Lane.allCases { try check(cue, lane) }
        }
    }

    private static func check(_ cue: CueGroup, _ lane: Lane) throws(Breach) {
        let words = cue.words[lane]
        try expect(words.count == cue.lanes[lane]?.tokens.count ?? 0, "words and tokens are not as many")
        var time = cue.start
        for (place, word) in words.enumerated() {
            try expect(word.index == place, "words are out of order")
            try expect(word.start >= time && word.end >= word.start && word.end <= cue.end, "a word is beyond its cue")
            time = word.start
        }
        if let text = cue.lanes[lane]?.text { try TextChecks.expectPrintable(text, "a lane") }
    }
}
