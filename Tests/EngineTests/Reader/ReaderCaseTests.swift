import Events
import Testing

@testable import Engine

/// Nasty cases (reader 7).
@Suite struct ReaderCaseTests {
    /// Chunks with sentences of these numbers.
    private static func book(_ ranges: [ClosedRange<Int>]) -> (Book, [BookChunk]) {
        let chunks = ranges.enumerated().map { place, numbers in
            let sentences = numbers.enumerated().map { row, number in
                var sentence = row % 2 == 0 ? Example.eleven : Example.twelve
                let (start, end) = (Double(row), Double(row) + 1)
                sentence.number = number
                (sentence.originalGate, sentence.translationGate) = (Example.gate(start, end), Example.gate(start, end))
                (sentence.originalWords, sentence.translationWords) = ([], [])
                return sentence
            }
            let length = Double(sentences.count)
            return BookChunk(
                "c\(place)", sentences: sentences, sounds: Example.sounds(length, length), isExact: true)
        }
        let entries = ranges.enumerated().map {
            ChunkEntry("c\($0)", start: $1.lowerBound, end: $1.upperBound, sentenceCount: $1.count)
        }
        return (Book("b", chunks: entries), chunks)
    }

    // MARK: Numbers

    @Test(
        "RI5 a number in a gap is the sentence before it, one in two chunks that of the later one; with text and without",
        arguments: [(1, 0, 1), (2, 0, 2), (3, 0, 2), (10, 0, 2), (11, 1, 11), (13, 2, 13), (14, 2, 14), (16, 2, 16)])
    func gaps(number: Int, chunk: Int, sentence: Int) {
        let (book, chunks) = Self.book([1...2, 11...14, 13...16])
        var loaded = ReaderHand(book, chunks)
        loaded.command(.jump(sentence: number))
        #expect(loaded.reader.selected == chunk && loaded.number == sentence)
        var waiting = ReaderHand(book, [])
        waiting.command(.jump(sentence: number))
        #expect(waiting.reader.selected == chunk)
        for (place, chunk) in chunks.enumerated().reversed() { waiting.hear(.chunkLoaded(place, chunk)) }
        #expect(waiting.reader.selected == chunk && waiting.number == sentence)
    }

    @Test(
        "RI6 from the last sentence of a chunk it is one step to the next, also where its text has not come",
        arguments: [true, false])
    func border(isSequence: Bool) {
        let (book, chunks) = Self.book([2_218...2_219, 2_220...2_221])
        var hand = ReaderHand(
            book, [chunks[0]], ReaderSettings(mode: isSequence ? .sequence : .single(.original)))
        hand.command(.jump(sentence: 2_219))
        hand.ready()
        hand.command(.next)
        #expect(hand.reader.selected == 1 && hand.reader.wantedChunks.first == 1)
        hand.hear(.chunkLoaded(1, chunks[1]))
        #expect(hand.number == 2_220)
        hand.ready()
        hand.command(.previous)
        #expect(hand.number == 2_219)
    }

    // MARK: What comes late

    @Test("RA1 the end of a seek that was given up ends nothing")
    func lateSeek() {
        let (book, chunks) = Self.book([1...4])
        var hand = ReaderHand(book, chunks)
        hand.ready()
        hand.command(.jump(sentence: 3))
        let given = hand.reader.generation
        hand.command(.jump(sentence: 2))
        hand.hear(.sound(given, .ready(duration: .seconds(4))))
        #expect(hand.reader.phase == .transitioning(notBefore: nil) && hand.reader.sound?.isRunning == false)
        hand.ready(.seconds(4))
        #expect(hand.number == 2 && hand.reader.sound?.start == .seconds(1))
    }

    @Test("RA2 the end of a file that is not heard any more, of another track or another chunk, ends nothing")
    func lateEnd() {
        let (book, chunks) = Self.book([1...2, 3...4])
        var hand = ReaderHand(book, chunks, ReaderSettings(isExact: true))
        hand.ready(.seconds(2))
        let original = hand.reader.generation
        hand.sound(.reached)
        hand.wait(ReaderRules.dwell)
        hand.ready(.seconds(2))
        #expect(hand.reader.record.track == .translation && hand.reader.phase == .playing)
        for event in [ReaderSoundEvent.ended, .reached, .failed(reason: "gone")] {
            hand.hear(.sound(original, event))
            #expect(hand.reader.phase == .playing && hand.number == 1 && hand.notes.isEmpty)
        }
        let translation = hand.reader.generation
        hand.command(.jump(sentence: 3))
        hand.ready(.seconds(2))
        hand.hear(.sound(translation, .ended))
        #expect(hand.reader.phase == .playing && hand.number == 3 && hand.reader.record.track == .original)
    }

    @Test("RA3 a time of the old file that lies inside of the new segment moves nothing")
    func oldTime() {
        let (book, chunks) = Self.book([1...2])
        var hand = ReaderHand(book, chunks, ReaderSettings(isExact: true))
        hand.ready(.seconds(2))
        hand.moved(to: 0.9)
        let original = hand.reader.generation
        hand.sound(.reached)
        hand.wait(ReaderRules.dwell)
        hand.ready(.seconds(2))
        // Of the original; the translation of the same sentence is heard in the same seconds of its file.
        hand.hear(.sound(original, .moved(Example.seconds(0.9))))
        #expect(hand.reader.record.position == .zero)
        hand.moved(to: 0.1)
        #expect(hand.reader.record.position == Example.seconds(0.1))
    }

