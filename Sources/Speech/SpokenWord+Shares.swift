import Events
import Scripts

extension SpokenWord {
    /// The words of the text that a voice says in it, with the index of each: they share its time by their lengths.
    /// - Parameter tokens: of the text, in their order.
    /// - Returns: in their order; a word that is said in several parts is there with what of it is in this one.
    package func shares(of tokens: [TextTokens.Token]) -> [(index: Int, word: SpokenWord)] {
        var parts: [(index: Int, scalars: Range<Int>)] = []
        let first = tokens.partitionPoint { $0.scalars.upperBound > scalars.lowerBound }
        for index in tokens.indices[first...] {
            let common = tokens[index].scalars.clamped(to: scalars)
            guard !common.isEmpty else { break }
            parts.append((index, common))
        }
        let total = parts.reduce(0) { $0 + $1.scalars.count }
        let length = span.upperBound - span.lowerBound
        func time(_ done: Int) -> Span {
            span.lowerBound + Span(microseconds: (length * Int64(done)).microseconds / Int64(total))
        }
        var done = 0
        return parts.map { index, scalars in
            defer { done += scalars.count }
            return (
                index: index, word: SpokenWord(scalars: scalars, span: time(done)..<time(done + scalars.count))
            )
        }
    }
}
