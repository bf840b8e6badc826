import Events
import Reader

/// Whether a reader hears one segment after the other, as long as nobody commands anything.
struct SegmentOrder: Sendable {
    struct Found {
        var kind: BookFinding.Kind
        var expected: String
        var found: String
    }

    private struct Place: Hashable {
        var chunk: Int
        var row: Int
        var track: BookTrack
    }

    private var last: Place?

    /// Whatever comes next is right.
    mutating func forget() { last = nil }

    /// - Returns: what is wrong with what is heard now.
    mutating func follow(_ reader: BookReader) -> Found? {
        guard let place = Self.place(reader), place != last else { return nil }
        defer { last = place }
        guard let last, let passed = Self.passed(from: last, to: place, reader) else { return nil }
        let (before, now) = (Self.words(last, reader), Self.words(place, reader))
        if passed < 0 {
            return Found(kind: .segmentTwice, expected: "the segment after \(before)", found: "\(now) again")
        }
        guard passed > 0 else { return nil }
        return Found(
            kind: .segmentSkipped, expected: "the segment after \(before)",
            found: "\(now), \(plural(passed, "segment")) ahead")
    }

    /// What the sound says it is at; `nil` while it is sought, and where nothing is heard.
    private static func place(_ reader: BookReader) -> Place? {
        let record = reader.record
        guard let transcript = record.transcript, let track = record.track, !record.isPreparing else { return nil }
        switch transcript.rule {
        case .live, .settled, .dwell: return Place(chunk: transcript.chunk, row: transcript.row, track: track)
        default: return nil
        }
    }

    /// How many segments lie between two that are heard one after the other; below 0 where the later one comes first. `nil` where
    /// nobody can tell.
    private static func passed(from last: Place, to place: Place, _ reader: BookReader) -> Int? {
        guard place.chunk >= last.chunk else { return -1 }
        guard let (before, first) = segments(around: last, reader),
            let (after, second) = segments(around: place, reader)
        else { return nil }
        guard place.chunk == last.chunk else {
            return before[(first + 1)...].count { $0 } + after[..<second].count { $0 } + place.chunk - last.chunk - 1
        }
        return second <= first ? -1 : after[(first + 1)..<second].count { $0 }
    }

    /// Of a chunk's segments that are to be heard, whether each is long enough to be seen, and which one it is: its sentences, where
    /// one file is read straight through.
    private static func segments(around place: Place, _ reader: BookReader) -> (isSeen: [Bool], index: Int)? {
        guard let chunk = reader[place.chunk] else { return nil }
        guard reader.isSequence else {
            let windows = chunk.windows(on: place.track).windows
            return windows.indices.contains(place.row) ? (windows.map { $0.length > shortest }, place.row) : nil
        }
        let segments = chunk.plan.segments.filter { !reader.isHidden($0.track) }
        let index = segments.firstIndex { $0.row == place.row && $0.track == place.track }
        return index.map { (segments.map { _ in true }, $0) }
    }

    /// Reports come each 0.1 s, at up to one and a half times the speed.
    private static let shortest = Span.milliseconds(200)

    private static func words(_ place: Place, _ reader: BookReader) -> String {
        let sentences = reader[place.chunk]?.sentences ?? []
        let number = sentences.indices.contains(place.row) ? sentences[place.row].number : 0
        return "the \(place.track.rawValue) of sentence \(number)"
    }
}
