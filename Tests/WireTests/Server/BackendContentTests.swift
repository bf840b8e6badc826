import Events
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

/// A send queue that can be asked inside of an expectation.
private final class Client {
    var sendQueue = SendQueue()
    var nextDue: Instant? { sendQueue.nextDue }

    @discardableResult
    func say(_ message: BackendContent.Message, number: Int, from start: Instant, at now: Instant) -> Bool {
        sendQueue.enqueue(message, number: number, from: start, at: now)
    }
    func next(at now: Instant) -> SendQueue.Item? { sendQueue.next(at: now) }
    func send(_ clip: BackendContent.Clip) -> Bool { sendQueue.send(clip) }
    func answer(_ message: WireMessage) -> Bool { sendQueue.answer(message) }
    func stopSpeech() { sendQueue.stopSpeech() }
}

@Suite("What a client is sent")
struct SendQueueTests {
    private static let clip = BackendContent.Clip(
        name: "a", total: 2, version: "1",
        frames: (0..<2).map { .init(index: $0, place: .entry(Int64($0) + 100), byteCount: 10) })

    private static func message(_ offsets: Int64...) -> BackendContent.Message {
        let lines = offsets.enumerated().map {
            BackendContent.Line(offset: .seconds($1), place: .entry(Int64($0)), name: "e\($0)", byteCount: 10)
        }
        return BackendContent.Message(lines: lines, text: "")
    }

    private static func all(_ sendQueue: Client, at now: Instant) -> [String] {
        var names: [String] = []
        while let item = sendQueue.next(at: now) { names.append(item.name) }
        return names
    }

    @Test("each event of a message comes at its time")
    func times() {
        let sendQueue = Client()
        sendQueue.say(Self.message(0, 2, 4), number: 1, from: Instant(seconds: 10), at: Instant(seconds: 10))
        #expect(Self.all(sendQueue, at: Instant(seconds: 9.9)) == [])
        #expect(sendQueue.nextDue == Instant(seconds: 10))
        #expect(Self.all(sendQueue, at: Instant(seconds: 12)) == ["e0", "e1"])
        #expect(sendQueue.nextDue == Instant(seconds: 14))
        #expect(Self.all(sendQueue, at: Instant(seconds: 14)) == ["e2"])
        #expect(sendQueue.nextDue == nil)
    }

    @Test("twice as fast takes half the time, 0 takes none", arguments: [(2.0, 12.0), (0.0, 10.0), (0.5, 18.0)])
    func speeds(speed: Double, end: Double) {
        let sendQueue = Client()
        sendQueue.say(
            Self.message(0, 4).played(at: speed), number: 1, from: Instant(seconds: 10), at: Instant(seconds: 10))
        _ = sendQueue.next(at: Instant(seconds: 10))
        #expect(speed == 0 || sendQueue.nextDue == Instant(seconds: end))
        #expect(Self.all(sendQueue, at: Instant(seconds: end)) == ["e1"])
    }

    @Test("who comes in the middle of a message gets what is left of it")
    func latecomer() {
        let sendQueue = Client()
        sendQueue.say(Self.message(0, 2, 4), number: 1, from: .zero, at: Instant(seconds: 3))
        #expect(Self.all(sendQueue, at: Instant(seconds: 9)) == ["e2"])
    }

    @Test("N39 a message that is stopped says nothing more")
    func stops() {
        let sendQueue = Client()
        sendQueue.say(Self.message(0, 2, 4), number: 1, from: .zero, at: .zero)
        _ = sendQueue.next(at: .zero)
        sendQueue.stopSpeech()
        sendQueue.say(Self.message(0), number: 2, from: Instant(seconds: 1), at: Instant(seconds: 1))
        #expect(Self.all(sendQueue, at: Instant(seconds: 9)) == ["e0"])
    }

    @Test("clips take turns, speech that is due goes first, answers before both")
    func order() {
        let sendQueue = Client()
        for _ in 0..<2 { _ = sendQueue.send(Self.clip) }
        sendQueue.say(Self.message(1), number: 1, from: .zero, at: .zero)
        _ = sendQueue.answer(WireMessage(name: "m", arguments: []))
        var names: [String] = []
        for second in [0.0, 0, 0, 1] { names.append(sendQueue.next(at: Instant(seconds: second))?.name ?? "-") }
        #expect(names == ["m", "animation_total_frames", "animation_total_frames", "e0"])
        #expect(
            Self.all(sendQueue, at: Instant(seconds: 1)) == [
                "receive_base_frame", "receive_base_frame", "receive_base_frame", "receive_base_frame",
                "animation_frames_complete", "animation_frames_complete",
            ])
    }

    @Test("a client that asks for ever more is refused at some point")
    func bounded() {
        let sendQueue = Client()
        let clips = (0..<1_000).filter { _ in sendQueue.send(Self.clip) }.count
        let answers = (0..<2_000).filter { _ in sendQueue.answer(WireMessage(name: "m", arguments: [])) }.count
        #expect(clips == 256 && answers == 1_000)
    }

    @Test("speech that a client does not read waits up to a bound, and there is room again once it has read")
    func boundedSpeech() {
        let sendQueue = Client()
        let picture = WireMessage(
            name: "made", arguments: [], attachments: [[UInt8](repeating: 0, count: 1 << 20)])
        let piece = BackendContent.Message(made: [picture])
        let kept = (0..<100).filter { sendQueue.say(piece, number: $0, from: .zero, at: .zero) }.count
        #expect(kept == SendQueue.mostSpeechBytes >> 20)
        #expect(!sendQueue.say(Self.message(0), number: 100, from: .zero, at: .zero))
        #expect(sendQueue.next(at: .zero)?.name == "made")
        #expect(sendQueue.say(Self.message(0), number: 101, from: .zero, at: .zero))
        #expect(Self.all(sendQueue, at: .zero).count == kept)
        #expect(sendQueue.say(piece, number: 102, from: .zero, at: .zero))
        sendQueue.stopSpeech()
        #expect(sendQueue.next(at: .zero) == nil && sendQueue.nextDue == nil)
    }

    @Test("messages that overlap come by the time of their events, the older one first")
    func overlap() {
        let sendQueue = Client()
        var names: [String] = []
        for (number, message) in [Self.message(0, 2, 2, 6), Self.message(1, 1), Self.message(0, 5)].enumerated() {
            let lines = message.lines.map { line in
                var line = line
                line.name = "\(number)\(line.name)"
                return line
            }
            let named = BackendContent.Message(lines: lines, text: "")
            sendQueue.say(named, number: number, from: Instant(seconds: Double(number)), at: .zero)
        }
        while let due = sendQueue.nextDue, let item = sendQueue.next(at: due) { names.append(item.name) }
        #expect(names == ["0e0", "0e1", "0e2", "1e0", "1e1", "2e0", "0e3", "2e1"])
    }
}
