import Debugger
import Engine
import Events
import Foundation
import Frames
import PlaybackSupport
import Sound
import Support
import Tapes
import Testing

@testable import Checks
@testable import Playback

/// Hands on all of a run, the sound with changes.
private final class OtherSound: RunWatcher {
    let lips: LipWatch
    private let change: @Sendable (Samples) -> Samples

    init(_ blobs: any BlobSource, _ change: @escaping @Sendable (Samples) -> Samples) {
        lips = LipWatch(blobs)
        self.change = change
    }

    func receiveEvent(_ event: Event, by engine: PlaybackEngine) { lips.receiveEvent(event, by: engine) }
    func receiveItem(_ item: VirtualRun.Item, from engine: PlaybackEngine) { lips.receiveItem(item, from: engine) }
    func receiveSound(_ sound: DecodedSound, at time: Instant) { lips.receiveSound(sound, at: time) }
    func keepPicture(_ picture: Picture, _ hash: ContentHash) { lips.keepPicture(picture, hash) }
    func keepSound(_ sound: Samples, _ hash: ContentHash) { lips.keepSound(change(sound), hash) }
}

@Suite struct LipWatchTests {
    private static let frame = 1_000.0 / 30

    private func rewritten(
        _ rules: [String] = [], recipe: String? = nil, seed: UInt64? = nil, in folder: Folder
    ) throws -> String {
        var job = RewriteJob()
        job.recipes = recipe.map { [$0] } ?? []
        (job.rules, job.seed) = (rules, seed)
        _ = try job.run(try DemoLines.tape(), to: folder.file("lips.cameo"))
        return folder.file("lips.cameo")
    }

    @Test("the demo's lips are with its sound, within half a frame; all windows say so")
    func demo() throws {
        let lips = Check.run(try DemoLines.tape(), CheckOptions()).lips
        let peak = try #require(lips.peak)
        #expect(abs(peak.lag.milliseconds) < Self.frame / 2 && peak.correlation > 0.7)
        #expect(lips.pieces.allSatisfy { $0.verdict == .steady })
        #expect(lips.stretches.count == 1 && lips.findings(beyond: LipThresholds()).isEmpty)
        #expect(lips.mouths.closures == 14 && lips.mouths.missedClosures == 0)
    }

    @Test(
        "LIPS mouths that are shifted come back within one frame, and nothing else is found",
        arguments: [nil, 2, 7] as [UInt64?])
    func shifted(seed: UInt64?) throws {
        for (recipe, sign) in [("LIPSa", -1.0), ("LIPSb", 1.0)] {
            let folder = try Folder()
            let path = try rewritten(recipe: recipe, seed: seed, in: folder)
            let rules = try OpenTape(path).reader.meta()["rules"] ?? ""
            let shift = try #require(rules.firstMatch(of: /sequence_index\+=-?([0-9]+)/)?.1)
            let frames = try #require(Double(shift))
            #expect(frames == Double(seed ?? 6))
            let result = Check.run(path, CheckOptions())
            let peak = try #require(result.lips.peak, "\(result.lips)")
            #expect(abs(peak.lag.milliseconds - sign * frames * Self.frame) < Self.frame, "\(frames) frames: \(peak)")
            let isBeyond = frames * Self.frame > LipThresholds().lag.milliseconds + Self.frame
            if isBeyond {
                #expect(result.exceeded.map(\.measure) == [.lipLag])
                #expect(Set(result.findings.map(\.kind)) == [.lips])
            }
            #expect(result.seams == 0 && result.figures.lost == 0 && result.figures.desyncs == 0)
        }
    }

    /// The demo with its frames, mouth and face, so many frames later: the ends are repeated, and the last two stay, since the way home
    /// begins there.
    private func delayed(by count: Int, in folder: Folder) throws -> String {
        let places: Set = ["sequence_index", "section_index", "frame_index"]
        var lines = try DemoLines(in: folder).lines.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
        func frames(_ line: [String: Any]) -> [[String: Any]] {
            guard line["event"] as? String == "receive_frame_images_batch" else { return [] }
            return (line["data"] as? [String: Any])?["frames"] as? [[String: Any]] ?? []
        }
        let old = lines.flatMap(frames)
        var number = 0
        for place in lines.indices {
            let own = frames(lines[place])
            guard !own.isEmpty, var data = lines[place]["data"] as? [String: Any] else { continue }
            data["frames"] = own.map { frame in
                defer { number += 1 }
                let shown = number >= old.count - 2 ? number : max(number - count, 0)
                return old[shown].filter { !places.contains($0.key) }
                    .merging(frame.filter { places.contains($0.key) }) { $1 }
            }
            lines[place]["data"] = data
        }
        let text = try lines.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
        return try folder.write(text.joined(separator: "\n") + "\n", to: "late.ndjson")
    }

