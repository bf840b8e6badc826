import Events
import Reader

/// Whether the gates of a chunk's sentences follow each other in a track's file.
struct GateJudge {
    /// Gates are rounded.
    private static let slack = Span.milliseconds(1)
    /// What coders put before and behind a sound.
    private static let fileSlack = Span.milliseconds(60)

    let chunk: BookChunk
    let track: BookTrack
    /// Of the file, decoded; `nil` where nobody knows.
    let length: Span?

    var findings: [BookFinding] {
        var found: [BookFinding] = []
        var before: (number: Int, start: Span, end: Span)?
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
        _ kind: BookFinding.Kind, _ sentence: BookSentence, _ position: Span, _ expected: String, _ found: Span,
        _ amount: Span
    ) -> BookFinding {
        BookFinding(
            kind, BookPlace(chunk: chunk.id, sentence: sentence.number, track, position: position), expected: expected,
            found: "\(found.inSeconds) s", amount: amount)
    }
}
