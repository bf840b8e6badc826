import Events
import Testing

@testable import Engine

/// The worked numbers of reader 9.1, 9.2 and 9.5.
@Suite struct LitWordsTests {
    @Test(
        "reader 9.1: the original track: one sentence has the light, and no word before its time",
        arguments: [
            (0.000, 11, "1/4@0"), (0.366, 11, "1/4@0"), (0.370, 11, "2/4@1"), (0.862, 11, "3/4@2"),
            (1.300, 11, "4/4@3"), (1.600, 11, "4/4@3"), (1.6005, 11, "4/4@3"), (1.602, 12, "1/2@0"),
            (2.199, 12, "2/2@1"), (9.000, 12, "2/2@1"),
        ])
    func original(time: Double, number: Int, lit: String) throws {
        let (row, lanes) = try #require(Example.loaded.lit(on: .original, at: TimeSpan(seconds: time)))
        #expect(Example.loaded.sentences[row].number == number)
        #expect(lanes.text(.original) == lit)
        #expect(lanes.translation?.lit == 0 && lanes.transliteration?.lit == 0)
    }

    @Test(
        "reader 9.2: the translation track: the transliteration goes with the translation",
        arguments: [
            (0.000, 11, "1/2@0"), (0.546, 11, "2/2@1"), (1.049, 11, "2/2@1"), (1.051, 11, "2/2@1"),
            (1.200, 11, "2/2@1"), (1.202, 12, "1/3@0"), (1.777, 12, "2/3@1"), (2.010, 12, "3/3@2"),
            (2.551, 12, "3/3@2"),
        ])
    func translation(time: Double, number: Int, lit: String) throws {
        let (row, lanes) = try #require(Example.loaded.lit(on: .translation, at: TimeSpan(seconds: time)))
        #expect(Example.loaded.sentences[row].number == number)
        #expect(lanes.text(.translation) == lit && lanes.text(.transliteration) == lit)
        #expect(lanes.original?.lit == 0)
    }

    private static func times(_ chunk: LoadedChunk, _ row: Int, _ lane: Lane, _ track: BookTrack) -> [Double]? {
        chunk.reveal(row, lane, on: track)?.times.map(\.seconds)
    }

    @Test("reader 9.5: three words without times share the window, and so do two with one time")
    func evenSplits() {
        let three = BookSentence(
            number: 1, lanes: Example.lanes("", "", "a b c"), translationGate: Example.gate(2, 2.9))
        #expect(Self.times(Example.loaded([three], isExact: true), 0, .translation, .translation) == [2, 2.3, 2.6])
        var two = three
        two.lanes = Example.lanes("", "", "a b")
        two.translationWords = [WordTime(nil, Example.seconds(2.1), Example.seconds(2.2))]
        #expect(Self.times(Example.loaded([two], isExact: true), 0, .translation, .translation) == [2, 2.45])
    }

    @Test("in a file of both languages, those that have one place are lit at once and at that place; others in turn")
    func atOnce() throws {
        var both = BookSentence(
            number: 1, lanes: Example.lanes("a b", "", "c d"), originalGate: Example.gate(2, 4),
            translationGate: Example.gate(2, 4))
        both.originalWords = [
            WordTime(0, Example.seconds(2), Example.seconds(3)), WordTime(1, Example.seconds(3), Example.seconds(4)),
        ]
        let chunk = Example.loaded([both], isExact: true)
        #expect(chunk.windows(on: .mix).windows == [SentenceWindow(Example.seconds(2), Example.seconds(4))])
        #expect(Self.times(chunk, 0, .original, .mix) == [2, 3])
        #expect(Self.times(chunk, 0, .translation, .mix) == [2, 3])
        both.translationWords = [
            WordTime(0, Example.seconds(2.5), Example.seconds(3)),
            WordTime(1, Example.seconds(3.5), Example.seconds(4)),
        ]
        #expect(Self.times(Example.loaded([both], isExact: true), 0, .translation, .mix) == [2.5, 3.5])
        both.translationGate = Example.gate(2, 4.5)
        #expect(Example.loaded([both], isExact: true).windows(on: .mix).windows.first?.start == .zero)
    }

    private static let bare = [
        BookSentence(number: 1, lanes: Example.lanes("a b c d", "", "")),
        BookSentence(number: 2, lanes: Example.lanes("e f", "", "")),
    ]