    @Test("RA8 of several jumps to text that has not come the last one counts")
    func jumpsAhead() {
        let (book, chunks) = Self.book([1...2, 3...4, 5...6])
        var hand = ReaderHand(book, [chunks[0]])
        for number in [3, 6, 4] { hand.command(.jump(sentence: number)) }
        hand.hear(.chunkLoaded(2, chunks[2]))
        #expect(hand.number == nil && hand.reader.sound == nil)
        hand.hear(.chunkLoaded(1, chunks[1]))
        #expect(hand.number == 4 && hand.reader.sound?.chunk == 1 && hand.reader.sound?.start == .seconds(1))
    }

    // MARK: What is on its way

    /// A reader that waits for a file, and one that seeks the translation of its first sentence.
    private static let onTheWay: [(phase: String, hand: ReaderHand)] = {
        let (book, chunks) = Self.book([1...2])
        let waiting = ReaderHand(book, chunks, ReaderSettings(isExact: true))
        var seeking = waiting
        seeking.ready(.seconds(2))
        seeking.sound(.reached)
        seeking.wait(ReaderRules.dwell)
        return [("idle", waiting), ("transitioning", seeking)]
    }()

    @Test("RA4 a language that is switched off while a file or a place is awaited leaves the other one, from its gate")
    func toggleOnTheWay() {
        for (phase, before) in Self.onTheWay {
            var hand = before
            #expect(hand.reader.phase.name == phase)
            hand.command(.toggle(.original))
            #expect(hand.notes.map(\.kind) == [.mode] && hand.number == 1, "\(phase)")
            #expect(hand.reader.sound?.sound.kind == .translation && hand.reader.sound?.start == .zero, "\(phase)")
        }
        // The next sentence is sought already, and the one before is still shown.
        var next = Self.onTheWay[1].hand
        next.ready(.seconds(2))
        next.sound(.reached)
        next.wait(ReaderRules.dwell)
        #expect(next.reader.phase.name == "transitioning" && next.number == 1)
        next.command(.toggle(.original))
        #expect(next.number == 2 && next.reader.sound?.start == .seconds(1))
    }

    @Test("RA4 a language that is switched off before any text has come is not heard when it comes")
    func toggleBeforeText() {
        let (book, chunks) = Self.book([1...2])
        var hand = ReaderHand(book, [])
        hand.command(.toggle(.original))
        hand.hear(.chunkLoaded(0, chunks[0]))
        #expect(hand.number == 1 && hand.reader.sound?.sound.kind == .translation)
    }

    @Test("RA6 what was awaited when reading was paused comes, and is not heard before it goes on")
    func pauseOnTheWay() {
        for (phase, before) in Self.onTheWay {
            var hand = before
            let sound = hand.reader.sound
            hand.command(.pause)
            hand.ready(.seconds(2))
            hand.wait(.seconds(60))
            #expect(hand.reader.sound?.isRunning == false && hand.notes.isEmpty, "\(phase)")
            hand.command(.resume)
            #expect(hand.reader.sound?.isRunning == true && hand.number == 1, "\(phase)")
            #expect(hand.reader.sound?.sound == sound?.sound && hand.reader.generation == sound?.generation, "\(phase)")
        }
    }

    @Test("RA7 another speed is that of the sound in every phase, and nothing is sought anew")
    func speeds() {
        var hand = ReaderHand(Example.book, [Example.chunk], .reported)
        let steps: [(phase: String, percent: Int, input: (inout ReaderHand) -> Void)] = [
            ("idle", 60, { _ in }), ("playing", 70, { $0.ready() }), ("dwelling", 80, { $0.sound(.reached) }),
            ("transitioning", 90, { $0.wait(ReaderRules.dwell) }), ("validating", 110, { $0.ready() }),
        ]
        for step in steps {
            step.input(&hand)
            let before = hand.reader
            hand.command(.speed(percent: step.percent))
            #expect(hand.reader.sound?.percent == step.percent && hand.reader.phase.name == step.phase)
            #expect(hand.reader.phase == before.phase && hand.reader.generation == before.generation, "\(step.phase)")
        }
    }

    // MARK: Places and times

    @Test(
        "RA11 a place that is outside of its sentence is the sentence's begin, one in a sentence that is not there the nearest",
        arguments: [
            (BookPlace(sentence: 12, .original, word: 99), 12, 1.6),
            (BookPlace(sentence: 12, .original, word: -1), 12, 1.6),
            (BookPlace(sentence: 12, .translation, word: Int.max), 12, 1.6),
            (BookPlace(sentence: 12, .original, word: 1), 12, 2.199), (BookPlace(sentence: 999), 12, 1.6),
            (BookPlace(sentence: Int.min, .original, word: Int.min), 11, 0),
        ])
    func outside(place: BookPlace, number: Int, start: Double) {
        var after = ReaderHand(Example.book, [Example.chunk])
        after.command(.place(place))
        #expect(after.number == number && after.reader.sound?.start == Example.seconds(start))
        // As it is when a book is opened: the place is known before the text.
        var before = ReaderHand()
        before.hear(.bookOpened(Example.book))
        before.command(.place(place))
        before.hear(.chunkLoaded(0, Example.chunk))
        #expect(before.number == number && before.reader.sound?.start == Example.seconds(start))
    }