    @Test("a-lips-demo-late-1s: the demo with mouths and faces 30 frames late is found, with the lag")
    func oneSecond() throws {
        let folder = try Folder()
        let result = Check.run(try delayed(by: 30, in: folder), CheckOptions())
        let peak = try #require(result.lips.peak, "\(result.lips)")
        #expect(abs(peak.lag.milliseconds + 1_000) < Self.frame, "\(peak)")
        let finding = try #require(result.findings.first { $0.kind == .lips }, "\(result.findings)")
        #expect(finding.found.hasPrefix("lips ") && finding.found.contains(" ms behind"), "\(finding.found)")
        #expect(finding.amount.map { abs($0.milliseconds + 1_000) < 120 } == true, "\(finding)")
        #expect(result.verdict == .beyond)
    }

    @Test(
        "a louder, a softer and a noisy copy say the same",
        arguments: [(0.1, 0.0), (0.02, 0.0), (1.0, 0.05), (0.5, 0.1)])
    func changedSound(gain: Double, noise: Double) throws {
        let tape = try OpenTape(try DemoLines.tape())
        defer { tape.close() }
        let watch = OtherSound(tape.reader) { sound in
            var chance = SplitMix64(seed: UInt64(sound.values.count))
            let values = sound.values.map { value in
                let random = Double(chance.below(65_536)) - 32_768
                return Int16(min(max(Double(value) * gain + random * noise, -32_768), 32_767))
            }
            return Samples(rate: sound.rate, channels: sound.channels, values: values)
        }
        var run = try VirtualRun(tape.reader, isFresh: false, watcher: watch)
        try run.run { _ in }
        let peak = try #require(watch.lips.finish().peak)
        #expect(abs(peak.lag.milliseconds) < Self.frame && peak.correlation > 0.4, "\(peak)")
    }

    @Test("MP3 without a tag is heard without its coder's silence, as with one")
    func coderDelay() throws {
        let folder = try Folder()
        var demo = try DemoLines(in: folder)
        try demo.changeSounds { try #require(withoutMP3Tag($0)) }
        let whole = try #require(Check.run(try DemoLines.tape(), CheckOptions()).lips.peak)
        let result = Check.run(try demo.write("bare.ndjson", in: folder), CheckOptions())
        let bare = try #require(result.lips.peak)
        // The silence is 50 ms; the length of one of the nine sounds does not tell it.
        #expect(abs(bare.lag.milliseconds - whole.lag.milliseconds) < 15, "\(bare), with tags \(whole)")
        #expect(abs(bare.correlation - whole.correlation) < 0.05)
    }

    @Test("without names the pixels of the mouths tell it")
    func pixels() throws {
        let folder = try Folder()
        let frames = "where name=receive_frame_image* sequence=0.."
        let path = try rewritten(
            [
                "set sheet_filename=null \(frames)", "set overlay_id=null \(frames)", "set viseme=null \(frames)",
                "set char=null \(frames)",
                "remove animationFramesChunk[].sections where name=receive_audio",
            ], in: folder)
        let lips = Check.run(path, CheckOptions()).lips
        let peak = try #require(lips.peak, "\(lips)")
        #expect(abs(peak.lag.milliseconds) < Self.frame && peak.correlation > 0.3)
        #expect(lips.mouths.shapesPerSecond == nil && lips.mouths.closures == 0)
    }

    @Test("lips that never touch, and shapes of one frame, are beyond their limits where there are such")
    func mouths() throws {
        let folder = try Folder()
        let path = try rewritten(
            ["set sheet_filename=\"J3_X3_M1.webp\" where name=receive_frame_image* chunk=2 sequence=0.."], in: folder)
        var options = CheckOptions()
        options.limits[.missedClosures] = 0
        let result = Check.run(path, options)
        #expect(result.lips.mouths.missedClosures > 0)
        #expect(result.exceeded.map(\.measure).contains(.missedClosures))
        #expect(!Check.run(try DemoLines.tape(), options).exceeded.map(\.measure).contains(.missedClosures))
        options.limits[.shortShapes] = 10
        options.limits[.mouthShapes] = 5
        let exceeded = Check.run(try DemoLines.tape(), options).exceeded.map(\.measure)
        #expect(exceeded == [.mouthShapes, .shortShapes])
    }
}
