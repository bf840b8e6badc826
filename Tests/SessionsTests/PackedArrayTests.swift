import Engine
import Events
import Support
import Testing

@testable import Sessions

@Suite("Packed arrays: hours of log and history")
struct PackedArrayTests {
    private static let names = [
        "idle_1_s_idle_1_e", "talking_1_e", "", "é\u{301}\u{0}", String(repeating: "x", count: 300),
    ]

    private static let members =
        [.main, .main, .main] + ["anna", "Bob é\u{301} 2", String(repeating: "x", count: 64)].compactMap(Member.init)

    private static func number(_ random: inout SplitMix64) -> Int {
        random.pick([0, 1, -1, random.below(1_000), -random.below(1_000_000), .max, .min])
    }

    private static func moment(_ random: inout SplitMix64) -> Instant {
        Instant(microseconds: Int64(number(&random)))
    }

    private static func record(_ random: inout SplitMix64) -> FrameRecord {
        let position = FramePosition(
            chunk: number(&random), section: number(&random), sequence: number(&random), frame: number(&random),
            frameCount: number(&random))
        return FrameRecord(
            ordinal: number(&random), mode: random.pick(ModeName.allCases), generation: number(&random),
            position: random.pick([nil, position]), clip: random.pick([nil, ClipName(random.pick(names))]),
            baseIndex: number(&random), demandedClip: random.pick([nil, ClipName(random.pick(names))]),
            demandedIndex: number(&random), overlayKey: random.pick([nil, PictureKey(random.pick(names))]),
            status: random.pick(FrameStatus.allCases), due: moment(&random), shown: moment(&random),
            arrived: random.pick([nil, moment(&random)]), decoded: random.pick([nil, moment(&random)]),
            soundPosition: random.pick([nil, TimeSpan(microseconds: Int64(number(&random)))]),
            character: random.pick([nil, "a", random.pick(names)]), note: random.pick([nil, random.pick(names)]))
    }

    private static func entry(_ random: inout SplitMix64) -> LogEntry {
        let body: LogEntry.Body =
            switch random.below(8) {
            case 0: .note(Note(time: moment(&random), code: .odd, text: random.pick(names)))
            case 1: .tally(Tally(lost: number(&random), late: 1, frozen: random.pick([nil, .seconds(1)])))
            default: .frame(record(&random))
            }
        return LogEntry(heard: number(&random), time: moment(&random), body)
    }

    private static func heard(_ random: inout SplitMix64) -> History.Moment {
        let size = PixelSize(width: number(&random), height: number(&random))
        let body: History.Moment.Body =
            switch random.below(7) {
            case 0: .wire(Int64(number(&random)), name: Int32(truncatingIfNeeded: number(&random)))
            case 1: .local(.pictureDecoded(PictureKey(random.pick(names)), number(&random), size))
            case 2: .local(.pictureFailed(PictureKey(random.pick(names)), number(&random), reason: random.pick(names)))
            case 3: .local(.soundMoved(chunk: number(&random), number(&random), position: .seconds(2)))
            case 4: .local(.settingsChanged(PlaybackSettings()))
            default: .local(.ticked)
            }
        return History.Moment(time: moment(&random), body: body, member: random.pick(members))
    }

    private static func check<Element: Packable & Equatable>(
        _ make: (inout SplitMix64) -> Element, seed: Int
    ) {
        var random = SplitMix64(seed: UInt64(seed))
        var plain: [Element] = []
        var packed = PackedArray<Element>()
        for _ in 0..<(100 + random.below(900)) {
            plain.append(make(&random))
            packed.append(plain[plain.count - 1])
        }
        #expect(Array(packed) == plain)
        let copy = packed
        for _ in 0..<200 {
            let place = random.below(plain.count)
            #expect(packed[place] == plain[place])
            let changed = make(&random)
            packed.replace(place, with: changed)
            #expect(copy[place] == plain[place])
            #expect(packed[place] == changed)
            packed.replace(place, with: plain[place])
        }
        #expect(packed.elementsEqual(plain))
    }

    @Test("lines of the log come out as they went in, whatever is in them", arguments: 0..<8)
    func log(seed: Int) { Self.check(Self.entry, seed: seed) }

    @Test("what was heard comes out as it went in, whatever it is", arguments: 0..<8)
    func history(seed: Int) { Self.check(Self.heard, seed: seed) }

    @Test("a day of idling takes a few bytes a frame")
    func idling() {
        var random = SplitMix64(seed: 1)
        var log = PackedArray<LogEntry>()
        var history = PackedArray<History.Moment>()
        let frames = 20_000
        for ordinal in 0..<frames {
            let due = Instant(microseconds: Int64(ordinal) * 100_000)
            let time = due + TimeSpan(microseconds: Int64(random.below(900)))
            let record = FrameRecord(
                ordinal: ordinal, mode: .idle, generation: 0, position: nil, clip: "idle_1_s_idle_1_e",
                baseIndex: ordinal % 26, demandedClip: "idle_1_s_idle_1_e", demandedIndex: ordinal % 26,
                overlayKey: nil, status: .sync, due: due, shown: time)
            log.append(LogEntry(heard: ordinal + 1, time: time, .frame(record)))
            history.append(History.Moment(time: time, body: .local(.ticked)))
        }
        #expect(log.byteCount < 15 * frames)
        #expect(history.byteCount < 6 * frames)
    }

    @Test("a member who is always the same costs next to nothing, and the main one nothing")
    func members() throws {
        let anna = try #require(Member("anna"))
        var (main, named) = (PackedArray<History.Moment>(), PackedArray<History.Moment>())
        for tick in 0..<20_000 {
            let time = Instant(microseconds: Int64(tick * 33_333 + tick % 7))
            main.append(History.Moment(time: time, body: .local(.ticked)))
            named.append(History.Moment(time: time, body: .local(.ticked), member: anna))
        }
        #expect(named.byteCount < main.byteCount + 20_000 / 128 * 16)
    }
}
