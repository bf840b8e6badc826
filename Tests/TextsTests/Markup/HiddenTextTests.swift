import Support
import Testing

@testable import Texts

/// What a page does not show is not read.
@Suite struct HiddenTextTests {
    private func read(_ body: String, sheet: String = "") throws -> [String] {
        let page = "<!DOCTYPE html><html><head><style>\(sheet)</style></head><body>\(body)<p>Seen.</p></body></html>"
        return try BookText(Array(page.utf8), as: .html).sentences
    }

    @Test(
        "an element says itself that it is not shown",
        arguments: [
            "<p hidden>No.</p>", "<p style='display:none'>No.</p>",
            "<div style='color:red; Display : NONE !important'><p>No.</p></div>",
            "<p style='visibility: hidden'>No.</p>", "<p aria-hidden='true'>No.</p>",
            "<div aria-hidden=' TRUE '><p>No.</p></div>",
            "<dialog><p>No.</p></dialog>", "<details><p>No.</p>no</details>", "<div popover><p>No.</p></div>",
            "<template><p>No.</p></template>",
        ])
    func elements(body: String) throws { #expect(try read(body) == ["Seen."]) }

    @Test("what only could be hidden is read: open dialogs and details, aria-hidden=false, the summary of details")
    func shown() throws {
        let body = """
            <p aria-hidden="false">One.</p><dialog open><p>Two.</p></dialog><details><summary>Three.</summary><p>No.</p></details>
            <details open><summary>Four.</summary><p>Five.</p></details><p style="display:block">Six.</p>
            """
        #expect(try read(body) == ["One.", "Two.", "Three.", "Four.", "Five.", "Six.", "Seen."])
    }

    @Test(
        "a style sheet hides by element, class, id and ancestors",
        arguments: [
            ".none { display: none }", "#it{visibility:hidden}", "h6{display:none}", "H6.none{DISPLAY:NONE}",
            "h6.none.more, x { display:none }",
            ".box h6 { display: none }", ".box > h6{display:none}", "div h6#it{display:none}",
            "@media screen { .none {display:none} }",
            "/* .a{} */ @import 'x.css'; @font-face{x:y} .none{color:red;display:none;}",
            "<!-- .none{display:none} -->",
            ".none{display:block} .none{display:none}", "#it{display:none} .none{display:block}",
            ".none{display:none!important} h6#it{display:block}",
        ])
    func sheets(sheet: String) throws {
        #expect(try read("<div class='box'><h6 id='it' class='none more'>No.</h6></div>", sheet: sheet) == ["Seen."])
    }

    @Test(
        "a style sheet does not hide what it hides elsewhere, in other media, in another state, or shows again",
        arguments: [
            ".nones{display:none}", "p{display:none}", ".other h6{display:none}", "body > h6{display:none}",
            "@media print{.none{display:none}}",
            ".none:hover{display:none}", ".none[title]{display:none}", ".none + h6{display:none}", "body{display:none}",
            ".none{display:none} .none{display:inline}", ".none{display:none} #it{display:block}",
            "/* .none{display:none} */",
            ".none{displayed:none} .none{color:none}", "@keyframes x{from{visibility:hidden}}", ".none{display:none",
            "}{;@",
        ].dropLast(2))
    func otherSheets(sheet: String) throws {
        let body = "<div class='box'><h6 id='it' class='none'>One.</h6></div><div class='other'></div>"
        // Paragraphs are hidden in one of them, and so the last one is.
        #expect(try read(body, sheet: sheet).first == "One.")
    }

    @Test("a book's sheet is found by the page's link to it")
    func linkedSheet() throws {
        var book = TestBook()
        book.pages = [
            (
                "text/a.xhtml",
                """
                <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>
                <link rel="stylesheet" type="text/css" href="../css/a%20b.css"/><link rel="stylesheet" href="../css/gone.css"/></head>
                <body><p class="none">No.</p><p>Yes.</p></body></html>
                """
            )
        ]
        book.items = #"<item id="s" href="css/a%20b.css" media-type="text/css"/>"#
        book.others = [("OEBPS/css/a b.css", ".none { display: none }")]
        let read = try BookText(book.zip.bytes, as: .epub)
        #expect(read.sentences == ["Yes."] && read.oddities == [])
    }

    @Test("letters that are hidden from those who listen are read by the name of their element")
    func names() throws {
        let body =
            "<p><span aria-label='Once'><span aria-hidden='true'>O</span><span aria-hidden='true'>nce</span></span> more.</p>"
        #expect(try read(body) == ["Once more.", "Seen."])
    }

    @Test("very many rules for very many elements take no time")
    func many() throws {
        let sheet = String(repeating: ".a .b .c .d .e .f .g .h{display:none}", count: 4_000)
        let body =
            String(repeating: "<div class='a b c d'>", count: 200)
            + String(repeating: "<p class='h'>x</p>", count: 2_000)
        #expect(try read(body, sheet: sheet).count == 2_001)
        #expect(try read("", sheet: String(repeating: "{", count: 100_000)) == ["Seen."])
        #expect(try read("", sheet: String(repeating: "/*", count: 100_000)) == ["Seen."])
    }
}
