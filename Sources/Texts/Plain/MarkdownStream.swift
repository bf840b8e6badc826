/// Markdown that comes a piece at a time, as programs that answer write it: without the signs that begin its lines. Headings and items
/// of lists are paragraphs of their own.
///
/// Only what could be such a sign is held back, until something else comes or the line ends.
package struct MarkdownStream: Sendable {
    /// Of the line that comes, while it is not known what it begins with; `nil` behind that.
    private var start: [UInt8]? = []
    /// What ends with its line is a paragraph.
    private var isHeading = false
    private static let longestStart = 16
    private static let signs = Set(" \t#>-*+0123456789.)=_".utf8)
    private static let lineFeed = UInt8(ascii: "\n")

    package init() {}

    /// - Parameter bytes: UTF-8, cut anywhere.
    /// - Returns: as much of it as is known.
    package mutating func receive(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        for byte in bytes {
            if byte == Self.lineFeed {
                plain += begun(isWhole: true)
                plain += isHeading ? [Self.lineFeed, Self.lineFeed] : [Self.lineFeed]
                (start, isHeading) = ([], false)
            } else if let known = start, Self.signs.contains(byte), known.count < Self.longestStart {
                start?.append(byte)
            } else {
                plain += begun(isWhole: false)
                plain.append(byte)
            }
        }
        return plain
    }

    /// The text is over.
    package mutating func finish() -> [UInt8] { begun(isWhole: true) }

    /// What its line begins with, without its sign.
    /// - Parameter isWhole: nothing else is in the line.
    private mutating func begun(isWhole: Bool) -> [UInt8] {
        guard let bytes = start else { return [] }
        start = nil
        let text = String(decoding: bytes, as: UTF8.self)
        var line = text.drop { $0 == " " || $0 == "\t" }
        if isWhole, MarkdownLine.isRule(line) { return [Self.lineFeed] }
        while line.first == ">" { line = line.dropFirst().drop { $0 == " " } }
        let paragraph = [Self.lineFeed, Self.lineFeed]
        // What follows the sign may look like one: `- 2 * 3`.
        func behind(_ count: Int) -> [UInt8] { Array(line.dropFirst(count).drop { $0 == " " || $0 == "\t" }.utf8) }
        if let level = MarkdownLine.headingLevel(line), line.utf8.count > level {
            isHeading = true
            return paragraph + behind(level)
        }
        guard MarkdownLine.listItem(line) != nil else { return Array(line.utf8) }
        // Numbers of items are read.
        return paragraph + (line.first?.isNumber == true ? Array(line.utf8) : behind(1))
    }

    /// A sentence without what marks its words: emphasis, code, links, pictures.
    package static func words(_ sentence: String) -> String { MarkdownInline.plain(sentence) }
}
