import Events
import JSON
import SocketIO
import Testing

@testable import Wire

@Suite("Faults on purpose")
struct FaultInjectorTests {
    private static let room = Room(user: "u", agent: "1", instance: "t")

    private static func scenario(_ change: (inout FaultScenario) -> Void) -> FaultScenario {
        var scenario = FaultScenario()
        change(&scenario)
        return scenario
    }

    private static func item(_ number: Int, bytes: Int = 1_000, part: SendQueue.Item.Part = .speech) -> SendQueue.Item {
        SendQueue.Item(part: part, place: .entry(Int64(number)), name: "e\(number)", byteCount: bytes)
    }

    /// What comes out when `count` events go in, one every 10 ms, with the times.
    private static func run(
        _ scenario: FaultScenario, count: Int = 40, connection: Int = 0, bytes: Int = 1_000, every: Int64 = 10
    ) -> [(time: Instant, step: FaultInjector.Step)] {
        let seed = FaultInjector.seed(of: scenario, room: room, connection: connection)
        var line = FaultInjector(scenario, seed: seed, connection: connection)
        var found: [(Instant, FaultInjector.Step)] = []
        for number in 0..<count {
            line.receive(item(number, bytes: bytes), at: .zero + .milliseconds(Int64(number) * every))
        }
        line.release(at: .zero + .milliseconds(Int64(count) * every))
        while let time = line.nextDue, let step = line.next(at: time) { found.append((time, step)) }
        return found
    }

    private static func numbers(_ steps: [(time: Instant, step: FaultInjector.Step)]) -> [Int64] {
        steps.compactMap { step -> Int64? in
            guard case .send(let item, _) = step.step, case .entry(let number) = item.place else { return nil }
            return number
        }
    }

    @Test("without faults everything comes as it is, at once")
    func none() {
        let steps = Self.run(FaultScenario())
        #expect(Self.numbers(steps) == Array(0..<40))
        #expect(steps.enumerated().allSatisfy { $1.time == .zero + .milliseconds(Int64($0) * 10) })
        #expect(steps.allSatisfy { if case .send(_, nil) = $0.step { true } else { false } })
    }

    @Test("delay moves all, jitter up to so much more, and the order stays")
    func delays() {
        let steps = Self.run(Self.scenario { ($0.delay, $0.jitter) = (.milliseconds(200), .milliseconds(50)) })
        #expect(Self.numbers(steps) == Array(0..<40))
        let late = steps.enumerated().map { ($1.time - Instant(microseconds: Int64($0) * 10_000)).milliseconds }
        #expect(late.allSatisfy { (200...250).contains($0) })
        #expect(Set(late).count > 10)
    }

    @Test("bandwidth: so many bits take so long")
    func bandwidth() {
        // 40 events of 1,000 bytes are 320,000 bits: at 100 kbit/s 3.2 s.
        let steps = Self.run(Self.scenario { $0.bandwidth = 100 })
        #expect(steps.last?.time == Instant(seconds: 3.2))
        #expect(steps.first?.time == Instant(seconds: 0.08))
    }

    @Test("a line that is a second behind takes nothing more")
    func backsUp() {
        var line = FaultInjector(Self.scenario { $0.bandwidth = 8 }, seed: 1, connection: 0)
        var count = 0
        while line.hasRoom(at: .zero), count < 1_000 {
            line.receive(Self.item(count), at: .zero)
            count += 1
        }
        // One a second.
        #expect(count == 2)
        #expect(line.hasRoom(at: Instant(seconds: 2)))
    }

    @Test("the link is cut after so many events, on the first links only")
    func drops() {
        let scenario = Self.scenario { ($0.dropAfter, $0.drops) = (5, 2) }
        for connection in 0...2 {
            let steps = Self.run(scenario, connection: connection)
            #expect(Self.numbers(steps).count == (connection < 2 ? 5 : 40))
            #expect((steps.last?.step == .cut) == (connection < 2))
        }
    }

    @Test("N45 the link is cut in the middle of an event")
    func dropsInside() {
        let steps = Self.run(Self.scenario { ($0.dropAfter, $0.dropInside) = (5, true) })
        #expect(Self.numbers(steps).count == 5)
        #expect(steps.last?.step == .cutInside(Self.item(5)))
    }

    @Test("the server disconnects after so many events")
    func disconnects() {
        let steps = Self.run(Self.scenario { $0.disconnectAfter = 3 })
        #expect(steps.map(\.step).last == .disconnect && Self.numbers(steps) == [0, 1, 2])
    }

    @Test("a stall holds everything that comes after it")
    func stalls() {
        let steps = Self.run(Self.scenario { ($0.stallAfter, $0.stall) = (10, .seconds(2)) })
        #expect(steps[9].time == .zero + .milliseconds(90))
        #expect(steps[10].time == .zero + .milliseconds(2_100))
        #expect(steps[11].time == .zero + .milliseconds(2_100))
        #expect(Self.numbers(steps) == Array(0..<40))
    }

