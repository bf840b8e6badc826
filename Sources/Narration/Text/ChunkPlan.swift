/// Which sentences are made together.
enum ChunkPlan {
    /// Sentences of a chunk at most: as many as are spoken within half a second.
    static let sentences = 10
    /// Of the first ones: speech is to begin at once, and to go on while more is made.
    static let firstSentences = [2, 5]
    /// Unicode scalars of both languages, but for a single sentence: two minutes of speech.
    static let scalars = 2_000

    /// - Parameter starts: where chapters begin, in the order of their places.
    static func chunks(of sentences: [NarratedText.Sentence], beginningAt starts: [Int]) -> [Range<Int>] {
        var chunks: [Range<Int>] = []
        var starts = starts[...]
        var (first, scalars) = (0, 0)
        for (place, sentence) in sentences.enumerated() {
            while let next = starts.first, next < place { starts.removeFirst() }
            let own = [sentence.lanes.original, sentence.lanes.translation].reduce(0) {
                $0 + ($1?.unicodeScalars.count ?? 0)
            }
            let most = chunks.count < firstSentences.count ? firstSentences[chunks.count] : Self.sentences
            if place > first, place - first == most || scalars + own > Self.scalars || starts.first == place {
                chunks.append(first..<place)
                (first, scalars) = (place, 0)
            }
            scalars += own
        }
        if first < sentences.count { chunks.append(first..<sentences.count) }
        return chunks
    }
}
