import BookAPI
import BookFolders
import Events
import Foundation
import Sound
import Speech
import Support
import Testing
import Texts

@testable import Reading

extension StartingPrograms {
    @Suite("A book that a voice reads")
    struct SpokenBookTests {
        private func samples(_ book: SpokenBook, _ path: String) async throws -> Samples {
            guard case .samples(let values, let rate) = try await book.sound(path) else { throw SoundError.empty }
            return Samples(rate: rate, channels: 1, values: values)
        }

        @Test("sentences come in order, each with its place in the sound and its words within it")
        func chunk() async throws {
            let voice = try ScriptedVoice()
            let book = SpokenTexts.book(try SpokenTexts.text(12), voice)
            #expect(book.book.chunks.map(\.id) == ["0001-0002", "0003-0007", "0008-0012"])
            var numbers: [Int] = []
            for place in book.book.chunks.indices {
                let (chunk, odd) = try await book.chunk(at: place)
                #expect(odd == [] && chunk.isExact && chunk.sounds.map(\.kind) == [.original])
                var end = TimeSpan.zero
                for sentence in chunk.sentences {
                    numbers.append(sentence.number)
                    let lane = try #require(sentence.lanes.original)
                    let gate = try #require(sentence.originalGate.range)
                    #expect(
                        gate.lowerBound == end
                            && lane.tokens == ["Sentence", "number", "\(sentence.number)", "is", "said."])
                    #expect(sentence.originalWords.map(\.index) == [0, 1, 2, 3, 4])
                    // 10 ms for each letter, as the voice has it.
                    #expect(sentence.originalWords.first.map { $0.end - $0.start } == .milliseconds(80))
                    #expect(
                        sentence.originalWords.allSatisfy { $0.start >= gate.lowerBound && $0.end <= gate.upperBound })
                    end = gate.upperBound
                }
                let sound = try #require(chunk.sounds.first)
                let samples = try await samples(book, sound.path)
                #expect(samples.duration == end && sound.duration == end)
            }
            #expect(numbers == Array(1...12) && voice.asked.count == 12)
            await book.close()
            voice.stay()
        }

        @Test("what is read is the same chunk when it has been written and read")
        func canonical() async throws {
            let voice = try ScriptedVoice()
            let book = SpokenTexts.book(try SpokenTexts.text(8), voice, translation: try SpokenTexts.text(8), voice)
            let (chunk, _) = try await book.chunk(at: 1)
            let read = try BookChunkReading.chunk(chunk.json.utf8, ListedChunk(book.book.chunks[1]))
            #expect(read.oddities == [] && read.chunk == chunk)
            await book.close()
            voice.stay()
        }

        @Test("a chunk that was let go is made again with the same places, though the voice takes another time")
        func madeAgain() async throws {
            let voice = try ScriptedVoice("text += ' ' * (number % 7)")
            let book = SpokenTexts.book(try SpokenTexts.text(40), voice, keptBytes: 1)
            let (first, _) = try await book.chunk(at: 1)
            let before = voice.asked.count
            for place in 2...4 { _ = try await book.chunk(at: place) }
            let sound = try #require(first.sounds.first)
            let samples = try await samples(book, sound.path)
            #expect(voice.asked.count > before + 20, "it is said again")
            #expect(samples.duration == sound.duration)
            #expect(
                try await book.chunk(at: 1).chunk.sentences.map(\.originalGate) == first.sentences.map(\.originalGate))
            await book.close()
            voice.stay()
        }

        @Test("whoever jumps waits for no more than the sentence that is being said")
        func jump() async throws {
            // It says nothing more until it is told to, from the second sentence on.
            let voice = try ScriptedVoice(
                """
                import time
                while number == 2 and not os.path.exists(here + "/go"): time.sleep(0.005)
                """)
            let book = SpokenTexts.book(try SpokenTexts.text(200), voice)
            let ahead = [0, 1, 2, 3].map { place in Task { try await book.chunk(at: place) } }
            #expect(await eventually { voice.asked.count == 2 })
            let jump = Task { try await book.chunk(at: 15) }
            // Asked for before the voice may go on.
            #expect(await eventually { await book.isWanted(15) })
            try voice.folder.write("", to: "go")
            let numbers = try await jump.value.chunk.sentences.map(\.number)
            #expect(Array(voice.asked[2..<2 + numbers.count]) == numbers.map { "Sentence number \($0) is said." })
            for task in ahead { _ = try await task.value }
            await book.close()
            voice.stay()
        }

        @Test("what nobody waits for any more is not said")
        func canceled() async throws {
            let voice = try ScriptedVoice(
                """
                import time
                while number == 2 and not os.path.exists(here + "/go"): time.sleep(0.005)
                """)
            let book = SpokenTexts.book(try SpokenTexts.text(30), voice)
            let first = Task { try await book.chunk(at: 0) }
            // Two tasks may begin in either order.
            #expect(await eventually { voice.asked.count == 2 })
            let asked = [first, Task { try await book.chunk(at: 2) }]
            #expect(await eventually { await book.isWanted(2) })
            asked[1].cancel()
            await #expect(throws: NarrationError.canceled) { try await asked[1].value }
            try voice.folder.write("", to: "go")
            _ = try? await asked[0].value
            _ = try await book.chunk(at: 1)
            #expect(!voice.asked.contains("Sentence number 9 is said."))
            await book.close()
            await #expect(throws: NarrationError.canceled) { try await book.chunk(at: 2) }
        }

        @Test("a voice that tells no words leaves their times empty")
        func withoutWords() async throws {
            let voice = try ScriptedVoice("words = []")
            let book = SpokenTexts.book(try SpokenTexts.text(2), voice)
            let (chunk, _) = try await book.chunk(at: 0)
            #expect(chunk.sentences.allSatisfy { $0.originalWords == [] && $0.originalGate.range != nil })
            await book.close()
            voice.stay()
        }

        @Test("a sentence that a voice refuses is not heard, and named; when it refuses all of them that is the reason")
        func refused() async throws {
            let voice = try ScriptedVoice("if 'number 2' in text: refuse('too \\x1b[31m hard')")
            let some = SpokenTexts.book(try SpokenTexts.text(2), voice)
            let (chunk, odd) = try await some.chunk(at: 0)
            #expect(chunk.sentences.map { $0.originalGate.range != nil } == [true, false])
            #expect(odd.count == 1 && odd[0].hasPrefix("sentence 2 cannot be spoken: "))
            await some.close()
            let other = try ScriptedVoice("refuse('there is no voice xx')")
            let all = SpokenTexts.book(try SpokenTexts.text(2), other)
            await #expect(throws: VoiceError.refused(program: "voice", message: "there is no voice xx")) {
                try await all.chunk(at: 0)
            }
            await all.close()
            for voice in [voice, other] { voice.stay() }
        }

        @Test("a voice that dies fails the chunk, and says the next one")
        func dies() async throws {
            let voice = try ScriptedVoice(
                """
                if not os.path.exists(here + "/died"):
                    open(here + "/died", "w")
                    sys.exit(3)
                """)
            let book = SpokenTexts.book(try SpokenTexts.text(8), voice)
            await #expect(throws: VoiceError.self) { try await book.chunk(at: 0) }
            #expect(try await book.chunk(at: 0).chunk.sentences.count == 2)
            await book.close()
            voice.stay()
        }

        @Test("both languages are said by their own voices, each with its own places")
        func translated() async throws {
            let (voice, other) = (try ScriptedVoice(), try ScriptedVoice())
            let book = SpokenTexts.book(
                try SpokenTexts.text(4), voice, translation: try SpokenTexts.plain("Uno. Dos dos. Tres. Cuatro."), other
            )
            let (chunk, _) = try await book.chunk(at: 0)
            #expect(voice.asked == ["Sentence number 1 is said.", "Sentence number 2 is said."])
            #expect(other.asked == ["Uno.", "Dos dos."])
            #expect(chunk.sounds.map(\.kind) == [.original, .translation])
            #expect(chunk.sentences.map { $0.lanes.translation?.tokens } == [["Uno."], ["Dos", "dos."]])
            #expect(chunk.sentences[1].translationGate == SentenceGate(.milliseconds(40), .milliseconds(120)))
            #expect(
                chunk.sentences[1].translationWords == [
                    WordTime(0, .milliseconds(40), .milliseconds(70)),
                    WordTime(1, .milliseconds(80), .milliseconds(120)),
                ])
            await book.close()
            voice.stay()
        }

        @Test("whatever a text holds, nothing of it is lost but what no terminal may see", arguments: 0..<6)
        func hostile(seed: Int) async throws {
            var random = SplitMix64(seed: UInt64(seed))
            let text = try? SpokenTexts.plain(
                (0..<3).map { _ in SpokenTexts.random(&random) }.joined(separator: "\n\n"))
            guard let text else { return }
            let voice = try ScriptedVoice()
            let book = SpokenTexts.book(text, voice)
            var said: [String] = []
            for place in book.book.chunks.indices {
                for sentence in try await book.chunk(at: place).chunk.sentences {
                    let lane = try #require(sentence.lanes.original)
                    #expect(lane.tokens.joined() == lane.text.filter { !$0.isWhitespace })
                    #expect(
                        lane.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" && $0.value != 0x7F }
                    )
                    said.append(lane.text)
                }
            }
            #expect(said == text.sentences)
            await book.close()
            voice.stay()
        }

        @Test("a file that is none of the book is refused")
        func noFile() async throws {
            let voice = try ScriptedVoice()
            let book = SpokenTexts.book(try SpokenTexts.text(2), voice)
            for path in [
                "", "media/", "media/0001-0002_orig.mp3", "../media/0001-0002_orig.wav", "media/9_orig.wav",
                "media/0001-0002_trans.wav",
            ] {
                await #expect(throws: NarrationError.noSound(path: path)) { _ = try await book.sound(path) }
            }
            await book.close()
            voice.stay()
        }
    }
}
