import Events
import Testing

@testable import Reader

/// Why something is not as somebody wants it.
@Suite struct ReaderHintTests {
    private static func hint(_ mode: AudioMode, _ text: PerLane<LaneText?>, _ kinds: [BookSound.Kind]) -> String? {
        let chunk = BookChunk(
            "c", sentences: [BookSentence(number: 1, lanes: text)],
            sounds: kinds.map { BookSound($0, path: $0.rawValue, duration: Example.seconds(2)) }, isExact: false)
        let hand = ReaderHand(Book("b", chunks: [ChunkEntry("c", start: 1)]), [chunk], ReaderSettings(mode: mode))
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
            Self.hint(.single(.translation), one, [.original]) == "there is no translation here: the original is read")
        #expect(
            Self.hint(.single(.translation), both, [.original])
                == "the translation cannot be heard by itself here: the original is read")
        #expect(
            Self.hint(.single(.original), both, [.combined])
                == "the original cannot be heard by itself here: both languages are read")
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
