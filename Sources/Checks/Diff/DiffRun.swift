import Typesetting

/// What differs in the same fields in one frame after another: one line a field tells of all of them.
struct DiffRun {
    private var first: [Diff.Difference]
    private var last: [Diff.Difference]
    private var words: [MergedWords]

    /// - Parameter frame: all that differs in it.
    private init(_ frame: [Diff.Difference]) {
        (first, last) = (frame, frame)
        words = frame.map { MergedWords(Self.words($0), differing: .anything) }
    }

    /// - Parameter differences: by frames.
    static func runs(of differences: [Diff.Difference]) -> [DiffRun] {
        var runs: [DiffRun] = []
        for frame in differences.chunked(where: { $0.place == $1.place }) {
            if runs.isEmpty || !runs[runs.count - 1].add(frame) { runs.append(DiffRun(frame)) }
        }
        return runs
    }

    private mutating func add(_ frame: [Diff.Difference]) -> Bool {
        guard let before = last.first, let next = frame.first, next.place.message == before.place.message,
            Self.isNext(before.numbers.0, next.numbers.0), Self.isNext(before.numbers.1, next.numbers.1),
            frame.map(\.field) == last.map(\.field)
        else { return false }
        var words = words
        for (place, difference) in frame.enumerated() {
            // Of other faults nothing is told by `…`.
            let isOther = difference.field == .faults && Self.words(difference) != Self.words(last[place])
            guard !isOther, words[place].add(Self.words(difference)) else { return false }
        }
        (last, self.words) = (frame, words)
        return true
    }

    private static func isNext(_ number: Int?, _ next: Int?) -> Bool {
        guard let number, let next else { return number == nil && next == nil }
        return next == number + 1
    }

    // MARK: Saying

    var lines: [String] {
        zip(first, last).enumerated().map { place, ends in
            let (from, to) = ends
            return "  "
                + TerminalText.column(Self.places(from, to), toCells: 12)
                + TerminalText.column(
                    "\(Self.numbers(from.numbers.0, to.numbers.0)) \(Self.numbers(from.numbers.1, to.numbers.1))",
                    toCells: 14)
                + TerminalText.column(from.field.rawValue, toCells: 9) + words[place].text
        }
    }

    /// As `why` takes it, of a run that of its first frame and where it ends; a log has no sections.
    private static func places(_ from: Diff.Difference, _ to: Diff.Difference) -> String {
        func text(_ difference: Diff.Difference) -> String {
            let place = difference.place
            let section = (difference.name?.section ?? place.section).map { "\($0)." } ?? ""
            return "\(place.chunk):\(section)\(place.sequence)"
        }
        let begin = "\(from.message)/" + text(from)
        guard from.place != to.place else { return begin }
        let isSameChunk = from.place.chunk == to.place.chunk && from.name?.section == to.name?.section
        return begin + "–" + (isSameChunk ? "\(to.place.sequence)" : text(to))
    }

    private static func numbers(_ from: Int?, _ to: Int?) -> String {
        guard let from, let to else { return "-" }
        return from == to ? "#\(from)" : "#\(from)–\(to)"
    }

    private static func words(_ difference: Diff.Difference) -> String {
        "\(CheckText.shown(difference.first)) | \(CheckText.shown(difference.second))"
    }
}

extension [Diff.Difference] {
    /// Neighbors that belong together.
    fileprivate func chunked(where belongs: (Element, Element) -> Bool) -> [[Element]] {
        var chunks: [[Element]] = []
        for element in self {
            if let before = chunks.last?.last, belongs(before, element) {
                chunks[chunks.count - 1].append(element)
            } else {
                chunks.append([element])
            }
        }
        return chunks
    }
}
