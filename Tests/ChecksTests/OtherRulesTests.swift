import Decoding
import Engine
import Events
import Foundation
import PlaybackSupport
import Settings
import Support
import Tapes
import Testing
import Wire

@testable import Checks
@testable import Playback

@Suite("Tapes of engines with other rules")
struct OtherRulesTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Recorded by the program when its engine had its first rules, and a tape said nothing of them.
    private func firstRules() throws -> String {
        let path = folder.file("rules-1.cameo")
        let data = try Data(contentsOf: URL(fileURLWithPath: Repository.file("Tests/Tapes/rules-1.cameo")))
        try data.write(to: URL(fileURLWithPath: path))
        return path
    }

    /// A session of now as a tape of now, or as one of an engine with the first rules.
    private func tape(
        _ name: String, isOld: Bool, settings: PlaybackSettings? = nil, losing: Range<Double>? = nil,
        of stream: WrittenStream? = nil, stalling: Range<Double>? = nil
    ) async throws -> String {
        let source = try await (stream ?? WrittenStream.message()).tape(folder.file("of-\(name)"))
        var showing = Showing(try TapeFeed(source, isFresh: false), settings: settings ?? PlaybackSettings())
        if let stalling {
            try showing.run(to: stalling.lowerBound)
            try showing.wakeUp(at: Instant(seconds: stalling.upperBound))
        }
        try showing.run(to: stalling == nil ? 5 : 9)
        let meta = isOld ? ["program": "test"] : Recorder.meta(source: "test")
        let writer = try TapeWriter(creating: folder.file(name), meta: meta)
        for heard in showing.heard {
            switch heard.event.body {
            case .local(.ticked) where losing?.contains(heard.event.time.seconds) == true: break
            case .local(let input): try await writer.append(input, at: heard.event.time)
            case .wire:
                let message = try #require(heard.message)
                let blobs = try message.hashes.compactMap { try source.blob($0).map(Blob.init) }
                try await writer.append(message, blobs: blobs, at: heard.event.time)
            }
        }
        try await writer.close()
        return folder.file(name)
    }

    private func hearing(_ path: String) throws -> TapeHearing {
        let tape = try OpenTape(path)
        defer { tape.close() }
        return try VirtualRun(tape.reader, isFresh: false).hearing
    }

    @Test("a recording of the first rules is played afresh and says so, one of now is replayed, in both forms")
    func bothKinds() async throws {
        let (old, new) = (try firstRules(), try await tape("new.cameo", isOld: false))
        #expect(try TapeReader(path: old).isReplayable() && TapeReader(path: new).isReplayable())
        #expect(try TapeReader(path: new).meta()["engine_rules"] == "\(PlaybackEngine.rulesVersion)")
        for (path, expected) in [(old, TapeHearing.otherRules(1)), (new, .replayed)] {
            #expect(try hearing(path) == expected)
            let (text, again) = (path + ".ndjson", path + ".again.cameo")
            try convert(path, to: text)
            #expect(try hearing(text) == expected)
            try convert(text, to: again)
            #expect(try hearing(again) == expected)
            #expect(try VirtualRun(try TapeReader(path: path), isFresh: true).hearing == .afresh)
        }
    }

    @Test("check, inspect and diff say it, and what they show is what is shown afresh")
    func said() async throws {
        let old = try firstRules()
        let result = Check.run(old, CheckOptions())
        #expect(result.figures.chunks == 2 && result.figures.count(.sync) >= 24 && !result.isReplay)
        let json = try #require(CheckJSON.line(result).object)
        #expect(json["replay"] == false && json["other_rules"] == 1)
        #expect(json["not_judged"] == ["live_freezes", "seams", "lips"])
        let line = CheckText.lines(result, isLong: false).first ?? ""
        #expect(line.contains("recorded by another version of Cameo (engine rules 1, "), "\(line)")
        #expect(line.contains("freezes during the recording are not judged"), "\(line)")
        var lines: [String] = []
        let tape = try TapeReader(path: old)
        try Inspection(tape, of: old, TapePlaying(isFresh: false)) { lines.append($0) }.summary(asJSON: false)
        #expect(lines.contains { $0.contains("another version of Cameo (engine rules 1, ") })
        let diff = try Diff(
            old, try await fresh(old), TapePlaying(isFresh: false), tolerance: .milliseconds(20), listing: 10)
        #expect(diff.isSame)
    }

    /// The wire messages and the sends of a tape alone.
    private func fresh(_ path: String) async throws -> String {
        let source = try TapeReader(path: path)
        let writer = try TapeWriter(creating: folder.file("fresh.cameo"))
        for entry in try source.entries(limit: 10_000) {
            if entry.kind == .wire {
                let message = try entry.message()
                let blobs = try message.hashes.compactMap { try source.blob($0).map(Blob.init) }
                try await writer.append(message, blobs: blobs, at: entry.time)
            } else if ["sent", "linkLost", "linkRestored"].contains(entry.name) {
                try await writer.append(try entry.input(), at: entry.time)
            }
        }
        try await writer.close()
        return folder.file("fresh.cameo")
    }

    @Test(
        "of a recording with other rules what came from outside is heard, and none of what its engine heard of itself")
    func inputs() throws {
        var feed = try TapeFeed(try TapeReader(path: try firstRules()), isFresh: false)
        var names: Set<String> = []
        while let entry = try feed.next() {
            if case .local(let input) = entry.body { names.insert(LocalInputCoding.encode(input).name) }
        }
        #expect(names == ["sent", "linkLost", "linkRestored", "settingsChanged"])
    }

    @Test("a recorder that stood still is no fault of the stream, as it was recorded and played from the stream")
    func stalledRecorder() async throws {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        try stream.chunk(0, frames: 12, at: 0.5)
        // What was sent meanwhile is received when it goes on.
        try stream.chunk(1, frames: 15, at: 4.6)
        stream.say(4.6, "audio_end", [:])
        for (stall, isClean) in [(0.7..<4.6, true), (nil, false)] as [(Range<Double>?, Bool)] {
            let path = try await tape("stalled-\(isClean).cameo", isOld: false, of: stream, stalling: stall)
            for isFresh in [false, true] {
                var options = CheckOptions()
                options.playing = TapePlaying(isFresh: isFresh)
                let result = Check.run(path, options)
                #expect(result.isReplay != isFresh)
                #expect((result.verdict == .clean) == isClean, "\(result.findings)")
                let stalled = result.figures.stalls.longest
                #expect(isClean ? stalled > .milliseconds(3_700) : stalled == .zero)
                #expect(isClean || result.exceeded.map(\.measure).contains(.gap))
            }
        }
    }

    @Test("a stall that was heard live is judged in a replay, and live freezes are not judged under other rules")
    func freezes() async throws {
        let lost = 0.8..<1.2
        let new = Check.run(try await tape("new.cameo", isOld: false, losing: lost), CheckOptions())
        #expect(new.isReplay && new.figures.stalls.count > 0 && new.figures.freezes.count == 0)
        let old = Check.run(try await tape("old.cameo", isOld: true, losing: lost), CheckOptions())
        #expect(!old.isReplay && old.figures.freezes.count == 0)
        #expect(CheckJSON.line(old).object?["not_judged"] == ["live_freezes", "seams", "lips"])
        #expect(CheckJSON.line(new).object?["not_judged"] == ["seams", "lips"])
    }

    private func records(_ path: String, _ playing: TapePlaying) throws -> [FrameRecord] {
        var records: [FrameRecord] = []
        var run = try VirtualRun(try TapeReader(path: path), playing)
        try run.run { if case .frame(let record, _) = $0, record.mode == .overlay { records.append(record) } }
        return records
    }

    @Test("rates go along with what is played afresh, but for those that somebody has set; limits do not")
    func settings() async throws {
        var recorded = PlaybackSettings()
        (recorded.framesPerSecond, recorded.bufferFrames) = (25, 3)
        // With ticks, which a manual clock has none of.
        let new = try await tape("new.cameo", isOld: false, settings: recorded)
        recorded.clock = .manual
        let old = try await tape("old.cameo", isOld: true, settings: recorded)
        for playing in [TapePlaying(isFresh: false), TapePlaying(isFresh: true)] {
            let records = try records(old, playing)
            #expect(records.count >= 27 && records.allSatisfy { $0.period == .milliseconds(40) })
        }
        var job = RewriteJob()
        job.rules = ["delay 100ms where name=audio_end"]
        _ = try job.run(new, to: folder.file("rewritten.cameo"))
        let rewritten = try records(folder.file("rewritten.cameo"), TapePlaying(isFresh: false))
        #expect(rewritten.count >= 27 && rewritten.allSatisfy { $0.period == .milliseconds(40) })
        var set = TapePlaying(isFresh: true)
        set.settings.framesPerSecond = 60
        set.adjusted.settings = [.framesPerSecond]
        #expect(try records(new, set).allSatisfy { $0.period == TimeSpan(microseconds: 16_666) })
        // Replayed, it is as it was.
        set.isFresh = false
        #expect(try records(new, set).allSatisfy { $0.period == .milliseconds(40) })
        let own = PlaybackSettings().taking(streamOf: recorded, except: [])
        #expect(own.framesPerSecond == 25 && own.bufferFrames == 10 && own.clock == .wall)
    }

    @Test("options of the engine that a replay has no use for are named")
    func unused() async throws {
        let new = try await tape("new.cameo", isOld: false)
        var options = CheckOptions()
        options.playing.adjusted.options = ["--engine gap_limit", "--buffer"]
        let words = "--engine gap_limit, --buffer have no effect"
        #expect(CheckText.lines(Check.run(new, options), isLong: false).first?.contains(words) == true)
        options.playing.isFresh = true
        #expect(CheckText.lines(Check.run(new, options), isLong: false).first?.contains("no effect") == false)
    }
}
