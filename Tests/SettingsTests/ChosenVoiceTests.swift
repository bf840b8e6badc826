import Support
import Testing

@testable import Settings

@Suite struct VoiceWishTests {
    /// By a file, and by options.
    private static func wish(_ text: String, _ flags: [Setting: String] = [:]) throws -> ChosenVoice {
        let folder = try Folder()
        let file = try folder.write(text.utf8, to: "config.toml")
        return try Configuration.load(flags: flags, environment: ["HOME": folder.path], path: file).voice
    }

    @Test(
        "a voice, speed or pitch that an option names is not that of the command in the file",
        arguments: [(Setting.voice, "de"), (.voiceRate, "150"), (.voicePitch, "80")])
    func options(setting: Setting, text: String) throws {
        let file = "[voice]\ncommand = \"talk\"\n"
        #expect(try Self.wish(file).speaker == .command("talk"))
        #expect(try Self.wish(file, [setting: text]).speaker == .builtIn)
        // Beside the command they belong to each other.
        let both = file + "rate = 120\npitch = 90\n"
        #expect(try Self.wish(both).speaker == .command("talk"))
        #expect(try Self.wish(both, [setting: text]).speaker == .builtIn)
    }

    @Test("what an option names keeps the program of the file, which takes a voice, a speed and a pitch")
    func program() throws {
        let wish = try Self.wish("[voice]\nprogram = \"/bin/talk\"\n", [.voiceRate: "150"])
        #expect(wish.speaker == .program("/bin/talk") && wish.rate == 150)
    }
}
