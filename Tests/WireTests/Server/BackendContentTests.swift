import Events
import JSON
import SocketIO
import Testing

@testable import Wire

/// Hears messages as a tape has them.
private final class Listener {
    var builder = BackendContentBuilder()
    private var entry: Int64 = 0
    var seconds = 0.0

    func receive(_ name: String, _ data: JSON = [:], after gap: Double = 0.1) {
        seconds += gap
        entry += 1
        let stored = ingest(WireMessage(name: name, arguments: [data])).message
        builder.receive(stored, entry: entry, at: Instant(seconds: seconds))
    }

    func sound(_ chunk: Int64, after gap: Double = 0.1) {
        receive("receive_audio", ["chunk_index": .int(chunk), "audio_data": "AAAA"], after: gap)
    }

    func batch(_ chunk: Int64, after gap: Double = 0.1) {
        let frame: JSON = ["sequence_index": 0, "image_data": "UklGRg=="]
        receive("receive_frame_images_batch", ["chunk_index": .int(chunk), "frames": [frame]], after: gap)
    }

    func clip(_ name: String, _ pictures: [UInt8]) {
        receive(
            "animation_total_frames", ["animation_type": .string(name), "total_frames": .int(Int64(pictures.count))])
        for (index, byte) in pictures.enumerated() {
            let data: JSON = ["data": .string(Base64.encode([byte, 1, 2]))]
            receive(
                "receive_base_frame",
                ["animation_type": .string(name), "frame_index": .int(Int64(index)), "frame_data": data])
        }
        receive("animation_frames_complete", ["animation_type": .string(name)])
    }

    func messages() -> [[String]] {
        builder.finish(title: "t").content.messages.map { $0.lines.map(\.name) }
    }
}

@Suite("What a tape has to show and say")
struct BackendContentTests {
    @Test("clips and the manifest are apart from what is said")
    func clips() {
        let listener = Listener()
        listener.receive(
            "base_animations_manifest",
            ["animations": ["a_s": ["frames": 3, "version": "x"], "gone": ["frames": 2, "version": "y"]]])
        listener.clip("a_s", [1, 2])
        listener.sound(0)
        listener.receive("audio_end")
        let (content, absent) = listener.builder.finish(title: "t")
        #expect(content.clips.map(\.name) == ["a_s"])
        #expect(content.clips.first?.frames.map(\.index) == [0, 1])
        #expect(content.messages.map { $0.lines.map(\.name) } == [["receive_audio", "audio_end"]])
        #expect(absent == ["gone"])
        // The number that the stream itself said last counts.
        #expect(content.clips.first?.total == 2)
    }

    @Test("a clip's version changes with its pictures and with nothing else")
    func versions() {
        func version(_ pictures: [UInt8], _ name: String = "a") -> String? {
            let listener = Listener()
            listener.clip(name, pictures)
            return listener.builder.finish(title: "t").content.clips.first?.version
        }
        #expect(version([1, 2, 3]) == version([1, 2, 3], "b"))
        #expect(version([1, 2, 3]) != version([1, 2, 4]))
        #expect(version([1, 2, 3]) != version([1, 3, 2]))
    }

    @Test("a picture that comes twice counts once, the later one")
    func repeated() {
        let listener = Listener()
        listener.clip("a", [1, 2])
        listener.clip("a", [3, 2])
        let clip = listener.builder.finish(title: "t").content.clips.first
        #expect(clip?.frames.map(\.index) == [0, 1])
        #expect(clip?.frames.first?.place == .entry(6))
    }

    @Test("messages are told apart by the sound of chunk 0; the text before it goes with it")
    func messages() {
        let listener = Listener()
        for _ in 0..<2 {
            listener.receive("new_message", ["message": "hi"])
            listener.sound(0)
            listener.batch(0)
            listener.receive("chunk_images_ready", ["chunk_index": 0, "total_images_sent": 1])
            listener.sound(1)
            listener.batch(1)
        }
        let one = [
            "new_message", "receive_audio", "receive_frame_images_batch", "chunk_images_ready", "receive_audio",
            "receive_frame_images_batch",
        ]
        #expect(listener.messages() == [one, one])
    }

    @Test("of a text as much is kept as 4,096 scalars, though they be one character")
    func longTexts() {
        let listener = Listener()
        for _ in 0..<2 {
            listener.receive("new_message", ["message": .string("e" + String(repeating: "\u{301}", count: 10_000))])
        }
        listener.sound(0)
        listener.batch(0)
        let texts = listener.builder.finish(title: "t").content.messages.map(\.text)
        #expect(texts.map(\.unicodeScalars.count) == [4_096])
    }

    @Test("after a send everything is the next message, whatever comes first")
    func sends() {
        let listener = Listener()
        listener.batch(0)
        listener.sound(0)
        listener.builder.sent()
        listener.batch(0)
        listener.sound(0)
        let one = ["receive_frame_images_batch", "receive_audio"]
        #expect(listener.messages() == [one, one])
    }

    @Test("what comes late after the end is still of the message that ended")
    func lateEvents() {
        let listener = Listener()
        listener.sound(0)
        listener.receive("audio_end")
        listener.batch(0, after: 0.5)
        listener.receive("play_base_animation", ["animation_name": "x"], after: 2)
        listener.batch(0, after: 2)
        listener.sound(0)
        #expect(
            listener.messages() == [
                ["receive_audio", "audio_end", "receive_frame_images_batch", "play_base_animation"],
                ["receive_frame_images_batch", "receive_audio"],
            ])
    }

    @Test("times count from the message's first event")
    func offsets() {
        let listener = Listener()
        listener.sound(0, after: 5)
        listener.batch(0, after: 0.25)
        let lines = listener.builder.finish(title: "t").content.messages.first?.lines ?? []
        #expect(lines.map(\.offset) == [.zero, .milliseconds(250)])
        #expect(lines.map(\.chunk) == [0, 0])
    }

    @Test("events that nobody knows belong to the message around them, and to none outside")
    func unknown() {
        let listener = Listener()
        listener.receive("hello")
        listener.sound(0)
        listener.receive("hello")
        listener.receive("audio_end")
        listener.receive("hello")
        #expect(listener.messages() == [["receive_audio", "hello", "audio_end"]])
        #expect(listener.builder.apart == 2)
    }

    @Test("the bytes on the wire are counted about right")
    func wireBytes() {
        let picture = [UInt8](repeating: 7, count: 3_000)
        let frames: JSON = [["image_data": .string(Base64.encode(picture)), "sequence_index": 1]]
        let message = WireMessage(
            name: "receive_frame_images_batch", arguments: [["frames": frames, "x": WireMessage.placeholder(0)]],
            attachments: [picture])
        let real = EngineIOPacket.packets(message).reduce(0) { sum, packet in
            if case .binary(let bytes) = packet { return sum + bytes.count }
            return sum + (packet.text?.count ?? 0)
        }
        let counted = ingest(message).message.wireBytes
        #expect(abs(counted - real) < 100, "\(counted) for \(real)")
    }
}
