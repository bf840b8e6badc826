import Events
import Support
import Testing

@testable import Engine

/// What the user does while a book is read (reader 2.7 to 2.15).
@Suite struct BookCommandTests {
    /// Three sentences in two chunks, of which the second has one.
    static func book() -> (Book, [BookChunk]) {
        var third = Example.eleven
        third.number = 13
        let second = BookChunk("0013", sentences: [third], sounds: Example.sounds(1.6, 1.2), isExact: true)
        return (Book("b", chunks: [Example.entry, ChunkEntry("0013", start: 13, end: 13)]), [Example.chunk, second])
    }

    private static func passage(_ commands: (Double, ReaderCommand)..., settings: ReaderSettings = .reported) throws
        -> Passage
    {
        let (book, chunks) = book()
        return try Passage(book, chunks, settings, commands)
    }

    /// `11o` for each segment that was heard to its end.
    private static func heard(_ passage: Passage) -> [String] {
        passage.lines.filter { $0.notes.contains { $0.kind == .dwell } }
            .map { "\($0.number ?? 0)\($0.record.track?.rawValue.first ?? "-")" }
    }

    // MARK: Modes

    @Test(
        "RA4 whatever goes on when a language is switched off, the sentence stays and the other one begins at its gate",
        arguments: [
            (0.5, "playing", 11), (1.6, "dwelling", 11), (2.0, "validating", 11), (2.5, "playing", 11),
            (3.0, "dwelling", 11), (3.3, "validating", 12), (4.0, "playing", 12), (4.3, "dwelling", 12),
        ])
    func toggle(time: Double, phase: String, number: Int) throws {
        let passage = try Self.passage((time, .toggle(.original)))
        let place = try #require(passage.lines.firstIndex { $0.notes.contains { $0.kind == .mode } })
        let line = passage.lines[place]
        #expect(passage.lines[..<place].last?.record.phase == phase)
        #expect(line.seconds == time && line.record.phase == "idle" && line.record.track == .translation)
        #expect(line.number == number && line.record.position?.seconds == (number == 11 ? 0 : 1.2))
        #expect(line.lit(.translation) == "1/\(number == 11 ? 2 : 3)@0" && line.lit(.original).hasPrefix("0/"))
        #expect(passage.lines.count { $0.notes.contains { $0.kind == .mode } } == 1)
    }

    @Test("reader 2.8: a language off and on again: the sentence stays, and its original is heard")
    func toggleTwice() throws {
        let passage = try Self.passage((5.0, .toggle(.original)), (5.05, .toggle(.original)))
        let line = try #require(passage.lines.last { $0.notes.contains { $0.kind == .mode } })
        #expect(line.number == 12 && line.record.track == .original && line.record.position?.seconds == 1.6)
        #expect(Self.heard(passage) == ["11o", "11t", "12o", "12o", "12t", "13o", "13t"])
    }

    @Test("RA5 two switches within 0.12 s have the effect of both")
    func toggleQuickly() throws {
        let passage = try Self.passage((0.5, .toggle(.translation)), (0.55, .toggle(.translation)))
        #expect(passage.reader.switches.mode == .sequence)
        #expect(Self.heard(passage) == ["11o", "11t", "12o", "12t", "13o", "13t"])
    }

    @Test(
        "one file straight through, over the chunks, each sentence with the light in turn",
        arguments: [
            (AudioMode.single(.original), 4.2), (.single(.translation), 3.9),
        ])
    func single(mode: AudioMode, end: Double) throws {
        var settings = ReaderSettings.reported
        settings.mode = mode
        let passage = try Self.passage(settings: settings)
        #expect(passage.lines.last?.seconds == end && passage.phases.count { $0.1 != "idle" } == 0)
        var numbers: [Int] = []
        for line in passage.lines { if let number = line.number, numbers.last != number { numbers.append(number) } }
        #expect(numbers == [11, 12, 13])
    }

    private static func merged(_ commands: (Double, ReaderCommand)...) throws -> Passage {
        var settings = ReaderSettings.reported
        settings.mode = .single(.translation)
        let chunk = BookChunk("m", sentences: Example.merged, sounds: Example.sounds(6, 5), isExact: true)
        return try Passage(Book("b", chunks: [ChunkEntry("m", start: 1, end: 6)]), [chunk], settings, commands)
    }

