import Texts

/// Books, pages and plain texts of strangers. The first byte of the input says which.
enum PublicationExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        switch source.byte() % 6 {
        case 0: try read(source.all(), .epub)
        case 1: try read(book(&source), .epub)
        case 2: try read(source.all(), .html)
        case 3: try read(source.all(), .markdown)
        case 4: try read(source.all(), .plain)
        default: try align(&source)
        }
    }

    /// - Returns: `nil` when it cannot be read at all.
    @discardableResult
    private static func read(_ bytes: [UInt8], _ format: TextFormat) throws(Breach) -> BookText? {
        do {
            let book = try BookText(bytes, as: format)
            try check(book)
            return book
        } catch let error as TextError {
            try TextChecks.expectPrintable(error.reason, "an error")
            return nil
        } catch let breach as Breach {
            throw breach
        } catch {
            throw Breach("another error than one of texts: \(error)")
        }
    }

    static func check(_ book: BookText) throws(Breach) {
        try expect(!book.paragraphs.isEmpty, "a text without paragraphs")
        for paragraph in book.paragraphs {
            try expect(!paragraph.sentences.isEmpty, "a paragraph without sentences")
            for sentence in paragraph.sentences { try TextChecks.expectPrintable(sentence, "a sentence") }
        }
        var end = 0
        for chapter in book.chapters {
            try expect(chapter.paragraphs.lowerBound >= end && !chapter.paragraphs.isEmpty, "chapters are out of order")
            try TextChecks.expectPrintable(chapter.title, "a chapter")
            end = chapter.paragraphs.upperBound
        }
        try expect(end <= book.paragraphs.count, "a chapter ends behind the text")
        try expect(book.oddities.count <= 21, "too many oddities")
        for text in book.oddities + [book.title, book.author, book.language].compactMap({ $0 }) {
            try TextChecks.expectPrintable(text, "what is told of a book")
        }
    }

    /// A text and what follows it, as its translation.
    private static func align(_ source: inout ByteSource) throws(Breach) {
        let first = try read(source.piece(), .plain) ?? BookText()
        let second = try read(source.all(), .plain) ?? BookText()
        let pairs = Alignment(first, second).pairs
        try expect(pairs.flatMap(\.original) == Array(first.sentences.indices), "an alignment loses sentences")
        try expect(
            pairs.flatMap(\.translation) == Array(second.sentences.indices), "an alignment loses a translation's")
    }

    // MARK: Archives

    /// An archive in which all is well but what is in its files: the package file, the contents, and two pages.
    private static func book(_ source: inout ByteSource) -> [UInt8] {
        let container = #"<container><rootfile full-path="p"/></container>"#
        var files = [("META-INF/container.xml", Array(container.utf8)), ("p", source.piece())]
        for name in ["n", "a"] { files.append((name, source.piece())) }
        files.append(("b", source.all()))
        return zip(files)
    }

    private static func zip(_ files: [(String, [UInt8])]) -> [UInt8] {
        var (body, list): ([UInt8], [UInt8]) = ([], [])
        for (name, bytes) in files {
            var common: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
            common += number(checksum(bytes), 4) + number(bytes.count, 4) + number(bytes.count, 4)
            common += number(name.utf8.count, 2) + [0, 0]
            list += [0x50, 0x4B, 1, 2, 20, 3, 20, 0] + common + [0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81]
            list += number(body.count, 4) + Array(name.utf8)
            body += [0x50, 0x4B, 3, 4, 20, 0] + common + Array(name.utf8) + bytes
        }
        var end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + number(files.count, 2) + number(files.count, 2)
        end += number(list.count, 4) + number(body.count, 4) + [0, 0]
        return body + list + end
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> Int {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}

enum TextChecks {
    static func expectPrintable(_ text: String, _ what: String) throws(Breach) {
        try expect(!text.isEmpty, "\(what) is empty")
        let isPrintable = text.unicodeScalars.allSatisfy { scalar in
            let kind = scalar.properties.generalCategory
            return kind != .control && (kind != .format || scalar == "\u{200C}" || scalar == "\u{200D}")
                && kind != .lineSeparator && kind != .paragraphSeparator
        }
        try expect(isPrintable, "\(what) has control characters")
    }
}
