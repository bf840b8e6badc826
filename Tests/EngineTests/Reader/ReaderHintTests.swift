import Events
import Testing

@testable import Engine

/// Why something is not as somebody wants it.
@Suite struct ReaderHintTests {
    /// - Parameter others: chunks of the book besides the one that is read.
    private static func hint(
        _ mode: AudioMode, _ text: PerLane<LaneText?>, _ kinds: [BookSound.Kind], others: Int = 0
    ) -> String? {
        let chunk = BookChunk(
            "c0", sentences: [BookSentence(number: 1, lanes: text)],
            sounds: kinds.map { BookSound($0, path: $0.rawValue, duration: Example.seconds(2)) }, isExact: false)
        let entries = (0...others).map { ChunkEntry("c\($0)", start: $0 + 1) }
        let hand = ReaderHand(Book("b", chunks: entries), [chunk], ReaderSettings(mode: mode))
        return hand.reader.modeHint
    }

    @Test("RA9b that another language is read than the only one that is wanted has a reason")
    func mode() {
        let (both, one) = (Example.lanes("a b", "", "c d"), Example.lanes("a b", "", ""))
        #expect(Self.hint(.sequence, one, [.original]) == nil)
        #expect(Self.hint(.single(.original), one, [.original]) == nil)
        #expect(Self.hint(.single(.translation), both, [.original, .translation]) == nil)
        // Where nothing is heard nothing else is either.
        #expect(Self.hint(.single(.translation), one, []) == nil)
        #expect(
            Self.hint(.single(.translation), one, [.original]) == "no translation here: the original is read")
        #expect(
            Self.hint(.single(.translation), both, [.original])
                == "no separate sound for the translation here: the original is read")
        #expect(
            Self.hint(.single(.original), both, [.combined])
                == "no separate sound for the original here: both languages are read")
    }

    @Test("a part without the only language that is wanted says nothing of the book's other parts")
    func modeOfOnePart() {
        let (both, one) = (Example.lanes("a b", "", "c d"), Example.lanes("a b", "", ""))
        #expect(
            Self.hint(.single(.translation), one, [.original], others: 2)
                == "without a translation, the original is read")
        #expect(
            Self.hint(.single(.translation), both, [.original], others: 2)
                == "no separate sound for the translation here: the original is read")
    }

    @Test("only what has failed, or has come without its text, is tried again")
    func retry() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand(book, [])
        #expect(!hand.reader.canRetry)
        hand.hear(.chunkFailed(0, reason: "gone"))
        #expect(hand.reader.canRetry)
        hand.command(.retry)
        #expect(!hand.reader.canRetry && hand.reader.wantedChunks == [0])
        hand.hear(.chunkLoaded(0, BookChunk("c0", sentences: [], sounds: [], isExact: false)))
        #expect(hand.reader.canRetry)
        hand.hear(.chunkLoaded(0, chunks[0]))
        #expect(!hand.reader.canRetry)
    }
}
