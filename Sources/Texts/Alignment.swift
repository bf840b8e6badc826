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
    /// The same of paragraphs: sentences go together only within these.
    private let paragraphs: [Pair]

    package var report: AlignmentReport { AlignmentReport(pairs, paragraphs: paragraphs) }

    /// For each sentence of the original, the number of its pair.
    package func pairOfOriginal() -> [Int] {
        pairs.enumerated().flatMap { number, pair in pair.original.map { _ in number } }
    }
}

/// What came of an alignment, in sentences; whether the texts belong together is told from their paragraphs.
package struct AlignmentReport: Hashable, Sendable {
    /// Pairs of one sentence each.
    package var matched = 0
    /// Sentences of the original in pairs that have more than one of either text.
    package var merged = 0
    package var originalLeftOver = 0
    package var translationLeftOver = 0
    private var original = ParagraphCount()
    private var translation = ParagraphCount()

    private struct ParagraphCount: Hashable {
        var all = 0
        var leftOver = 0

        mutating func add(_ count: Int, isLeftOver: Bool) {
            all += count
            if isLeftOver { leftOver += count }
        }
    }

    package init(_ pairs: [Alignment.Pair], paragraphs: [Alignment.Pair]) {
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
        for pair in paragraphs {
            original.add(pair.original.count, isLeftOver: pair.isLeftOver)
            translation.add(pair.translation.count, isLeftOver: pair.isLeftOver)
        }
    }

    /// Why the texts cannot be a text and its translation; `nil` where they can.
    ///
    /// Most paragraphs of the shorter text belong to none of the other. Sentences prove less: not every language ends them with a
    /// full stop. Nor does what the longer text has alone: a translation may be of the first chapters, or have a preface.
    /// - Parameters:
    ///   - name: of the original, as messages call it.
    ///   - other: the same of the translation.
    package func mismatch(original name: String, translation other: String) -> String? {
        guard original.all > 0 else { return "\(name) has no sentences" }
        guard translation.all > 0 else { return "\(other) has no sentences" }
        let shorter = original.all <= translation.all ? original : translation
        guard max(original.all, translation.all) >= Self.paragraphsToTell, 2 * shorter.leftOver > shorter.all else {
            return nil
        }
        let found = "\(translation.all) paragraph\(translation.all == 1 ? "" : "s") for \(original.all)"
        return "\(found), of which \(shorter.all - shorter.leftOver) correspond"
    }

    /// Fewer may be another number in another language.
    private static let paragraphsToTell = 5

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
        let first = LengthAligner.ratio(ofTexts: left.total, right.total)
        let found = Self(original, translation, left, right, ratio: first)
        let ratios = found.pairs.filter(\.isMatch).map { pair in
            LengthAligner.ratio(left.lengths[pair.original.lowerBound], right.lengths[pair.translation.lowerBound])
        }
        guard let second = ratios.median, second != first else {
            self = found
            return
        }
        self = Self(original, translation, left, right, ratio: second)
    }

    private init(
        _ original: BookText, _ translation: BookText, _ left: TextLengths, _ right: TextLengths, ratio: Double
    ) {
        let aligner = LengthAligner(ratio: ratio)
        var (pairs, paragraphs): ([Pair], [Pair]) = ([], [])
        for (first, second) in Self.sections(original, translation) {
            for step in aligner.align(left.paragraphs[first], right.paragraphs[second]) {
                paragraphs.append(Pair(step.first, step.second))
                pairs += Self.sentences(aligner, left, step.first, right, step.second)
            }
        }
        (self.pairs, self.paragraphs) = (pairs, paragraphs)
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
