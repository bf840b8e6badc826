import Events
import Scripts
import Speech

/// When the words of a lane are heard, of what a voice tells of its own words: it may say several in one breath, or one in several.
enum TokenTimes {
    /// - Parameters:
    ///   - words: in the order of their times, which count from the start of the gate.
    ///   - gate: of the sentence in its file.
    /// - Returns: in order, within the gate, none of which overlaps another one. Marks that stand alone, such as a dash, have the silence
    ///   beside them, where there is none a millisecond; other tokens of which the voice says nothing are left out.
    static func times(of tokens: [TextTokens.Token], _ words: [SpokenWord], in gate: Range<Span>) -> [WordTime] {
        var spans: [Range<Span>?] = Array(repeating: nil, count: tokens.count)
        for word in words {
            for (index, part) in word.shares(of: tokens) {
                let (span, known) = (part.span, spans[index] ?? part.span)
                spans[index] = min(known.lowerBound, span.lowerBound)..<max(known.upperBound, span.upperBound)
            }
        }
        fillMarks(tokens, &spans, gate.upperBound - gate.lowerBound)
        var times: [WordTime] = []
        for (index, span) in spans.enumerated() {
            guard let span else { continue }
            let start = max(gate.lowerBound + span.lowerBound, times.last?.end ?? gate.lowerBound)
            let end = min(gate.lowerBound + span.upperBound, gate.upperBound)
            if end >= start + shortest { times.append(WordTime(index, start, end)) }
        }
        return times
    }

    private static func isMark(_ token: TextTokens.Token) -> Bool {
        !token.text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    private static func fillMarks(_ tokens: [TextTokens.Token], _ spans: inout [Range<Span>?], _ length: Span) {
        var next = 0
        while next < spans.count {
            let first = next
            while next < spans.count, spans[next] == nil, isMark(tokens[next]) { next += 1 }
            defer { next = max(next, first + 1) }
            guard next > first else { continue }
            let count = Int64(next - first)
            let before = first > 0 ? spans[first - 1] : .zero ..< .zero
            let after = next < spans.count ? spans[next] : length..<length
            guard let before, let after else { continue }
            var (start, end) = (before.upperBound, after.lowerBound)
            let needed = shortest * count
            if end - start < needed {
                // Of what is said beside it, as far as that can spare it; a voice may tell times that overlap.
                let (cut, begin) = (min(start, end) - needed, max(start, end) + needed)
                if first > 0, cut >= before.lowerBound + shortest {
                    (start, end) = (cut, cut + needed)
                    spans[first - 1] = before.lowerBound..<cut
                } else if next < spans.count, begin + shortest <= after.upperBound {
                    (start, end) = (begin - needed, begin)
                    spans[next] = begin..<after.upperBound
                } else {
                    continue
                }
            }
            let share = Span(microseconds: (end - start).microseconds / count)
            for place in 0..<count {
                spans[first + Int(place)] = start + share * place..<start + share * (place + 1)
            }
        }
    }

    /// What takes less is dropped by readers, too (reader 1.9).
    private static let shortest = Span.milliseconds(1)
}
