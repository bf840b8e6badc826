import Events
import Foundation
import Support
import Testing

extension WithoutATerminal {
    /// Texts that the built-in voice reads, as the programs are built.
    @Suite(.serialized)
    struct NarrateTests {
        private let folder: Folder
        private let lantern = Repository.file("Tests/Books/lantern.epub")
        private let spanish = Repository.file("Tests/Books/lantern.es.txt")

        init() throws { folder = try Folder() }

        /// Sentences and tracks, one after the other, as they are heard.
        private func heard(_ run: Program.Run) throws -> [String] {
            var heard: [String] = []
            for line in run.lines {
                let object = try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                guard let track = object["track"] as? String, object["phase"] as? String == "playing",
                    let sentence = object["sentence"] as? Int, heard.last != "\(sentence) \(track)"
                else { continue }
                heard.append("\(sentence) \(track)")
            }
            return heard
        }

        @Test(
            "an EPUB with its translation is read from the first sentence to the last, both languages in turn, twice the same"
        )
        func read() async throws {
            let arguments = ["read", "--headless", "--json", lantern, "--translation", spanish]
            let run = try await Program.run([try Program.path()] + arguments, in: folder)
            #expect(run.status == 0 && run.errorLines.count == 1)
            #expect(run.errors.contains("64 sentences matched, 3 merged"))
            let heard = try heard(run)
            let original = heard.filter { $0.hasSuffix("original") }
            #expect(original == (1...67).map { "\($0) original" })
            #expect(heard.prefix(4) == ["1 original", "1 translation", "2 original", "2 translation"])
            #expect(try await Program.run([try Program.path()] + arguments, in: folder).output == run.output)
        }

        @Test("what a text holds reaches the terminal only as text")
        func hostile() async throws {
            try folder.write("Hello \u{1B}]0;x\u{7}there. \u{202E}Bye\u{9B}31m.\n", to: "h.txt")
            let run = try await Program.run(
                "read", "--plain", "--no-audio", "h.txt", "--translate-command", "echo 'a\u{1B}[2J' >&2; exit 1",
                environment: ["XDG_CACHE_HOME": folder.file("cache"), "XDG_STATE_HOME": folder.file("state")],
                in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let all = (run.output + run.errors).unicodeScalars
            #expect(
                all.allSatisfy {
                    $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}"
                })
            #expect(run.lines.first?.hasPrefix("Hello") == true && run.errors.contains("exited with status 1: a"))
        }

