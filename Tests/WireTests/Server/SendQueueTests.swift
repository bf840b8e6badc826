import Events
import SocketIO
import Testing

@testable import Wire

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
