import Support
import Testing

@testable import Texts

@Suite("Line breaks of verse")
struct VerseTests {
    private func sentences(_ text: String, keeping: Bool = true, by count: Int = 1) -> [Sentence] {
        var splitter = SentenceSplitter(keepsLineBreaks: keeping)
        var found: [Sentence] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: count) {
            found += splitter.receive(bytes[start..<min(start + count, bytes.count)])
        }
        return found + splitter.finish()
    }

    @Test(
        "those of verse stay in their sentence and are spaces for the voice; others are spaces",
        arguments: [1, 7, 1_000])
    func verse(count: Int) {
        let verse = sentences("Roses are red, \nviolets are blue.\nSugar is\nsweet", by: count)
        #expect(verse.map(\.text) == ["Roses are red,\nviolets are blue.", "Sugar is\nsweet"])
        #expect(verse.map(\.spoken) == ["Roses are red, violets are blue.", "Sugar is sweet"])
        #expect(
            sentences("Roses are red,\nviolets", keeping: false, by: count).map(\.text) == ["Roses are red, violets"])
        let folded = String(repeating: "words ", count: 12) + "and\nmore of them"
        #expect(sentences(folded, by: count).map(\.text) == [folded.replacing("\n", with: " ")])
    }

    @Test("a sentence that is cut keeps its line breaks where they are")
    func cut() {
        let lines = (0..<20).map { "line number \($0), of many" }
        let found = sentences(lines.joined(separator: "\n"))
        #expect(found.count > 1)
        #expect(found.flatMap { $0.text.split(separator: "\n").map(String.init) } == lines, "\(found)")
    }
}

@Suite struct SentenceSplitterTests {
    private func split(_ text: String) -> [String] { split(Array(text.utf8)) }

    private func split(_ bytes: [UInt8]) -> [String] {
        var splitter = SentenceSplitter()
        return (splitter.receive(bytes) + splitter.finish()).map(\.text)
    }

