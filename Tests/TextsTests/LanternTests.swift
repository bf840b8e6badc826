import Foundation
import Support
import Testing

@testable import Texts

/// The book of the tests, its source and its translation say the same.
@Suite struct LanternTests {
    private func read(_ name: String, _ format: TextFormat) throws -> BookText {
        let data = try Data(contentsOf: URL(fileURLWithPath: Repository.file("Tests/Books/\(name)")))
        return try BookText(Array(data), as: format)
    }

    @Test("the book is its source, in chapters, with a language and a cover")
    func epub() throws {
        let (book, source) = (try read("lantern.epub", .epub), try read("lantern.txt", .plain))
        #expect(book.title == "The Green Lantern of Gull Point" && book.language == "en")
        #expect(book.author == "The Cameo project" && book.oddities == [])
        #expect(book.sentences == source.sentences && book.chapters == source.chapters)
        #expect(book.chapters.count == 5 && book.chapters[0].title == "CHAPTER I The Empty House")
        #expect(book.cover?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect((60...90).contains(book.sentences.count))
    }

    @Test("its translation has the same chapters, and all sentences that say the same meet")
    func translation() throws {
        let (book, translation) = (try read("lantern.epub", .epub), try read("lantern.es.txt", .plain))
        #expect(translation.chapters.map(\.paragraphs) == book.chapters.map(\.paragraphs))
        let alignment = Alignment(book, translation)
        let (left, right) = (book.sentences, translation.sentences)
        func partner(_ beginning: String) throws -> [String] {
            let number = try #require(left.firstIndex { $0.hasPrefix(beginning) })
            return Array(right[alignment.pairs[alignment.pairOfOriginal()[number]].translation])
        }
        #expect(try partner("Ines was nine") == ["Inés tenía nueve años cuando encontró la llave."])
        #expect(try partner("At sixty") == ["A los treinta le faltaba el aliento, y a los sesenta se sentó."])
        #expect(
            try partner("She waited until") == ["Ella esperó a que el viento tomara aliento.", "Entonces la encendió."])
        #expect(try partner("Anselm stayed")[0].hasPrefix("Anselmo se quedó"))
        #expect(alignment.report.originalLeftOver == 0 && alignment.report.translationLeftOver == 0)
        #expect(alignment.report.merged == 3)
    }
}
