import Events
import Platform
import Speech
import Support
import Testing

@testable import Speaking

@Suite struct SayOptionsTests {
    @Test("without a standard input it is said that there is none, and nobody waits for a text")
    func noStandardInput() {
        let error = #expect(throws: CommandError.self) { try SayOptions.pipe(-1) }
        #expect(error?.reason == "standard input: \(errorWords(EBADF))")
    }

    @Test("standard input is read through a descriptor of its own, which no program that is started inherits")
    func ownDescriptor() throws {
        let ends = try #require(Descriptor.pipe())
        defer { for end in [ends.reading, ends.writing] { close(end) } }
        guard case .descriptor(let own) = try SayOptions.pipe(ends.reading) else {
            Issue.record("no descriptor")
            return
        }
        defer { close(own) }
        #expect(own != ends.reading && own > STDERR_FILENO && fcntl(own, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test("words of which there is nothing to say are refused")
    func wordless() {
        for (text, wordless) in [("", WordlessText.empty), (" ", .empty), ("...", .withoutWord), ("✓", .withoutWord)] {
            #expect(throws: CommandError(wordless)) { try SayOptions.opened(.words(text)) }
        }
        let dash = "nothing to say: the text \"-\" has no words; use -f - to read standard input"
        #expect(throws: CommandError.unusable(dash)) { try SayOptions.opened(.words("-")) }
    }

    @Test("what is said is the words, or what is in the file, and is called by those")
    func texts() throws {
        let folder = try Folder()
        try folder.write("Hello.", to: "a.txt")
        let speaker = SpeakerOptions(avatar: folder.path, voice: .builtIn(VoiceManner()))
        let words = SayOptions(.words("Good morning"), by: speaker)
        guard case .text("Good morning") = try words.source() else {
            Issue.record("no words")
            return
        }
        let file = SayOptions(.file(folder.file("a.txt")), by: speaker)
        guard case .descriptor(let own) = try file.source() else {
            Issue.record("no file")
            return
        }
        defer { close(own) }
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(own, &bytes, bytes.count) == 6 && bytes.starts(with: "Hello.".utf8))
        let missing = SayOptions(.file(folder.file("b.txt")), by: speaker)
        #expect(throws: CommandError.unusable("\(folder.file("b.txt")): no such file")) { try missing.source() }
        #expect([words.title, file.title] == ["Good morning", folder.file("a.txt")])
        #expect(SayOptions(.standardInput, by: speaker).title == "standard input")
    }
}