    @Test(
        "a line that is behind is looked at again when it has room, not before, and nothing is left lying",
        arguments: [
            scenario { $0.bandwidth = 1 }, scenario { ($0.stallAfter, $0.stall) = (1, .seconds(60)) },
            scenario { ($0.stallAfter, $0.stall, $0.reorder) = (1, .seconds(60), 1) },
            scenario { $0.delay = .seconds(30) },
            scenario { ($0.jitter, $0.bandwidth) = (.seconds(5), 10) }, FaultScenario(),
        ])
    func wakes(scenario: FaultScenario) {
        let places = (0..<50).map { BackendContent.BaseFrame(index: $0, place: .entry(Int64($0)), byteCount: 1_000) }
        var (sendQueue, line) = (SendQueue(), FaultInjector(scenario, seed: 1, connection: 0))
        let hasRoom = sendQueue.send(BackendContent.Clip(name: "a", total: 50, version: "v", frames: places))
        #expect(hasRoom)
        var (now, sent, wakes) = (Instant.zero, 0, 0)
        while true {
            var took = 0
            while true {
                if line.next(at: now) != nil {
                    sent += 1
                } else if line.hasRoom(at: now), let item = sendQueue.next(at: now) {
                    line.receive(item, at: now)
                } else {
                    break
                }
                took += 1
            }
            guard took > 0 else {
                Issue.record("woken for nothing at \(now)")
                return
            }
            if sendQueue.nextDue == nil, !sendQueue.hasDueNow { line.release(at: now) }
            guard let next = line.wakeTime(sendQueue, at: now) else { break }
            wakes += 1
            // What was just let go may be due at once.
            #expect(next > now || line.nextDue == next)
            now = max(now, next)
        }
        #expect(sent == 52 && wakes < 200, "\(sent) sent, woken \(wakes) times")
    }

    @Test("doubled events come twice, swapped ones after the next")
    func repeats() {
        let doubled = Self.numbers(Self.run(Self.scenario { $0.duplicate = 0.3 }, count: 400))
        #expect(Set(doubled).count == 400 && (470...570).contains(doubled.count))
        #expect(doubled == doubled.sorted())
        let swapped = Self.numbers(Self.run(Self.scenario { $0.reorder = 0.3 }, count: 400))
        #expect(swapped.sorted() == Array(0..<400) && swapped != swapped.sorted())
        #expect(swapped.enumerated().allSatisfy { abs($1 - Int64($0)) <= 1 })
        // The last one, too, comes at some time.
        #expect(Self.numbers(Self.run(Self.scenario { $0.reorder = 1 }, count: 1)) == [0])
    }

    @Test("faults for speech leave clips alone")
    func reach() {
        let scenario = Self.scenario { ($0.corrupt, $0.events) = (1, .speech) }
        var line = FaultInjector(scenario, seed: 1, connection: 0)
        line.receive(Self.item(0, part: .clips), at: .zero)
        line.receive(Self.item(1, part: .speech), at: .zero)
        let (first, second) = (line.next(at: .zero), line.next(at: .zero))
        #expect(first == .send(Self.item(0, part: .clips), nil))
        guard case .send(_, .payload?)? = second else {
            Issue.record("speech is not spoiled")
            return
        }
    }

    @Test("the same seed does the same, whenever the events come; another seed, room or connection does not")
    func repeatable() {
        let all = Self.scenario {
            ($0.jitter, $0.duplicate, $0.reorder, $0.corrupt, $0.corruptJSON) = (.milliseconds(30), 0.2, 0.2, 0.2, 0.1)
        }
        func steps(_ scenario: FaultScenario, every: Int64 = 10, connection: Int = 0) -> [FaultInjector.Step] {
            Self.run(scenario, count: 200, connection: connection, every: every).map(\.step)
        }
        let expected = steps(all)
        #expect(steps(all) == expected && steps(all, every: 33) == expected)
        #expect(Self.run(all).map(\.time) == Self.run(all).map(\.time))
        var other = all
        other.seed = 2
        #expect(steps(other) != expected && steps(all, connection: 1) != expected)
        let seeds = ["t", "u"].map {
            FaultInjector.seed(of: all, room: Room(user: "u", agent: "1", instance: $0), connection: 0)
        }
        #expect(Set(seeds).count == 2)
    }

    @Test("spoiled pictures are no pictures any more, in attachments and in base64; the rest stays")
    func damage() throws {
        let picture = picture(1)
        let message = WireMessage(
            name: "receive_frame_images_batch",
            arguments: [
                [
                    "chunk_index": 3,
                    "frames": [
                        ["image_data": WireMessage.placeholder(0)], ["image_data": .string(Base64.encode(picture))],
                    ],
                ]
            ], attachments: [picture])
        let damage = FaultInjector.Damage.payload(lot: 7)
        let spoiled = damage.done(to: message)
        #expect(spoiled == damage.done(to: message) && spoiled != message)
        #expect(spoiled.attachments.first?.count == picture.count)
        #expect(spoiled.attachments.first?.starts(with: Array("RIFF".utf8)) == false)
        let (event, _) = interpret(ingest(spoiled).message)
        guard case .overlaysArrived(let batch) = event else {
            Issue.record("no batch")
            return
        }
        #expect(batch.chunk == 3 && batch.frames.count == 2)
        #expect(batch.frames.allSatisfy { $0.picture.map { $0.hash != contentHash(of: picture) } == true })
    }

    @Test("spoiled JSON is none, and the packet's kind stays", arguments: 0..<50)
    func damagedText(lot: Int) throws {
        let packets = EngineIOPacket.packets(WireMessage(name: "a", arguments: [["b": [1, 2, 3]]], attachments: [[1]]))
        let spoiled = FaultInjector.Damage.json(lot: UInt64(lot)).done(to: packets)
        #expect(spoiled.count == packets.count)
        guard case .message(let text)? = spoiled.first else {
            Issue.record("no message")
            return
        }
        #expect(text.starts(with: Array("51-[".utf8)))
        #expect(throws: WireError.self) { try SocketIOPacket(text: text) }
    }
}
