/// Markdown that comes a piece at a time, as programs that answer write it: without the signs that begin its lines, lines that are
/// nothing but signs, and definitions. Headings, items of lists and lines of fenced code are paragraphs of their own.
///
/// Only what could be such a sign is held back, until something else comes or the line ends.
package struct MarkdownStream: Sendable {
    /// Of the line that comes, while it is not known what it begins with; `nil` behind that.
    private var start: MarkdownStart? = MarkdownStart(in: nil)
    /// Nothing else in the line is said.
    private var isSkipped = false
    /// What ends with its line is a paragraph.
    private var isHeading = false
    /// What ends the code that is open.
    private var fence: Substring?
    /// The line is of code, and not the one that opens or ends it.
    private var isCode: Bool { fence != nil && !isSkipped }
    private static let lineFeed = UInt8(ascii: "\n")
    private static let paragraph = [lineFeed, lineFeed]

    package init() {}

    /// - Parameter bytes: UTF-8, cut anywhere.
    /// - Returns: as much of it as is known.
    package mutating func receive(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        // A carriage return says nothing to anybody, and a line would not be made of signs alone.
        for byte in bytes where byte != UInt8(ascii: "\r") {
            if byte == Self.lineFeed {
                plain += begun(isWhole: true)
                plain += isHeading || isCode ? Self.paragraph : [Self.lineFeed]
                (start, isSkipped, isHeading) = (MarkdownStart(in: fence), false, false)
            } else if start != nil {
                if start?.receive(byte) == true { plain += begun(isWhole: false) }
            } else if !isSkipped {
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
        guard let bytes = start?.bytes else { return [] }
        start = nil
        let text = String(decoding: bytes, as: UTF8.self)
        let line = MarkdownLine.unquoted(text[...])
        // Signs are ASCII: behind them the bytes are given as they are, also those of a letter that has come in part.
        func from(_ rest: Substring) -> ArraySlice<UInt8> { bytes.dropFirst(text.utf8.count - rest.utf8.count) }
        if let fence { return line.hasPrefix(fence) ? skip(code: nil) : Array(from(line)) }
        if isWhole, Self.isNothingButSigns(line.stripped) { return [Self.lineFeed] }
        if let opened = MarkdownLine.fence(line) { return skip(code: opened) }
        if MarkdownLine.isDefinition(line) { return skip(code: nil) }
        if let level = MarkdownLine.headingLevel(line), line.utf8.count > level {
            isHeading = true
            return Self.paragraph + from(MarkdownLine.unindented(line.dropFirst(level)))
        }
        guard let item = MarkdownLine.listItem(line) else { return Array(from(line)) }
        // Numbers of items are read.
        let number = line.first?.isNumber == true ? line.prefix { $0 != " " && $0 != "\t" } + " " : ""
        return Self.paragraph + Array(number.utf8) + from(item)
    }

    /// - Parameter code: what ends the code that begins with the next line.
    private mutating func skip(code: Substring?) -> [UInt8] {
        (fence, isSkipped) = (code, true)
        return Self.paragraph
    }

    /// A line that parts paragraphs, or one below a heading.
    private static func isNothingButSigns(_ line: Substring) -> Bool {
        !line.isEmpty && (MarkdownLine.isRule(line) || MarkdownLine.underlineLevel(line) != nil)
    }

    /// A sentence without what marks its words: emphasis, code, links, pictures.
    package static func words(_ sentence: String) -> String { MarkdownInline.plain(sentence) }
}
