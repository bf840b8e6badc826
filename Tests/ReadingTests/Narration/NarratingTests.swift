import BookFolders
import Events
import Foundation
import Sound
import Support
import Testing
import Texts

@testable import Reading

extension StartingPrograms {
    @Suite("A book spoken into a folder")
    struct NarratingTests {
        private let folder: Folder
        private let voice: ScriptedVoice
        private let other: ScriptedVoice

        init() throws { (folder, voice, other) = (try Folder(), try ScriptedVoice(), try ScriptedVoice()) }

        private var job: String { folder.file("job") }

        private func narrate(_ count: Int = 20, options: NarrationOptions = NarrationOptions(), stopAfter: Int = .max)
            async throws
        {
            let text = try SpokenTexts.text(count)
            let book = SpokenTexts.book(text, voice, translation: text, other)
            struct Cut: Error {}
            let narrating = Narrating(book, options, as: .wav)
            let task = Task {
                try await narrating.run(into: job) { _ in
                } report: {
                    if $0.done == stopAfter { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            let result = await task.result
            await book.close()
            try result.get()
        }

        @Test("it is read as the voice would read it: text, places, words and sound")
        func read() async throws {
            try await narrate()
            let job = try JobFolder.open(job)
            #expect(job.form == .record && job.oddities == [] && job.book.isComplete)
            let text = try SpokenTexts.text(20)
            let book = SpokenTexts.book(text, voice, translation: text, other)
            #expect(job.book.chunks.map(\.start) == book.book.chunks.map(\.start))
            for place in book.book.chunks.indices {
                let (found, odd) = try job.chunk(at: place)
                let (made, _) = try await book.chunk(at: place)
                #expect(odd == [] && found.sentences == made.sentences && found.isExact)
                for (sound, other) in zip(found.sounds, made.sounds) {
                    #expect(sound.kind == other.kind && sound.duration == other.duration)
                    let bytes = try job.file(sound.path).bytes(atMost: 1 << 24, of: sound.path)
                    #expect(try decodeSound(bytes).duration == other.duration)
                }
            }
            await book.close()
        }

        @Test("a run that was cut in the middle goes on: what is there is not said again, and the folder is the same")
        func resumed() async throws {
            await #expect(throws: (any Error).self) { try await narrate(stopAfter: 2) }
            let half = try JobFolder.open(job)
            #expect(!half.book.isComplete && half.book.title == "test" && half.book.chunks.count == 2)
            // As a run that was killed leaves it.
            try folder.write("{\"vers", to: "job/metadata/chunk_0002.json.tmp")
            try folder.write("RIFF", to: "job/media/half.wav.tmp")
            let before = voice.asked.count
            try await narrate()
            let said = Set(voice.asked[before...])
            #expect(!said.contains("Sentence number 1 is said.") && said.contains("Sentence number 20 is said."))
            #expect(try JobFolder.open(job).book.isComplete)
            let once = voice.asked.count
            try await narrate()
            #expect(voice.asked.count == once, "all of it is there")
        }

        @Test("a chunk that is damaged, or has lost its sound, is made again")
        func damaged() async throws {
            try await narrate()
            try folder.write("{", to: "job/metadata/chunk_0001.json")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("job/media"))
            let lost = try #require(names.first { $0.hasPrefix("0001-") })
            try FileManager.default.removeItem(atPath: folder.file("job/media/" + lost))
            try await narrate()
            let job = try JobFolder.open(job)
            #expect(try job.chunk(at: 0).chunk.sounds.count == 2 && job.chunk(at: 1).chunk.sentences.count == 5)
        }

        @Test("a folder that holds another book, or anything else, is left alone")
        func otherFolder() async throws {
            try await narrate()
            await #expect(throws: NarrationError.self) { try await narrate(21) }
            var faster = NarrationOptions()
            faster.voice = .builtIn(.init(rate: 120))
            await #expect(throws: NarrationError.self) { try await narrate(options: faster) }
            try FileManager.default.removeItem(atPath: job)
            try FileManager.default.createDirectory(atPath: job, withIntermediateDirectories: true)
            try folder.write("mine", to: "job/letter.txt")
            await #expect(throws: NarrationError.notThisJob(folder: job, found: "\"letter.txt\"")) {
                try await narrate()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: job) == ["letter.txt"])
        }

        @Test("a folder that cannot be made is work that failed, with the reason", arguments: ["", "/inner"])
        func noFolder(below: String) async throws {
            try folder.write("a file", to: "taken")
            let text = try SpokenTexts.text(1)
            let book = SpokenTexts.book(text, voice)
            let place = folder.file("taken") + below
            await #expect(throws: CommandError.failed("\(place): cannot be made: not a folder")) {
                try await Narrating(book, NarrationOptions(), as: .wav).run(into: place) { _ in
                } report: { _ in
                }
            }
            await book.close()
            #expect(try folder.text(of: "taken") == "a file")
        }

        @Test("names of files need no quoting, whatever the book is called")
        func names() {
            let book = Book("../\u{1B}[31m лампа: A \"B\"/c", author: "", language: "en", chunks: [])
            #expect(JobNames(book, format: .mp3).base == "31m_A_B_c_EN")
            #expect(JobNames(Book("", chunks: []), format: .ogg).base == "book")
            let entry = ChunkEntry("0001-0010")
            #expect(
                JobNames(Book("X", chunks: []), format: .ogg).sound(of: .translation, in: entry)
                    == "media/0001-0010_X_trans.ogg")
        }
    }
}
