import Testing

@testable import Reading

/// Which file of subtitles belongs to a film beside it.
@Suite struct SubtitlesBesideTests {
    @Test(
        "the usual names, in any letters",
        arguments: [
            "film.srt", "film.SRT", "film.en.srt", "film.pt-BR.vtt", "film.eng.sdh.srt", "film.en.hi.srt",
            "film_en.srt",
            "FILM.ass", "film.forced.ssa", "film.English.srt",
        ])
    func names(_ name: String) {
        #expect(SubtitlesBeside.best(of: ["other.srt", name, "film.mkv"], for: "film.mkv") == name)
    }

    @Test("names of other films, and what is no subtitles")
    func others() {
        for name in ["film2.srt", "film.part two.srt", "film.txt", "my film.srt", "film.en.de.srt", "srt", "film"] {
            #expect(SubtitlesBeside.best(of: [name], for: "film.mkv") == nil, "\(name)")
        }
        #expect(SubtitlesBeside.best(of: ["a.b.c.srt"], for: "a.b.c.mp4") == "a.b.c.srt")
    }

    @Test("the name alone is best, then a language; forced ones and those for the hard of hearing come later")
    func order() {
        let names = [
            "film.ass", "film.srt", "film.sdh.srt", "film.de.srt", "film.en.srt", "film.en.sdh.srt",
            "film.forced.ass", "film.en.forced.ass",
        ]
        for place in names.indices {
            #expect(SubtitlesBeside.best(of: names[place...].reversed(), for: "film.mp4") == names[place])
        }
    }
}
