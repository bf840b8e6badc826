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
            #expect(run.errors.contains("62 sentences matched, 5 merged"))
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
                environment: ["XDG_CACHE_HOME": folder.file("cache")], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let all = (run.output + run.errors).unicodeScalars
            #expect(
                all.allSatisfy {
                    $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}"
                })
            #expect(run.lines.first?.hasPrefix("Hello") == true && run.errors.contains("ended with status 1: a"))
        }

        @Test("a text that is none, and a voice that there is not, are one line each")
        func refused() async throws {
            try folder.write("", to: "e.txt")
            try folder.write("Hello.", to: "t.txt")
            let empty = try await Program.run("read", "--plain", "e.txt", in: folder)
            #expect(
                empty.status == 2 && empty.errors == "cameo: e.txt: expected text, found nothing that could be read\n")
            try folder.write("%PDF-1.4\nBT (Hello) Tj ET\n%%EOF\n", to: "z.pdf")
            for arguments in [
                ["read", "--plain", "z.pdf"], ["narrate", "z.pdf", "-o", "out"],
                ["say", "--headless", "--record", "out.cameo", "--file", "z.pdf"],
            ] {
                let run = try await Program.run([try Program.path()] + arguments, in: folder)
                let kinds = "EPUB, HTML, Markdown, plain text and subtitles"
                #expect(run.status == 2 && run.output.isEmpty, "\(arguments)")
                #expect(run.errors == "cameo: z.pdf: expected text, found a PDF; cameo read takes \(kinds)\n")
            }
            let voice = try await Program.run("narrate", "t.txt", "--voice", "zz", "-o", "out", in: folder)
            #expect(
                voice.status == 2 && voice.errors == "cameo: there is no voice zz; cameo voices lists them\n")
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
                rest.output.hasPrefix("job: ") && rest.output.hasSuffix("; cameo read job reads it\n"), "\(rest.output)"
            )
            #expect(try folder.bytes(of: "job/metadata/chunk_0000.json") == kept)
            #expect(rest.output.contains(" of them there already; "))
            let again = try await Program.run([try Program.path()] + arguments, in: folder)
            #expect(again.status == 0 && again.output.contains(" parts, all there already; "), "\(again.output)")
            let files = FileManager.default.enumerator(atPath: folder.file("job"))?.compactMap { $0 as? String } ?? []
            #expect(files.filter { $0.hasSuffix(format) }.count == 22 && files.contains("metadata/cover.png"))
            #expect(!files.contains { $0.hasSuffix(".tmp") })
            let read = try await Program.run("read", "--headless", "--json", "job", in: folder)
            #expect(read.status == 0 && read.errors == "")
            #expect(try heard(read).filter { $0.hasSuffix("original") } == (1...67).map { "\($0) original" })
        }
    }
}
