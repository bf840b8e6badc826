import Engine
import Events

/// What the lines around the text of a book say. Plain figures, gathered by whoever reads.
package struct ReadingState: Hashable, Sendable {
    package var title: String
    package var chapter: String?
    package var sentence: Int?
    package var numbers: ClosedRange<Int>?
    package var mode: AudioMode
    /// Of what is heard: the book has more than one language.
    package var hasChoice = true
    package var isPlaying: Bool
    package var isOver: Bool
    /// More of the book is still to come, behind what is there.
    package var hasMore = false
    /// Percent of real time.
    package var percent: Int
    /// Until the end, in seconds; about, unless all of it is known.
    package var left: TimeLeft?
    /// There is a bookmark in this sentence.
    package var isMarked = false
    /// Until the sleep timer pauses; in minutes begun.
    package var sleepMinutes: Int?
    /// Why nothing is heard, that it is muted, or how loud it is where that is not usual.
    package var silence: String?
    /// What is heard beneath it; a stranger's text.
    package var music: String?
    package var notice: String?
    /// As a replay: nothing is read now.
    package var isPast = false
    package var hints: [String] = []

    package struct TimeLeft: Hashable, Sendable {
        package var seconds: Int
        package var isKnown: Bool
    }

    package init(_ reader: BookReader) {
        title = reader.book?.title ?? ""
        sentence = reader.record.transcript?.number
        numbers = reader.numbers
        chapter = reader.chapter?.title
        // What this part has no sound for is not heard, whatever is wished.
        mode = (reader.chunk.map { reader.switches.clamped(to: $0.playable) } ?? reader.switches).mode
        hasChoice =
            reader.book?.translationLanguage != nil
            || reader.chunk.map { $0.playable.subtracting([.mix]).count > 1 } ?? false
        percent = reader.percent
        (isPlaying, isOver) = (reader.wantsToPlay, reader.isOver)
        hasMore = reader.hasMoreToCome
        left = reader.timeLeft.map { TimeLeft(seconds: Int($0.span.seconds.rounded(.up)), isKnown: $0.isKnown) }
        sleepMinutes = reader.sleepAt.map { max(0, Int((($0 - reader.now).seconds / 60).rounded(.up))) }
    }

    /// How much has been read, from 0 to 1.
    var part: Double {
        guard let sentence, let numbers else { return 0 }
        if isOver { return 1 }
        return Double(sentence - numbers.lowerBound) / Double(max(1, numbers.count))
    }
}

extension ReadingState {
    /// `-12:40`, with `~` where it is about that.
    var leftWords: String? {
        left.map { left in
            let seconds = max(0, left.seconds)
            let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
            let clock =
                hours > 0
                ? "\(hours):\(minutes.padded(toDigits: 2)):\((seconds % 60).padded(toDigits: 2))"
                : "\(minutes):\((seconds % 60).padded(toDigits: 2))"
            return (left.isKnown ? "-" : "~") + clock
        }
    }
}