    @Test("a sentence behind a blank line begins a paragraph, wherever the text is cut", arguments: [1, 2, 5, 100])
    func paragraphs(piece: Int) {
        let text = "\n\nOne. Two.\nThree.\n\n\n***\n\nFour.\n\nFive\u{2029}Six. Seven."
        let bytes = Array(text.utf8)
        var splitter = SentenceSplitter()
        var found: [Sentence] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            found += splitter.receive(bytes[start..<min(bytes.count, start + piece)])
        }
        found += splitter.finish()
        #expect(found.map(\.text) == ["One.", "Two.", "Three.", "Four.", "Five", "Six.", "Seven."])
        #expect(found.filter(\.beginsParagraph).map(\.text) == ["Four.", "Five", "Six."])
    }

    @Test("control sequences are passed over whole, wherever they are cut", arguments: 1...7)
    func controlSequences(piece: Int) {
        let text =
            "\u{1B}[31mRed text\u{1B}[0m and \u{1B}]0;TITLE\u{7}\u{1B}]8;;http://h\u{1B}\\more\u{1B}(B. \u{1B}[1mBold. \u{1B}P1$r0m\u{1B}\\\u{1B}[?1049lLast one."
        let bytes = Array(text.utf8)
        var splitter = SentenceSplitter()
        var found: [String] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            found += splitter.receive(bytes[start..<min(bytes.count, start + piece)]).map(\.text)
        }
        found += splitter.finish().map(\.text)
        #expect(found == ["Red text and more.", "Bold.", "Last one."])
        // What never ends is no sequence, and takes nothing away for good.
        var endless = SentenceSplitter()
        let long = endless.receive(Array(("\u{1B}]0;" + String(repeating: "x", count: 5_000) + " Here. ").utf8))
        #expect((long + endless.finish()).contains { $0.text.hasSuffix("Here.") })
        #expect(split("Before \u{1B}]0;never closed\nbehind.") == ["Before behind."])
    }

    @Test(
        "sentences end where people end them",
        arguments: [
            ("Hello. How are you?  Fine!", ["Hello.", "How are you?", "Fine!"]),
            ("Dr. Smith paid 3.14 dollars at 5 p.m. to J. Doe.", ["Dr. Smith paid 3.14 dollars at 5 p.m. to J. Doe."]),
            ("We met at 5 p.m. Then we left.", ["We met at 5 p.m.", "Then we left."]),
            (
                "Use e.g. this, i.e. that. And so on etc. The end.",
                ["Use e.g. this, i.e. that.", "And so on etc.", "The end."]
            ),
            ("Am 3. Mai war z.B. Dr. Müller da. Gut.", ["Am 3. Mai war z.B. Dr. Müller da.", "Gut."]),
            ("So do I. You too.", ["So do I.", "You too."]),
            (
                "In the U.S. Army it costs 1,000.50 at example.com today. Yes.",
                ["In the U.S. Army it costs 1,000.50 at example.com today.", "Yes."]
            ),
            ("He said \"Stop!\" and left. \"Go!\" She went.", ["He said \"Stop!\" and left.", "\"Go!\"", "She went."]),
            ("(Really?) Yes… no... maybe", ["(Really?)", "Yes… no... maybe"]),
            ("One.Two is not node.js. Wow!Great", ["One.", "Two is not node.js.", "Wow!", "Great"]),
            (
                "« Bonjour ! » dit-il. « Ça va ? Oui. » Il sourit. «Non !» Fin.",
                ["« Bonjour ! » dit-il.", "« Ça va ?", "Oui. »", "Il sourit.", "«Non !»", "Fin."]
            ),
            ("»Ja!« sagte er. Gut! »Nein.« Er ging.", ["»Ja!« sagte er.", "Gut!", "»Nein.«", "Er ging."]),
            ("„Ja!“ sagte er. „Nein.“ Er ging.", ["„Ja!“ sagte er.", "„Nein.“", "Er ging."]),
            ("“Go.” She went. ‘No.’ “Yes.”", ["“Go.”", "She went.", "‘No.’", "“Yes.”"]),
            (
                "Die S. 15 ff. sind leer. Siehe S. 3 ff. Danach nichts.",
                ["Die S. 15 ff. sind leer.", "Siehe S. 3 ff.", "Danach nichts."]
            ),
            (
                "I took no. 50 of Nos. 12 and 13, op. 3 too. He said no. She left. “No.” 5 of us went.",
                ["I took no. 50 of Nos. 12 and 13, op. 3 too.", "He said no.", "She left.", "“No.”", "5 of us went."]
            ),
            ("今日は。元気ですか？はい！", ["今日は。", "元気ですか？", "はい！"]),
            ("老师说。“你好。”“你也好！”他走了。‘再见。’", ["老师说。", "“你好。”", "“你也好！”", "他走了。", "‘再见。’"]),
            ("„你好。“他走了。‚再见！‘ ”کیا؟“ ”ہاں۔“", ["„你好。“", "他走了。", "‚再见！‘", "”کیا؟“", "”ہاں۔“"]),
            ("“你好。他来了。”“再见。”", ["“你好。", "他来了。”", "“再见。”"]),
            ("مرحبا؟ نعم. كيف الحال؟", ["مرحبا؟", "نعم.", "كيف الحال؟"]),
            ("क्या हाल है। ठीक है।", ["क्या हाल है।", "ठीक है।"]),
            ("A heading\n\nA text that is\nwrapped. Next", ["A heading", "A text that is wrapped.", "Next"]),
            ("To do:\n- wash\n- dry\r\n* fold", ["To do:", "- wash", "- dry", "* fold"]),
            ("Wait!? Really?!! \u{2026} ok", ["Wait!?", "Really?!! \u{2026} ok"]),
            ("  \n\n \t ", []), ("", []), ("...! ?", []), ("🎉 🎉. Party 🎉 now. 👍", ["Party 🎉 now."]),
        ])
    func ends(text: String, sentences: [String]) { #expect(split(text) == sentences) }

    @Test(
        "the full stop of an abbreviation, a numeral or an ordinal ends nothing that goes on",
        arguments: [
            ("Ph.D. students came. He has a Ph.D. She too.", ["Ph.D. students came.", "He has a Ph.D.", "She too."]),
            (
                "See Fig. 3 and Eq. 2, pp. 12-14. Gen. Lee et al. wrote it.",
                ["See Fig. 3 and Eq. 2, pp. 12-14. Gen. Lee et al. wrote it."]
            ),
            ("No. 5, Ch. 4, Vol. 2, Sec. 3, p. 12, Eqs. 2.", ["No. 5, Ch. 4, Vol. 2, Sec. 3, p. 12, Eqs. 2."]),
            ("Abb. 3, Nr. 5, Bd. 2 und S. 5 da.", ["Abb. 3, Nr. 5, Bd. 2 und S. 5 da."]),
            ("El art. 5, núm. 3, cap. 4, pág. 7.", ["El art. 5, núm. 3, cap. 4, pág. 7."]),
            (
                "El Sr. López y la Sra. Ruiz (EE. UU.) dijeron: —¡Hola! El EE. UU. es grande.",
                ["El Sr. López y la Sra. Ruiz (EE. UU.) dijeron: —¡Hola!", "El EE. UU. es grande."]
            ),
            (
                "El p. ej. de Uds. Gómez, Dña. Ana y Ud. mismo. Sí.",
                ["El p. ej. de Uds. Gómez, Dña. Ana y Ud. mismo.", "Sí."]
            ),
            (
                "Ludwig XIV. war König. Karl I. auch. World War II. Then peace.",
                ["Ludwig XIV. war König.", "Karl I. auch.", "World War II.", "Then peace."]
            ),
            (
                "Am 3.5. war der 3. Mai im 19. und XX. Jahrhundert zum 100. mal. Gut.",
                ["Am 3.5. war der 3. Mai im 19. und XX. Jahrhundert zum 100. mal.", "Gut."]
            ),
            ("Inc. and Co. Ltd. were & Co. KG. So they say.", ["Inc. and Co. Ltd. were & Co. KG.", "So they say."]),
            (
                "Thm. 3, hrsg. von Lee et al. 2020, op. cit. p. 3, Bahnhofstr. 5.",
                ["Thm. 3, hrsg. von Lee et al. 2020, op. cit. p. 3, Bahnhofstr. 5."]
            ),
        ])
    func abbreviations(text: String, sentences: [String]) { #expect(split(text) == sentences) }

    @Test(
        "words that only look like abbreviations end a sentence",
        arguments: [
            ("I saw it. iPhone sales rose.", ["I saw it.", "iPhone sales rose."]),
            ("It was 1848. Then 2.5. Then more.", ["It was 1848.", "Then 2.5.", "Then more."]),
            ("On TV. 5 of us saw the PDF. so there.", ["On TV.", "5 of us saw the PDF.", "so there."]),
            ("Ask at example.com. They know.", ["Ask at example.com.", "They know."]),
            ("You can't. I won’t. It is John's. He left.", ["You can't.", "I won’t.", "It is John's.", "He left."]),
        ])
    func words(text: String, sentences: [String]) { #expect(split(text) == sentences) }

    @Test("a sentence is given with the white space behind it, or in a pause")
    func early() {
        var splitter = SentenceSplitter()
        #expect(splitter.receive("Hello.".utf8).isEmpty)
        #expect(splitter.pause().map(\.text) == ["Hello."])
        #expect(splitter.pause().isEmpty)
        #expect(splitter.receive(" How are you? I".utf8).map(\.text) == ["How are you?"])
        #expect(splitter.pause().isEmpty)
        #expect(splitter.receive(" met Dr.".utf8).isEmpty && splitter.pause().isEmpty)
        #expect(splitter.receive(" No at 5 p.m.".utf8).isEmpty)
        #expect(splitter.pause().map(\.text) == ["I met Dr. No at 5 p.m."])
        #expect(splitter.receive("It was 12.".utf8).isEmpty && splitter.pause().map(\.text) == ["It was 12."])
        #expect(splitter.receive("A line\n".utf8).isEmpty && splitter.pause().map(\.text) == ["A line"])
        #expect(splitter.receive("no end".utf8).isEmpty && splitter.pause().isEmpty)
        #expect(splitter.finish().map(\.text) == ["no end"] && splitter.finish().isEmpty)
    }

    @Test("bytes that are no UTF-8 are shown as such and not spoken")
    func invalid() {
        let found = split(Array("caf".utf8) + [0xE9] + Array(" is nice. ".utf8) + [0xFF, 0xC3])
        #expect(found == ["caf\u{FFFD} is nice."])
        #expect(Sentence(text: found[0]).spoken == "caf  is nice.")
    }

    @Test("controls, also those of direction, are dropped")
    func controls() {
        #expect(
            split("a\u{1B}[31mb\u{0}c\u{202E}d\u{2066}e\u{200B}f\u{7F}\u{9B}g\u{FEFF}\u{E0041}.") == ["abcdefg."])
        // Joiners belong to the writing.
        #expect(split("می\u{200C}خواهم.") == ["می\u{200C}خواهم."])
    }

    @Test("a long sentence is cut at a comma, else at a space, else anywhere")
    func long() {
        let comma = String(repeating: "word ", count: 50) + "end, " + String(repeating: "next ", count: 30)
        #expect(split(comma)[0].hasSuffix("end,"))
        let words = split(String(repeating: "word ", count: 1_000))
        #expect(
            words.allSatisfy { $0.hasPrefix("word") && $0.hasSuffix("word") && $0.count <= 300 } && words.count < 25)
        let endless = split(String(repeating: "x", count: 1_000))
        #expect(endless.joined().count == 1_000 && endless.allSatisfy { $0.count <= 300 })
        let marks = split(String(repeating: "e\u{301}", count: 500))
        #expect(marks.allSatisfy { $0.unicodeScalars.first == "e" })
    }

    @Test("1 MB without a full stop comes out in pieces, and no more is kept than one")
    func megabyte() {
        var splitter = SentenceSplitter()
        let piece = [UInt8](repeating: UInt8(ascii: "y"), count: 1_000)
        var scalars = 0
        for _ in 0..<1_000 {
            scalars += splitter.receive(piece).reduce(0) { $0 + $1.text.utf8.count }
            #expect(splitter.pending.count <= SentenceSplitter.longest)
        }
        scalars += splitter.finish().reduce(0) { $0 + $1.text.utf8.count }
        #expect(scalars == 1_000_000)
    }

    @Test("splitting the bytes elsewhere changes nothing", arguments: 0..<40)
    func pieces(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let parts: [String] = [
            "Hello", " ", ".", "?", "!", "…", "\n", "Dr.", "3.14", "p.m.", "é", "漢", "。", "🎉", "\u{202E}", "\"", "J.",
            "U.S.", ",", "Ph.D.", "XIV.", "EE.", "Co.", "L", "'s.",
            "x", "\u{301}", "\r\n", " -", "؟", "The", "“", "”", "„", "‘",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<400 {
            bytes += random.isOneIn(20) ? [UInt8(truncatingIfNeeded: random.next())] : Array(random.pick(parts).utf8)
        }
        let whole = split(bytes)
        var splitter = SentenceSplitter()
        var found: [Sentence] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = 1 + random.below(random.isOneIn(4) ? 90 : 4)
            found += splitter.receive(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        found += splitter.finish()
        #expect(found.map(\.text) == whole)
        for text in whole {
            #expect(!text.isEmpty && text.unicodeScalars.count <= SentenceSplitter.longest)
            #expect(!text.hasPrefix(" ") && !text.hasSuffix(" ") && !text.contains("  "))
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
    }

    @Test("random bytes never trap, and every letter of them is given", arguments: 0..<20)
    func anything(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let bytes = (0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next() >> UInt64(random.below(2))) }
        func letters(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.isASCII && TextScalar.isSpeakable($0) }))
        }
        // But for those of control sequences.
        var sequence = TextControlSequence()
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { !sequence.takes($0) }
        #expect(letters(split(bytes).joined()) == letters(String(String.UnicodeScalarView(text))))
    }
}
