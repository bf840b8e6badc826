import Events
import Testing

@testable import Engine

/// Text that comes, fails, grows and is forgotten (reader 2.12, 2.13).
@Suite struct ReaderChunkTests {
    // MARK: Failures

    @Test("RN4 a chunk that failed ahead of its time is asked for again when its turn comes, no sooner than 6 s")
    func failedAhead() {
        let (book, chunks) = Example.book(of: 3)
        var hand = ReaderHand()
        hand.hear(.bookOpened(book))
        hand.hear(.chunkLoaded(0, chunks[0]))
        hand.hear(.chunkFailed(2, reason: "no such file"))
        #expect(!hand.has(.failed) && hand.reader.wantedChunks == [1])
        hand.command(.jump(sentence: 5))
        #expect(hand.has(.failed) && !hand.reader.wantedChunks.contains(2))
        hand.command(.jump(sentence: 1))
        hand.now += .seconds(6)
        hand.command(.jump(sentence: 6))
        #expect(hand.reader.wantedChunks.first == 2 && !hand.has(.failed))
        hand.hear(.chunkLoaded(2, chunks[2]))
        #expect(hand.number == 6)
    }

    @Test("a chunk that failed is asked for once after each retry, and what was gone to is found when it comes")
    func retry() {
        let (book, chunks) = Example.book(of: 2)
        var hand = ReaderHand(book, [chunks[0]])
        hand.command(.jump(sentence: 4))
        for _ in 0..<3 {
            #expect(hand.reader.wantedChunks == [1])
            hand.hear(.chunkFailed(1, reason: "cut off"))
            #expect(hand.reader.wantedChunks.isEmpty && hand.reader.loading == .failed("cut off"))
            hand.command(.retry)
        }
        hand.hear(.chunkLoaded(1, chunks[1]))
        #expect(hand.number == 4 && hand.reader.loading == .shown)
        // There is nothing to try again any more.
        hand.command(.retry)
        #expect(hand.reader.wantedChunks.isEmpty)
    }

    // MARK: Growing

    @Test("RN14 a book that has grown behind its end goes on with what has come")
    func grownAtTheEnd() {
        let (book, chunks) = Example.book(of: 2)
        var (short, hand) = (book, ReaderHand(Self.single))
        short.chunks.removeLast()
        short.isComplete = false
        hand.hear(.bookOpened(short))
        hand.hear(.chunkLoaded(0, chunks[0]))
        hand.ready()
        hand.sound(.ended)
        #expect(hand.reader.isOver && hand.has(.ended))
        hand.hear(.bookOpened(book))
        #expect(hand.has(.book))
        hand.hear(.chunkLoaded(1, chunks[1]))
        hand.command(.resume)
        #expect(hand.number == 3 && !hand.reader.isOver)
    }

    private static let single = ReaderSettings(mode: .single(.original))

    @Test("RN14 a chunk that comes before the one that is read moves nothing of what is heard and shown")
    func grownBefore() {
        let (book, chunks) = Example.book(of: 4)
        var some = book
        some.chunks.removeFirst(2)
        var hand = ReaderHand()
        hand.hear(.bookOpened(some))
        hand.hear(.chunkLoaded(0, chunks[2]))
        hand.hear(.chunkLoaded(1, chunks[3]))
        hand.ready()
        hand.moved(to: 0.5)
        let (record, generation) = (hand.reader.record, hand.reader.generation)
        hand.hear(.bookOpened(book))
        #expect(hand.reader.selected == 2 && hand.reader.generation == generation)
        var shown = record.transcript
        shown?.chunk = 2
        #expect(hand.reader.record.transcript == shown && hand.reader.sound?.chunk == 2)
        #expect(hand.reader[3]?.chunk.id == "c3" && hand.reader.wantedChunks == [1, 0])
        hand.command(.previous)
        #expect(hand.reader.selected == 1)
    }

    @Test("a book without text that gets some begins")
    func grownFromNothing() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand()
        hand.hear(.bookOpened(Book("b", chunks: [], isComplete: false)))
        hand.hear(.bookOpened(book))
        hand.hear(.chunkLoaded(0, chunks[0]))
        #expect(hand.number == 1 && hand.reader.wantsToPlay && hand.reader.sound != nil)
    }

    @Test("a book that is not what it was any more is begun anew where it was read")
    func other() {
        let (book, chunks) = Example.book(of: 2)
        var hand = ReaderHand(book, chunks)
        hand.command(.jump(sentence: 4))
        var other = book
        for place in other.chunks.indices { other.chunks[place].id += "x" }
        hand.hear(.bookOpened(other))
        #expect(hand.reader.wantedChunks.first == 1 && hand.reader.sound == nil)
        hand.hear(.chunkLoaded(1, chunks[1]))
        #expect(hand.number == 4)
    }

    @Test("RS11 rows without text become text when it comes, and text that is heard stays as it is")
    func placeholders() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand()
        hand.hear(.bookOpened(book))
        var empty = chunks[0]
        empty.sentences = []
        hand.hear(.chunkLoaded(0, empty))
        hand.command(.next)
        hand.hear(.chunkLoaded(0, chunks[0]))
        #expect(hand.number == 2 && hand.reader.loading == .shown)
        let before = hand.reader
        var other = chunks[0]
        other.sentences.removeLast()
        hand.hear(.chunkLoaded(0, other))
        hand.hear(.chunkLoaded(0, empty))
        #expect(hand.reader == before)
    }

    @Test("RS11 text that had not been made is asked for again after a retry, and the sentence is found in it")
    func retryWithoutText() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand()
        hand.hear(.bookOpened(book))
        var empty = chunks[0]
        empty.sentences = []
        hand.hear(.chunkLoaded(0, empty))
        #expect(hand.reader.loading == .loading && hand.reader.wantedChunks == [])
        hand.command(.next)
        hand.command(.retry)
        #expect(hand.reader.wantedChunks == [0])
        hand.hear(.chunkLoaded(0, chunks[0]))
        #expect(hand.number == 2 && hand.reader.loading == .shown)
    }

    // MARK: Forgetting

    @Test("a chunk that was forgotten is asked for again, and its sentences keep their numbers")
    func forgotten() {
        let count = 100
        var (book, chunks) = Example.book(of: count)
        // Each counts its sentences from 1 on, and the list says nothing of them.
        for place in 0..<count {
            book.chunks[place] = ChunkEntry("c\(place)")
            for row in 0..<2 { chunks[place].sentences[row].number = row + 1 }
        }
        var hand = ReaderHand()
        hand.hear(.bookOpened(book))
        for place in 0..<count {
            hand.hear(.chunkLoaded(place, chunks[place]))
            hand.command(.next)
            hand.command(.next)
        }
        #expect(hand.reader.selected == 99 && hand.reader[20] == nil && hand.reader[99] != nil)
        hand.command(.jump(sentence: 42))
        #expect(hand.reader.wantedChunks.first == 20)
        hand.hear(.chunkLoaded(20, chunks[20]))
        #expect(hand.number == 42 && hand.reader.selected == 20)
    }
}