    @Test(
        "of what several sentences are in the translation alone, the one that it stands behind has the light, to the end"
    )
    func mergedTranslation() throws {
        let passage = try Self.merged()
        var numbers: [Int] = []
        for line in passage.lines { if let number = line.number, numbers.last != number { numbers.append(number) } }
        #expect(numbers == [2, 3, 5] && passage.reader.isOver)
        #expect(passage.at(0.1)?.lit(.translation) == "1/4@0" && passage.at(4.6)?.lit(.translation) == "4/4@3")
        #expect(passage.lines.last?.lit(.translation) == "4/4@3")
    }

    @Test(
        "sentences that the translation alone does not speak are stepped over, and a jump there leads to what is heard of it"
    )
    func mergedSteps() throws {
        let steps = try Self.merged(
            (0.1, .next), (0.2, .next), (0.3, .next), (0.4, .previous), (0.5, .previous), (0.6, .pause))
        #expect([0.05, 0.15, 0.25, 0.35, 0.45, 0.55].map { steps.at($0)?.number } == [2, 3, 5, 5, 3, 2])
        #expect(steps.at(0.25)?.record.position?.seconds == 3)
        let last = try Self.merged((0.2, .jump(sentence: 6)), (0.25, .pause)).reader
        #expect(!last.hasSentence(by: 1) && last.hasSentence(by: -1))
        for (wanted, heard) in [(1, 2), (3, 3), (4, 5), (6, 5)] {
            let jump = try Self.merged((0.2, .jump(sentence: wanted)), (0.25, .pause))
            #expect(jump.lines.last?.number == heard, "\(wanted)")
            // Its word is not one of what is heard.
            let word = BookPlace(sentence: wanted, .original, word: 1)
            let place = try Self.merged((0.2, .place(word)), (0.25, .pause))
            #expect(place.lines.last?.number == heard, "\(wanted)")
        }
    }

    @Test("RA9b one file of both languages is heard with the times of both, and its languages cannot be switched")
    func mixOnly() throws {
        let phases = SentencePhases(original: Example.seconds(1), translation: Example.seconds(1))
        let sentence = BookSentence(number: 1, lanes: Example.lanes("a b", "", "c d"), phases: phases)
        let chunk = BookChunk(
            "m", sentences: [sentence], sounds: [BookSound(.combined, path: "m", duration: Example.seconds(2))],
            isExact: false)
        let passage = try Passage(
            Book("b", chunks: [ChunkEntry("m", start: 1)]), [chunk], .reported, [(0.5, .toggle(.original))])
        #expect(passage.reader.switches.mode == .sequence)
        #expect(passage.at(0.6)?.record.track == .mix && passage.at(0.6)?.lit(.original) == "2/2@1")
        #expect(passage.at(0.6)?.lit(.translation) == "0/2@-" && passage.at(1.6)?.lit(.translation) == "2/2@1")
    }

    // MARK: Pausing

    @Test(
        "RA6 a pause while anything is on its way: nothing begins by itself, and nothing is left out afterwards",
        arguments: [0.5, 1.55, 1.7, 1.8, 1.95, 3.2, 5.9])
    func pause(time: Double) throws {
        let passage = try Self.passage((time, .pause), (60, .resume))
        let between = passage.lines.filter { $0.time > Instant(seconds: time) && $0.time < Instant(seconds: 60) }
        #expect(between.isEmpty, "\(between)")
        let heard = Self.heard(passage)
        var distinct: [String] = []
        for one in heard where distinct.last != one { distinct.append(one) }
        #expect(distinct == ["11o", "11t", "12o", "12t", "13o", "13t"] && passage.reader.isOver)
    }

    @Test("RA7 another speed counts at once, and a dwell is as long as before")
    func speed() throws {
        let passage = try Self.passage((0, .speed(percent: 50)), (3.2, .speed(percent: 150)))
        // 1.55 s at half the speed; the dwell began then.
        #expect(passage.phases.first { $0.1 == "dwelling" }?.0 == 3.1)
        #expect(passage.phases.first { $0.1 == "transitioning" }?.0 == 3.35)
        // Then 1.15 s at half as much speed again.
        let second = try #require(passage.phases.last { $0.1 == "dwelling" && $0.0 < 4.5 })
        #expect((second.0 - 3.35 - 1.15 / 1.5).magnitude < 0.001)
    }

