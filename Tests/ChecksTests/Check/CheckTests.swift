import Engine
import Events
import Foundation
import JSON
import Platform
import Playback
import PlaybackSupport
import Sessions
import Sound
import Support
import Synchronization
import Tapes
import Testing

@testable import Checks

@Suite struct CheckTests {
    private static func check(
        _ stream: WrittenStream, _ change: (inout CheckLimits) -> Void = { _ in }
    ) async throws -> CheckResult {
        let folder = try Folder()
        _ = try await stream.tape(folder.file("stream.cameo"))
        var options = CheckOptions()
        change(&options.limits)
        return Check.run(folder.file("stream.cameo"), options)
    }

    /// 30 frames and 20 more, 300 ms too late.
    private static func message(second: Double = 0.7) throws -> WrittenStream {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        try stream.chunk(0, frames: 12, at: 0.5)
        try stream.chunk(1, frames: 15, at: second)
        stream.say(second + 0.1, "audio_end", [:])
        return stream
    }

    // MARK: The demo

    @Test("K65, a-ok-demo: the demo is clean: no seam is found that is none")
    func demo() throws {
        let result = Check.run(try DemoLines.tape(), CheckOptions())
        #expect(result.verdict == .clean)
        #expect(result.findings == [])
        #expect(result.fitting == 586)
        #expect(result.seams == 0 && result.unclear == 0)
        #expect(result.figures.frames == 676)
        #expect(result.figures.chunks == 9)
        #expect(CheckText.lines(result, isLong: false).first?.hasSuffix(" s, replayed from the stream") == true)
    }

    @Test("quit-hour-step: a check asks at each frame whether it is canceled, and ends there; its report is not made")
    func canceled() throws {
        let tape = try DemoLines.tape()
        /// How often it asks where it is canceled the hundredth time, or never.
        func asked(isCanceled: Bool) -> (count: Int, result: CheckResult) {
            let asked = Mutex(0)
            let result = Check.run(tape, CheckOptions()) {
                asked.withLock {
                    $0 += 1
                    return isCanceled && $0 >= 100
                }
            }
            return (asked.withLock { $0 }, result)
        }
        let (whole, begun) = (asked(isCanceled: false), asked(isCanceled: true))
        #expect(whole.result.figures.frames == 676 && whole.count > 676 && begun.count < 200)
        #expect(begun.result.findings == [] && !begun.result.judged.seams)
        let result = Check.run(tape, CheckOptions()) { true }
        #expect(result.figures.frames == 0 && result.findings == [] && !result.judged.seams)
        let reported = Mutex(0)
        let job = BackgroundJob(checking: tape, CheckOptions()) { _ in reported.withLock { $0 += 1 } }
        job.cancel()
        job.wait()
        #expect(reported.withLock { $0 } == 0)
    }

    @Test("a check beside others says how far it has come, each number once, up to the end")
    func progress() throws {
        let percents = Mutex<[Int]>([])
        let job = BackgroundJob(checking: try DemoLines.tape(), CheckOptions()) { percent in
            percents.withLock { $0.append(percent) }
        } report: {
            _ in
        }
        job.wait()
        let said = percents.withLock { $0 }
        #expect(said.count > 50 && said == Set(said).sorted() && said.last == 100 && (said.first ?? 0) > 0)
    }

