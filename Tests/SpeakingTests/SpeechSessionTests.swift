import Events
import Foundation
import Platform
import PlaybackSupport
import SocketIO
import Sound
import Support
import Synchronization
import Testing

@testable import Speaking
@testable import Speech

/// A voice is a command that gives a sound of the test's; time passes as the test says.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct SpeechSessionTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Passes while it is waited for, and when it is moved.
    private final class Pace: SpeechPace {
        private let state = Mutex((now: TimeSpan.zero, waits: [TimeSpan]()))

        var waits: [TimeSpan] { state.withLock(\.waits) }
        func move(to time: TimeSpan) { state.withLock { $0.now = time } }
        func passed() -> TimeSpan { state.withLock(\.now) }
        func wait(until time: TimeSpan) {
            state.withLock { state in
                state.waits.append(time)
                state.now = time
            }
        }
    }

    /// What was given, together.
    private final class Given: Sendable {
        private let all = Mutex<[[WireMessage]]>([])

        func take(_ messages: [WireMessage]) { all.withLock { $0.append(messages) } }
        var together: [[WireMessage]] { all.withLock(\.self) }
        var names: [[String]] { together.map { $0.map(\.name) } }
        var texts: [String] {
            together.flatMap(\.self).filter { $0.name == "new_message" }.compactMap {
                $0.arguments.first?.object?["message"]?.string
            }
        }
        /// The clip that the first frame of each chunk is of.
        var clips: [String] {
            together.flatMap(\.self).filter { $0.name == "receive_frame_images_batch" }.compactMap {
                guard let batch = $0.arguments.first?.object, batch["batch_index"] == 0 else { return nil }
                return batch["frames"]?.array?.first?.object?["animation_name"]?.string
            }
        }
    }

    /// - Parameter command: beside `sound.wav`, which is one second.
    private func session(_ command: String = "cat sound.wav") throws -> SpeechSession {
        try folder.write(Samples.numbered(seconds: 1, rate: 8_000).file, to: "sound.wav")
        return SpeechSession(
            avatar: try SpokenAvatar(Repository.file("assets/avatars/mira")),
            voice: .command(VoiceCommand("cd '\(folder.path)'; " + command)))
    }

    private static let chunk = ["receive_audio", "receive_frame_images_batch", "chunk_images_ready"]

    @Test("each sentence comes in its order, the messages of a chunk together, and the end behind the last")
    func order() async throws {
        let given = Given()
        let reason = try await session().speak(SentenceReader(.text("One. Two.")), at: Pace()) { given.take($0) }
        #expect(reason == nil)
        #expect(given.texts == ["One.", "Two."])
        #expect(given.names.prefix(2) == [["new_message"] + Self.chunk, ["new_message"] + Self.chunk])
        #expect(given.names.last?.last == "audio_end" && given.names.count == 3)
        #expect(given.names.joined().count { $0 == "audio_end" } == 1)
    }

    @Test("what is no UTF-8 is shown as such, and the voice is given blanks")
    func invalid() async throws {
        let given = Given()
        let session = try session("cat > asked; cat sound.wav")
        let text = SentenceReader(.text("Bad \u{FFFD}\u{FFFD} bytes."))
        #expect(await session.speak(text, at: Pace()) { given.take($0) } == nil)
        #expect(given.texts == ["Bad \u{FFFD}\u{FFFD} bytes."])
        #expect(try folder.text(of: "asked").hasPrefix("Bad    bytes."))
    }

    @Test("a text without a word ends at once, and the voice is not asked")
    func empty() async throws {
        let given = Given()
        let session = try session("touch asked; cat sound.wav")
        #expect(await session.speak(SentenceReader(.text(" \n")), at: Pace()) { given.take($0) } == nil)
        #expect(given.names.joined().last == "audio_end" && given.texts.isEmpty && given.clips.isEmpty)
        #expect(!folder.exists("asked"))
    }

    @Test("what goes wrong in a sentence is the reason; what was said before it was given, and the end is as well")
    func trouble() async throws {
        let given = Given()
        let session = try session("grep -q Two && { echo broken >&2; exit 3; }; cat sound.wav")
        let reason = await session.speak(SentenceReader(.text("One. Two. Three.")), at: Pace()) { given.take($0) }
        #expect(reason == "voice command exited with status 3: broken")
        #expect(given.texts == ["One."])
        #expect(given.names.joined().last == "audio_end")
    }

    @Test("no more is given than so far ahead of what can have been played")
    func ahead() async throws {
        let (given, pace) = (Given(), Pace())
        var session = try session()
        session.ahead = .seconds(2)
        let text = SentenceReader(.text("One. Two. Three. Four. Five."))
        #expect(await session.speak(text, at: pace) { given.take($0) } == nil)
        // Of the first three a part is due at once: the third one is, to the moment.
        #expect(pace.waits == [.seconds(1), .seconds(2)])
        #expect(given.texts.count == 5)
    }

    @Test(
        "after a pause that is longer than an avatar waits, the next sentence begins with the way into talking",
        arguments: [0, 1])
    func pause(more: Int64) async throws {
        let (given, pace) = (Given(), Pace())
        let reason = try await session().speak(SentenceReader(.text("One. Two.")), at: pace) { messages in
            given.take(messages)
            pace.move(to: TimeSpan(microseconds: 2_500_000 + more))
        }
        #expect(reason == nil)
        let bridge = "idle_1_e_talking_1_s"
        #expect(given.clips.first == bridge && given.clips.count >= 2)
        #expect((given.clips[1] == bridge) == (more > 0))
    }

    @Test(
        "who is canceled gives nothing more, but for the end where another message takes the place, and lets go of a text",
        arguments: [false, true])
    func canceled(isReplaced: Bool) async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (input, output) = (ends[0], ends[1])
        defer { close(output) }
        #expect(Descriptor.writeAll(Array("One. ".utf8), to: output))
        let given = Given()
        let session = try session()
        let (begun, sink) = AsyncStream<Void>.makeStream()
        let speaking = Task {
            await session.speak(
                SentenceReader(.descriptor(input)), at: Pace(), isReplaced: { isReplaced },
                give: { messages in
                    given.take(messages)
                    sink.yield()
                })
        }
        for await _ in begun { break }
        speaking.cancel()
        #expect(await speaking.value == nil)
        let last = isReplaced ? [["play_base_animation", "audio_end"]] : []
        #expect(given.names == [["new_message"] + Self.chunk] + last)
    }
}
