import Events
import Testing

@testable import BookAPI

/// Which sentence is which, and whose a word is.
@Suite struct BookNumberTests {
    private func numbers(_ told: [Int?], _ start: Int?, _ end: Int? = nil, running: Int = 1) -> [Int] {
        SentenceNumbers.numbers(told, start: start, end: end, runningStart: running)
    }

    @Test("numbers within the chunk are trusted, also with gaps")
    func trusted() {
        #expect(numbers([11, 12], 11, 12) == [11, 12] && numbers([11, 15, 13], 11, 15) == [11, 15, 13])
        #expect(numbers([1, 2, 3], 1, 3) == [1, 2, 3] && numbers([nil, 12], 11, 12) == [11, 12])
        #expect(numbers([11, 15], 11) == [11, 15])
    }

    @Test("RI2 numbers that begin anew in a chunk count on from its start")
    func local() throws {
        #expect(numbers([1, 2, 3], 201, 203) == [201, 202, 203] && numbers([0, 1, 2], 201, 203) == [201, 202, 203])
        // Both of these would give two rows one number, were each looked at alone.
        #expect(numbers([1, 2, 3], 2, 4) == [2, 3, 4] && numbers([0, 1, 2], 1, 3) == [1, 2, 3])
        let (chunk, odd) = try read(
            #"{"start_sentence":201,"end_sentence":202,"sentences":[{"sentence_number":1},{"sentence_number":2}]}"#)
        #expect(chunk.sentences.map(\.number) == [201, 202])
        #expect(odd == ["sentence_number does not match the book's numbering; this chunk starts with sentence 201"])
    }

    @Test("without a start, numbers that begin anew go on from the chunk before; others are trusted")
    func running() {
        #expect(numbers([1, 2], nil, running: 41) == [41, 42] && numbers([0, 1], nil, running: 41) == [41, 42])
        #expect(numbers([nil, nil], nil, running: 41) == [41, 42] && numbers([7, 9], nil, running: 41) == [7, 9])
        #expect(numbers([nil, 12], nil, running: 41) == [11, 12])
    }

    @Test("single numbers elsewhere follow from the row, and no number is there twice")
    func others() {
        #expect(numbers([11, 99, 13], 11, 13) == [11, 12, 13] && numbers([12, 12, 12], 11, 13) == [11, 12, 13])
        #expect(numbers([12, 99, 13], 11, 13) == [11, 12, 13])
    }

    @Test("RI1 an end that does not count as one changes no number")
    func exclusiveEnd() throws {
        for end in [12, 13] {
            let sentences = #"{"sentence_number":11,"original":"a"},{"sentence_number":12,"original":"b"}"#
            let chunk = try chunk(sentences, #""start_sentence":11,"end_sentence":\#(end)"#)
            #expect(chunk.sentences.map(\.number) == [11, 12])
        }
        // With a gap, so that the row alone does not give the last number.
        for end in [13, 14] { #expect(numbers([11, 13], 11, end) == [11, 13]) }
    }

    private func owners(_ start: Int, _ indexes: [Int], count: Int = 3) throws -> [Int: Int] {
        let sentences = (0..<count).map { _ in #"{"original":"a"}"# }.joined(separator: ",")
        let entries = indexes.enumerated().map { place, index in
            #"{"sentenceIdx":\#(index),"wordIdx":\#(place),"start":\#(place),"end":\#(place + 1)}"#
        }
        let chunk = try chunk(
            sentences, #""start_sentence":\#(start),"timingTracks":{"original":[\#(entries.joined(separator: ","))]}"#)
        var owners: [Int: Int] = [:]
        for sentence in chunk.sentences {
            for word in sentence.originalWords { owners[word.index ?? -1] = sentence.number }
        }
        return owners
    }

    @Test("RI3 whether words count sentences in the chunk or in the book is decided once for a track")
    func wordOwners() throws {
        #expect(try owners(11, [0, 1, 2]) == [0: 11, 1: 12, 2: 13])
        #expect(try owners(11, [11, 12, 13]) == [0: 11, 1: 12, 2: 13])
        #expect(try owners(1, [1, 2, 3]) == [0: 1, 1: 2, 2: 3])
        #expect(try owners(1, [0, 1, 2]) == [0: 1, 1: 2, 2: 3])
        // Both kinds in one track: the chunk's first.
        #expect(try owners(11, [0, 12, 40]) == [0: 11, 1: 12])
        #expect(try owners(2, [0, 2, 4]) == [0: 2, 1: 4, 2: 4])
    }

    @Test("words that count sentences as the file numbers them are theirs, and one sentence needs no number")
    func otherOwners() throws {
        let sentences = #"{"sentence_number":1,"original":"a"},{"sentence_number":2,"original":"b"}"#
        let track =
            #"[{"sentenceIdx":1,"wordIdx":0,"start":0,"end":1},{"sentenceIdx":2,"wordIdx":0,"start":1,"end":2}]"#
        let chunk = try chunk(sentences, #""start_sentence":201,"timingTracks":{"original":\#(track)}"#)
        #expect(chunk.sentences.map(\.originalWords) == [words((0, 0, 1_000_000)), words((0, 1_000_000, 2_000_000))])
        let one = try BookAPI.BookChunkReading.chunk(
            Array(#"{"sentences":[{"original":"a"}],"timingTracks":{"original":[{"start":0,"end":1}]}}"#.utf8)
        ).chunk
        #expect(one.sentences[0].originalWords == words((nil, 0, 1_000_000)))
    }

    @Test("what is no sentence keeps its place among those that are counted")
    func broken() throws {
        let track = #"[{"sentenceIdx":2,"wordIdx":0,"start":0,"end":1}]"#
        let chunk = try chunk(
            #"{"original":"a"},null,{"original":"c"}"#, #""start_sentence":5,"timingTracks":{"original":\#(track)}"#)
        #expect(chunk.sentences.map(\.number) == [5, 7])
        #expect(chunk.sentences[1].originalWords == words((0, 0, 1_000_000)))
    }
}
