import Events
import Support
import Testing

@testable import BookAPI

/// Files of chunks in all schemas.
@Suite struct BookChunkReadingTests {
    @Test("the example is read with all of its values")
    func example() throws {
        let (chunk, odd) = try read(BookExamples.ivanov)
        #expect(odd == [])
        #expect(chunk.id == "0011-0012_Ivanov_Winter_Lamp_EN_RU" && chunk.isExact)
        let name = "media/0011-0012_Ivanov_Winter_Lamp_EN_RU"
        #expect(
            chunk.sounds == [
                BookSound(.original, path: name + "_orig.mp3", duration: us(2_600_000)),
                BookSound(.translation, path: name + "_trans.mp3", duration: us(2_700_000)),
            ])
        let first = BookSentence(
            number: 11,
            lanes: PerLane(
                original: lane("The", "lamp", "was", "lit."), transliteration: lane("Lampa", "gorela."),
                translation: lane("Лампа", "горела.")),
            originalGate: SentenceGate(us(0), us(1_600_000)), translationGate: SentenceGate(us(0), us(1_200_000)),
            phases: SentencePhases(original: us(1_600_000), gap: us(0), translation: us(1_200_000), tail: us(0)),
            totalDuration: us(1_200_000),
            originalWords: words(
                (0, 0, 369_000), (1, 369_000, 861_000), (2, 861_000, 1_230_000), (3, 1_230_000, 1_599_000)),
            translationWords: words((0, 0, 546_000), (1, 546_000, 1_200_000)),
            picture: "media/images/0011-0012/sentence_00011.png")
        let second = BookSentence(
            number: 12,
            lanes: PerLane(
                original: lane("Nobody", "came."), transliteration: lane("Nikto", "ne", "prishyol."),
                translation: lane("Никто", "не", "пришёл.")),
            originalGate: SentenceGate(us(1_600_000), us(2_600_000)),
            translationGate: SentenceGate(us(1_200_000), us(2_700_000)),
            phases: SentencePhases(original: us(1_000_000), gap: us(0), translation: us(1_500_000), tail: us(0)),
            totalDuration: us(1_500_000),
            originalWords: words((0, 1_599_000, 2_199_000), (1, 2_199_000, 2_598_000)),
            translationWords: words((0, 1_200_000, 1_776_000), (1, 1_776_000, 2_007_000), (2, 2_007_000, 2_700_000)))
        #expect(chunk.sentences == [first, second])
    }

    @Test("the smallest file has its text, gates and sounds")
    func smallest() throws {
        let (chunk, odd) = try read(BookExamples.smallest)
        let sentence = BookSentence(
            number: 1,
            lanes: PerLane(original: lane("Hello", "there."), transliteration: nil, translation: lane("Привет.")),
            originalGate: SentenceGate(us(0), us(900_000)), translationGate: SentenceGate(us(0), us(600_000)))
        let sounds = [BookSound(.original, path: "hello_orig.wav"), BookSound(.translation, path: "hello_trans.wav")]
        #expect(chunk == BookChunk("chunk-0", sentences: [sentence], sounds: sounds, isExact: false) && odd == [])
    }

    @Test("RS1 names in both styles, names that nobody knows, and null everywhere")
    func bothStyles() throws {
        let snake = try read(
            """
            {"chunk_id":"a","chunkId":null,"range_fragment":"0003-0003","start_sentence":3,"end_sentence":3,
             "sentence_count":1,"audio_tracks":{"orig":{"path":"o.mp3","duration":1,"sample_rate":1}},
             "timing_tracks":{"original":[{"sentence_idx":0,"word_idx":0,"start":0,"end":1}]},"timing_version":null,
             "sentences":[{"sentence_number":3,"original":{"text":"A","tokens":null},"translation":null,"start_gate":1,
             "startGate":null,"end_gate":2,"original_start_gate":3,"original_end_gate":4,"phase_durations":{"gap":1},
             "total_duration":5,"image_path":"i.png","timeline":null,"image":null,"highlight_granularity":null}]}
            """)
        let camel = try read(
            """
            {"chunkId":"a","unknown":{"a":[1]},"rangeFragment":null,"startSentence":3,"endSentence":3,"sentenceCount":1,
             "audioTracks":{"orig":{"path":"o.mp3","duration":1,"sampleRate":1},"trans":null},"timingVersion":"2",
             "timingTracks":{"original":[{"sentenceIdx":0,"wordIdx":0,"t0":0,"t1":1}],"translation":null},
             "sentences":[{"sentenceNumber":3,"original":"A","transliteration":null,"startGate":1,"endGate":2,
             "originalStartGate":3,"originalEndGate":4,"phaseDurations":{"gap":1,"tail":null},"totalDuration":5,
             "image":{"path":"i.png","prompt":"x"},"start_gate":null}]}
            """)
        #expect(snake.chunk == camel.chunk && snake.oddities == [] && camel.oddities == [])
        let sentence = try #require(snake.chunk.sentences.first)
        #expect(sentence.number == 3 && sentence.translationGate == SentenceGate(.seconds(1), .seconds(2)))
        #expect(sentence.originalGate == SentenceGate(.seconds(3), .seconds(4)) && sentence.picture == "i.png")
        #expect(sentence.totalDuration == .seconds(5) && sentence.phases.gap == .seconds(1))
        #expect(sentence.originalWords == words((0, 0, 1_000_000)) && snake.chunk.isExact)
    }

    @Test("RS2 numbers as text, whole numbers as decimals, and numbers without an end")
    func numbers() throws {
        let (chunk, odd) = try read(
            """
            {"startSentence":"11.0","sentences":[{"sentence_number":11.0,"original":"a","startGate":"0.25","endGate":1e999,
             "originalStartGate":-1e999,"originalEndGate":"x"}],"audioTracks":{"orig":{"path":"\\u0041 1e999","duration":"2"}}}
            """)
        let sentence = try #require(chunk.sentences.first)
        #expect(sentence.number == 11 && sentence.translationGate == SentenceGate(us(250_000), nil))
        #expect(sentence.originalGate == SentenceGate())
        #expect(chunk.sounds == [BookSound(.original, path: "A 1e999", duration: .seconds(2))])
        #expect(odd == [#"sentence 0: original_end_gate is "x", not a number"#])
        #expect(try read("[NaN, -Infinity]").chunk.sentences == [])
    }

    @Test("RS3 lanes as text, and those that are missing")
    func lanes() throws {
        let chunk = try chunk(
            """
            {"original":" One  two\\u00a0three "},{"translation":{"tokens":["", "x", " ", "y"]}},
            {"original":{"text":"  ","tokens":[" "]},"translation":"","transliteration":["a",7]},
            {"original":{"text":"Kept as it is","tokens":["Kept","as it is"]},"translation":{"text":"Да","tokens":[]}}
            """)
        let one = LaneText(" One  two\u{A0}three ", tokens: ["One", "two", "three"])
        #expect(chunk.sentences[0].lanes == PerLane(original: one, transliteration: nil, translation: one))
        let second = lane("x", "y")
        #expect(chunk.sentences[1].lanes == PerLane(original: second, transliteration: nil, translation: second))
        #expect(
            chunk.sentences[2].lanes == PerLane(original: nil, transliteration: lane("a", "7"), translation: nil))
        #expect(chunk.sentences[3].lanes.original == LaneText("Kept as it is", tokens: ["Kept", "as it is"]))
        #expect(chunk.sentences[3].lanes.translation == lane("Да"))
        #expect(chunk.sentences.map(\.number) == [1, 2, 3, 4])
    }

    @Test(
        "RS3 in a chunk of one language no sentence has a translation; where anything is told of one it stands for what is missing"
    )
    func oneLanguage() throws {
        let sentences = #"[{"original":"One."},{"original":"Two.","translation":null}]"#
        let plain = try read(#"{"sentences":\#(sentences),"audioTracks":{"orig":"o.mp3"}}"#).chunk
        #expect(plain.sentences.allSatisfy { $0.lanes.translation == nil && $0.lanes.original != nil })
        for tracks in [#"{"orig":"o.mp3","translation":"t.mp3"}"#, #"{"orig_trans":"m.mp3"}"#] {
            let both = try read(#"{"sentences":\#(sentences),"audioTracks":\#(tracks)}"#).chunk
            #expect(both.sentences.allSatisfy { $0.lanes.translation == $0.lanes.original }, "\(tracks)")
        }
    }

    @Test("where a language has its places, nothing stands for a sentence that it does not speak")
    func unspoken() throws {
        let merged = #"""
            {"original":"One.","originalStartGate":0,"originalEndGate":1},
            {"original":"Two.","translation":"Eins und zwei.","originalStartGate":1,"startGate":0,"endGate":2},
            {"translation":"Drei.","startGate":2,"endGate":3}
            """#
        func lanes(_ more: String) throws -> [PerLane<LaneText?>] {
            try chunk(merged + more).sentences.map(\.lanes)
        }
        let told = try lanes("")
        #expect(told.map(\.translation?.text) == [nil, "Eins und zwei.", "Drei."])
        #expect(told.map(\.original?.text) == ["One.", "Two.", nil])
        // One that is heard there is shown as what is heard.
        let heard = try lanes(
            #",{"original":"Four.","startGate":3,"endGate":4},{"original":"Five.","total_duration":1}"#)
        #expect(heard.suffix(2).map(\.translation?.text) == ["Four.", "Five."])
    }

    @Test("RS4 a file that is a list of sentences; what a list says of it counts")
    func bareList() throws {
        var odd = Oddities()
        let listed = ListedChunk(
            ["chunkId": "c", "startSentence": 201, "audioTracks": ["orig": "o.mp3"], "timingVersion": "2"], at: 4, &odd)
        let (chunk, oddities) = try read(#"[{"original":"a"},{"original":"b"}]"#, listed)
        #expect(chunk.id == "c" && chunk.sentences.map(\.number) == [201, 202] && oddities == [])
        #expect(chunk.sounds == [BookSound(.original, path: "o.mp3")])
    }

    @Test("RS9 tracks of times make a chunk exact, whatever its version says")
    func exact() throws {
        let track = #""timingTracks":{"translation":[{"sentenceIdx":0,"wordIdx":0,"start":0,"end":0}]}"#
        #expect(try chunk(#"{"original":"a"}"#, track + #","timingVersion":null"#).isExact)
        #expect(try !chunk(#"{"original":"a"}"#, #""timingTracks":{"translation":[]}"#).isExact)
        #expect(try chunk(#"{"original":"a"}"#, #""timingVersion":2"#).isExact)
        #expect(try !chunk(#"{"original":"a"}"#, #""timingVersion":"1""#).isExact)
    }

    @Test("RS10 a version that only the list knows is kept")
    func keptVersion() throws {
        var odd = Oddities()
        let listed = ListedChunk(["chunkId": "c", "timingVersion": "2", "sentences": []], at: 0, &odd)
        #expect(try read(#"{"sentences":[{"original":"a"}],"timingVersion":null}"#, listed).chunk.isExact)
    }

    @Test("RT3 gates that are no times are not told, and those that make no sense are no range")
    func gates() throws {
        let sentence = try chunk(#"{"startGate":-0.5,"endGate":2,"originalStartGate":3,"originalEndGate":3}"#)
            .sentences[0]
        #expect(sentence.translationGate == SentenceGate(nil, .seconds(2)))
        #expect(sentence.originalGate.range == nil && sentence.translationGate.range == nil)
        #expect(try chunk(#"{"startGate":1e9,"endGate":1000000}"#).sentences[0].translationGate.start == nil)
    }

    @Test("the steps of old files count on where one does not say")
    func timeline() throws {
        let sentence = try chunk(
            """
            {"timeline":[{"duration":0.5,"original_index":1},{"duration":"0.25","translationIndex":2,"original_index":-4},
             {"original_index":3},{"duration":1,"transliteration_index":1}]}
            """
        ).sentences[0]
        #expect(
            sentence.timeline == [
                TimelineStep(us(500_000), tokens: PerLane(original: 1, transliteration: 0, translation: 0)),
                TimelineStep(us(250_000), tokens: PerLane(original: 0, transliteration: 0, translation: 2)),
                TimelineStep(us(1_000_000), tokens: PerLane(original: 3, transliteration: 1, translation: 2)),
            ])
    }

    @Test(
        "what is no chunk says what was found, and where",
        arguments: [
            (#"{"sentences":[{"#, "line 1, column 15: not JSON: "),
            ("<html>", "line 1, column 1: not JSON: "),
            ("", "line 1, column 1: not JSON: the text is empty"),
            (#"{"detail":"Not Found"}"#, "expected a chunk of a book with sentences, found an object without them"),
            ("7", "expected a chunk of a book or its sentences, found 7"),
            (#"{"sentences":{}}"#, "/sentences: expected a list, found an object"),
        ])
    func errors(text: String, reason: String) throws {
        let error = #expect(throws: BookError.self) { try read(text) }
        #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.isOfInput == true)
    }

    @Test("what is beyond a limit is left out with a note")
    func limits() throws {
        let many = String(repeating: "{},", count: BookLimits.sentences + 5) + "{}"
        let text = #"{"sentences":[\#(many)],"audioTracks":["\#(String(repeating: "x", count: 9_000))"]}"#
        let (chunk, odd) = try read(text)
        #expect(chunk.sentences.count == BookLimits.sentences && chunk.sounds == [])
        #expect(odd.first == "the chunk has 5006 sentences; only the first 5000 are used")
        let tokens = String(repeating: "a ", count: BookLimits.tokens + 7)
        let sentence = try self.sentence(tokens)
        #expect(sentence.lanes.original?.tokens.count == BookLimits.tokens)
        #expect(
            try self.sentence(String(repeating: "\u{301}", count: 30_000)).lanes.original?.tokens[0].unicodeScalars
                .count == 1_000)
    }

    private func sentence(_ text: String) throws -> BookSentence { try chunk(#"{"original":"\#(text)"}"#).sentences[0] }
}