    @Test("K65 one changed matched_sprite_frame_number is found as SEAM, the right index is named, and where it is")
    func changedNumber() throws {
        let folder = try Folder()
        var demo = try DemoLines(in: folder)
        try demo.change(Self.number(4), to: Self.number(7), behindFrame: 24, ofChunk: 3)
        let result = Check.run(try demo.write("bad.ndjson", in: folder), CheckOptions())
        #expect(result.exceeded.map(\.measure) == [.seams])
        #expect(result.findings.map(\.kind) == [.seam] && result.seams == 1)
        let seam = try #require(result.findings.first)
        #expect(seam.position?.chunk == 3 && seam.position?.sequence == 24)
        #expect(seam.found.hasSuffix("talking_1_s_talking_1_e/4"))
        #expect(seam.expected == "an overlay for talking_1_s_talking_1_e/7")
        let line = try #require(CheckText.lines(result, isLong: false).last)
        #expect(
            line.contains("SEAM") && line.contains("frame 231") && line.contains("9.746 s") && line.contains("3:0.24"))
        #expect(line.hasSuffix("overlay fits base 4, not 7 as demanded"))
    }

    @Test("K65 numbers that are changed by 2, and by more than the test's reach, are found too")
    func changedNumbers() throws {
        let folder = try Folder()
        var demo = try DemoLines(in: folder)
        try demo.change(Self.number(28), to: Self.number(30), behindFrame: 40, ofChunk: 0)
        try demo.change(Self.number(47), to: Self.number(10), behindFrame: 12, ofChunk: 5)
        let result = Check.run(try demo.write("bad.ndjson", in: folder), CheckOptions())
        #expect(result.findings.map { $0.position?.sequence } == [40, 12])
        #expect(result.findings.map(\.kind) == [.seam, .seam])
        #expect(zip(result.findings, ["/28", "/47"]).allSatisfy { $0.found.hasSuffix($1) })
    }

    private static func number(_ value: Int) -> String { "\"matched_sprite_frame_number\":\(value)," }

    /// Tells another one of the same run, but for one base frame: what an engine would say that draws another than it says.
    private final class Misdrawing: RunWatcher {
        private let watch: CheckWatch

        init(_ watch: CheckWatch) { self.watch = watch }

        func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) {
            guard case .frame(let record, var drawn?) = item, record.position?.chunk == 2,
                record.position?.sequence == 50
            else { return watch.receiveItem(item, from: engine) }
            drawn.baseIndex -= 1
            watch.receiveItem(.frame(record, drawn), from: engine)
        }

        func receiveEvent(_ event: Event, by engine: PlaybackEngine) { watch.receiveEvent(event, by: engine) }
        func receiveSound(_ sound: DecodedSound, at time: Instant) { watch.receiveSound(sound, at: time) }
        func keepSound(_ sound: Samples, _ hash: ContentHash) { watch.keepSound(sound, hash) }
    }

    @Test("K65 an engine that draws another base frame than demanded is reported, though it says SYNC")
    func misdrawing() throws {
        let tape = try OpenTape(try DemoLines.tape())
        defer { tape.close() }
        let watch = CheckWatch(tape.reader, CheckOptions())
        var run = try VirtualRun(tape.reader, isFresh: false, watcher: Misdrawing(watch)) { watch.keepPicture($0, $1) }
        try watch.follow(&run) { _ in }
        var result = CheckResult(file: tape.reader.path)
        watch.end(&result)
        result.judge(by: CheckLimits())
        #expect(result.exceeded.map(\.measure) == [.desync])
        #expect(result.findings.map(\.kind) == [.desyncIndex])
        #expect(result.findings.first?.position?.sequence == 50)
        #expect(result.seams == 0)
    }

    /// Base frame 7 of the talking clip is something else.
    private static func stream(withBase7 bytes: [UInt8], behind: Int = 0) throws -> WrittenStream {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        stream.say(0, "animation_total_frames", ["animation_name": .string(WrittenStream.talking), "total_frames": 12])
        for index in 0..<12 {
            let bytes = index == 7 ? bytes : try WrittenStream.picture(200 + index)
            try stream.baseFrame(WrittenStream.talking, index, bytes, at: 0)
        }
        try stream.chunk(0, frames: 12, at: 0.5)
        // Enough for pixels to be looked at before the end.
        for chunk in 0..<behind * 12 { try stream.chunk(1 + chunk, frames: 6, at: 0.6) }
        stream.say(0.6, "audio_end", [:])
        return stream
    }

    @Test("a base frame that is no picture is found when it comes, and is missing where it is demanded")
    func noBase() async throws {
        let result = try await Self.check(Self.stream(withBase7: Array("no picture".utf8)))
        #expect(result.decodeFailures == 1)
        #expect(result.findings.filter { $0.kind == .decodeFailed }.map(\.time) == [.zero])
        let missing = result.findings.filter { $0.kind == .desyncBaseMissing }
        #expect(missing.map(\.position?.sequence) == [7])
    }

    @Test("a base frame that cannot be decoded is found where it is drawn, however much comes behind", arguments: 0...1)
    func brokenBase(behind: Int) async throws {
        var bytes = try WrittenStream.picture(207)
        // A chunk's length, or what is left of one: its end and its header are as they were.
        bytes[bytes.count / 2] ^= 0x55
        let result = try await Self.check(Self.stream(withBase7: bytes, behind: behind))
        #expect(result.exceeded.map(\.measure) == [.decodeFailures])
        #expect(result.decodeFailures == 1)
        let finding = try #require(result.findings.first)
        #expect(finding.kind == .decodeFailed && finding.position?.sequence == 7)
        #expect(finding.found.hasPrefix("base frame 7 of \(WrittenStream.talking): "))
        #expect(finding.expected == "a decodable picture")
    }

    @Test(
        "a base frame of another size than its clip is found, with overlays on it and without",
        arguments: [true, false])
    func otherSize(isTalking: Bool) async throws {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: isTalking ? 4 : 1, first: 0)
        if !isTalking {
            stream.say(0, "animation_total_frames", ["animation_name": .string(WrittenStream.idle), "total_frames": 4])
            for index in 1..<4 {
                let bytes = try WrittenStream.picture(index, side: index == 2 ? 8 : WrittenStream.side)
                try stream.baseFrame(WrittenStream.idle, index, bytes, at: 0)
            }
        }
        for index in 0..<12 {
            let side = isTalking && index == 7 ? 24 : WrittenStream.side
            try stream.baseFrame(
                WrittenStream.talking, index, WrittenStream.picture(200 + index, side: side), at: 0)
        }
        try stream.chunk(0, frames: 12, at: 1.5)
        stream.say(1.6, "audio_end", [:])
        let result = try await Self.check(stream)
        #expect(result.exceeded.map(\.measure) == [.decodeFailures])
        let finding = try #require(result.findings.first { $0.kind == .decodeFailed })
        let broken = isTalking ? "7 of \(WrittenStream.talking): 24x24" : "2 of \(WrittenStream.idle): 8x8"
        #expect(finding.found == "base frame \(broken) in a clip of 16x16")
    }

    @Test("N33: base frames of another version of a clip may have another size")
    func otherVersion() async throws {
        var stream = try Self.message()
        try stream.chunk(2, frames: 60, at: 0.9)
        stream.say(0.95, "audio_end", [:])
        stream.say(3, "animation_total_frames", ["animation_name": .string(WrittenStream.idle), "total_frames": 4])
        for index in 0..<4 {
            try stream.baseFrame(WrittenStream.idle, index, WrittenStream.picture(300 + index, side: 24), at: 3)
        }
        stream.say(3, "animation_frames_complete", ["animation_name": .string(WrittenStream.idle), "total_frames": 4])
        try stream.chunk(0, frames: 13, at: 9)
        stream.say(9.1, "audio_end", [:])
        #expect(try await Self.check(stream).decodeFailures == 0)
    }

    @Test("what is to be played more than a minute behind the last event is played and judged")
    func farAhead() async throws {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        for chunk in 0..<10 { try stream.chunk(chunk, frames: 300, at: 0.5) }
        stream.say(0.6, "audio_end", [:])
        let result = try await Self.check(stream)
        #expect(result.figures.chunks == 10 && result.figures.messages == 1)
    }

    @Test("figures of a finding are never cut, however large")
    func columns() {
        var finding = AuditFinding(
            .seam, at: Instant(seconds: 40_450.346), frame: 11_604_912, generation: 3, expected: "a", found: "b")
        finding.position = FramePosition(chunk: 1_002, section: 0, sequence: 123, frame: 123, frameCount: 200)
        let text = CheckText.lines([finding]).joined(separator: "\n")
        #expect(text.contains("frame 11604912 40450.346 s ") && text.contains(" 1002:0.123 b (expected a)"))
    }

    // MARK: Limits

    @Test("a clean stream is clean")
    func clean() async throws {
        let result = try await Self.check(try Self.message())
        #expect(result.verdict == .clean, "\(result.exceeded)")
        #expect(result.unclear == 27)
    }

    @Test("seams that the pixels do not tell are said in the line of the tape, and have a limit for whoever asks")
    func unclear() async throws {
        var result = try await Self.check(try Self.message()) { $0[.seamsUnclear] = 26 }
        #expect(result.exceeded.map(\.measure) == [.seamsUnclear])
        func line() -> String { CheckText.lines(result, isLong: false).first ?? "" }
        #expect(line().contains("; seams not judged: 27 of 27 frames"))
        (result.unclear, result.fitting) = (27, 3)
        #expect(!line().contains("seams not judged"))
        result.unclear = 28
        #expect(line().contains("; seams not judged: 28 of 31 frames"))
        result.judged.seams = false
        #expect(!line().contains("of 31 frames") && result.value(.seamsUnclear) == nil)
    }

    @Test(
        "a limit is printed as it was given, and what is beyond it with as many decimals as it takes",
        arguments: [
            (51.069, 51.05, "51.1 ms, limit 51.05 ms"), (51.069, 51.06, "51.1 ms, limit 51.06 ms"),
            (51.12, 51.1, "51.12 ms, limit 51.1 ms"), (84.004, 84, "84.004 ms, limit 84 ms"),
            (3_000, 50, "3000 ms, limit 50 ms"), (0.04, 0.03, "0.04 ms, limit 0.03 ms"),
            (0.000_02, 0.000_01, "0.00002 ms, limit 0.00001 ms"),
        ] as [(Double, Double, String)])
    func decimals(found: Double, limit: Double, words: String) {
        let exceeded = CheckResult.Exceeded(measure: .freeze, limit: limit, found: found)
        #expect(CheckText.text(exceeded) == "max_freeze_ms: " + words)
    }

    @Test("a gap is beyond the usual limit, and within a larger one")
    func gap() async throws {
        let stream = try Self.message(second: 1.4)
        #expect(try await Self.check(stream).exceeded.map(\.measure) == [.gap])
        #expect(try await Self.check(stream) { $0[.gap] = 1_000 }.verdict == .clean)
        #expect(try await Self.check(stream) { $0[.gap] = nil }.verdict == .clean)
    }

    @Test("who leaves while the last chunk's pictures are waited for has seen a gap, and has not seen the end")
    func left() throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.rules = [
            "drop where name=receive_frame_images_batch chunk=8", "drop where name=chunk_images_ready chunk=8",
            "insert linkLost {\"reason\":\"io client disconnect\"} after 26s",
        ]
        _ = try job.run(try DemoLines.tape(), to: folder.file("left.cameo"))
        let result = Check.run(folder.file("left.cameo"), CheckOptions())
        #expect(result.exceeded.map(\.measure) == [.gap])
        let line = try #require(CheckText.lines(result, isLong: false).first)
        let words = "; ends during an answer, so its end is not judged: chunk 8 is waiting for its 88 pictures"
        #expect(line.hasSuffix(words), "\(line)")
    }

    @Test("loss, odd messages and broken pictures are beyond the usual limits; duplicates and unknown events are not")
    func kinds() async throws {
        var stream = try Self.message()
        try stream.batch(1, 3..<5, at: 0.72) { try WrittenStream.picture(10_100 + $0, side: 4) }
        stream.say(0.75, "something_new", [:])
        #expect(try await Self.check(stream).verdict == .clean)
        #expect(try await Self.check(stream) { $0[.duplicates] = 0 }.exceeded.map(\.measure) == [.duplicates])
        #expect(try await Self.check(stream) { $0[.unknownEvents] = 0 }.exceeded.map(\.measure) == [.unknownEvents])
        stream.say(0.76, "chunk_images_ready", ["chunk_index": "x"])
        #expect(try await Self.check(stream).exceeded.map(\.measure) == [.oddities])

        var lossy = WrittenStream()
        try lossy.clip(WrittenStream.idle, frames: 4, first: 0)
        try lossy.clip(WrittenStream.talking, frames: 20, first: 100)
        lossy.audio(0, frames: 12, at: 0.5)
        try lossy.batch(0, 0..<11, at: 0.5) { place in
            place == 4 ? Array("no picture".utf8) : try WrittenStream.picture(place, side: 4)
        }
        lossy.sent(0, 12, at: 0.5)
        lossy.say(0.6, "audio_end", [:])
        #expect(try await Self.check(lossy).exceeded.map(\.measure) == [.noOverlay, .lost, .decodeFailures])
    }

    @Test("a tape that shows nothing is not clean")
    func empty() async throws {
        #expect(try await Self.check(WrittenStream()).exceeded.map(\.measure) == [.frames])
    }

    @Test("what cannot be read is a result of its own")
    func unreadable() throws {
        let folder = try Folder()
        let missing = Check.run(folder.file("none.cameo"), CheckOptions())
        #expect(missing.verdict == .unreadable)
        #expect(missing.error?.contains("no such file") == true)
        try Data("hello".utf8).write(to: URL(fileURLWithPath: folder.file("text.cameo")))
        #expect(Check.run(folder.file("text.cameo"), CheckOptions()).verdict == .unreadable)
    }

    @Test("findings of a kind are capped, and the rest is counted")
    func capped() async throws {
        var stream = try Self.message()
        for number in 0..<30 { stream.say(0.9, "chunk_images_ready", ["chunk_index": .string("x\(number)")]) }
        let result = try await Self.check(stream)
        #expect(result.findings.filter { $0.kind == .odd }.count == 20)
        #expect(result.dropped == [.odd: 10])
        #expect(result.figures.oddities == 30)
    }

    @Test(
        "limits are read from TOML, and what makes no sense is named",
        arguments: [
            ("max_desync = 2\nmax_late = \"none\"\nmax_gap_ms = 40.5\n", nil),
            (
                "# A bound.\nmax_desync = -1",
                "toml:2: max_desync: expected a whole number of at least 0, or \"none\", found -1"
            ),
            ("\nmax_nothing = 1", "toml:2: unknown limit \"max_nothing\""),
            ("max_desync = ", ":1:"), ("max_desync = [1]", ":1: max_desync: expected a number"),
            (
                "max_late = \"many\"",
                "toml:1: max_late: expected a whole number of at least 0, or \"none\", found \"many\""
            ),
        ] as [(String, String?)])
    func limits(text: String, reason: String?) throws {
        let folder = try Folder()
        let path = folder.file("limits.toml")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        guard let reason else {
            let limits = try CheckLimits(file: path)
            #expect(limits[.desync] == 2 && limits[.late] == nil && limits[.gap] == 40.5 && limits[.lost] == 0)
            return
        }
        let error = #expect(throws: CommandError.self) { try CheckLimits(file: path) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.reason.hasPrefix(path) == true)
    }

    // MARK: Several tapes

    @Test("results come in the order given, also with one that cannot be read, and the worst decides the status")
    func order() async throws {
        let folder = try Folder()
        _ = try await Self.message().tape(folder.file("good.cameo"))
        _ = try await Self.message(second: 1.4).tape(folder.file("gap.cameo"))
        let files = ["gap", "good", "none", "good", "gap"].map { folder.file("\($0).cameo") }
        var checking = Checking()
        checking.asJSON = true
        var lines: [String] = []
        #expect(try await checking.run(files) { lines.append($0) } == 2)
        let values = try lines.map { try JSON.parse($0).object }
        #expect(values.map { $0?["file"]?.string } == files)
        #expect(values.map { $0?["verdict"]?.string } == ["beyond", "clean", "unreadable", "clean", "beyond"])
        #expect(try await checking.run(Array(files.prefix(2))) { _ in } == 1)
        #expect(try await checking.run([files[1]]) { _ in } == 0)
    }

    @Test("a clean tape is one line of text")
    func text() async throws {
        let clean = try await Self.check(try Self.message())
        #expect(CheckText.lines(clean, isLong: false).count == 1)
        #expect(CheckText.lines(clean, isLong: true).count > 4)
    }
}
