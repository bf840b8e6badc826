import BookAPI
import Events

/// Bytes that may be a chunk of a book, a list of chunks or of chapters.
///
/// Input: a byte for the kind, then the text.
enum BookExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        let kind = source.byte() % 4
        let text = source.all()
        switch kind {
        case 0: try chunk(text)
        case 1: try list { () throws(BookError) in try BookListReading.job(text, title: "t") }
        case 2: try list { () throws(BookError) in try BookListReading.manifest(text, title: "t") }
        default: try chapters(text)
        }
    }

    private static func chunk(_ text: [UInt8]) throws(Breach) {
        guard let (chunk, oddities) = try? BookChunkReading.chunk(text) else { return }
        try check(chunk, oddities)
    }

    private static func check(_ chunk: BookChunk, _ oddities: [String]) throws(Breach) {
        try expect(oddities.count <= 21, "a chunk is odd without an end")
        for (one, next) in zip(chunk.sentences, chunk.sentences.dropFirst()) {
            try expect(one.number < next.number, "sentences are not in the order of their numbers")
        }
        for sentence in chunk.sentences {
            for lane in Lane.allCases {
                guard let text = sentence.lanes[lane] else { continue }
                try expect(!text.tokens.isEmpty && !text.tokens.contains(""), "a lane has no tokens, or empty ones")
            }
            try check(sentence.originalWords)
            try check(sentence.translationWords)
        }
        for sound in chunk.sounds {
            try expect(BookPath.relative(sound.path) == sound.path, "a sound's path is not what is left of one")
        }
        try isReadAgain(chunk)
    }

    private static func check(_ words: [WordTime]) throws(Breach) {
        var end = TimeSpan.zero
        for word in words {
            try expect(word.start >= end && word.end > word.start, "words lie over each other")
            end = word.end
        }
    }

    private static func isReadAgain(_ chunk: BookChunk) throws(Breach) {
        let again = try? BookChunkReading.chunk(chunk.json.utf8)
        try expect(again?.chunk == chunk, "a chunk that was written is read as another one")
    }

    private static func list(_ read: () throws(BookError) -> BookList) throws(Breach) {
        guard let list = try? read() else { return }
        try expect(list.book.chunks == list.chunks.map(\.entry), "a book has other chunks than its list")
        try expect(Set(list.book.chunks.map(\.id)).count == list.chunks.count, "two chunks have one name")
        try check(list.book.chapters)
        if case .film(let film, let subtitles) = list.player({ _ in true }) {
            try expect(film != subtitles, "a film is its own subtitles")
        }
        for listed in list.chunks {
            guard let told = try? listed.inlineChunk() else { continue }
            try check(told.chunk, told.oddities)
        }
    }

    private static func chapters(_ text: [UInt8]) throws(Breach) {
        guard let (chapters, _) = try? BookChapterReading.chapters(text) else { return }
        try check(chapters)
    }

    private static func check(_ chapters: [BookChapter]) throws(Breach) {
        for (one, next) in zip(chapters, chapters.dropFirst()) {
            try expect(one.start <= next.start, "chapters are not in the order of their starts")
        }
        for chapter in chapters {
            try expect(
                chapter.start > 0 && chapter.end ?? chapter.start >= chapter.start, "a chapter ends before it starts")
        }
    }
}
