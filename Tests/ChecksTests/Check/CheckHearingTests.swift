import Debugger
import Engine
import PlaybackSupport
import Support
import Testing

@testable import Checks
@testable import Playback

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

    @Test("a sound that is none is found, and nothing else is")
    func noSound() async throws {
        let folder = try Folder()
        var stream = try WrittenStream.message()
        stream.audio(2, frames: 11, at: 0.72, sound: [0])
        try stream.batch(2, 0..<11, at: 0.72) { try WrittenStream.picture(10_200 + $0, side: 4) }
        stream.sent(2, 11, at: 0.72)
        stream.say(0.81, "audio_end", [:])
        _ = try await stream.tape(folder.file("bad.cameo"))
        let result = Check.run(folder.file("bad.cameo"), CheckOptions())
        #expect(result.exceeded.map(\.measure) == [.soundFailures])
        #expect(result.figures.sounds?.decoded == 3)
    }
}
