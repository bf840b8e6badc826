import Events
import Scripts
import Speech

/// When the words of a lane are heard, of what a voice tells of its own words: it may say several in one breath, or one in several.
enum TokenTimes {
    /// - Parameters:
    ///   - words: in the order of their times, which count from the start of the gate.
    ///   - gate: of the sentence in its file.
    /// - Returns: in order, within the gate, none of which overlaps another one. Tokens of which the voice says nothing are left out.
    static func times(of tokens: [TextTokens.Token], _ words: [SpokenWord], in gate: Range<Span>) -> [WordTime] {
        var spans: [Range<Span>?] = Array(repeating: nil, count: tokens.count)
        for word in words {
            for (index, part) in word.shares(of: tokens) {
                let (span, known) = (part.span, spans[index] ?? part.span)
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
}
