import Events
import Speech
import Typesetting

/// When the words of a lane are heard, of what a voice tells of its own words: it may say several in one breath, or one in several.
enum TokenTimes {
    /// - Parameters:
    ///   - words: in the order of their times, which count from the start of the gate.
    ///   - gate: of the sentence in its file.
    /// - Returns: in order, within the gate, none of which overlaps another one. Tokens of which the voice says nothing are left out.
    static func times(of tokens: [TextTokens.Token], _ words: [SpokenWord], in gate: Range<TimeSpan>) -> [WordTime] {
        var spans: [Range<TimeSpan>?] = Array(repeating: nil, count: tokens.count)
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
    private static let shortest = TimeSpan.milliseconds(1)
}

/// The words of a lane as readers have them, each of which is lit while it is heard: a mark that stands alone, such as
/// a dash or a French question mark, and of which the voice says nothing, is one with the word before it; what opens
/// something with the next one.
enum SpokenTokens {
    /// - Parameter words: what a voice says of the text; none where it says nothing.
    static func tokens(of text: String, _ words: [SpokenWord]) -> [TextTokens.Token] {
        let all = TextTokens(text).tokens
        var spoken: Set<Int> = []
        for word in words { spoken.formUnion(word.shares(of: all).lazy.map(\.index)) }
        var places: [Range<Int>] = []
        /// The last of them does.
        var holdsWord = false
        for (index, token) in all.enumerated() {
            let isWord = token.hasWord || spoken.contains(index)
            let isNext = holdsWord && (isWord || token.text.unicodeScalars.first.map(TextTokens.opens) == true)
            if isNext || places.isEmpty {
                places.append(token.scalars)
                holdsWord = isWord
            } else {
                places[places.count - 1] = places[places.count - 1].lowerBound..<token.scalars.upperBound
                holdsWord = holdsWord || isWord
            }
        }
        // What is opened at the very end has no next one.
        if !holdsWord, places.count > 1 {
            let last = places.removeLast()
            places[places.count - 1] = places[places.count - 1].lowerBound..<last.upperBound
        }
        let scalars = Array(text.unicodeScalars)
        return places.map { place in
            TextTokens.Token(text: String(String.UnicodeScalarView(scalars[place])), scalars: place)
        }
    }
}
