import Testing

@testable import BookAPI

/// Which subtitles are those of a film (reader 1.12).
@Suite struct SubtitleMatchTests {
    private static func file(
        _ path: String, chunk: String? = nil, range: String? = nil, sentences: ClosedRange<Int>? = nil,
        segment: String? = nil
    ) -> ListedFile {
        var file = ListedFile(path)
        (file.chunk, file.range, file.sentences, file.segment) = (chunk, range, sentences, segment)
        return file
    }

    private static let film = file(
        "media/0001-0010_bridges.mp4", chunk: "c", range: "dub", sentences: 1...10, segment: "s")

    /// For each reason, in its order, subtitles that have that one alone.
    private static let single: [(SubtitleMatch, ListedFile)] = [
        (.chunk, file("else/x.srt", chunk: "c")), (.range, file("else/x.srt", range: "dub")),
        (.sentences, file("else/x.srt", sentences: 10...20)), (.segment, file("else/x.srt", segment: "s")),
        (.directory, file("media/x.srt")), (.stem, file("else/0001-0010_Bridges.srt")),
        (.partOfStem, file("else/0001-0010_bridges.de.srt")),
    ]

    @Test("each reason holds for its own sake")
    func reasons() {
        #expect(Self.single.map(\.0) == SubtitleMatch.allCases)
        for (match, file) in Self.single {
            let found = SubtitleMatch.allCases.filter { $0.holds(file, Self.film) }
            // The same stem is a part of it, too.
            #expect(found == (match == .stem ? [.stem, .partOfStem] : [match]), "\(match)")
        }
        let other = Self.file("else/x.srt", chunk: "d", range: "", sentences: 11...20, segment: "t")
        #expect(SubtitleMatch.rank(other, Self.film) == 0)
        #expect(SubtitleMatch.rank(Self.file("x.srt"), Self.file("media/y.mp4")) == 0)
    }

    @Test("a reason counts more than all behind it together, and than the ending")
    func order() {
        for place in Self.single.indices.dropLast() {
            let best = Self.single[place].1
            for (match, worse) in Self.single[(place + 1)...] {
                var worse = worse
                worse = Self.file(
                    worse.path.replacing(".srt", with: ".ass"), chunk: worse.chunk, range: worse.range,
                    sentences: worse.sentences, segment: worse.segment)
                #expect(
                    SubtitleMatch.best(of: [worse, best], for: Self.film) == best, "\(Self.single[place].0) \(match)")
            }
        }
        // All but the first.
        let rest = Self.file("media/0001-0010_bridges.ass", range: "dub", sentences: 1...10, segment: "s")
        #expect(SubtitleMatch.best(of: [rest, Self.single[0].1], for: Self.film) == Self.single[0].1)
    }

    @Test("of those that are as good the ending counts: ass, vtt, srt; then which comes first")
    func endings() {
        func best(_ names: String...) -> String? {
            SubtitleMatch.best(of: names.map { Self.file("media/\($0)") }, for: Self.film)?.path
        }
        #expect(best("x.srt", "x.vtt", "x.ass") == "media/x.ass" && best("x.srt", "x.VTT") == "media/x.VTT")
        #expect(best("x.srt", "y.srt") == "media/x.srt" && best() == nil)
        #expect(SubtitleMatch.best(of: [Self.file("a.srt"), Self.file("b.vtt")], for: nil)?.path == "b.vtt")
    }

    @Test("what belongs to nothing is that of the only film, and of none where there are several")
    func stray() {
        let stray = Self.file("else/x.srt")
        #expect(SubtitleMatch.best(of: [stray], for: Self.film) == stray)
        #expect(SubtitleMatch.best(of: [stray], for: Self.film, isOnly: false) == nil)
    }

    @Test("a name begins with its sentences, or not")
    func segments() {
        let names = [
            "0001-0010_a.mp4": "0001-0010", "0001-0010.mp4": "0001-0010", "a_0001-0010.mp4": nil, "1-.mp4": nil,
        ]
        for (name, key) in names { #expect(Self.file("media/\(name)").segmentKey == key, "\(name)") }
        for name in ["", ".", "/", "a.", ".mp4", "https://h/?x=.mp4"] { _ = Self.file(name).stem }
        #expect(Self.file("https://h/x/a.mp4?b=c.srt").ending == "mp4")
    }
}