        @Test("a text that is none, and a voice that there is not, are one line each")
        func refused() async throws {
            try folder.write("", to: "e.txt")
            try folder.write("Hello.", to: "t.txt")
            let empty = try await Program.run("read", "--plain", "e.txt", in: folder)
            #expect(
                empty.status == 2 && empty.errors == "cameo: e.txt: expected text, found nothing readable\n")
            try folder.write("%PDF-1.4\nBT (Hello) Tj ET\n%%EOF\n", to: "z.pdf")
            for arguments in [
                ["read", "--plain", "z.pdf"], ["narrate", "z.pdf", "-o", "out"],
                ["say", "--headless", "--record", "out.cameo", "--file", "z.pdf"],
            ] {
                let run = try await Program.run([try Program.path()] + arguments, in: folder)
                let isSaid = arguments.first == "say"
                let kinds =
                    isSaid
                    ? "plain text or Markdown" : "text (EPUB, FictionBook, HTML, Markdown, plain text or subtitles)"
                let advice = isSaid ? "" : "; convert it to EPUB or plain text"
                #expect(run.status == 2 && run.output.isEmpty, "\(arguments)")
                #expect(run.errors == "cameo: z.pdf: expected \(kinds), found a PDF\(advice)\n")
            }
            let voice = try await Program.run("narrate", "t.txt", "--voice", "zz", "-o", "out", in: folder)
            #expect(
                voice.status == 2 && voice.errors == "cameo: no voice zz; list all with: cameo voices\n")
        }

        @Test("an output that cannot be made ends with status 1, as with other commands; one without a name with 2")
        func noOutput() async throws {
            try folder.write("Hello.", to: "t.txt")
            for output in ["t.txt", "t.txt/job", "/dev/null/job"] {
                let run = try await Program.run("narrate", "t.txt", "-o", output, in: folder)
                #expect(run.status == 1, "\(output)")
                #expect(run.errors == "cameo: \(output): cannot be made: not a folder\n")
            }
            let nameless = try await Program.run("narrate", "t.txt", "-o", "", in: folder)
            #expect(nameless.status == 2 && nameless.errors == "cameo: empty file name\n")
        }

        @Test("a translation that is another text is refused with the reason; two languages are both in the library")
        func languages() async throws {
            let sentence = "The lamp is lit, and the night is long. "
            let paragraph = String(repeating: sentence, count: 3)
            try folder.write(
                [String](repeating: paragraph, count: 10).joined(separator: "\n\n"), to: "long.txt")
            let line = String(repeating: "Eine Zeile. ", count: 92)
            try folder.write("No.\n\n\(line)\n\nNein.\n", to: "other.txt")
            let run = try await Program.run(
                "narrate", "long.txt", "--translation", "other.txt", "-o", "never", in: folder)
            #expect(run.status == 2 && run.errorLines.count == 1, "\(run.errors)")
            #expect(
                run.errors.hasPrefix(
                    "cameo: other.txt: not a translation of long.txt: 3 paragraphs for 10, of which 0 correspond;"),
                "\(run.errors)")
            #expect(!folder.exists("never"))
            try folder.write("The lamp is lit. The night is long.", to: "en.txt")
            try folder.write("Die Lampe brennt. Die Nacht ist lang.", to: "de.txt")
            let both = try await Program.run(
                "narrate", "en.txt", "--language", "en", "--translation", "de.txt", "--translation-language", "de",
                "-o",
                "books/lamp", in: folder)
            #expect(both.status == 0, "\(both.errors)")
            let list = try await Program.run("library", "books", in: folder)
            #expect(list.output.contains("  en, de  "), "\(list.output)")
            for language in ["en", "de"] {
                let found = try await Program.run("library", "books", "--language", language, in: folder)
                #expect(found.lines.count == 1 && found.output.contains("lamp"), "\(found.output)")
            }
            let json = try await Program.run("library", "books", "--json", in: folder)
            #expect(json.output.contains(#""language":"de","original_language":"en""#), "\(json.output)")
        }

        @Test(
            "a folder that is narrated goes on after it was killed, and is read as its text is",
            arguments: ["mp3", "ogg"])
        func narrated(format: String) async throws {
            let arguments = ["narrate", lantern, "--translation", spanish, "--format", format, "-o", "job"]
            let child = try ChildProcess(
                [try Program.path()] + arguments, environment: Program.environment(), folder: folder.path,
                input: .null, output: .null, errors: .null)
            #expect(await eventually { folder.exists("job/metadata/chunk_0002.json") })
            kill(child.pid, SIGKILL)
            _ = await child.waitForEnd()
            let kept = try folder.bytes(of: "job/metadata/chunk_0000.json")
            let half = try await Program.run("read", "--headless", "job", in: folder)
            #expect(half.status == 0, "\(half.errors)")
            let rest = try await Program.run([try Program.path()] + arguments, in: folder)
            #expect(rest.status == 0, "\(rest.errors)")
            #expect(
                rest.output.hasPrefix("job: ") && rest.output.hasSuffix("; play it with: cameo read job\n"),
                "\(rest.output)"
            )
            #expect(try folder.bytes(of: "job/metadata/chunk_0000.json") == kept)
            #expect(rest.output.contains(" of them done before; "))
            let again = try await Program.run([try Program.path()] + arguments, in: folder)
            #expect(again.status == 0 && again.output.contains(" parts, all done before; "), "\(again.output)")
            let files = FileManager.default.enumerator(atPath: folder.file("job"))?.compactMap { $0 as? String } ?? []
            #expect(files.filter { $0.hasSuffix(format) }.count == 22 && files.contains("metadata/cover.png"))
            #expect(!files.contains { $0.hasSuffix(".tmp") })
            let read = try await Program.run("read", "--headless", "--json", "job", in: folder)
            #expect(read.status == 0 && read.errors == "")
            #expect(try heard(read).filter { $0.hasSuffix("original") } == (1...67).map { "\($0) original" })
        }
    }
}
