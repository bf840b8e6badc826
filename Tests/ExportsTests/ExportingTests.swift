import Cells
import Events
import Foundation
import Frames
import JSON
import PlaybackSupport
import Support
import Tapes
import Testing

@testable import Checks
@testable import Engine
@testable import Exports
@testable import Playback

@Suite struct ExportingTests {
    /// A tape of two clips and a message of 12 and 15 frames.
    private static func tape(in folder: Folder, _ stream: WrittenStream? = nil) async throws -> String {
        _ = try await (stream ?? WrittenStream.message()).tape(folder.file("stream.cameo"))
        return folder.file("stream.cameo")
    }

    private static func export(
        _ tape: String, to output: String, _ change: (inout ExportOptions) -> Void = { _ in }
    ) throws -> ExportReport {
        var options = ExportOptions(output: output)
        change(&options)
        return try Exporting.run(tape, options)
    }

    @Test("one frame is its picture, several are a contact sheet, and one can be one, too")
    func pictureOrSheet() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        let one: (inout ExportOptions) -> Void = { $0.choice.frames = FrameRange("9") ?? .all }
        #expect(try Self.export(tape, to: folder.file("a.png"), one).frames == 1)
        let side = WrittenStream.side
        #expect(try decodePicture(try folder.bytes(of: "a.png")).size == PixelSize(width: side, height: side))
        #expect(
            try Self.export(tape, to: folder.file("b.png")) { $0.choice.frames = FrameRange("9..11") ?? .all }.frames
                == 3)
        #expect(try decodePicture(try folder.bytes(of: "b.png")).size.width > 132 * 2)
        let sheet = try Self.export(tape, to: folder.file("c.png")) { options in
            one(&options)
            options.isSheet = true
        }
        #expect(sheet.frames == 1)
        #expect(try decodePicture(try folder.bytes(of: "c.png")).size.width > 132)
    }

    @Test("columns of a picture that turns out to be of one frame are refused, and nothing is written")
    func columnsOfOnePicture() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        let error = #expect(throws: CommandError.self) {
            try Self.export(tape, to: folder.file("a.png")) { options in
                options.choice.frames = FrameRange("9") ?? .all
                options.columns = 4
            }
        }
        #expect(
            error?.reason
                == "\(tape): only one frame in that range; --columns needs a contact sheet (for one frame, add --sheet)"
        )
        #expect(folder.names == ["stream.cameo"])
    }

    @Test("views show the base alone, the overlay alone, and what changed")
    func views() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        let talking = try #require(try composites(of: tape).first { $0.value.record.position?.frame == 5 })
        let number = talking.key
        let pictures = try [PictureView.base, .overlay, .composite, .difference].map { view in
            _ = try Self.export(tape, to: folder.file("v.png")) { options in
                options.choice.frames = FrameRange("\(number)") ?? .all
                options.view = view
            }
            return try decodePicture(try folder.bytes(of: "v.png"))
        }
        func pixel(_ picture: Picture, _ x: Int, _ y: Int) -> [UInt8] {
            Array(picture.bytes[(y * picture.size.width + x) * 4..<(y * picture.size.width + x) * 4 + 4])
        }
        let (base, overlay, composite, difference) = (pictures[0], pictures[1], pictures[2], pictures[3])
        #expect(pixel(base, 1, 1) == pixel(base, 5, 5))
        #expect(pixel(composite, 1, 1) == pixel(base, 1, 1) && pixel(composite, 5, 5) != pixel(base, 5, 5))
        #expect(pixel(overlay, 1, 1)[3] == 0 && pixel(overlay, 5, 5)[3] > 0)
        // The next base frame of the clip is one step of red further; shown eight times as strong.
        #expect(pixel(difference, 1, 1) == [8, 0, 0, 255])
    }

    @Test("an asciicast is as large as has room without empty sides")
    func castSize() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        _ = try Self.export(tape, to: folder.file("a.cast"))
        let header = try #require(try folder.bytes(of: "a.cast").split(separator: 0x0A).first)
        let object = try #require(try JSON.parse(header).object)
        #expect(object["width"] == .int(80) && object["height"] == .int(40))
    }

    @Test("animations last as long as their frames", arguments: ["webp", "gif"])
    func durations(ending: String) async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        let report = try Self.export(tape, to: folder.file("a.\(ending)")) { options in
            options.choice.chunk = 1
            options.quality = .lossless
        }
        #expect(report.frames + report.same == 15)
        #expect(abs(report.duration.milliseconds - 500) < 1)
        #expect(report.bytes == (try folder.bytes(of: "a.\(ending)").count))
        #expect(folder.names == ["a.\(ending)", "stream.cameo"])
    }

    @Test("the frames that are counted are those of the file, and those that look as the one before are told apart")
    func same() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        // Nothing differs from what was demanded: one black picture.
        let options: (inout ExportOptions) -> Void = { options in
            options.choice.chunk = 1
            options.view = .fromDemanded
            options.quality = .lossless
        }
        for ending in ["webp", "gif"] {
            let report = try Self.export(tape, to: folder.file("a.\(ending)"), options)
            #expect(report.frames == 1 && report.same == 14, "\(ending): \(report.text)")
            let merged = ", 14 identical frames merged into the previous one"
            #expect(report.text.contains(": 1 frame, ") && report.text.contains(merged))
        }
        let file = try folder.bytes(of: "a.webp")
        let count = (0..<file.count - 4).count { Array(file[$0..<$0 + 4]) == Array("ANMF".utf8) }
        #expect(count == 1)
    }

    /// A message over a clip with a base frame that is no picture.
    private static func brokenBase() throws -> WrittenStream {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        var torn = try WrittenStream.picture(1)
        // Its header and its end are as they were: only decoding it tells.
        torn[torn.count / 2] ^= 0x55
        try stream.baseFrame(WrittenStream.idle, 1, torn, at: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        try stream.chunk(0, frames: 12, at: 0.5)
        stream.say(0.6, "audio_end", [:])
        return stream
    }

    @Test("a range in which no base frame is a picture says so of its first frame, and what came in its place")
    func brokenRange() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder, try Self.brokenBase())
        let none = "\(tape): no frame in that range has a picture"
        var broken = 0
        for number in try composites(of: tape).keys.sorted() {
            do {
                _ = try Self.export(tape, to: folder.file("a.png")) { options in
                    options.choice.frames = FrameRange("\(number)") ?? .all
                }
            } catch {
                broken += 1
                let reason = "frame \(number) has a base frame that cannot be decoded: PNG is corrupt"
                #expect(CommandError(error).reason.hasPrefix("\(none): \(reason)"))
            }
        }
        #expect(broken > 0)
    }

    @Test("frames whose base frame is no picture are counted, with the reason, and the rest is exported")
    func broken() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder, try Self.brokenBase())
        let all = try composites(of: tape)
        for output in ["s/", "a.webp", "a.gif", "a.cast", "a.png"] {
            let report = try Self.export(tape, to: folder.file(output))
            #expect(report.broken > 0, "\(output)")
            #expect(report.reason?.contains("PNG is corrupt") == true)
            let hasTile = output == "a.png" || output == "a.cast"
            #expect(report.frames + report.same == (hasTile ? all.count : all.count - report.broken), "\(output)")
        }
    }

    @Test(
        "frames of a session are those of the tape that was recorded of it, byte for byte",
        arguments: ["a.png", "a.webp", "a.gif", "a.cast"], PictureView.allCases)
    func session(output: String, view: PictureView) async throws {
        let folder = try Folder()
        let (showing, tape) = try await Showing.recorded(in: folder)
        var options = ExportOptions(output: folder.file(output))
        options.view = view
        // With a skipped or held frame or the end of a chunk inside, and with frames before and after it.
        options.choice.frames = try #require(FrameRange("20..40"))
        let report = try Exporting.run(tape, options)
        let wanted = try folder.bytes(of: output)
        #expect(report.frames + report.same > 15)
        options.output = folder.file("again-" + output)
        var timeline = showing.player.timeline
        let found = Check.run(tape, CheckOptions())
        timeline.addMediaFindings(found.findings)
        options.judged = found.judged
        let session = ChosenFrames.Source.session(timeline)
        var told: [ExportProgress] = []
        let again = try Exporting.run(session, of: tape, try TapeReader(path: tape), options) { told.append($0) }
        #expect(try folder.bytes(of: "again-" + output) == wanted)
        #expect(again.frames == report.frames && again.duration == report.duration)
        #expect(told.contains(.found(21)) && told.last.map { $0 != .found(21) } == true)
    }

    @Test(
        "an export that is given up leaves nothing, wherever it is", arguments: ["a.png", "a.webp", "a.gif", "a.cast"])
    func givenUp(output: String) async throws {
        struct GivenUp: Error {}
        let folder = try Folder()
        let (showing, tape) = try await Showing.recorded(in: folder)
        let (session, blobs) = (ChosenFrames.Source.session(showing.player.timeline), try TapeReader(path: tape))
        let options = ExportOptions(output: folder.file(output))
        var words = 0
        _ = try Exporting.run(session, of: tape, blobs, options) { _ in words += 1 }
        try FileManager.default.removeItem(atPath: folder.file(output))
        let before = folder.names
        var hadPartial = false
        for last in 1...words {
            var told = 0
            #expect(throws: GivenUp.self) {
                _ = try Exporting.run(session, of: tape, blobs, options) { _ in
                    told += 1
                    if folder.names != before { hadPartial = true }
                    if told == last { throw GivenUp() }
                }
            }
            #expect(folder.names == before)
        }
        #expect(hadPartial)
    }

    @Test("an exported frame has the marks of its tape, whichever others are exported with it")
    func marks() throws {
        let folder = try Folder()
        // A zone that is another one's: most of the tape tells that those overlays are strange.
        let zone = "set animationFramesChunk[0].zone_top_left=[60,168] where name=receive_audio chunk=4"
        let cases: [(recipe: String?, rules: [String], range: String, faults: Int)] = [
            (nil, [zone], "275..290", 16), ("N24b", [], "80..92", 1),
        ]
        for one in cases {
            var job = RewriteJob()
            job.recipes = one.recipe.map { [$0] } ?? []
            job.rules = one.rules
            let path = folder.file("stream.cameo")
            _ = try job.run(try DemoLines.tape(), to: path)
            var options = ExportOptions(output: folder.file("sheet.png"))
            options.isSheet = true
            options.choice.frames = try #require(FrameRange(one.range))
            #expect(try Exporting.run(path, options).faults == one.faults)
        }
    }

    @Test("a range without frames, and one without pictures, is said")
    func nothing() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        let all = try Self.export(tape, to: folder.file("b.png")) { $0.isSheet = true }
        try FileManager.default.removeItem(atPath: folder.file("b.png"))
        func said(_ set: (inout FrameChoice) -> Void) -> String {
            do {
                _ = try Self.export(tape, to: folder.file("a.webp")) { set(&$0.choice) }
                return "exported"
            } catch { return CommandError(error).reason }
        }
        let nothing = "\(tape): no frame in that range"
        #expect(
            said { $0.frames = FrameRange("99999..") ?? .all } == "\(nothing); it has frames 0 to \(all.frames - 1)")
        #expect(said { $0.chunk = 99 } == "\(nothing); it has chunks 0 to 1")
        #expect(said { $0.time = TimeRange("500s..") ?? .all } == "\(nothing); it has frames until 1.399 s")
        // Frames behind the range were not looked at.
        #expect(said { ($0.frames, $0.chunk) = (FrameRange("2..3") ?? .all, 99) } == nothing)
        #expect(folder.names == ["stream.cameo"])
    }
}
