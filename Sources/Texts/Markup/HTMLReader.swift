import Events

/// A page of the web, or a book in one page.
enum HTMLReader {
    static func read(_ bytes: [UInt8]) throws(TextError) -> BookText {
        let (page, oddity) = Page.html(bytes)
        var builder = BookBuilder()
        builder.book.title = page.title
        builder.book.author = page.author
        builder.book.language = page.language.flatMap(LanguageTag.reading)
        if let oddity { builder.oddities.note(oddity) }
        builder.add(page, headingsAreChapters: true)
        return try builder.finish()
    }
}

extension BookBuilder {
    /// Adds all of a page.
    /// - Returns: the place of the paragraph that each block begins with; one more for the page's end.
    @discardableResult
    mutating func add(_ page: Page, headingsAreChapters: Bool) -> [Int] {
        var places: [Int] = []
        places.reserveCapacity(page.blocks.count + 1)
        for block in page.blocks {
            let start = place
            places.append(start)
            let beginsChapter = headingsAreChapters && block.isChapterHeading
            if add(block.text, block.kind), beginsChapter {
                beginChapter(String(decoding: block.text.prefix(2_000), as: UTF8.self), at: start)
            }
        }
        if page.noteCount > 0 { oddities.note("footnotes skipped") }
        return places + [place]
    }
}
