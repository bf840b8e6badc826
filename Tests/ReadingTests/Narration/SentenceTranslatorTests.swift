import Events
import Foundation
import Platform
import Support
import Testing
import Texts

@testable import Reading

extension StartingPrograms {
    @Suite("A command that translates")
    struct SentenceTranslatorTests {
        private let folder: Folder

        init() throws { folder = try Folder() }

        private func translator(_ command: String, cache: String? = nil, answer: TimeSpan = .seconds(60))
            -> SentenceTranslator
        {
            var limits = TranslatorLimits()
            limits.answer = answer
            return SentenceTranslator(command, cache: TranslationCache(of: command, in: cache), limits: limits)
        }

        /// Answers each line with itself in capital letters, and writes down that it was asked.
        private var capitals: String {
            "while read -r line; do echo x >> '\(folder.file("asked"))'; printf '%s\\n' \"$line\" | tr a-z A-Z; done"
        }

        private var asked: Int { ((try? folder.lines(of: "asked")) ?? []).count }

        @Test("it is started once, and answers a sentence a line")
        func sentences() async throws {
            let translator = translator("echo x >> '\(folder.file("started"))'; " + capitals)
            for text in ["one two", "three"] {
                let answer = await translator.translate(text)
                #expect(answer.text == text.uppercased() && answer.oddity == nil)
            }
            #expect(try folder.lines(of: "started").count == 1)
            await translator.close()
        }

        @Test("what it has answered is known in the next run, and half a line of a run that was killed is passed over")
        func cache() async throws {
            let first = translator(capitals, cache: folder.path)
            _ = await first.translate("hello there")
            await first.close()
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder.file("translations")).first)
            let path = "translations/" + name
            try folder.write(
                try folder.bytes(of: path) + Array("\(String(repeating: "a", count: 64)) ha".utf8), to: path)
            let second = translator(capitals, cache: folder.path)
            #expect(await second.translate("hello there").text == "HELLO THERE" && asked == 1)
            #expect(await second.translate("another").text == "ANOTHER" && asked == 2)
            await second.close()
            let other = translator(capitals + " ", cache: folder.path)
            #expect(await other.translate("hello there").text == "HELLO THERE" && asked == 3, "another command")
            await other.close()
        }

        @Test("a file of translations does not grow without end")
        func cacheSize() throws {
            var limits = TranslationCache.Limits()
            limits.fileBytes = 2_000
            let cache = TranslationCache(of: "x", in: folder.path, limits: limits)
            for number in 0..<200 { cache.keep("translation \(number)", of: "sentence \(number)") }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("translations"))
            let size = try folder.bytes(of: "translations/" + names[0]).count
            #expect(names.count == 1 && size <= 2_100)
            let again = TranslationCache(of: "x", in: folder.path, limits: limits)
            #expect(
                again.translation(of: "sentence 199") == "translation 199" && again.translation(of: "sentence 0") == nil
            )
        }

        @Test("a file of an earlier version is read; of all commands the one asked last stays")
        func earlier() throws {
            func hash(_ text: String) -> String { contentHash(of: Array(text.utf8)).hex }
            let place = folder.file("translations")
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            let name = "translations/\(hash("x").prefix(32)).txt"
            try folder.write("\(hash("x\0hello")) HELLO\n", to: name)
            var limits = TranslationCache.Limits()
            limits.folderBytes = 100
            let cache = TranslationCache(of: "x", in: folder.path, limits: limits)
            #expect(cache.translation(of: "hello") == "HELLO" && cache.translation(of: "other") == nil)
            try folder.write(String(repeating: "a", count: 90), to: "translations/y.txt")
            let old = Date(timeIntervalSince1970: 1_000)
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: place + "/y.txt")
            cache.keep("OTHER", of: "other")
            #expect(try folder.lines(of: name).count == 2 && !folder.exists("translations/y.txt"))
        }

        @Test("one that dies between two sentences is started again, and nobody notices")
        func dies() async throws {
            let translator = translator("read -r line; printf '%s\\n' \"$line\" | tr a-z A-Z")
            for text in ["one", "two", "three"] {
                let answer = await translator.translate(text)
                #expect(answer.text == text.uppercased() && answer.oddity == nil)
            }
            await translator.close()
        }

        @Test("one that answers nothing is a line at the first sentence, a line at the last, and is asked no more")
        func answersNothing() async throws {
            let translator = translator("echo x >> '\(folder.file("asked"))'; echo 'no \u{1B}[31mmodel' >&2; exit 3")
            var lines: [String?] = []
            for number in 0..<6 {
                let answer = await translator.translate("sentence \(number)")
                #expect(answer.text == nil)
                lines.append(answer.oddity)
            }
            #expect(lines[0]?.contains("exited with status 3: no") == true && lines[1] == nil)
            #expect(lines[2]?.hasSuffix("; it will not be used again") == true && lines[3...].allSatisfy { $0 == nil })
            #expect(asked == 3)
            await translator.close()
        }

        @Test("one that is silent is waited for no longer than allowed")
        func late() async {
            let translator = translator("cat > /dev/null", answer: .milliseconds(20))
            #expect(await translator.translate("hello").oddity?.contains("no line for a sentence within 1 s") == true)
            await translator.close()
        }

        @Test("its answer is a stranger's text: no control characters, no length without end; an empty one is none")
        func hostile() async {
            let long = translator("while read -r line; do printf 'a\\033[31m\\007b%09000d\\n' 7; done")
            let answer = await long.translate("x").text
            #expect(answer?.hasPrefix("a[31mb000") == true && answer?.unicodeScalars.count == 4_000)
            await long.close()
            let empty = translator("while read -r line; do echo; done")
            #expect(await empty.translate("x") == (nil, nil))
            await empty.close()
        }

        @Test(
            "a book is translated as it is read; a sentence without a translation is shown and heard in its own language"
        )
        func book() async throws {
            let (voice, other) = (try ScriptedVoice(), try ScriptedVoice())
            let command =
                "while read -r l; do case \"$l\" in *2*) echo;; *) printf '%s\\n' \"$l\" | tr a-z A-Z;; esac; done"
            let book = SpokenTexts.book(
                try SpokenTexts.text(2), voice, translation: nil, other, translator: translator(command))
            let (chunk, odd) = try await book.chunk(at: 0)
            #expect(odd == [] && other.asked == ["SENTENCE NUMBER 1 IS SAID."])
            #expect(chunk.sentences.map { $0.lanes.translation?.text } == ["SENTENCE NUMBER 1 IS SAID.", nil])
            #expect(chunk.sentences.map { $0.translationGate.range != nil } == [true, false])
            await book.close()
            for voice in [voice, other] { voice.stay() }
        }
    }
}
