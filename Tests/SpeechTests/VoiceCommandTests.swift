import Events
import Foundation
import Sound
import Support
import Testing

@testable import Speech

extension StartingPrograms {
    @Suite("A voice that is a command of the shell")
    struct VoiceCommandTests {
        private let script: VoiceScript

        init() throws { script = try VoiceScript("") }

        private func command(_ line: String, _ change: (inout VoiceLimits) -> Void = { _ in }) -> VoiceCommand {
            var limits = VoiceLimits()
            change(&limits)
            return VoiceCommand("cd '\(script.folder)'; " + line, limits: limits)
        }

        private func reason(_ command: VoiceCommand, _ text: String = "hello") async -> String {
            do throws(VoiceError) {
                return "said \(try await command.speak(text).sound.frameCount)"
            } catch {
                return error.reason
            }
        }

        /// A WAV file of these samples, 8,000 a second.
        private func wave(_ values: [Int16], to name: String = "sound.wav") throws {
            func bytes(_ value: Int, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            }
            let data = values.flatMap { bytes(Int($0), 2) }
            let format =
                bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(8_000, 4) + bytes(16_000, 4) + bytes(2, 2)
                + bytes(16, 2)
            let file =
                Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + format
                + Array("data".utf8) + bytes(data.count, 4) + data
            try Data(file).write(to: URL(fileURLWithPath: script.file(name)))
        }

        @Test("the text is its input, and the sound is its output, decoded; there are no phonemes and words")
        func sound() async throws {
            try wave([1, -2, 3, -4])
            let text = "two\nlines \u{1B}[0m 😀"
            let utterance = try await command("cat > text; cat sound.wav").speak(text)
            #expect(
                utterance == Utterance(text: text, sound: Samples(rate: 8_000, channels: 1, values: [1, -2, 3, -4])))
            #expect(try String(contentsOfFile: script.file("text"), encoding: .utf8) == text)
        }

        @Test("a command that does not read its text is heard as well")
        func deaf() async throws {
            try wave([5, 6])
            let text = String(repeating: "x", count: 300_000)
            #expect(await reason(command("cat sound.wav") { $0.textScalars = 1_000_000 }, text) == "said 2")
            #expect(await reason(command("exec <&-; cat sound.wav") { $0.textScalars = 1_000_000 }, text) == "said 2")
        }

        @Test("a failure is its status and its last words, even when there was sound")
        func failure() async throws {
            try wave([5, 6])
            #expect(
                await reason(command("cat sound.wav; echo one >&2; echo 'no model' >&2; exit 7"))
                    == "voice command exited with status 7: no model")
            #expect(await reason(command("kill -9 $$")) == "voice command was killed by signal 9 (SIGKILL)")
            let found = await reason(command("no-such-program-here"))
            #expect(found.hasPrefix("voice command exited with status 127: ") && found.contains("no-such-program-here"))
        }

        @Test("what is no sound is refused with the reason and its last words")
        func noSound() async throws {
            #expect(
                await reason(command("cat")).hasPrefix(
                    "voice command: not a playable MP3, WAV, Ogg, Opus or FLAC file: "))
            #expect(await reason(command("echo 'out of memory' >&2")) == "voice command: no bytes: out of memory")
        }

        @Test("one that takes too long, or writes without end, is ended")
        func endless() async throws {
            let slow = command("exec sleep 1000") { $0.sentence = .milliseconds(50) }
            #expect(await reason(slow) == "voice command: no sound within 1 s")
            #expect(
                await reason(command("yes") { $0.soundBytes = 4 << 20 })
                    == "voice command: invalid answer: a sound file of more than 4 MiB")
        }

        @Test("one that leaves something running behind is not waited for, and nothing is left")
        func leftBehind() async throws {
            try wave([5, 6])
            let line =
                "sh -c 'echo $$ > inner; exec sleep 1000' >/dev/null 2>&1 & until [ -s inner ]; do :; done; cat sound.wav"
            #expect(await reason(command(line)) == "said 2")
            let text = try String(contentsOfFile: script.file("inner"), encoding: .utf8)
            let inner = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(await eventually { !isRunning(inner) })
        }

        @Test("giving up ends the command with all that it has started; closing does, too, and lets no other one begin")
        func givingUp() async throws {
            let command = command(
                "sh -c 'echo $$ > inner; exec sleep 1000' & until [ -s inner ]; do :; done; echo $$ > outer; wait")
            let task = Task { try await command.speak("one") }
            #expect(await eventually { text(of: "outer")?.hasSuffix("\n") == true })
            task.cancel()
            await #expect(throws: VoiceError.canceled) { try await task.value }
            for name in ["inner", "outer"] {
                let process = try #require(text(of: name).flatMap { Int32($0.dropLast()) })
                #expect(await eventually { !isRunning(process) })
            }
            let other = Task { try await command.speak("two") }
            await command.close()
            await #expect(throws: VoiceError.canceled) { try await other.value }
            await #expect(throws: VoiceError.canceled) { try await command.speak("three") }
        }

        private func text(of name: String) -> String? {
            try? String(contentsOfFile: script.file(name), encoding: .utf8)
        }

        @Test("as a voice its manner is its own")
        func asVoice() async throws {
            try wave([9])
            let voice = Voice.command(command("cat sound.wav"))
            #expect(try await voice.speak("x", VoiceManner(voice: "none", rate: 5)).sound.values == [9])
            await voice.close()
        }
    }
}
