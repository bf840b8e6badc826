import Events
import Testing

@testable import BookAPI

@Suite struct BookGrowthTests {
    private func list(_ chunks: [String], complete: Bool = false) throws -> BookList {
        let text = #"{"complete":\#(complete),"chunks":[\#(chunks.joined(separator: ","))]}"#
        return try BookListReading.manifest(Array(text.utf8), title: "T")
    }

    private func chunk(_ start: Int, more: String = "") -> String {
        """
        {"chunkId":"c\(start)","startSentence":\(start),"endSentence":\(start + 1),"sentenceCount":2,
         "metadataPath":"metadata/\(start).json"\(more)}
        """
    }

    @Test("RN14 more of a job goes behind what there is, and what is read keeps its place")
    func grows() throws {
        var growth = BookGrowth(try list([chunk(11), chunk(13)]))
        #expect(growth.book.chunks.map(\.id) == ["c11", "c13"] && !growth.book.isComplete)
        let isMore = growth.receive(try list([chunk(15), chunk(13), chunk(11)]))
        #expect(isMore && growth.book.chunks.map(\.id) == ["c11", "c13", "c15"])
        let isMoreAgain = growth.receive(try list([chunk(11), chunk(13), chunk(15)]))
        #expect(!isMoreAgain)
        let isOver = growth.receive(try list([chunk(11), chunk(13), chunk(15)], complete: true))
        #expect(isOver && growth.book.isComplete)
    }

    @Test("RS7 what was made before its time waits for what comes before it, and for the job's end at the latest")
    func gaps() throws {
        var growth = BookGrowth(try list([chunk(11), chunk(15)]))
        #expect(growth.book.chunks.map(\.id) == ["c11"])
        let isMore = growth.receive(try list([chunk(11), chunk(13), chunk(15)]))
        #expect(isMore && growth.book.chunks.map(\.id) == ["c11", "c13", "c15"])
        let isFurther = growth.receive(try list([chunk(11), chunk(13), chunk(15), chunk(19)]))
        #expect(!isFurther && growth.chunks.count == 3)
        growth.end()
        #expect(growth.book.isComplete && growth.book.chunks.map(\.id) == ["c11", "c13", "c15", "c19"])
        let whole = BookGrowth(try list([chunk(11), chunk(19)], complete: true))
        #expect(whole.chunks.count == 2)
    }

    @Test("RS10 what a list has said of a chunk stays where a newer one does not say it")
    func keeps() throws {
        let rows =
            #","sentences":[{"original":"One"}],"timingVersion":"2","audioTracks":{"orig":{"path":"media/a.mp3"}}"#
        var growth = BookGrowth(try list([chunk(11, more: rows)]))
        _ = growth.receive(try list([chunk(11, more: #","sentences":[],"timingVersion":null,"audioTracks":{}"#)]))
        let read = try growth.chunks[0].inlineChunk().chunk
        #expect(read.isExact && read.sentences.count == 1 && read.sounds.map(\.path) == ["media/a.mp3"])
    }

    @Test("fewer chunks than before, none, and those that have changed their names, take nothing away")
    func shrinks() throws {
        var growth = BookGrowth(try list([chunk(11), chunk(13)]))
        for newer in [[], [chunk(13)], [#"{"chunkId":"other","startSentence":11,"metadataPath":"metadata/11.json"}"#]] {
            let isMore = growth.receive(try list(newer))
            #expect(!isMore && growth.book.chunks.map(\.id) == ["c11", "c13"])
        }
        // A name made of a place in the list is that of another chunk.
        var unnamed = BookGrowth(try list([#"{"startSentence":11,"endSentence":12}"#]))
        let isMore = unnamed.receive(
            try list([#"{"startSentence":13,"endSentence":14}"#, #"{"startSentence":11,"endSentence":12}"#]))
        #expect(isMore && unnamed.book.chunks.map(\.start) == [11, 13])
    }
}
