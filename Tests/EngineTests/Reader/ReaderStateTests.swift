import Events
import Testing

@testable import Engine

/// What a reader comes to where several things happen at once.
@Suite struct ReaderStateTests {
    private static let single = ReaderSettings(mode: .single(.original))

    // MARK: Stopping and going on

    @Test("after a stop a sentence can be gone to, and reading goes on there")
    func stopped() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand(book, chunks)
        hand.ready()
        hand.command(.stop)
        #expect(hand.reader.isStopped && hand.number == 1)
        hand.command(.next)
        hand.ready()
        #expect(!hand.reader.isStopped && hand.number == 2 && hand.reader.sound?.isRunning == false)
        hand.command(.resume)
        hand.ready()
        #expect(hand.number == 2 && hand.reader.sound?.isRunning == true)
    }

    @Test("text that comes after a stop begins nothing; reading goes on where it was to begin")
    func stoppedWhileWaiting() {
        let (book, chunks) = Example.book(of: 2)
        var hand = ReaderHand()
        hand.hear(.bookOpened(book))
        hand.command(.jump(sentence: 4))
        hand.command(.stop)
        hand.hear(.chunkLoaded(1, chunks[1]))
        #expect(hand.reader.isStopped && hand.reader.sound == nil)
        hand.command(.resume)
        #expect(hand.number == 4 && !hand.reader.isStopped)
    }

    @Test("a stop in the middle of one file keeps the sentence that the time has led to")
    func stoppedOnATrack() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand(book, chunks, Self.single)
        hand.ready()
        hand.moved(to: 2)
        hand.command(.stop)
        #expect(hand.number == 2)
        hand.command(.resume)
        #expect(hand.number == 2 && hand.reader.sound?.start == Example.seconds(1.6))
    }

    @Test("what begins while paused is looked for once it is heard: an old place is no reason to believe it")
    func validationBehindAPause() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand(book, chunks, .reported)
        hand.ready()
        hand.command(.pause)
        hand.command(.next)
        hand.ready()
        #expect(hand.reader.phase.name == "validating")
        hand.wait(.seconds(60))
        hand.command(.resume)
        hand.moved(to: 0.3)
        #expect(hand.reader.phase.name == "validating" && hand.has(.stale))
    }

    // MARK: Sound that fails

    @Test("a file that fails in its middle keeps the sentence that the time has led to")
    func failureOnATrack() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand(book, chunks, Self.single)
        hand.ready()
        hand.moved(to: 2)
        hand.sound(.failed(reason: "no device"))
        #expect(hand.number == 2 && hand.has(.failed))
        hand.command(.resume)
        #expect(hand.number == 2 && hand.reader.sound?.start == Example.seconds(1.6))
    }

    @Test("RA10 without sound one sentence after the other can be gone to, also where one had just been sought")
    func steppingWithoutSound() {
        var sentences = (1...4).map { number in
            BookSentence(number: number, lanes: Example.lanes("a", "", "b"))
        }
        for row in sentences.indices { sentences[row].originalGate = Example.gate(Double(row), Double(row) + 1) }
        let chunk = BookChunk("c", sentences: sentences, sounds: [Example.sounds(4)[0]], isExact: true)
        var hand = ReaderHand(Book("b", chunks: [ChunkEntry("c", start: 1, end: 4)]), [chunk])
        hand.ready()
        hand.command(.next)
        hand.sound(.failed(reason: "no device"))
        #expect(hand.number == 2)
        hand.command(.next)
        #expect(hand.number == 3)
        hand.command(.next)
        #expect(hand.number == 4)
    }

    // MARK: Sounds and their times

    @Test("RT13 two files without times of sentences: one of them is heard, and what is not heard is said")
    func noSegments() {
        let sentences = (1...3).map { BookSentence(number: $0, lanes: Example.lanes("a b", "", "c d")) }
        let chunk = BookChunk("c", sentences: sentences, sounds: Example.sounds(6, 5), isExact: false)
        var hand = ReaderHand()
        hand.hear(.bookOpened(Book("b", chunks: [ChunkEntry("c", start: 1, end: 3)])))
        hand.hear(.chunkLoaded(0, chunk))
        #expect(hand.has(.mode) && !hand.has(.failed))
        #expect(hand.reader.sound?.sound.kind == .original && hand.reader.wantsToPlay)
        hand.ready()
        hand.moved(to: 2.1)
        #expect(hand.number == 2 && hand.reader.record.track == .original)
        hand.command(.toggle(.original))
        #expect(hand.reader.sound?.sound.kind == .translation && hand.number == 2)
    }

    @Test("RT12 a file that is longer than it is said to be is heard to its end where no gate says otherwise")
    func longerThanTold() {
        let sentence = BookSentence(number: 1, lanes: Example.lanes("Hello there.", "", "Привет."))
        let chunk = BookChunk("c", sentences: [sentence], sounds: Example.sounds(0.5, 0.4), isExact: false)
        var hand = ReaderHand(Book("b", chunks: [ChunkEntry("c", start: 1)]), [chunk])
        #expect(hand.reader.sound?.stop == Example.seconds(0.5))
        hand.ready(Example.seconds(3))
        #expect(hand.reader.sound?.stop == Example.seconds(3))
    }

    @Test("a word that lies behind the end of its segment is sought inside of it")
    func lateWord() {
        var chunk = Example.chunk
        chunk.sentences[0].originalWords = Example.words(0, 0.4, 1, 1.7, 1.8)
        var hand = ReaderHand(Example.book, [chunk])
        hand.ready()
        hand.command(.word(.original, 3))
        let sound = hand.reader.sound
        #expect(sound.map { $0.start < ($0.stop ?? .zero) } == true)
    }

    @Test("RT3 where gates run backwards a sentence that was gone to is left again when it is over")
    func backwardGates() {
        var chunk = Example.chunk
        chunk.sentences[0].originalGate = Example.gate(1.6, 2.6)
        chunk.sentences[1].originalGate = Example.gate(0, 1.6)
        var hand = ReaderHand(Example.book, [chunk], Self.single)
        hand.command(.next)
        hand.command(.previous)
        hand.ready()
        #expect(hand.number == 11 && hand.reader.record.transcript?.rule == .anchor)
        hand.moved(to: 1.7)
        #expect(hand.reader.record.transcript?.rule == .live)
    }

    // MARK: Words

    @Test("a word is selected in the sentence that is seen, while the next one is sought")
    func wordInTransition() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand(book, chunks, .reported)
        hand.ready()
        hand.sound(.reached)
        hand.wait(.milliseconds(250))
        hand.ready()
        hand.sound(.reached)
        hand.wait(.milliseconds(250))
        // Sentence 1 stays while sentence 2 is sought; stopping there shows sentence 2.
        #expect(hand.number == 1 && hand.reader.phase.name == "transitioning")
        hand.command(.nextWord)
        #expect(hand.number == 2 && hand.reader.cursor == WordCursor(.original, 1))
    }

    @Test("a selected word is forgotten when reading goes on, or when its lane is hidden")
    func cursorForgotten() {
        let (book, chunks) = Example.book(of: 1)
        var hand = ReaderHand(book, chunks)
        hand.ready()
        hand.command(.nextWord)
        #expect(hand.reader.cursor == WordCursor(.original, 1))
        hand.command(.resume)
        #expect(hand.reader.cursor == nil)
        hand.command(.nextWord)
        hand.command(.text(.original))
        #expect(hand.reader.cursor == nil)
    }

    @Test(
        "RD3 words are stepped through whatever they are written in, and marks of every script are stepped over",
        arguments: [
            (["日本", "、", "語"], 2), (["שלום", "־", "עולם"], 2), (["مرحبا", "؟", "بكم"], 2), (["٣", "…", "४"], 2),
            (["。", "!", "—"], 0), (["一"], 0),
        ])
    func scripts(tokens: [String], next: Int) {
        var chunk = Example.chunk
        chunk.sentences[0].lanes.original = LaneText(tokens.joined(), tokens: tokens)
        chunk.sentences[0].originalWords = []
        var hand = ReaderHand(Example.book, [chunk])
        hand.ready()
        hand.command(.nextWord)
        #expect(hand.reader.cursor == WordCursor(.original, next))
    }
}
