import Events
import Testing

@testable import Texts

/// When the words of subtitles are heard, where the subtitles say it.
@Suite struct SubtitleWordTests {
    private func words(_ text: String, _ format: TextFormat) throws -> [[String]] {
        try BookText(Array(text.utf8), as: format).cues.map { cue in
            zip(cue.lanes.translation?.tokens ?? [], cue.words.translation).map { "\($0) \($1.start.seconds.fixed(2))" }
        }
    }

    private func dialogue(_ text: String) -> String {
        "[Events]\nDialogue: 0,0:00:10.00,0:00:20.00,D,,0,0,0,,\(text)\n"
    }

    private func srt(_ cues: [(start: Int, end: Int, text: String)]) -> String {
        func time(_ tenths: Int) -> String {
            "00:00:\(tenths / 100 == 0 ? "0" : "")\(tenths / 10),\(tenths % 10)00"
        }
        return cues.enumerated().map { "\($0 + 1)\n\(time($1.start)) --> \(time($1.end))\n\($1.text)\n" }.joined(
            separator: "\n")
    }

    @Test(
        "karaoke of ASS counts hundredths of a second from the start of its line, pauses and syllables too",
        arguments: [
            ("{\\k100}One {\\K" + "200}two {\\kf50}three", ["One 10.00", "two 11.00", "three 13.00"]),
            ("{\\ko100}{\\k50}One{\\k25} two", ["One 11.00", "two 11.50"]),
            ("{\\k100}Ka{\\k100}ra{\\k100}oke {\\k10}night", ["Karaoke 10.00", "night 13.00"]),
            ("{\\k100}One {\\kt500}two {\\k100}three", ["One 10.00", "two 15.00", "three 15.00"]),
            ("{\\k200\\b1}One {\\b0}and {\\k100}two", ["One 10.00", "and 11.00", "two 12.00"]),
            ("Before {\\k300}{\\k100}one", ["Before 10.00", "one 13.00"]),
            ("{\\k100}今{\\k100}日{\\k100}は", ["今 10.00", "日 11.00", "は 12.00"]),
            ("{\\k5000}One {\\k100}two", ["One 10.00", "two 15.00"]),
        ])
    func karaoke(_ text: String, _ expected: [String]) throws {
        #expect(try words(dialogue(text), .ass) == [expected])
    }

    @Test("a word lights at its own time stamp, and those between two stamps evenly")
    func stamps() throws {
        let text = "WEBVTT\n\n00:01.000 --> 00:09.000\nSo <00:03.000><c>we</c> <i>all</i> <00:00:07.000>went\n"
        #expect(try words(text, .vtt) == [["So 1.00", "we 3.00", "all 5.00", "went 7.00"]])
        // Stamps beyond the cue, or that go back, say nothing.
        let odd = "WEBVTT\n\n00:01.000 --> 00:05.000\nSo <00:03.000>we <00:02.000>all <00:30.000>went\n"
        #expect(try words(odd, .vtt).first?.first == "So 1.00")
    }

    @Test(
        "the word that looks unlike the others is the one that is heard",
        arguments: [
            ["<u>One</u> two three", "One <u>two</u> three", "One two <u>three</u>"],
            ["<i>One</i> two three", "One <i>two</i> three", "One two <i>three</i>"],
            ["<b>One</b> two three", "<b>One two</b> three", "<b>One two three</b>"],
            [
                "<font color=red>One</font> two three", "One <font color=red>two</font> three",
                "One two <font color=red>three</font>",
            ],
            [
                "<font color=\"#fff\"><font color=\"#0f0\">One</font> two three</font>",
                "<font color=\"#fff\">One <font color=\"#0f0\">two</font> three</font>",
                "<font color=\"#fff\">One two <font color=\"#0f0\">three</font></font>",
            ],
            ["One <font color=gray>two three</font>", "One two <font color=gray>three</font>", "One two three"],
            ["<i><u>One</u> two</i> three", "<i>One <u>two</u></i> three", "<i>One two</i> <u>three</u>"],
        ])
    func highlight(_ texts: [String]) throws {
        let cues = zip([(5, 40), (40, 45), (45, 60)], texts).map { (start: $0.0, end: $0.1, text: $1) }
        #expect(try words(srt(cues), .srt) == [["One 0.50", "two 4.00", "three 4.50"]])
    }

    @Test("between two highlighted words the last one stays, with a cue without a highlight or without any cue")
    func pauses() throws {
        let shown = srt([(5, 10, "<u>One</u> two"), (10, 30, "One two"), (30, 40, "One <u>two</u>")])
        #expect(try words(shown, .srt) == [["One 0.50", "two 3.00"]])
        let gaps = srt([(5, 10, "<u>One</u> two"), (15, 40, "One <u>two</u>")])
        #expect(try words(gaps, .srt) == [["One 0.50", "two 1.50"]])
        let late = srt([(5, 10, "One two"), (10, 20, "<u>One</u> two"), (20, 30, "One <u>two</u>")])
        #expect(try words(late, .srt) == [["One 1.00", "two 2.00"]])
    }