    @Test("RT12, RT13 without gates, words and phases the text is spread over the file, unless it is exact")
    func scaled() {
        let windows = { (isExact: Bool) in
            SentenceWindows(Self.bare, on: .original, isExact: isExact, duration: Example.seconds(2.6)).windows
                .map { ($0.start.milliseconds.rounded(), $0.end.milliseconds.rounded()) }
        }
        #expect(windows(false).map(\.0) == [0, 1_733] && windows(false).map(\.1) == [1_733, 2_600])
        #expect(windows(true).map(\.0) == [0, 1_400] && windows(true).map(\.1) == [1_400, 2_100])
        // Nor is what is heard, where the file is twice as long as its text.
        let exact = SentenceWindows(Self.bare, on: .original, isExact: true, duration: Example.seconds(4.2))
        #expect(exact.effective(Example.seconds(2)) == Example.seconds(2))
    }

    @Test("RT2 a sentence without an end gate ends where the next one begins, and the last one by its length")
    func startsOnly() {
        var sentences = [Example.eleven, Example.twelve]
        sentences[0].translationGate = Example.gate(10, nil)
        sentences[1].translationGate = Example.gate(12.2, nil)
        for row in 0..<2 {
            sentences[row].phases = SentencePhases()
            sentences[row].totalDuration = Example.seconds(row == 0 ? 1.8 : 1.2)
        }
        let windows = SentenceWindows(sentences, on: .translation, isExact: false, duration: Example.seconds(20))
            .windows
        #expect(windows.map(\.start.seconds) == [10, 12.2] && windows.map(\.end.seconds) == [12.2, 13.4])
    }

    @Test("RT1 where only some sentences have gates the others go on from the last one")
    func someGates() {
        var sentences = [Example.eleven, Example.twelve, Example.twelve]
        sentences[1].originalGate = SentenceGate()
        sentences[2].originalGate = SentenceGate()
        let windows = SentenceWindows(sentences, on: .original, isExact: true, duration: nil).windows
        #expect(windows.map(\.start.seconds) == [0, 1.6, 2.6] && windows.map(\.end.seconds) == [1.6, 2.6, 3.6])
        let plan = SequencePlan(sentences, durations: (nil, nil)).segments.filter { $0.track == .original }
        #expect(plan.map(\.start.seconds) == [0, 1.6, 2.6])
    }

    @Test("a sentence that the track does not speak has no time of it, and the light goes to what is heard")
    func unspoken() {
        let windows = SentenceWindows(Example.merged, on: .translation, isExact: true, duration: nil)
        #expect(windows.windows.map(\.start.seconds) == [0, 0, 2, 3, 3, 5])
        #expect(windows.windows.map(\.end.seconds) == [0, 2, 3, 3, 5, 5])
        let rows = [0, 1.9, 2.5, 3, 3.1, 4.9, 9].map { windows.activeRow(at: Example.seconds($0)) }
        #expect(rows == [1, 1, 2, 2, 4, 4, 4])
        #expect((0..<6).map { windows.heardRow(for: $0) } == [1, 1, 2, 4, 4, 4])
        let lit = Example.loaded(Example.merged, isExact: true).lit(on: .translation, at: Example.seconds(0.1))
        #expect(lit?.row == 1 && lit?.lanes.text(.translation) == "1/4@0")
        // In the other language each has its own time.
        let original = SentenceWindows(Example.merged, on: .original, isExact: true, duration: nil)
        #expect(original.windows.map(\.start.seconds) == [0, 1, 2, 3, 4, 5])
    }

    @Test("RT3 a gate that ends before it begins, or begins before its file, is none")
    func badGates() {
        for gate in [Example.gate(1.6, 1.6), Example.gate(1.6, 0.5), Example.gate(-1, 0.5)] {
            var sentence = Example.twelve
            sentence.originalGate = gate
            let plan = SequencePlan([Example.eleven, sentence], durations: (nil, nil)).segments
            let segment = plan.first { $0.row == 1 && $0.track == .original }
            #expect(segment.map { [$0.start.seconds, $0.end.seconds] } == [1.6, 2.6])
        }
    }

    @Test("RT4 gates and words that disagree: the window is the gate's, and no word of the next sentence is lit early")
    func disagreeing() throws {
        var sentence = Example.twelve
        // 5 % later than their gate says.
        sentence.originalWords = Example.words(1.68, 2.31, 2.73)
        let chunk = Example.loaded([Example.eleven, sentence], isExact: true)
        let lit = { (time: Double) in chunk.lit(on: .original, at: TimeSpan(seconds: time)) }
        #expect(lit(1.602)?.row == 1 && lit(1.602)?.lanes.text(.original) == "0/2@-")
        #expect(lit(1.679)?.lanes.text(.original) == "1/2@0")
        #expect(lit(2.3)?.lanes.text(.original) == "1/2@0" && lit(2.6)?.lanes.text(.original) == "2/2@1")
    }

