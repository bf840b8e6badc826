import Events
import Support
import Testing

@testable import Texts

/// What each paragraph of a text is: headings, and items of lists with their signs.
@Suite struct BookTextTests {
    private static func kinds(_ text: String, as format: TextFormat) throws -> [String] {
        try BookText(Array(text.utf8), as: format).paragraphs.map { paragraph in
            let sign =
                switch paragraph.kind {
                case .paragraph: "p"
                case .heading(let level): "h\(level)"
                case .item(let sign, let depth): String(repeating: ">", count: depth) + (sign.isEmpty ? "+" : sign)
                }
            return sign + " " + paragraph.sentences.joined(separator: " ")
        }
    }

    @Test("of Markdown: levels of headings, signs, numbers and depths of items, and what goes on with them")
    func markdown() throws {
        let text = """
            # Soup

            It is cold. Stir it.

            - two carrots,
              peeled
            * one onion
                + a red one

              of any size
            7) Cut.
            8. Fry. Wait.

            Serve it.
            - [x] done

            Part two
            ---
            - last
            """
        #expect(
            try Self.kinds(text, as: .markdown) == [
                "h1 Soup", "p It is cold. Stir it.", "• two carrots, peeled", "• one onion", ">• a red one",
                ">+ of any size", "+ 7. Cut.", "+ 8. Fry. Wait.", "p Serve it.", "• done", "h2 Part two", "• last",
            ])
    }

    @Test("of HTML: lists in lists, their numbers, and paragraphs of an item")
    func html() throws {
        let text = """
            <html><body><h2>Soup</h2><p>It is cold.</p>
            <ul><li>carrots<ol start="3"><li>red</li><li value="9"><p>Or white.</p><p>Any.</p></li><li>ten</li></ol></li>
            <li><p>onion</p></li></ul>
            <p>Serve it.</p><li>stray</li><ul><li>again</li></ul></body></html>
            """
        #expect(
            try Self.kinds(text, as: .html) == [
                "h2 Soup", "p It is cold.", "• carrots", ">+ 3. red", ">+ 9. Or white.", ">+ Any.", ">+ 10. ten",
                "• onion",
                "p Serve it.", "• stray", "• again",
            ])
    }

    @Test("of plain text: several lines with signs are a list, one alone is a sentence like others")
    func plain() throws {
        let text = """
            Shopping for
            the soup:

            - milk
            - bread and
              butter
              1. white

            1. Cut.
            2. Fry.

            - Alone it is what somebody says.
            """
        #expect(
            try Self.kinds(text, as: .plain) == [
                "p Shopping for the soup:", "• milk", "• bread and butter", ">+ 1. white", "+ 1. Cut.", "+ 2. Fry.",
                "p - Alone it is what somebody says.",
            ])
    }
}
