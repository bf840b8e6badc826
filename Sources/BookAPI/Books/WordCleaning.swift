import Events

/// Words of a sentence in one file, so that each begins where the one before it has ended, or later (reader 1.9). What is clean
/// stays as it is.
enum WordCleaning {
    /// The least that a word lasts.
    static let shortest = TimeSpan.milliseconds(1)

    /// - Parameter tokenCount: of the lane that is spoken.
    static func cleaned(_ words: [WordTime], tokenCount: Int) -> [WordTime] {
        var words = words.sorted(by: isBefore)
        nameAll(&words, tokenCount)
        var cleaned: [WordTime] = []
        var last: WordTime?
        var end = TimeSpan.zero
        for word in words where word.end > word.start && word.end > .zero && word != last {
            last = word
            let start = max(word.start, end)
            end = max(word.end, start + shortest)
            // Those pushed on may leave what a file can have.
            guard end <= BookLimits.times.upperBound else { break }
            cleaned.append(WordTime(word.index, start, end))
        }
        return cleaned
    }

    private static func isBefore(_ a: WordTime, _ b: WordTime) -> Bool {
        if a.start != b.start { return a.start < b.start }
        if a.end != b.end { return a.end < b.end }
        return (a.index ?? .max) < (b.index ?? .max)
    }

    /// Where one of as many words as there are tokens is left out, the others are to keep their tokens (RT7).
    private static func nameAll(_ words: inout [WordTime], _ tokenCount: Int) {
        let isComplete = words.count == tokenCount && words.allSatisfy { $0.index == nil }
        guard isComplete, words.contains(where: { $0.end <= $0.start }) else { return }
        for place in words.indices { words[place].index = place }
    }
}
