/// Which sentences of a text say the same as which of its translation. Nothing of either is lost, and neither is put into another
/// order: the pairs hold each sentence once, from the first to the last.
package struct Alignment: Hashable, Sendable {
    package struct Pair: Hashable, Sendable {
        /// Of `BookText.sentences`; empty where the translation says something that the original does not.
        package var original: Range<Int>
        package var translation: Range<Int>

        package init(_ original: Range<Int>, _ translation: Range<Int>) {
            (self.original, self.translation) = (original, translation)
        }

        package var isMatch: Bool { original.count == 1 && translation.count == 1 }
        package var isLeftOver: Bool { original.isEmpty || translation.isEmpty }
    }

    package var pairs: [Pair]

    package var report: AlignmentReport { AlignmentReport(pairs) }

    /// For each sentence of the original, the number of its pair.
    package func pairOfOriginal() -> [Int] {
        pairs.enumerated().flatMap { number, pair in pair.original.map { _ in number } }
    }
}

/// What came of an alignment, in sentences.
package struct AlignmentReport: Hashable, Sendable {
    /// Pairs of one sentence each.
    package var matched = 0
    /// Sentences of the original in pairs that have more than one of either text.
    package var merged = 0
    package var originalLeftOver = 0
    package var translationLeftOver = 0

    package init(_ pairs: [Alignment.Pair] = []) {
        for pair in pairs {
            if pair.isMatch {
                matched += 1
            } else if pair.isLeftOver {
                originalLeftOver += pair.original.count
                translationLeftOver += pair.translation.count
            } else {
                merged += pair.original.count
            }
        }
    }

    /// `61 sentences matched, 3 merged, 1 of the original and 2 of the translation left over`
    package var words: String {
        var parts = ["\(matched) sentence\(matched == 1 ? "" : "s") matched"]
        if merged > 0 { parts.append("\(merged) merged") }
        var left: [String] = []
        if originalLeftOver > 0 { left.append("\(originalLeftOver) of the original") }
        if translationLeftOver > 0 { left.append("\(translationLeftOver) of the translation") }
        if !left.isEmpty { parts.append(left.joined(separator: " and ") + " left over") }
        return parts.joined(separator: ", ")
    }
}

extension Alignment {
    /// Chapters with each other when both texts have as many, then paragraphs, then the sentences of those: by their lengths, after
    /// Gale and Church. Takes time in proportion to the texts.
    ///
    /// Twice: how much longer one language is than the other is seen well only from sentences that are known to belong together,
    /// since what one text has alone says nothing of it.
    package init(_ original: BookText, _ translation: BookText) {
        let (left, right) = (TextLengths(original), TextLengths(translation))
        let first = LengthAligner.ratio(left.total, right.total)
        let pairs = Self.pairs(original, translation, left, right, ratio: first)
        let ratios = pairs.filter(\.isMatch).map { pair in
            LengthAligner.ratio(left.lengths[pair.original.lowerBound], right.lengths[pair.translation.lowerBound])
        }
        guard let second = ratios.median, second != first else {
            self.pairs = pairs
            return
        }
        self.pairs = Self.pairs(original, translation, left, right, ratio: second)
    }

    private static func pairs(
        _ original: BookText, _ translation: BookText, _ left: TextLengths, _ right: TextLengths, ratio: Double
    ) -> [Pair] {
        let aligner = LengthAligner(ratio: ratio)
        var pairs: [Pair] = []
        for (first, second) in Self.sections(original, translation) {
            let steps = aligner.align(left.paragraphs[first], right.paragraphs[second])
            for step in steps {
                pairs += Self.sentences(aligner, left, step.first, right, step.second)
            }
        }
        return pairs
    }

    private static func sections(_ original: BookText, _ translation: BookText) -> [(Range<Int>, Range<Int>)] {
        let (first, second) = (original.chapters, translation.chapters)
        guard first.count == second.count, first.count > 1 else {
            return [(original.paragraphs.indices, translation.paragraphs.indices)]
        }
        let starts = zip(first, second).map { ($0.paragraphs.lowerBound, $1.paragraphs.lowerBound) }
        let bounds = [(0, 0)] + starts + [(original.paragraphs.count, translation.paragraphs.count)]
        return zip(bounds, bounds.dropFirst()).map { ($0.0..<$1.0, $0.1..<$1.1) }
    }

    private static func sentences(
        _ aligner: LengthAligner, _ left: TextLengths, _ first: Range<Int>, _ right: TextLengths, _ second: Range<Int>
    ) -> [Pair] {
        let (original, translation) = (left.sentences(of: first), right.sentences(of: second))
        let isEqual = first.count == 1 && second.count == 1 && original.count == translation.count
        if isEqual { return zip(original, translation).map { Pair($0..<$0 + 1, $1..<$1 + 1) } }
        return aligner.align(left.lengths[original], right.lengths[translation]).map { Pair($0.first, $0.second) }
    }
}

/// How long the sentences and paragraphs of a text are, in scalars that are visible.
struct TextLengths {
    private(set) var lengths: [Int] = []
    private(set) var paragraphs: [Int] = []
    /// The first sentence of each paragraph, and one behind the last.
    private var starts: [Int] = [0]
    private(set) var total = 0

    init(_ text: BookText) {
        for paragraph in text.paragraphs {
            let own = paragraph.sentences.map { $0.unicodeScalars.count { $0 != " " } }
            lengths += own
            paragraphs.append(own.reduce(0, +))
            starts.append(lengths.count)
        }
        total = paragraphs.reduce(0, +)
    }

    func sentences(of paragraphs: Range<Int>) -> Range<Int> {
        starts[paragraphs.lowerBound]..<starts[paragraphs.upperBound]
    }
}

extension Array where Element: Comparable {
    /// The one in the middle; the larger of two.
    fileprivate var median: Element? { isEmpty ? nil : sorted()[count / 2] }
}
