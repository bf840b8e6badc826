import Testing

@testable import Texts

@Suite("Ends of sentences")
struct SentenceEndTests {
    private func split(_ text: String, _ language: String? = nil) -> [String] {
        var splitter = SentenceSplitter(language: language)
        return (splitter.receive(text.utf8) + splitter.finish()).map(\.text)
    }

    /// Sentences that are parted by `|`, in one text.
    private func holds(_ text: String, in language: String? = nil, gap: String = " ") -> Bool {
        let sentences = text.split(separator: "|").map(String.init)
        let found = split(sentences.joined(separator: gap), language)
        if found != sentences { Issue.record("\(language ?? "-"): \(found)") }
        return found == sentences
    }

    @Test(
        "dots, and ! and ? before a small letter, are a pause in the sentence",
        arguments: [
            "She was… tired.|It ended…|Nobody came.", "The sky is... blue.|It ended...|Nobody came.",
            "She was . . . tired of it.|“I know . . . nothing,” he said.", "It ended. . . .|Then came night.",
            "Well . . . I don't know.|Wait... I'm here.", "Oh! what a day it was.|Is it? he asked.|What?|Nothing!",
            "Stop! — cried the man.|Who? – asked she.|No!|He left.", "“Really?” – he laughed.|Ho! ho! ho!",
            "He said: “No!”, and left.|Quoi ? dit-il.|Oui ! !", "It was over.|...and then it began.|Yes.",
            "He quotes “[...] the end [...]” (page five).|So be it.", "Leave me alone!, he yelled.|Why ?!|So.",
            "They saw it!|iPhones were new.",
        ])
    func dots(text: String) { #expect(holds(text)) }

    @Test(
        "a dot inside of a word ends nothing; a blank that was forgotten does",
        arguments: [
            "Use java.util.List and Math.PI here.|Open Report.PDF or Node.JS now.",
            "Write to Ann.Lee@example.com soon.|See www.example.Org/a?Query=1 too.",
            "Call Console.WriteLine and os.Path.join(a).|Then go.", "Read it.Then go.|He speaks !Kung and Y!J.",
            "Version 2.5.1 is at https://a.example/b.C!D here.|Good.", "He works at U.N.I.C.E.F.|It is big.",
        ])
    func words(text: String) {
        let text = text.replacing("it.Then", with: "it.|Then")
        #expect(holds(text) || text.contains("it.|Then") && split("Read it.Then go.") == ["Read it.", "Then go."])
    }

    @Test(
        "the marks of each script end its sentences",
        arguments: [
            ("Ես գնում եմ տուն։|Նա այստեղ է։", "hy"), ("Մութ է:|Ես գնում եմ:", "hy"), ("Πού πας;|Πάω σπίτι.", "el"),
            ("ខ្ញុំទៅសាលា។|គាត់នៅផ្ទះ។", "km"), ("သူ လာသည်။|သူမ သွားသည်။", "my"), ("בראשית׃|והארץ׃", "he"),
            ("እንደምን አለህ፧|መልካም ቀን።", "am"), ("ሰላም ነው፡፡|ደህና ነኝ፡፡", "am"), ("کیا حال ہے؟|ٹھیک ہے۔", "ur"),
            ("आज दसरा आहे।|शुभ दिवस।", "mr"),
            ("ཁོང་ཡོད།༎|འདུག།༎", "bo"),
        ])
    func marks(text: String, language: String) {
        #expect(holds(text, in: language))
        #expect(holds(text))
    }

    @Test("marks inside of a title or a number are none of a sentence")
    func inner() {
        #expect(holds("我们去看《摔跤吧！爸爸》好吗？|好！", gap: ""))
        #expect(holds("幅は３．２９％以上です。|次。", gap: ""))
    }

    @Test(
        "behind an abbreviation of the text's language the sentence goes on",
        arguments: [
            ("Sie zahlte 5 Mio. Euro.|Er heißt Dr. med. Schmidt.|Die Fa. Meier ist alt.", "de"),
            ("Frau Klein, geb. Groß, kam z. B. Montag.|Am 3. Mai kam er.|Er war 12.|Dann ging er.", "de"),
            ("Das ist lt. Vertrag i. d. R. Sache der Bank usw.|Ludwig XIV. König von Frankreich.", "de-AT"),
            ("Elle vécut av. J.-C. à Rome.|MM. Petit et Grand, p. ex. Paul, sont là.|Il a 12 ans, etc.|Oui.", "fr"),
            ("L’avv. Neri ride.|L’ing. Verdi dorme.|Il sig. Rossi parla.|Due anni fa.|Poi basta.", "it"),
            ("El Lic. Ruiz y la Srta. Gil (EE. UU.) viven en la Avda. Sol.|Son 2.|Ya.", "es"),
            ("Она живёт на ул. Садовой.|Проф. Иванов, т. е. наш сосед, пришёл.|Это школа им. Пушкина.", "ru"),
            ("Г-н Петров и др. пришли в 1990 г. Москва ждала.|Я помог им.|Он ушёл.", "ru"),
            ("De heer drs. Jansen woont o.a. Utrecht en bijv. Gent.|Hij kwam enz.|Toen niets.", "nl"),
            ("To jest prof. Nowak, tzn. Jan.|Mieszka przy ul. Długiej itd.|Koniec.", "pl"),
            ("Det er f.eks. Ole og hr. Hansen.|Han kom kl. 8 osv.|Det var alt.", "da"),
            ("O Sr. Silva e a Dra. Reis, p. ex. Ana, vieram.|Fim.", "pt-BR"),
            ("Prof. Novák a Ing. Malý, tzv. Král, přišli.|Konec.", "cs"),
            ("He lived in the U.S. Army camp.|I left the U.S.|He stayed.|It was 12.|We ate.", "en"),
        ])
    func abbreviations(text: String, language: String) { #expect(holds(text, in: language)) }

    @Test("a word of another language is no abbreviation where nobody says which language it is")
    func unknown() {
        #expect(holds("Due anni fa.|Poi basta.|Il vit la mer.|Ceci est beau."))
        #expect(holds("Dr. Müller kam z. B. Montag.|Prof. Иванов и проф. Петров, т. е. он."))
    }

    @Test("a known language has no sentence that begins with a small letter")
    func small() {
        #expect(split("The meteor. station broke. It fell.", "en") == ["The meteor. station broke.", "It fell."])
        #expect(split("ok. so there. bye.") == ["ok.", "so there.", "bye."])
        #expect(holds("Buy it.|iPads are new.|(b) Salt.|c) Milk.", in: "en"))
    }

    @Test(
        "the mark of a note belongs to what has ended",
        arguments: [
            "The river is long.[1]|It ends.[2][3]|Boats go.", "He left.¹|It was late.²³|Yes.",
            "So.[citation needed]|Yes.",
        ])
    func notes(text: String) { #expect(holds(text)) }

    @Test(
        "items of a list in one line are parted",
        arguments: [
            "1) The first one|2) The second one", "1.) One|2.) Two", "1. Bread|2. Salt|3. Milk",
            "a) One|b) Two|c) Three",
            "• Bread|• Salt",
        ])
    func lists(text: String) { #expect(holds(text)) }

    @Test("what is too long is cut at a comma of its script, and never inside of a word")
    func long() {
        let clause = String(repeating: "彼は朝早く起きて冷たい水で顔を洗い、", count: 40) + "黙った。"
        let pieces = split(clause, "ja")
        #expect(pieces.joined() == clause && pieces.count > 2 && pieces.dropLast().allSatisfy { $0.hasSuffix("、") })
        let words = "これは" + String(repeating: "LEFTとRIGHTの値を変えるための説明であり", count: 30) + "終わる。"
        let cut = split(words)
        #expect(cut.joined() == words)
        #expect(
            cut.joined(separator: "|").replacing("LEFT", with: "").replacing("RIGHT", with: "").contains(/[A-Z]/)
                == false)
        let shad = String(repeating: "ང་ཚོ་སློབ་གྲྭར་འགྲོ། ", count: 40)
        #expect(split(shad).allSatisfy { $0.hasSuffix("།") && $0.unicodeScalars.count <= 300 })
    }

    @Test("ends are the same wherever the bytes are cut", arguments: 1...9)
    func pieces(count: Int) {
        let text =
            "It ended. . . . Then! oh. In the U.S. He left.[1] Go . . . on. 1) a 2) b • c The E.U. How? – asked I. ...and. "
        let bytes = Array(text.utf8)
        var splitter = SentenceSplitter()
        var found: [String] = []
        for start in stride(from: 0, to: bytes.count, by: count) {
            found += splitter.receive(bytes[start..<min(bytes.count, start + count)]).map(\.text)
        }
        #expect(found + splitter.finish().map(\.text) == split(text))
    }

    @Test("the language of a text, of its name or of the user decides")
    func languages() throws {
        let text = Array("Il vit M. Un tel. Er zahlte 5 Mio. Euro an d. Bank. Gut.".utf8)
        let german = try BookText(text, as: .plain, in: SaidLanguage(chosen: "de"))
        #expect(german.sentences.contains("Er zahlte 5 Mio. Euro an d. Bank."))
        let page = Array("<html lang=\"it\"><p>Due anni fa. Poi i meteor. soli.</p></html>".utf8)
        #expect(try BookText(page, as: .html).sentences == ["Due anni fa.", "Poi i meteor. soli."])
        let named = try BookText(Array("The meteor. fell.".utf8), as: .plain, in: SaidLanguage(assumed: "en"))
        #expect(named.sentences == ["The meteor. fell."])
    }

    @Test("what shows nothing for long ends a sentence that waits for more", arguments: ["\0", " ", "\u{200B}"])
    func nothingToSee(filler: String) {
        var splitter = SentenceSplitter()
        #expect(splitter.receive("It ended.".utf8).isEmpty)
        #expect(splitter.receive(String(repeating: filler, count: 2_000).utf8).map(\.text) == ["It ended."])
    }
}
