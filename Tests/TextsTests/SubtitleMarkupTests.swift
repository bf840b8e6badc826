import Testing

@testable import Texts

/// What of a cue is text, and what is not.
@Suite struct SubtitleMarkupTests {
    private func read(_ lines: [String], _ format: TextFormat, end: String = "\n") throws -> BookText {
        try BookText(Array(lines.joined(separator: end).utf8), as: format)
    }

    @Test(
        "what only looks like a tag is text; tags that players take out are not",
        arguments: [
            ("I <3 my <i>old</i> cat.", "I <3 my old cat."), ("2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
            ("Press <Enter> now", "Press <Enter> now"), ("He left.</i", "He left."),
            ("<i Well, <b>yes</b>", "Well, yes"),
            ("<i>Open and <u>never closed", "Open and never closed"), ("{y:i}Who?", "Who?"),
            ("{Y:b,i}{c:$0000ff}Me.", "Me."),
            ("{b}Bold{/b} and {so}", "Bold and {so}"), ("One|two", "One two"), ("One\\Ntwo\\hthree", "One two three"),
            ("{\\p1}m 0 0 l 9 9{\\p0}After", "After"), ("<ruby>明日<rt>あした</rt></ruby>行く", "明日行く"),
            ("<v Ann Lee>Hi <lang fr>là</lang>", "Hi là"), ("Look in C:\\New", "Look in C:\\New"),
            ("<00:00:01.500>Stamped", "Stamped"),
        ])
    func tags(_ text: String, _ expected: String) throws {
        #expect(try read(["1", "00:00:01,000 --> 00:00:02,000", text], .srt).sentences == [expected])
    }

    @Test("WebVTT has tags of any name, ruby with several readings, and no breaks but its own")
    func tagsOfVTT() throws {
        let times = ["WEBVTT", "", "00:01.000 --> 00:02.000"]
        #expect(try read(times + ["<x.y z>One</x>|two I <3 it"], .vtt).sentences == ["One|two I <3 it"])
        let ruby = "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</ruby>だ"
        #expect(try read(times + [ruby], .vtt).sentences == ["漢字だ"])
    }

    @Test(
        "braces with a backslash are braces, other braces of ASS are tags or remarks",
        arguments: [
            ("Type \\{name\\} here", "Type {name} here"), ("One{a remark} two", "One two"), ("No { end", "No { end"),
            ("{\\t(0,100,\\p1\\b1)}Word", "Word"), ("{\\pos(1,2)\\p2}m 0 0{\\p0}Word", "Word"), ("a\\b", "a\\b"),
            ("{\\fnArial\\frz30\\rAlt}Word", "Word"),
        ])
    func braces(_ text: String, _ expected: String) throws {
        let line = "Dialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,\(text)"
        #expect(try read(["[Events]", line], .ass).sentences == [expected])
    }

    @Test("ends of lines: LF, CR LF, CR, and CR CR LF", arguments: ["\n", "\r\n", "\r", "\r\r\n"])
    func lineEnds(_ end: String) throws {
        let lines = [
            "1", "00:00:01,000 --> 00:00:02,000", "One", "and another.", "", "2", "00:00:03,000 --> 00:00:04,000",
            "Two.", "",
        ]
        #expect(try read(lines, .srt, end: end).sentences == ["One and another.", "Two."])
    }

    @Test("numbers of cues are not read, whatever stands between them; a text that is a number is")
    func numbers() throws {
        let lines = [
            "1", "00:01,0 --> 00:02,0", "One", "", "2", "", "00:03,0 --> 00:04,0", "", "42", "", "3",
            "00:05,0 --> 00:06,0", "4",
            "00:07,0 --> 00:08,0", "Three",
        ]
        #expect(try read(lines, .srt).sentences == ["One", "42", "Three"])
    }

    @Test(
        "times as people write them",
        arguments: [
            "00:00:01,000 –> 00:00:02,000", "00:00:01.000 -> 00:00:02.000", "00: 00: 01, 000 --> 00: 00: 02, 000 X1:5",
            "00:00:01:000 --> 00:00:02:000", "00:00:01，000 → 00:00:02，000", "0:0:1 ---> 0:0:2",
            "00:00:01,000-->00:00:02,000",
        ])
    func times(_ line: String) throws {
        let book = try read(["1", line, "Text."], .srt)
        #expect(book.sentences == ["Text."])
        #expect(book.cues.map { [$0.start.seconds, $0.end.seconds] } == [[1, 2]])
    }

    @Test("times inside of a text are no cue, unless the arrow is that of cues")
    func timesInText() throws {
        let lines = ["1", "00:01,0 --> 00:02,0", "Open", "10:00 -> 12:00", "and 14:00 -> late", "on Mondays."]
        #expect(try read(lines, .srt).sentences == ["Open 10:00 -> 12:00 and 14:00 -> late on Mondays."])
    }

    @Test("a cue from before the beginning is left out and reported; one that begins there is cut")
    func negative() throws {
        let lines = [
            "1", "00:00:01,000 --> 00:00:02,000", "One.", "", "2", "-0:58:00,300 --> -0:57:58,540", "Lost.", "", "3",
            "-00:00:01,000 --> 00:00:00,500", "Cut.",
        ]
        let book = try read(lines, .srt)
        #expect(book.sentences == ["Cut.", "One."] && book.cues[0].start == .zero)
        #expect(book.oddities == ["a cue from before the beginning is not read"])
    }

    @Test("only an empty line ends a cue of WebVTT; what stands behind it is reported, notes and names of cues are not")
    func emptyLines() throws {
        let lines = [
            "WEBVTT", "", "STYLE", "::cue { color: red }", "", "NOTE", "a remark", "", "first",
            "00:01.000 --> 00:02.000", "One",
            " ", "and more.", "", "Lost words.", "", "second", "00:03.000 --> 00:04.000", "Two.",
        ]
        let book = try read(lines, .vtt)
        #expect(book.sentences == ["One and more.", "Two."])
        #expect(book.oddities == ["\"Lost words.\" belongs to no cue and is not read"])
    }
}
