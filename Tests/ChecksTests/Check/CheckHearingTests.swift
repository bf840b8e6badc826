import Engine
import Events
import Playback
import PlaybackSupport
import Sessions
import Support
import Tapes
import Testing
import Wire

@testable import Checks

/// What `check` hears in the demo, spoiled by recipes.
@Suite struct CheckHearingTests {
    @Test(
        "what a listener notices is found for what it is",
        arguments: [
            ("N17a", [.onlySound]), ("N22", [.onlySound]), ("N24a", [.length]), ("N24b", [.soundFailed, .length]),
            ("N25a", [.soundFailed]), ("N25b", [.headerless]), ("N45a", [.brokenOff]), ("N45c", [.brokenOff]),
        ] as [(String, [AuditFinding.Kind])])
    func recipes(id: String, kinds: [AuditFinding.Kind]) throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = [id]
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: folder.file("bad.cameo"))
        let result = Check.run(folder.file("bad.cameo"), CheckOptions())
        #expect(result.findings.filter(result.isBeyond).map(\.kind) == kinds)
        #expect(result.verdict == .beyond)
    }

    @Test(
        "N25 on a recording with WAV noise is no sound, and what lacks its header is heard all the same",
        arguments: [("N25a", .soundFailed), ("N25b", .headerless)] as [(String, AuditFinding.Kind)])
    func wav(id: String, kind: AuditFinding.Kind) async throws {
        let folder = try Folder()
        _ = try await WrittenStream.answer().tape(folder.file("good.cameo"))
        var job = RewriteJob()
        job.recipes = [id]
        _ = try job.run(folder.file("good.cameo"), to: folder.file("bad.cameo"))
        let result = Check.run(folder.file("bad.cameo"), CheckOptions())
        let kinds = result.findings.filter(result.isBeyond).map(\.kind)
        #expect(kinds.filter { [.soundFailed, .headerless, .length].contains($0) } == [kind])
    }

    private static func clips() throws -> WrittenStream {
        var stream = WrittenStream()
        let clips = [(WrittenStream.idle, 4), (WrittenStream.talking, 40), (WrittenStream.home, 10)]
        for (place, clip) in clips.enumerated() {
            try stream.clip(clip.0, frames: clip.1, first: place * 100, at: Double(place) / 5)
        }
        return stream
    }

    @Test(
        "a-ok-25-said-so, a-made-25-played-30: frames made for 25 a second are no fault where the stream says so",
        arguments: [true, false])
    func saidSo(isSaid: Bool) async throws {
        let folder = try Folder()
        let writer = try TapeWriter(creating: folder.file("rate.cameo"), meta: Recorder.meta(source: "test"))
        if isSaid {
            var settings = PlaybackSettings()
            settings.framesPerSecond = 25
            try await writer.append(.settingsChanged(settings), at: .zero)
        }
        var stream = try Self.clips()
        for chunk in 0..<12 {
            let time = 1 + Double(chunk) / 10
            // 0.4 s.
            stream.audio(chunk, frames: 10, at: time, sound: WrittenStream.sound(chunk, frames: 12))
            try stream.batch(chunk, 0..<10, at: time) { try WrittenStream.picture(10_000 + chunk * 100 + $0, side: 4) }
            stream.sent(chunk, 10, at: time)
        }
        stream.say(2.2, "audio_end", [:])
        for (time, message) in stream.messages {
            let (stored, blobs) = ingest(message)
            try await writer.append(stored, blobs: blobs, at: time)
        }
        try await writer.close()
        let result = Check.run(folder.file("rate.cameo"), CheckOptions())
        #expect(result.figures.sounds?.decoded == 12)
        let kinds: Set<AuditFinding.Kind> = [.rate, .length, .speechCut, .speechHoles]
        #expect(result.findings.map(\.kind).filter(kinds.contains) == (isSaid ? [] : [.rate]))
        #expect((result.verdict == .clean) == isSaid, "\(result.findings)")
    }

    @Test("b-ok-cut-named-headerless: a streamed WAV cut between samples is heard piece by piece, and named")
    func pieces() async throws {
        let folder = try Folder()
        let whole = WrittenStream.sound(0, frames: 180)
        var stream = try Self.clips()
        let bytes = (whole.count - 44) / 6
        for chunk in 0..<6 {
            let time = 1 + Double(chunk) / 5
            let piece = whole[44 + chunk * bytes..<44 + (chunk + 1) * bytes]
            stream.audio(chunk, frames: 30, at: time, sound: Array(chunk == 0 ? whole[..<44] + piece : piece))
            try stream.batch(chunk, 0..<30, at: time) { try WrittenStream.picture(10_000 + chunk * 100 + $0, side: 4) }
            stream.sent(chunk, 30, at: time)
        }
        stream.say(2.2, "audio_end", [:])
        _ = try await stream.tape(folder.file("cut.cameo"))
        let result = Check.run(folder.file("cut.cameo"), CheckOptions())
        #expect(result.figures.sounds?.decoded == 6 && result.figures.sounds?.failed == 0)
        let found = result.findings.filter { $0.kind == .headerless }
        #expect(found.count == 5 && result.verdict == .beyond, "\(result.findings)")
        #expect(found.allSatisfy { !$0.found.contains("noise") && !$0.found.contains("odd number") })
    }

    private static func noise() -> [UInt8] {
        var chance = SplitMix64(seed: 3)
        return (0..<3_000).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
    }

    private static func withoutRate() -> [UInt8] {
        var sound = WrittenStream.sound(2, frames: 11)
        sound.replaceSubrange(24..<28, with: [0, 0, 0, 0])
        return sound
    }

    @Test(
        "a sound that is none is found, and nothing else is",
        arguments: [[0], Array("<html>500 error</html>".utf8), noise(), withoutRate()])
    func noSound(bytes: [UInt8]) async throws {
        let folder = try Folder()
        var stream = try WrittenStream.message()
        stream.audio(2, frames: 11, at: 0.72, sound: bytes)
        try stream.batch(2, 0..<11, at: 0.72) { try WrittenStream.picture(10_200 + $0, side: 4) }
        stream.sent(2, 11, at: 0.72)
        stream.say(0.81, "audio_end", [:])
        _ = try await stream.tape(folder.file("bad.cameo"))
        let result = Check.run(folder.file("bad.cameo"), CheckOptions())
        #expect(result.exceeded.map(\.measure) == [.soundFailures])
        #expect(result.figures.sounds?.decoded == 2 && result.figures.sounds?.failed == 1)
    }

    @Test("a sound without header that is longer than its message's first one is as long as its frames")
    func longWithoutHeader() async throws {
        let folder = try Folder()
        var stream = try WrittenStream.message()
        let sound = Array(WrittenStream.sound(2, frames: 18).dropFirst(44))
        stream.audio(2, frames: 18, at: 0.72, sound: sound)
        try stream.batch(2, 0..<18, at: 0.72) { try WrittenStream.picture(10_200 + $0, side: 4) }
        stream.sent(2, 18, at: 0.72)
        try stream.chunk(3, frames: 11, at: 0.73)
        stream.say(0.81, "audio_end", [:])
        _ = try await stream.tape(folder.file("long.cameo"))
        let result = Check.run(folder.file("long.cameo"), CheckOptions())
        #expect(result.exceeded.map(\.measure) == [.headerless])
        #expect(result.figures.sounds?.apart.map { $0 < .milliseconds(1) } == true)
    }
}
