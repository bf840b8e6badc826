import Testing

@testable import Texts

/// Raised and lowered numbers and letters of pages.
@Suite struct RaisedTextTests {
    private func read(_ body: String) throws -> [String] {
        try BookText(Array("<html><body><p>\(body)</p></body></html>".utf8), as: .html).sentences
    }

    @Test(
        "a power is not digits of its number",
        arguments: [
            ("It gives 3 × 10<sup>26</sup> watts.", "It gives 3 × 10²⁶ watts."),
            ("It is 10<sup>−3</sup> or 10<sup>-3</sup> m.", "It is 10⁻³ or 10⁻³ m."),
            ("So 2<sup>n+1</sup> and e<sup>x</sup>.", "So 2ⁿ⁺¹ and eˣ."),
            ("It has 5 m<sup>2</sup>, 3 cm<sup>3</sup> and 7 км<sup>2</sup>.", "It has 5 m², 3 cm³ and 7 км²."),
            ("Here (a + b)<sup>2</sup> = sin<sup>2</sup> x.", "Here (a + b)² = sin² x."),
            ("Many Ca<sup>2+</sup> ions.", "Many Ca²⁺ ions."), ("It is 10<sup>2.5</sup> long.", "It is 10 2.5 long."),
            ("It is 1010<sub>2</sub> there.", "It is 1010₂ there."),
        ])
    func powers(text: String, expected: String) throws { #expect(try read(text) == [expected]) }

    @Test(
        "a fraction is not digits of the number before it",
        arguments: [
            ("Add 1<sup>1</sup>/<sub>2</sub> cups.", "Add 1½ cups."),
            ("Add 2<sup>3</sup>⁄<sub>4</sub> cups.", "Add 2¾ cups."),
            ("Add 1<sup>5</sup>/<sub>16</sub> cups.", "Add 1 5/16 cups."),
            ("Add <sup>2</sup>/<sub>3</sub> of it.", "Add ⅔ of it."),
            ("Add 3<sup>1</sup>/4 of it.", "Add 3¼ of it."), ("Add 3<sup>1/8</sup> of it.", "Add 3⅛ of it."),
        ])
    func fractions(text: String, expected: String) throws { #expect(try read(text) == [expected]) }

    @Test("raised and lowered letters stay in their word, and so do the numbers of molecules and atoms")
    func letters() throws {
        #expect(
            try read("The 19<sup>th</sup>, 1<sup>er</sup>, M<sup>me</sup> Petit, n<sup>o</sup> 5, Box<sup>TM</sup>.")
                == ["The 19th, 1er, Mme Petit, no 5, Box™."])
        #expect(try read("Find H<sub>2</sub>O and <sup>14</sup>C.") == ["Find H2O and 14C."])
    }

    @Test("the raised number of a note is not read, and the sentence ends before it")
    func notes() throws {
        #expect(
            try read("He left.<sup>1</sup> She stayed.<sup>2,3</sup> “No.”<sup>4</sup> End.") == [
                "He left.", "She stayed.", "“No.”", "End.",
            ])
        #expect(
            try read("Her house<sup>12</sup> stood, <sup>5</sup>and fell<sup>*</sup> (it did)<sup>6</sup>.") == [
                "Her house stood, and fell (it did)."
            ])
        #expect(
            try read("In 1984<sup>6</sup> he was born; in 1066<sup>7</sup> another.") == [
                "In 1984 he was born; in 1066 another."
            ])
        #expect(try read("Он ушёл.<sup>1</sup> Дом<sup>2</sup> пуст.") == ["Он ушёл.", "Дом пуст."])
        #expect(try read("雨が降る。<sup>1</sup>夜<sup>2</sup>だ。") == ["雨が降る。", "夜だ。"])
    }

    @Test("text that a style attribute raises or lowers is raised or lowered")
    func styles() throws {
        let text =
            "It is 10<span style='font-size:70%; vertical-align: super'>9</span> and 101<span style='vertical-align:sub'>2</span>."
        #expect(try read(text) == ["It is 10⁹ and 101₂."])
    }

    @Test("whatever stands raised in brackets is a remark")
    func brackets() throws {
        let text =
            "One.<sup>[1]</sup> Two<sup>[<i>citation needed</i>]</sup>. Three.<sup>[<a href='#c'>note 2</a>]</sup> Four."
        #expect(try read(text) == ["One.", "Two.", "Three.", "Four."])
    }

    @Test("also in the line: [1] behind a word or a stop, but not where it is a word of the text or code")
    func bracketsInLine() throws {
        #expect(
            try read("It is old.[1] They say so.[2][3] A lake[4] is there [citation needed].") == [
                "It is old.", "They say so.", "A lake is there.",
            ])
        #expect(try read("See [8] there. Use <code>list[1]</code> here.") == ["See [8] there.", "Use list[1] here."])
        let plain = "It is old.[12] It ends.[3][4] Go on with list[5] here."
        #expect(
            try BookText(Array(plain.utf8), as: .plain).sentences == [
                "It is old.", "It ends.", "Go on with list[5] here.",
            ])
    }

    @Test("very many raised numbers and brackets take no time")
    func many() throws {
        #expect(try read(String(repeating: "<sup>1</sup>x", count: 50_000)).isEmpty == false)
        #expect(try read("x." + String(repeating: "[1 [citation ", count: 50_000) + "needed]").isEmpty == false)
    }
}
