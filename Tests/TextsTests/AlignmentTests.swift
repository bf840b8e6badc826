import Support
import Testing

@testable import Texts

@Suite struct AlignmentTests {
    private func book(_ paragraphs: [[Int]]) -> BookText {
        BookText(paragraphs: paragraphs.map { TextParagraph($0.map { String(repeating: "x", count: $0) }) })
    }

    private func check(_ alignment: Alignment, _ first: BookText, _ second: BookText) {
        #expect(
            alignment.pairs.flatMap(\.original) == Array(first.sentences.indices), "nothing is lost or out of order")
        #expect(alignment.pairs.flatMap(\.translation) == Array(second.sentences.indices))
        let report = alignment.report
        let inPairs = alignment.pairs.filter { !$0.isMatch && !$0.isLeftOver }.map(\.original.count).reduce(0, +)
        #expect(
            report.matched + report.merged + report.originalLeftOver == first.sentences.count
                && report.merged == inPairs)
    }

    private func aligned(_ first: [[Int]], _ second: [[Int]]) -> [[[Int]]] {
        let (left, right) = (book(first), book(second))
        let alignment = Alignment(left, right)
        check(alignment, left, right)
        return alignment.pairs.map { [Array($0.original), Array($0.translation)] }
    }

    @Test("paragraphs of as many sentences go one by one, however long those are")
    func equalCounts() {
        #expect(aligned([[10, 90], [40]], [[90, 10], [44]]) == [[[0], [0]], [[1], [1]], [[2], [2]]])
    }

    @Test("two sentences that became one are with it, and one that became two with both")
    func merged() {
        #expect(aligned([[40, 60, 120]], [[100, 120]]) == [[[0, 1], [0]], [[2], [1]]])
        #expect(aligned([[100, 120]], [[40, 60, 120]]) == [[[0], [0, 1]], [[1], [2]]])
    }

    @Test("a paragraph that one side has alone is left over, and the others meet")
    func leftOver() {
        let (left, right) = (book([[50, 70], [160], [90], [200]]), book([[50, 70], [92], [200]]))
        let alignment = Alignment(left, right)
        check(alignment, left, right)
        #expect(alignment.report.originalLeftOver == 1)
        #expect(alignment.pairs.contains(Alignment.Pair(2..<3, 2..<2)))
        #expect(alignment.pairs.contains(Alignment.Pair(4..<5, 3..<4)))
        #expect(alignment.report.words == "4 sentences matched, 1 of the original left over")
    }

    @Test("texts of which one is empty are left over whole")
    func empty() {
        #expect(aligned([], []) == [])
        #expect(aligned([[5, 5], [5]], []) == [[[0, 1, 2], []]])
        let (left, right) = (BookText(), book([[5]]))
        #expect(Alignment(left, right).report.words == "0 sentences matched, 1 of the translation left over")
    }

    @Test("texts are refused only where most paragraphs of the shorter one belong to none of the other")
    func mismatch() {
        func mismatch(_ first: [[Int]], _ second: [[Int]]) -> String? {
            Alignment(book(first), book(second)).report.mismatch(original: "a", translation: "b")
        }
        let text = (0..<20).map { place in (0..<6).map { 30 + (place * 7 + $0 * 13) % 60 } }
        // A language without full stops, the first chapters alone, a long preface, a few pages of a long book.
        #expect(mismatch(text, text.map { [$0.reduce(0, +)] }) == nil)
        #expect(mismatch(text, Array(text.prefix(7))) == nil)
        let preface = [[Int]](repeating: [120, 80, 60], count: 15)
        #expect(mismatch(preface + text, text) == nil && mismatch(text, preface + text) == nil)
        #expect(mismatch((0..<20).flatMap { _ in text }, Array(text.prefix(5))) == nil)
        // Few paragraphs tell nothing.
        #expect(mismatch([[Int](repeating: 31, count: 12)], [[10]]) == nil)
        let other = mismatch([[Int]](repeating: [100], count: 10), [[5], [985], [10]])
        #expect(other == "3 paragraphs for 10, of which 0 correspond")
        #expect(mismatch([], [[5]]) == "a has no sentences" && mismatch([[5]], []) == "b has no sentences")
    }

    @Test("chapters meet when there are as many of them, whatever is around them")
    func chapters() {
        var (left, right) = (book([[10], [20], [30], [40]]), book([[10], [99], [98], [97], [20], [30], [40]]))
        left.chapters = [TextChapter("I", 0..<1), TextChapter("II", 1..<4)]
        right.chapters = [TextChapter("I", 0..<4), TextChapter("II", 4..<7)]
        let alignment = Alignment(left, right)
        check(alignment, left, right)
        for (original, translation) in [(1, 4), (2, 5), (3, 6)] {
            #expect(alignment.pairs.contains(Alignment.Pair(original..<original + 1, translation..<translation + 1)))
        }
    }

    @Test("texts by chance lose nothing, and very uneven ones take time in proportion")
    func chance() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            func text() -> [[Int]] {
                (0..<random.below(12)).map { _ in (0...random.below(5)).map { _ in 1 + random.below(200) } }
            }
            _ = aligned(text(), text())
        }
        let many = [[Int]](repeating: [3], count: 100_000)
        for (first, second) in [
            (many, [[300_000]]), ([[1], [2]], many),
            ([[Int]](repeating: [30], count: 3), [[Int](repeating: 2, count: 50_000)]),
        ] {
            let (left, right) = (book(first), book(second))
            check(Alignment(left, right), left, right)
        }
    }

    @Test("a translation that follows its original closely is found sentence by sentence")
    func closeTranslation() {
        var random = SplitMix64(seed: 9)
        let first = (0..<400).map { _ in (0...random.below(6)).map { _ in 20 + random.below(150) } }
        let second = first.map { $0.map { $0 + $0 / 10 + random.below(8) } }
        let (left, right) = (book(first), book(second))
        let report = Alignment(left, right).report
        #expect(report.matched == left.sentences.count)
    }
}
