import Events

/// Where a long utterance is cut into chunks, in frames: in a pause if there is one, else between two words.
///
/// The sound goes on over a cut without a break; it is the picture that has to be at hand for a chunk to start.
struct ChunkCuts {
    /// 2 s: what comes first is to be heard early.
    static let longestFirst = 60
    /// 4 s; clients make room for that many (specification 1.10).
    static let longest = 120
    /// No chunk is shorter, unless the utterance is.
    static let shortest = 15

    private let pauses: [Int]
    private let words: [Int]

    init(_ utterance: Utterance) {
        func frame(_ moment: Double) -> Int {
            Int(min(max(0, moment * Double(MouthTrack.rate)), Double(Limits.waitingFrames)))
        }
        let targets = MouthTarget.targets(utterance.phonemes, duration: utterance.sound.duration.seconds)
        // Of a voice that tells no phonemes nothing is known.
        pauses = utterance.phonemes.isEmpty ? [] : targets.filter { $0.viseme == .rest }.map { frame($0.middle) }
        // Down to the frame in which the word begins, so that all of it is on one side.
        words = utterance.words.map { frame($0.span.lowerBound.seconds) }.sorted()
    }

    /// - Parameter isFirst: whether nothing of the message was heard before.
    func chunks(of frameCount: Int, isFirst: Bool) -> [Range<Int>] {
        var chunks: [Range<Int>] = []
        var start = 0
        while start < frameCount {
            let limit = isFirst && start == 0 ? Self.longestFirst : Self.longest
            let end = frameCount - start <= limit ? frameCount : cut(from: start, limit: limit, before: frameCount)
            chunks.append(start..<end)
            start = end
        }
        return chunks
    }

    private func cut(from start: Int, limit: Int, before end: Int) -> Int {
        // What is left has to be worth a chunk too.
        let last = min(start + limit, end - Self.shortest)
        let choices = start + Self.shortest...max(start + Self.shortest, last)
        return pauses.last(where: choices.contains) ?? words.last(where: choices.contains) ?? choices.upperBound
    }
}