    @Test("what always looks so marks no word, nor does one cue alone")
    func constant() throws {
        let same = srt([(0, 20, "This <i>never</i> moves"), (20, 30, "This <i>never</i> moves")])
        #expect(try words(same, .srt) == [["This 0.00", "never 1.00", "moves 2.00"]])
        #expect(try words(srt([(0, 30, "It <b>is</b> so")]), .srt) == [["It 0.00", "is 1.00", "so 2.00"]])
    }

    @Test("a highlight also cuts a text that is written without blanks")
    func unspaced() throws {
        let text = srt([(0, 10, "<u>明日</u>行く"), (10, 20, "明日<u>行く</u>")])
        #expect(try words(text, .srt) == [["明日 0.00", "行く 1.00"]])
    }

    // MARK: Shown twice

    @Test("captions that roll are read once, line by line")
    func rolling() throws {
        let lines = ["the road was long and", "we had no water left", "but we went on"]
        let text = srt([
            (0, 30, lines[0]), (30, 60, lines[0] + "\n" + lines[1]), (60, 90, lines[1] + "\n" + lines[2]),
            (90, 95, lines[2]),
        ])
        #expect(try BookText(Array(text.utf8), as: .srt).sentences == lines)
        // On one line each.
        let flat = srt([(0, 30, lines[0]), (30, 60, lines[0] + " " + lines[1]), (60, 90, lines[1] + " " + lines[2])])
        let words = try BookText(Array(flat.utf8), as: .srt).sentences.joined(separator: " ")
        #expect(words == lines.joined(separator: " "))
    }

    @Test("a line that grows word by word is one sentence, and each word has the time at which it came")
    func growing() throws {
        let text = srt([(0, 5, "I"), (5, 9, "I see"), (9, 20, "I see the"), (20, 30, "I see the sea")])
        #expect(try words(text, .srt) == [["I 0.00", "see 0.50", "the 0.90", "sea 2.00"]])
    }

    @Test("what people say twice is read twice")
    func repeated() throws {
        let text = srt([
            (0, 10, "No."), (10, 20, "No. I said no."), (30, 40, "Where is he now?"), (50, 60, "Where is he now?"),
        ])
        #expect(
            try BookText(Array(text.utf8), as: .srt).sentences == [
                "No.", "No. I said no.", "Where is he now?", "Where is he now?",
            ])
    }

    @Test("automatic captions of WebVTT keep the times of their words")
    func automatic() throws {
        let text = """
            WEBVTT

            00:00:00.100 --> 00:00:02.400 align:start position:0%
            \u{20}
            by<00:00:00.500><c> noon</c><00:00:00.900><c> the</c><00:00:01.200><c> market</c>

            00:00:02.400 --> 00:00:02.410 align:start position:0%
            by noon the market
            \u{20}

            00:00:02.410 --> 00:00:04.700 align:start position:0%
            by noon the market
            was<00:00:02.700><c> full</c>
            """
        #expect(
            try words(text, .vtt) == [
                ["by 0.10", "noon 0.50", "the 0.90", "market 1.20"], ["was 2.41", "full 2.70"],
            ])
    }

    private func ass(_ lines: [String]) throws -> [String] {
        let text = "[Events]\n" + lines.map { $0 + "\n" }.joined()
        return try BookText(Array(text.utf8), as: .ass).sentences
    }

    @Test("one text on several layers is one text, whatever stands between them")
    func layers() throws {
        func line(_ layer: Int, _ times: String, _ text: String) -> String {
            "Dialogue: \(layer),\(times),D,,0,0,0,,\(text)"
        }
        let first = "0:00:01.00,0:00:04.00"
        let lines = [
            line(0, first, "{\\bord4}Sign"), line(0, first, "Where is it?"), line(1, first, "{\\bord0}Sign"),
            line(1, "0:00:01.50,0:00:04.00", "Where is it?"), line(0, "0:00:06.00,0:00:07.00", "Sign"),
        ]
        #expect(try ass(lines) == ["Sign", "Where is it?", "Sign"])
    }

    @Test("a line that is shown syllable by syllable is read once")
    func syllables() throws {
        func part(_ x: Int, _ text: String, _ start: Int = 1, effect: String = "") -> String {
            "Dialogue: 1,0:00:0\(start).00,0:00:05.00,K,,0,0,0,\(effect),{\\pos(\(x),9)}\(text)"
        }
        let parts = [part(1, "Ka"), part(2, "ra"), part(3, "oke"), part(4, "night")]
        let source = "0,0:00:01.00,0:00:05.00,K,,0,0,0,karaoke,{\\k50}Ka{\\k50}ra{\\k50}oke {\\k50}night"
        #expect(try ass(["Comment: " + source] + parts) == ["Karaoke night"])
        #expect(try ass(["Dialogue: 0,0:00:01.00,0:00:05.00,K,,0,0,0,,Karaoke night"] + parts) == ["Karaoke night"])
        #expect(try ass([part(1, "We"), part(2, "went", 2), part(3, "home", 3)]) == ["We went home"])
        #expect(try ass([part(1, "B"), part(2, "A"), part(3, "R")]) == ["BAR"])
        // A comment that nothing was made of is not shown.
        #expect(try ass(["Comment: " + source, "Dialogue: 0,0:00:01.00,0:00:05.00,K,,0,0,0,,Here"]) == ["Here"])
    }
}