    @Test("reader 2.15: the sleep timer pauses, and can be taken back")
    func sleep() throws {
        let passage = try Self.passage((0.1, .speed(percent: 50)), (0.2, .sleep(minutes: 0)))
        #expect(passage.lines.last?.seconds == 0.2 && !passage.reader.wantsToPlay && !passage.reader.isOver)
        let taken = try Self.passage((0.2, .sleep(minutes: 1)), (0.3, .sleep(minutes: nil)))
        #expect(taken.reader.isOver)
    }

    // MARK: Moving

    @Test("next and previous go by one sentence, RI6 over the border of a chunk as well, and not beyond the book")
    func steps() throws {
        let passage = try Self.passage(
            (0.5, .next), (0.6, .next), (0.7, .next), (0.8, .previous), (0.9, .previous), (1.0, .previous), (1.1, .stop)
        )
        let said = passage.lines.flatMap { line in
            line.notes.filter { $0.kind == .sentence }.map { "\(line.seconds) \($0.text)" }
        }
        #expect(
            said == [
                "0.5 to sentence 12", "0.6 to the next chunk", "0.8 to the end of the previous chunk",
                "0.9 to sentence 11",
            ])
        #expect(passage.at(0.75)?.number == 13 && passage.reader.isStopped)
    }

    @Test(
        "RI7 back from the first sentence leads to the last one of the chunk before, also where its text has not come")
    func backOverBorder() throws {
        let passage = try Self.passage((0.5, .jump(sentence: 13)), (0.6, .previous), (0.7, .pause))
        #expect(passage.at(0.65)?.number == 12 && passage.at(0.65)?.record.position?.seconds == 1.6)
    }

    @Test("the part before is begun at its beginning, from wherever one is; before the first there is none")
    func partBefore() throws {
        let passage = try Self.passage(
            (0.5, .jump(sentence: 13)), (0.6, .previousChunk), (0.7, .previousChunk), (0.75, .pause))
        #expect(passage.at(0.62)?.number == 11 && passage.at(0.72)?.number == 11)
        let said = passage.lines.flatMap(\.notes).filter { $0.kind == .sentence }.map(\.text)
        #expect(said.count { $0 == "to the previous chunk" } == 1)
    }

    @Test(
        "RI4 a jump beyond the book goes to its ends",
        arguments: [(0, 11), (-5, 11), (11, 11), (12, 12), (13, 13), (99, 13), (Int.max, 13), (Int.min, 11)])
    func jump(number: Int, expected: Int) throws {
        let passage = try Self.passage((0.3, .jump(sentence: number)), (0.35, .pause))
        #expect(passage.lines.last?.number == expected)
    }

    @Test("RA8 three jumps in a row: the last one counts, and nothing is heard of the others")
    func jumps() throws {
        let passage = try Self.passage(
            (0.3, .jump(sentence: 13)), (0.3, .jump(sentence: 11)), (0.3, .jump(sentence: 12)))
        #expect(Self.heard(passage) == ["12o", "12t", "13o", "13t"])
    }

    @Test("a word is gone to: its time is heard next, on its track, also the other one within the sentence")
    func word() throws {
        let passage = try Self.passage((0.5, .word(.translation, 1)), (0.55, .pause))
        let line = try #require(passage.at(0.52))
        #expect(line.record.track == .translation && line.record.position?.seconds == 0.546 && line.number == 11)
        #expect(line.lit(.original) == "4/4@3" && line.lit(.translation) == "2/2@1")
        // A word that is not there changes nothing.
        #expect(try Self.passage((0.5, .word(.original, 4)), (0.5, .word(.original, -1))).reader.isOver)
    }

    @Test("word by word: playing stops, marks are stepped over, and it goes round")
    func words() throws {
        var chunk = Example.chunk
        chunk.sentences[0].lanes.translation = LaneText("a - b", tokens: ["a", "-", "b"])
        let cursors = { (commands: [ReaderCommand]) -> WordCursor? in
            let timed = [(0.4, ReaderCommand.pause)] + commands.map { (0.5, $0) }
            return try? Passage(Example.book, [chunk], .reported, timed).reader.cursor
        }
        #expect(cursors([]) == nil)
        // The original is what is being spoken.
        #expect(cursors([.nextWord]) == WordCursor(.original, 2))
        #expect(cursors([.nextWord, .nextWord, .nextWord]) == WordCursor(.original, 0))
        #expect(cursors([.previousWord, .previousWord]) == WordCursor(.original, 3))
    }

    // MARK: Text

    @Test("reader 2.1: hidden text is not heard, shown text may be; one line is always shown")
    func text() throws {
        let original = try Self.passage((0.5, .text(.original)), (0.6, .pause)).reader
        #expect(original.switches.mode == .single(.translation) && original.hiddenLanes == [.original])
        let shown = try Self.passage((0.5, .text(.original)), (0.6, .text(.original)), (0.7, .pause)).reader
        #expect(shown.switches.mode == .single(.translation) && shown.hiddenLanes == [])
        let translation = try Self.passage((0.5, .text(.translation)), (0.6, .pause)).reader
        #expect(translation.switches.mode == .single(.original))
        // What is heard again is shown again.
        let heard = try Self.passage(
            (0.5, .text(.translation)), (0.6, .toggle(.translation)), (0.7, .pause)
        ).reader
        #expect(heard.switches.mode == .sequence && heard.hiddenLanes == [])
        let all = try Self.passage(
            (0.5, .text(.original)), (0.5, .text(.transliteration)), (0.5, .text(.translation)), (0.6, .pause)
        ).reader
        #expect(all.hiddenLanes == [.original, .transliteration])
    }

    @Test("a line that the text does not have is not the one that stays")
    func noTransliteration() throws {
        var (book, chunks) = Self.book()
        for chunk in chunks.indices {
            for row in chunks[chunk].sentences.indices { chunks[chunk].sentences[row].lanes.transliteration = nil }
        }
        book.isComplete = true
        for lanes in [[Lane.original, .translation], [.translation, .original]] {
            let reader = try Passage(
                book, chunks, .reported, [(0.5, .text(lanes[0])), (0.6, .text(lanes[1])), (0.7, .pause)]
            ).reader
            #expect(reader.hiddenLanes == [lanes[0]])
        }
    }

    @Test(
        "a chunk without sound in the middle of a book stops the reading and says so, and the next one can be gone to")
    func noSound() throws {
        var (book, chunks) = Self.book()
        book.chunks.insert(ChunkEntry("x", start: 13, end: 13), at: 1)
        chunks.insert(BookChunk("x", sentences: [Example.twelve], sounds: [], isExact: true), at: 1)
        let passage = try Passage(book, chunks, .reported, [(20, .next), (20, .resume)])
        let stopped = try #require(passage.lines.first { $0.notes.contains { $0.kind == .failed } })
        #expect(stopped.notes.contains { $0.text.hasPrefix("no sound") } && stopped.seconds == 6.1)
        #expect(passage.at(10)?.record.track == nil && passage.at(10)?.record.transcript?.chunk == 1)
        #expect(Self.heard(passage) == ["11o", "11t", "12o", "12t", "13o", "13t"] && passage.reader.isOver)
    }

    @Test("RA13 a last sentence with nothing to be heard ends the chunk, and the next one follows")
    func nothingToHear() throws {
        var (book, chunks) = Self.book()
        var silent = Example.twelve
        (silent.originalGate, silent.translationGate) = (SentenceGate(), SentenceGate())
        (silent.phases, silent.totalDuration) = (SentencePhases(), nil)
        chunks[0].sentences[1] = silent
        let passage = try Passage(book, chunks)
        #expect(Self.heard(passage) == ["11o", "11t", "13o", "13t"] && passage.reader.isOver)
        book.chunks[0].end = 12
        let back = try Passage(book, chunks, .reported, [(0, .jump(sentence: 13)), (0.1, .previous), (0.2, .pause)])
        #expect(back.lines.last?.number == 11)
    }
}
