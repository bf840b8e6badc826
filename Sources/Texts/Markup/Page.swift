import Events

/// A page of a book or of the web, as paragraphs in the order in which they are read.
struct Page {
    struct Block {
        /// UTF-8, in which a line break is a space, or two in a row the end of a paragraph.
        var text: [UInt8]
        var kind = TextBlock.Kind.paragraph

        // Inlined into a loop of which it is a part, Swift 6.3.1 fails to optimize it.
        @inline(never) var isChapterHeading: Bool { if case .heading(1...3) = kind { true } else { false } }
    }

    var blocks: [Block] = []
    /// The block that the element of each id begins with or stands in: those ids that are asked for.
    var anchors: [String: Int] = [:]
    var title: String?
    var author: String?
    var language: String?
    /// Notes that are not read along, since the text only refers to them.
    var noteCount = 0

    /// Reads it as XML, or where it is none as HTML.
    /// - Parameter ids: what is to be found in `anchors`.
    /// - Returns: also what is strange about it.
    static func xhtml(_ bytes: [UInt8], ids: Set<String> = []) -> (Page, oddity: String?) {
        let taker = PageTaker(ids: ids)
        switch MarkupReading.xml(bytes, to: taker) {
        case .whole: return (taker.finish(), nil)
        case .stopped: return (taker.finish(), tooDeep)
        case .broken(let line):
            let (page, oddity) = html(withoutDeclarations(bytes), ids: ids)
            return (page, oddity ?? "the page is not XML (line \(line)); read as HTML")
        }
    }

    /// Without the document type in front, whose declarations would be read as text.
    private static func withoutDeclarations(_ bytes: [UInt8]) -> [UInt8] {
        let head = bytes.prefix(TextLimits.tagBytes)
        guard let begin = head.firstRange(of: "<!DOCTYPE".utf8)?.lowerBound else { return bytes }
        var isInside = false
        for place in begin..<head.endIndex {
            switch bytes[place] {
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: ">") where !isInside: return Array(bytes[..<begin] + bytes[(place + 1)...])
            default: break
            }
        }
        return bytes
    }

    static func html(_ bytes: [UInt8], ids: Set<String> = []) -> (Page, oddity: String?) {
        let taker = PageTaker(ids: ids)
        let encoded = HTMLEncoding(bytes)
        let result = MarkupReading.html(withoutEmbedded(encoded.bytes), encoding: encoded.name, to: taker)
        return (taker.finish(), result == .whole ? encoded.oddity : tooDeep)
    }

    /// Without pictures and fonts that stand in the page itself, as one very long word of ASCII: no tag is as long without them.
    private static func withoutEmbedded(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var start = 0
        for place in 0...bytes.count where place == bytes.count || !isOfWord(bytes[place]) {
            if place - start <= TextLimits.wordBytes { kept += bytes[start..<place] }
            if place < bytes.count { kept.append(bytes[place]) }
            start = place + 1
        }
        return kept
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27, 0x28, 0x29, 0x3C, 0x3E: false
        default: (0x21..<0x7F).contains(byte)
        }
    }

    private static let tooDeep =
        "reading stopped where elements nest more than \(TextLimits.markupDepth) deep or a tag is too long"
}
