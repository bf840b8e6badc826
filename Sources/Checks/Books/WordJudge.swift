import BookAPI
import Engine
import Events

/// Whether the words of a chunk's sentences are its tokens, one after the other, within their gates; of what the file tells, before it
/// is cleaned.
struct WordJudge {
    /// Words are rounded to 3 ms, and gates are not.
    private static let slack = TimeSpan.milliseconds(5)

    let received: ReceivedChunk
    let track: BookTrack

    /// Whether the track has times of words at all.
    var isTold: Bool { received.sentences.contains { !$0.words(on: track).isEmpty } }

    func judge(_ tally: inout BookTally, beyond outside: TimeSpan?) {
        if let lost = received.lostWords[track] {
            tally.addFinding(
                BookFinding(
                    .wordCount, FindingPlace(chunk: received.chunk.id, track), expected: "words of existing sentences",
                    found: "\(plural(lost, "word")) of no sentence"))
        }
        guard isTold else { return }
        for (sentence, words) in zip(received.chunk.sentences, received.sentences.map({ $0.words(on: track) })) {
            tally.addFindings(counts(sentence, words))
            tally.addFindings(order(sentence, words))
            for finding in self.outside(sentence, words, &tally) { tally.addMeasured(finding, beyond: outside) }
        }
    }

    private func place(_ sentence: BookSentence, _ word: Int? = nil, _ position: TimeSpan? = nil) -> FindingPlace {
        FindingPlace(
            chunk: received.chunk.id, sentence: sentence.number, track, word: word.map { $0 + 1 }, position: position)
    }

    // MARK: Count

    private func counts(_ sentence: BookSentence, _ words: [ReceivedWord]) -> [BookFinding] {
        let tokens = sentence.lanes[track == .original ? .original : .translation]?.tokens.count ?? 0
        let indexes = words.compactMap(\.time.index)
        // What is not spoken has no times.
        if words.isEmpty, !sentence.isSpoken(on: track) { return [] }
        if words.count != tokens {
            return [
                BookFinding(
                    .wordCount, place(sentence), expected: "\(plural(tokens, "time"))",
                    found: "\(words.count)")
            ]
        }
        let strange = indexes.first { !(0..<tokens).contains($0) }
        guard strange != nil || Set(indexes).count < indexes.count else { return [] }
        return [
            BookFinding(
                .wordCount, place(sentence, strange), expected: "each of \(plural(tokens, "token")) once",
                found: strange.map { "token \($0 + 1)" } ?? "some tokens twice")
        ]
    }

    // MARK: Order

    private func order(_ sentence: BookSentence, _ words: [ReceivedWord]) -> [BookFinding] {
        var found: [BookFinding] = []
        var before: WordTime?
        for (place, word) in words.enumerated() {
            let time = word.time
            if word.isBackwards {
                found.append(order(sentence, place, time, "an end after the start", "an end before the start"))
            } else if let before, time.start + Self.slack < before.end {
                found.append(
                    order(
                        sentence, place, time,
                        "a start after \(before.end.inSeconds) s, the end of the previous word",
                        "\(time.start.inSeconds) s"))
            } else if let before = before?.index, let index = time.index, index < before {
                found.append(order(sentence, place, time, "a token after number \(before + 1)", "number \(index + 1)"))
            }
            before = time
        }
        return found
    }

    private func order(
        _ sentence: BookSentence, _ place: Int, _ time: WordTime, _ expected: String, _ found: String
    ) -> BookFinding {
        BookFinding(
            .wordOrder, self.place(sentence, time.index ?? place, time.start), expected: expected, found: found)
    }

    // MARK: Gate

    private func outside(
        _ sentence: BookSentence, _ words: [ReceivedWord], _ tally: inout BookTally
    ) -> [BookFinding] {
        let gate = sentence.gate(on: track)
        guard let range = gate.range, !words.isEmpty else { return [] }
        tally.measure(.wordOutside, .zero)
        return words.enumerated().compactMap { place, word in
            let time = word.time
            let amount = max(range.lowerBound - time.start, time.end - range.upperBound)
            guard amount > .zero else { return nil }
            return BookFinding(
                .wordOutside, self.place(sentence, time.index ?? place, time.start),
                expected: "within \(range.lowerBound.inSeconds) to \(range.upperBound.inSeconds) s",
                found: "\(time.start.inSeconds) to \(time.end.inSeconds) s", amount: amount)
        }
    }
}

extension BookSentence {
    /// Whether anything says that it has a place in the track's file.
    fileprivate func isSpoken(on track: BookTrack) -> Bool {
        let (gate, phase) = track == .original ? (originalGate, phases.original) : (translationGate, phases.translation)
        return gate != SentenceGate() || phase != nil || track == .translation && totalDuration != nil
    }
}