    @Test("RT5 RT7 one word that is missing leaves the others their times; with fewer than half, all share the window")
    func missingWords() {
        var sentence = Example.eleven
        sentence.originalWords.remove(at: 2)
        let chunk = { Example.loaded([sentence], isExact: true) }
        // Between 0.369 and 1.23.
        #expect(Self.times(chunk(), 0, .original, .original) == [0, 0.369, 0.7995, 1.23])
        sentence.originalWords.removeFirst()
        #expect(Self.times(chunk(), 0, .original, .original) == [0, 0.369, 0.7995, 1.23])
        sentence.originalWords.removeFirst()
        #expect(Self.times(chunk(), 0, .original, .original) == [0, 0.4, 0.8, 1.2])
        sentence.originalWords = [0, 1, 2].map { WordTime(nil, Example.seconds(Double($0)), Example.seconds(3)) }
        #expect(Self.times(chunk(), 0, .original, .original) == [0, 0.4, 0.8, 1.2])
    }

    @Test("RT8 a word that begins 1 ms before its gate does not bring the sentence before back")
    func border() throws {
        for time in [1.5985, 1.599, 1.6, 1.601] {
            #expect(Example.loaded.lit(on: .original, at: TimeSpan(seconds: time))?.row == 0)
        }
        for time in [1.6015, 1.61] { #expect(Example.loaded.lit(on: .original, at: TimeSpan(seconds: time))?.row == 1) }
    }

    @Test(
        "RT8 a word that is gone to 1 ms before its gate is of its own sentence at once",
        arguments: [AudioMode.sequence, .single(.original)])
    func soughtAtBorder(mode: AudioMode) throws {
        var settings = ReaderSettings.reported
        settings.mode = mode
        let commands: [(Double, ReaderCommand)] = [(0.5, .jump(sentence: 12)), (0.8, .word(.original, 0))]
        let passage = try Passage(Example.book, [Example.chunk], settings, commands)
        let behind = passage.lines.filter { $0.seconds > 0.5 }
        #expect(behind.count > 5 && behind.allSatisfy { $0.number == 12 } && passage.reader.isOver)
    }

    @Test("RT9 a very short sentence is not lit as a whole from its first frame")
    func shortSentence() {
        let sentence = BookSentence(
            number: 1, lanes: Example.lanes("a b c d", "", ""), originalGate: Example.gate(0, 0.1))
        let chunk = Example.loaded([sentence], isExact: true)
        #expect(chunk.lit(on: .original, at: .zero)?.lanes.text(.original) == "1/4@0")
        #expect(chunk.lit(on: .original, at: TimeSpan(seconds: 0.0735))?.lanes.text(.original) == "3/4@2")
        #expect(chunk.lit(on: .original, at: TimeSpan(seconds: 0.0745))?.lanes.text(.original) == "4/4@3")
    }

    @Test(
        "a transliteration has the times of the words that it spells, however many there are",
        arguments: [
            (1, 3, [0]), (3, 3, [0, 1, 2]), (2, 3, [0, 2]), (3, 2, [0, 1, 1]), (4, 2, [0, 0, 1, 1]), (3, 1, [0, 0, 0]),
            (5, 3, [0, 1, 1, 2, 2]),
        ])
    func transliteration(count: Int, spoken: Int, places: [Int]) {
        #expect((0..<count).map { RevealTimes.place($0, of: count, in: spoken) } == places)
    }

    @Test("a file of both languages: of each sentence the original's phase, then the translation's")
    func mix() throws {
        let phases = SentencePhases(
            original: Example.seconds(2), gap: Example.seconds(0.5), translation: Example.seconds(1),
            tail: Example.seconds(0.5))
        let sentence = BookSentence(number: 1, lanes: Example.lanes("a b", "", "c d"), phases: phases)
        let chunk = Example.loaded(
            [sentence, sentence], [BookSound(.combined, path: "mix", duration: Example.seconds(8))])
        #expect(chunk.windows(on: .mix).windows.map(\.start.seconds) == [0, 4])
        #expect(
            Self.times(chunk, 1, .original, .mix) == [4, 5] && Self.times(chunk, 1, .translation, .mix) == [6.5, 7])
        #expect(SoundChoice(chunk.chunk.sounds, .single(.original)) == .alone(chunk.chunk.sounds[0], .mix))
        #expect(chunk.playable == [] && !chunk.hasSequence)
    }

    @Test("old data: the time of a step is shared by the words that it adds")
    func timeline() {
        let step = { (seconds: Double, count: Int) in
            TimelineStep(Example.seconds(seconds), tokens: PerLane(original: 0, transliteration: 0, translation: count))
        }
        let sentence = BookSentence(
            number: 1, lanes: Example.lanes("", "", "a b c d"), translationGate: Example.gate(1, nil),
            timeline: [step(0.5, 0), step(0.6, 2), step(0.4, 3)])
        let chunk = Example.loaded([sentence])
        #expect(Self.times(chunk, 0, .translation, .translation) == [1.5, 1.8, 2.1, 2.5])
    }
}
