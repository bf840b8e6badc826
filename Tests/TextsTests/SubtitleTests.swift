import Events
import Support
import Testing

@testable import Texts

@Suite("Subtitles")
struct SubtitleTests {
    private func read(_ text: String, _ format: TextFormat) throws -> BookText {
        try BookText(Array(text.utf8), as: format)
    }

    private func seconds(_ group: CueGroup) -> [Double] { [group.start.seconds, group.end.seconds] }

    // MARK: SRT and VTT

    @Test(
        "RV2 a mark at the start, CR LF, missing numbers, overlaps, hours beyond 99: all cues are read in the order of time"
    )
    func oddSRT() throws {
        let lines = [
            "\u{FEFF}2", "00:00:05,000 --> 00:00:09,500", "Later.", "", "00:00:01,000 --> 00:00:06.250", "First",
            "of two lines.",
            "3", "100:00:00,000 --> 100:00:01,000 X1:5", "Very &amp; <i>late</i>.", "", "", "4", "01:02,5 --> 01:03",
            "42", "",
            "5", "00:00:10,000 --> nonsense", "Lost.", "", "6", "00:00:20,000 --> 00:00:19,000", "Turned.",
        ]
        let book = try read(lines.joined(separator: "\r\n"), .srt)
        #expect(book.sentences == ["First of two lines.", "Later.", "Turned.", "42", "Very & late."])
        #expect(
            book.cues.map(seconds) == [[1, 6.25], [5, 9.5], [20, 20], [62.5, 63], [360_000, 360_001]])
        #expect(
            book.oddities == [
                "\"00:00:10,000 --> nonsense\" is not a readable time",
                "the cue at 20.000 s ends before it starts",
            ])
        #expect(book.cues.count == book.paragraphs.count)
        #expect(
            CueGroup.active(in: book.cues, at: .seconds(5)) == 1 && CueGroup.active(in: book.cues, at: .zero) == nil)
        #expect(CueGroup.active(in: book.cues, at: .seconds(15)) == nil)
    }

    @Test("an empty line inside of a text ends no cue of SRT, and the text of a VTT")
    func emptyLines() throws {
        #expect(
            try read("1\n00:01,0 --> 00:02,0\nOne\n\nTwo\n\n2\n00:03,0 --> 00:04,0\nThree", .srt).sentences == [
                "One Two", "Three",
            ])
        let vtt = """
            WEBVTT - a title
            Language: es

            STYLE
            ::cue { color: red }

            NOTE a remark
            of two lines

            intro
            00:01.000 --> 00:02.000 align:start position:0%
            <v Ann>Hola, <c.loud>mundo</c>. <00:01.500>Sí.

            00:03.000 --> 00:04.000
            1 < 2 &lt;3
            """
        let book = try read(vtt, .vtt)
        #expect(book.sentences == ["Hola, mundo. Sí.", "1 < 2 <3"] && book.language == "es")
    }

    @Test(
        "RV1 karaoke with twelve cues of one sentence is one sentence, and its bold words are reached one after the other"
    )
    func karaoke() throws {
        let words = [
            "The", "small", "light", "shone", "over", "the", "dark", "water", "all", "night", "long", "again.",
        ]
        var text = ""
        for place in words.indices {
            let marked = words.indices.map { index in
                index == place
                    ? "<b>\(words[index])</b>"
                    : index < place ? "<font color=\"#FB923C\">\(words[index])</font>" : words[index]
            }
            let (from, to) = (place * 500, place * 500 + 460)
            text += "\(place + 1)\n00:00:0\(from / 1000),\((from % 1000).padded(toDigits: 3)) --> 00:00:0\(to / 1000),"
            text += "\((to % 1000).padded(toDigits: 3))\n\(marked.joined(separator: " "))\n\n"
        }
        text += "13\n00:00:07,000 --> 00:00:08,000\n\(words.joined(separator: " "))\n"
        let book = try read(text, .srt)
        #expect(
            book.sentences == [words.joined(separator: " "), words.joined(separator: " ")],
            "the last one comes too late")
        let group = try #require(book.cues.first)
        #expect(seconds(group) == [0, 5.96] && group.isMarked && !book.cues[1].isMarked)
        #expect(group.lanes.translation?.tokens == words)
        let times = group.words.translation
        #expect(times.map(\.index) == Array(0..<12))
        #expect(times.map(\.start.seconds) == (0..<12).map { Double($0) * 0.5 })
        #expect(times.last?.end.seconds == 5.96)
    }

    @Test("without marks the words are spread over the group; text without spaces is one token")
    func evenWords() throws {
        let book = try read(
            "1\n00:00:01,000 --> 00:00:03,000\nfour words are here\n\n2\n00:00:04,000 --> 00:00:05,000\n你好世界\n", .srt)
        let times = book.cues[0].words.translation
        #expect(times.map(\.start.seconds) == [1, 1.5, 2, 2.5] && times.map(\.end.seconds) == [1.5, 2, 2.5, 3])
        #expect(book.cues[1].lanes.translation?.tokens == ["你好世界"])
        #expect(!book.cues[0].isMarked)
    }

    @Test("the line with the color of originals is the original; of the others the first is the translation")
    func kinds() throws {
        let text = """
            1
            00:00:01,000 --> 00:00:02,000
            <font size="4" color="#ffd60a">Привет</font>
            Hello
            privet

            2
            00:00:03,000 --> 00:00:04,000
            Alone
            """
        let book = try read(text, .srt)
        let lanes = book.cues[0].lanes
        #expect(lanes.original?.text == "Привет" && lanes.translation?.text == "Hello")
        #expect(lanes.transliteration?.text == "privet")
        #expect(book.cues[1].lanes.translation?.text == "Alone" && book.cues[1].lanes.original == nil)
        #expect(book.sentences == ["Привет", "Alone"])
    }

    @Test("one cue with the color of originals takes no line from the others, nor more lines than lanes from its own")
    func allLines() throws {
        let cues = [
            "- Who is it?\n- It is me.", "<font color=\"#FFD60A\">Good bye.</font>\nAuf Wiedersehen.",
            "<font color=\"#FFD60A\">One and</font>\n<font color=\"#FFD60A\">two.</font>\nEins\nund\nzwei.",
        ]
        let text = cues.enumerated().map { "\($0 + 1)\n00:00:0\($0),000 --> 00:00:0\($0 + 1),000\n\($1)" }
        let book = try read(text.joined(separator: "\n\n"), .srt)
        #expect(book.cues.map { $0.lanes.original?.text } == [nil, "Good bye.", "One and two."])
        let others = ["- Who is it? - It is me.", "Auf Wiedersehen.", "Eins und zwei."]
        #expect(book.cues.map { $0.lanes.translation?.text } == others)
        #expect(book.sentences == ["- Who is it? - It is me.", "Good bye.", "One and two."])
    }

    @Test("tags of ASS are left out of SRT and VTT; other braces stay")
    func overrides() throws {
        let text = "00:01.000 --> 00:02.000\n{\\an8}{\\i1}Top{\\i0} <i>{\\b1}text</i>, {so} {it is, \\o/} {\\an8\n"
        for (start, format) in [("", TextFormat.srt), ("WEBVTT\n\n", TextFormat.vtt)] {
            #expect(try read(start + text, format).sentences == ["Top text, {so} {it is, \\o/} {\\an8"])
        }
    }

    // MARK: ASS

    @Test("RV3 the order of its Format, commas and line breaks in texts, tags that are left out")
    func oddASS() throws {
        let text = """
            [Script Info]
            Title: x
            [Events]
            Format: Start, End, Style, Text
            Comment: 0:00:00.00,0:00:01.00,D,No
            Dialogue: 0:00:01.50,0:00:03.00,D,One, two,\\Nthree{\\k20\\pos(1,2)} \\hfour
            Dialogue: 0:00:00.00,0:00:01.00,D,{\\p1}m 0 0 l 100 0{\\p0}
            Dialogue: bad
            [Fonts]
            Dialogue: 0:00:09.00,0:00:10.00,D,No
            """
        let book = try read(text, .ass)
        #expect(book.sentences == ["One, two, three four"])
        #expect(book.cues.map(seconds) == [[1.5, 3]])
        #expect(book.oddities == ["\"bad\" is not a readable line"])
    }

    @Test("colors there are written from blue to red, and bold words are the current ones")
    func marksInASS() throws {
        func line(_ from: Int, _ text: String) -> String {
            "Dialogue: 0,0:00:0\(from).00,0:00:0\(from + 1).00,D,,0,0,0,,\(text)\n"
        }
        let first = line(1, "{\\c&H0AD6FF&}Uno {\\b1}dos{\\b0} tres\\N{\\r}One two three")
        let second = line(2, "{\\1c&H0AD6FF&}Uno dos {\\b1}tres{\\r}\\NOne two three")
        let book = try read("[Events]\n" + first + second, .ass)
        #expect(book.cues.count == 1 && book.cues[0].lanes.original?.text == "Uno dos tres")
        #expect(book.cues[0].lanes.translation?.text == "One two three")
        #expect(book.cues[0].words.original.map(\.start.seconds) == [1, 1.5, 2])
        #expect(book.cues[0].words.translation.map(\.start.seconds).first == 1 && book.cues[0].isMarked)
    }

    @Test("times that are none")
    func times() {
        for text in ["", "1", "1:2:3:4", "a:b", "-1:00", "00:00:00,", "00:9999999999", "99999999:99999999:00", "1: 2"] {
            #expect(CueTimes.time(text[...]) == nil, "\(text)")
        }
        #expect(CueTimes.time("1:2:3.0000009")?.microseconds == 3_723_000_000)
    }

    @Test("no control character is left, and no text is longer than what is kept")
    func bounds() throws {
        let long = String(repeating: "word ", count: 5_000)
        let book = try read(
            "1\n00:01,0 --> 00:02,0\nA\u{1B}[2J\u{9B}b &#27;[0m\n\n2\n00:03,0 --> 00:04,0\n\(long)\n", .srt)
        #expect(book.sentences[0] == "A[2J›b [0m")
        #expect(book.sentences[1].unicodeScalars.count <= Limits.keptTextScalars)
    }
}
