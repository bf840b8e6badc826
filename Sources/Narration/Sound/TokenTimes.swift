import Events
import Scripts

/// When the words of a lane are heard, of what a voice tells of its own words: it may say several in one breath, or one in several.
enum TokenTimes {
    /// - Parameters:
    ///   - words: in the order of their times, which count from the start of the gate.
    ///   - gate: of the sentence in its file.
    /// - Returns: in order, within the gate, none of which overlaps another one; tokens of which the voice says nothing are left out.
    static func times(of tokens: [TextTokens.Token], _ words: [SpokenWord], in gate: Range<Span>) -> [WordTime] {
        var spans: [Range<Span>?] = Array(repeating: nil, count: tokens.count)
        for word in words {
            for (index, span) in shares(of: word, tokens) {
                let known = spans[index] ?? span
                spans[index] = min(known.lowerBound, span.lowerBound)..<max(known.upperBound, span.upperBound)
            }
        }
        var times: [WordTime] = []
        for (index, span) in spans.enumerated() {
            guard let span else { continue }
            let start = max(gate.lowerBound + span.lowerBound, times.last?.end ?? gate.lowerBound)
            let end = min(gate.lowerBound + span.upperBound, gate.upperBound)
            if end >= start + shortest { times.append(WordTime(index, start, end)) }
        }
        return times
    }

    /// What takes less is dropped by readers, too (reader 1.9).
    private static let shortest = Span.milliseconds(1)

    /// Tokens that are said together share the time by their lengths.
    private static func shares(of word: SpokenWord, _ tokens: [TextTokens.Token]) -> [(Int, Range<Span>)] {
        let first = tokens.partitionPoint { $0.scalars.upperBound > word.scalars.lowerBound }
        var parts: [(index: Int, count: Int)] = []
        for index in tokens.indices[first...] {
            let common = tokens[index].scalars.clamped(to: word.scalars)
            guard !common.isEmpty else { break }
            parts.append((index, common.count))
        }
        let total = parts.reduce(0) { $0 + $1.count }
        guard total > 0 else { return [] }
        let (start, length) = (word.span.lowerBound, word.span.upperBound - word.span.lowerBound)
        func time(_ done: Int) -> Span {
            start + Span(microseconds: (length * Int64(done)).microseconds / Int64(total))
        }
        var done = 0
        return parts.map { index, count in
            defer { done += count }
            return (index, time(done)..<time(done + count))
        }
    }
}
