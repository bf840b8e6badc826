import BookAPI
import Engine
import Events

/// Whether the sentences of a book are counted one by one, over all of its chunks.
struct NumberJudge {
    private var seen: Set<Int> = []
    private var last: Int?
    /// There are more sentences than any book has: those behind are not judged.
    private(set) var isFull = false

    private static let mostSentences = 2_000_000

    /// Of the next chunk, in the book's order.
    mutating func judge(_ received: ReceivedChunk) -> [BookFinding] {
        var found = repeated(received)
        isFull = isFull || seen.count + received.sentences.count > Self.mostSentences
        guard !isFull else { return found }
        for sentence in received.chunk.sentences {
            let number = sentence.number
            let place = FindingPlace(chunk: received.chunk.id, sentence: number)
            if !seen.insert(number).inserted {
                found.append(
                    BookFinding(.numberTwice, place, expected: "a unique number", found: "\(number) again"))
            } else if let last, number > last + 1 {
                let hole = last + 2 == number ? "\(last + 1)" : "\(last + 1) to \(number - 1)"
                found.append(BookFinding(.numberHole, place, expected: "\(last + 1)", found: "no sentence \(hole)"))
            }
            last = max(last ?? number, number)
        }
        return found
    }

    /// Such a chunk is counted anew when it is read.
    private func repeated(_ received: ReceivedChunk) -> [BookFinding] {
        var counts: [Int: Int] = [:]
        for number in received.sentences.compactMap(\.number) { counts[number, default: 0] += 1 }
        return counts.filter { $0.value > 1 }.keys.sorted().map { number in
            BookFinding(
                .numberTwice, FindingPlace(chunk: received.chunk.id), expected: "a unique number",
                found: "\(number) for \(counts[number] ?? 0) sentences")
        }
    }

    /// Which sentences a chunk has that could not be read is as its list says, or unknown.
    mutating func pass(over chunk: ChunkEntry) { last = chunk.end.map { max($0, last ?? $0) } }
}

/// Whether the gates of a chunk's sentences follow each other in a track's file.
struct GateJudge {
    /// Gates are rounded.
    private static let slack = TimeSpan.milliseconds(1)
    /// What coders put before and behind a sound.
    private static let fileSlack = TimeSpan.milliseconds(60)

    let chunk: BookChunk
    let track: BookTrack
    /// Of the file, decoded; `nil` where nobody knows.
    let length: TimeSpan?

    var findings: [BookFinding] {
        var found: [BookFinding] = []
        var before: (number: Int, start: TimeSpan, end: TimeSpan)?
        for sentence in chunk.sentences {
            let gate = sentence.gate(on: track)
            guard let start = gate.start else { continue }
            if let end = gate.end, end <= start {
                found.append(
                    finding(.gateBackwards, sentence, start, "an end after \(start.inSeconds) s", end, start - end))
            } else if let before, start < before.start {
                found.append(
                    finding(
                        .gateBackwards, sentence, start, "a start after that of \(before.number)", start,
                        before.start - start))
            } else if let before, before.end - start > Self.slack {
                found.append(
                    finding(
                        .gateOverlap, sentence, start, "a start after \(before.number) ends", start,
                        before.end - start))
            }
            let end = max(gate.end ?? start, start)
            if let length, end > length + Self.fileSlack {
                let expected = "an end within the file's \(length.inSeconds) s"
                found.append(finding(.gateOutside, sentence, start, expected, end, end - length))
            }
            before = (sentence.number, start, max(end, before?.end ?? end))
        }
        return found
    }

    private func finding(
        _ kind: BookFinding.Kind, _ sentence: BookSentence, _ position: TimeSpan, _ expected: String, _ found: TimeSpan,
        _ amount: TimeSpan
    ) -> BookFinding {
        BookFinding(
            kind, FindingPlace(chunk: chunk.id, sentence: sentence.number, track, position: position),
            expected: expected,
            found: "\(found.inSeconds) s", amount: amount)
    }
}