    @Test("RA14 an hour of sleep in a dwell ends the dwell once, and moves by one segment")
    func sleep() {
        let (book, chunks) = Self.book([1...4])
        var hand = ReaderHand(book, chunks, ReaderSettings(isExact: true))
        hand.ready(.seconds(4))
        hand.sound(.reached)
        let generation = hand.reader.generation
        hand.wait(.seconds(3_600))
        #expect(hand.notes.count { $0.kind == .track || $0.kind == .segment } == 1)
        #expect(hand.number == 1 && hand.reader.segmentsOfTrack.first { $0.isCurrent }?.segment.track == .translation)
        #expect(hand.reader.generation == generation.next)
        // What is sought does not come by itself, however long that lasts.
        hand.wait(.seconds(3_600))
        #expect(hand.notes.isEmpty && hand.reader.phase == .transitioning(notBefore: nil))
        hand.ready(.seconds(4))
        #expect(hand.reader.phase == .playing && hand.number == 1)
    }

    // MARK: What is shown

    @Test("RD1 from the moment at which text is there a sentence is shown; before that it says that it loads")
    func noEmptyFrame() {
        var hand = ReaderHand()
        #expect(hand.reader.loading == .waiting)
        hand.hear(.bookOpened(Example.book))
        #expect(hand.reader.loading == .loading)
        let inputs: [(inout ReaderHand) -> Void] = [
            { $0.hear(.chunkLoaded(0, Example.chunk)) }, { $0.ready() }, { $0.moved(to: 0) }, { $0.command(.pause) },
            { $0.command(.jump(sentence: 12)) }, { $0.command(.resume) }, { $0.ready() }, { $0.command(.stop) },
            { $0.command(.toggle(.original)) }, { $0.sound(.failed(reason: "gone")) },
        ]
        for (place, input) in inputs.enumerated() {
            input(&hand)
            #expect(hand.number != nil && hand.reader.loading == .shown, "after input \(place)")
        }
    }

    @Test("RD9 the original stays full while its translation is sought and heard, and is not full in the next sentence")
    func sameSentence() {
        var hand = ReaderHand(Example.book, [Example.chunk], ReaderSettings(isExact: true))
        func original() -> String { hand.reader.record.transcript?.lanes.text(.original) ?? "" }
        hand.ready()
        hand.sound(.reached)
        hand.wait(ReaderRules.dwell)
        #expect(hand.reader.isSameSentence && original() == "4/4@3")
        hand.ready()
        #expect(original() == "4/4@3")
        hand.sound(.reached)
        hand.wait(ReaderRules.dwell)
        // The sentence before stays until the next one is heard.
        #expect(!hand.reader.isSameSentence && hand.number == 11)
        hand.ready()
        #expect(hand.number == 12 && original() == "1/2@0")
        // Also where the next one is gone to in the middle of the change.
        hand.command(.jump(sentence: 11))
        hand.ready()
        hand.sound(.reached)
        hand.wait(ReaderRules.dwell)
        #expect(hand.reader.isSameSentence)
        hand.command(.next)
        #expect(!hand.reader.isSameSentence)
        hand.ready()
        #expect(hand.number == 12 && original() == "1/2@0")
    }

    // MARK: Keys

    @Test(
        "RK2 a key that is held down goes one sentence each time, over chunks with text and without, and one place is sought"
    )
    func heldDown() {
        let (book, chunks) = Self.book([1...4, 5...8, 9...12, 13...16, 17...20])
        for (loaded, direction) in [(5, 1), (1, 1), (5, -1), (0, -1)] {
            var hand = ReaderHand(book, Array(chunks.prefix(loaded)), ReaderSettings(isExact: true))
            hand.command(.jump(sentence: direction > 0 ? 1 : 20))
            for _ in 0..<14 { hand.command(direction > 0 ? .next : .previous) }
            let expected = direction > 0 ? 15 : 6
            for place in hand.reader.wantedChunks { hand.hear(.chunkLoaded(place, chunks[place])) }
            let old = hand.reader.generation
            hand.ready(.seconds(4))
            #expect(hand.number == expected && hand.reader.generation == old, "\(loaded) \(direction)")
            #expect(hand.reader.sound?.start == .seconds(Int64((expected - 1) % 4)))
            // At the book's end it stays.
            for _ in 0..<30 { hand.command(direction > 0 ? .next : .previous) }
            for place in hand.reader.wantedChunks { hand.hear(.chunkLoaded(place, chunks[place])) }
            hand.ready(.seconds(4))
            #expect(hand.number == (direction > 0 ? 20 : 1), "\(loaded) \(direction)")
        }
    }
}
