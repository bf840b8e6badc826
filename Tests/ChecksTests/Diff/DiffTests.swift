import Engine
import Events
import Foundation
import JSON
import PlaybackSupport
import Settings
import Support
import Tapes
import Testing

@testable import Checks
@testable import Playback

@Suite struct DiffTests {
    private static func diff(
        _ first: WrittenStream, _ second: WrittenStream, tolerance: Int64 = 20
    ) async throws -> Diff {
        let folder = try Folder()
        _ = try await first.tape(folder.file("a.cameo"))
        _ = try await second.tape(folder.file("b.cameo"))
        return try Diff(
            folder.file("a.cameo"), folder.file("b.cameo"), TapePlaying(isFresh: false),
            tolerance: .milliseconds(tolerance),
            listing: 10)
    }

    /// `bytes` gives the picture of a frame, `bases` its base index.
    private static func message(
        second: Double = 0.7, bases: @escaping (Int) -> Int = { $0 }, side: Int = 4,
        bytes: (Int) throws -> [UInt8] = { try WrittenStream.picture(500 + $0, side: 4) }
    ) throws -> WrittenStream {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        try stream.chunk(0, frames: 12, at: 0.5)
        stream.audio(1, frames: 15, at: second)
        try stream.batch(1, 0..<15, at: second, bases: bases, bytes: bytes)
        stream.sent(1, 15, at: second)
        stream.say(second + 0.1, "audio_end", [:])
        return stream
    }

    @Test("a tape does not differ from itself, nor from one that began later")
    func same() async throws {
        let diff = try await Self.diff(try Self.message(), try Self.message())
        #expect(diff.isSame)
        #expect(diff.common == 27)
        var later = WrittenStream()
        for (time, message) in try Self.message().messages {
            later.say(time.seconds + (time == .zero ? 0 : 5), message.name, message.arguments[0], message.attachments)
        }
        #expect(try await Self.diff(try Self.message(), later).isSame)
        #expect(diff.lines.contains("sound: 2 of 2 the same"))
    }

    @Test("other sound is a difference, also where every frame is the same, and chunks in a row are one line")
    func sound() async throws {
        var other = WrittenStream()
        var sounds = [WrittenStream.sound(50, frames: 12), WrittenStream.sound(51, frames: 15)][...]
        for (time, message) in try Self.message().messages {
            let sound = message.name == "receive_audio" ? sounds.popFirst() : nil
            other.say(time.seconds, message.name, message.arguments[0], sound.map { [$0] } ?? message.attachments)
        }
        let diff = try await Self.diff(try Self.message(), other)
        #expect(!diff.isSame && diff.differences.isEmpty)
        #expect(diff.lines.contains("  message 0  chunks 0–1  sounds  others in B"))
        #expect(diff.lines.contains("sound: 2 of 2 differ, first at message 0 chunk 0"))
        let sound = try JSON.parse(diff.json).object?["sound"]?.object
        #expect(sound?["compared"] == true && sound?["chunks"] == 2 && sound?["differing"] == 2)
        #expect(sound?["differences"]?.array?.map { $0.object?["chunk"] } == [0, 1])
    }

    @Test("a sound that came and of which nothing was played is none")
    func unplayed() throws {
        let folder = try Folder()
        let whole = try DemoLines.tape()
        var job = RewriteJob()
        job.rules = [
            #"insert linkLost {"reason":"gone"} where name=receive_audio chunk=4"#, "insert linkRestored after 11s",
        ]
        _ = try job.run(whole, to: folder.file("cut.cameo"))
        let diff = try Diff(
            whole, folder.file("cut.cameo"), TapePlaying(isFresh: false), tolerance: .milliseconds(20), listing: 2_000)
        #expect(diff.lines.contains("sound: 1 of 9 differ, first at message 0 chunk 4"), "\(diff.lines.suffix(2))")
        #expect(diff.lines.contains { $0.hasPrefix("  message 0  chunk 4  sound  ") && $0.hasSuffix(" | -") })
    }

    @Test("messages have their own numbers, and a place is one that the reasons of a frame are asked with")
    func numbers() async throws {
        let folder = try Folder()
        func tape(_ name: String, _ bases: @escaping (Int) -> Int) async throws -> String {
            try await Self.message(bases: bases).tape(folder.file(name + ".cameo")).close()
            try convert(folder.file(name + ".cameo"), to: folder.file(name + ".ndjson"))
            var lines = try folder.text(of: name + ".ndjson").split(separator: "\n")
            let place = try #require(lines.firstIndex { $0.contains("receive_audio") })
            lines.insert("{\"t\":0.4,\"input\":\"sent\"}", at: place)
            return try folder.write(lines.joined(separator: "\n") + "\n", to: name + ".ndjson")
        }
        let paths = (try await tape("a") { $0 }, try await tape("b") { $0 == 4 ? 6 : $0 })
        let playing = TapePlaying(isFresh: false)
        let diff = try Diff(paths.0, paths.1, playing, tolerance: .milliseconds(20), listing: 10)
        let first = try #require(diff.differences.first)
        #expect(first.message == 1 && first.name?.typed == "1/1:0.4")
        #expect(diff.lines.contains { $0.hasPrefix("  1/1:0.4 ") } && !diff.lines[0].contains("numbered"))
        let plain = try Diff(folder.file("a.cameo"), paths.1, playing, tolerance: .milliseconds(20), listing: 10)
        #expect(plain.lines[0].hasSuffix("numbered from 0, as the positions below"), "\(plain.lines)")
        #expect(plain.lines[1].hasSuffix("numbered from 1") && plain.lines.contains { $0.hasPrefix("  0/1:0.4 ") })
        let json = try JSON.parse(diff.json).object?["differences"]?.array?.first?.object
        #expect(json?["message"] == 1 && json?["a_place"] == "1/1:0.4" && json?["b_place"] == "1/1:0.4")
        let tape = try OpenTape(paths.1)
        defer { tape.close() }
        var explaining = try Explaining(tape.reader, playing)
        let asked = try #require(AskedFrame("1/1:0.4"))
        #expect(try explaining.why(asked).record.ordinal == first.numbers.1)
    }

    @Test("another base index is found first, with both numbers and the pixels that differ")
    func base() async throws {
        let other = try Self.message(bases: { $0 == 4 ? 6 : $0 })
        let diff = try await Self.diff(try Self.message(), other)
        #expect(!diff.isSame && diff.differing == 1)
        #expect(diff.differences.map(\.field) == [.base, .demanded, .pixels])
        let first = try #require(diff.differences.first)
        #expect(first.place == DiffFrame.Place(message: 0, chunk: 1, section: 0, sequence: 4))
        #expect(first.first == "4" && first.second == "6")
        #expect(diff.lines.contains { $0.contains("pixels differ by up to") })
    }

    @Test("frames in a row that differ in the same fields are a line a field; another field ends them")
    func runs() async throws {
        let other = try Self.message(bases: { 4..<7 ~= $0 ? $0 + 2 : $0 })
        let diff = try await Self.diff(try Self.message(), other)
        #expect(diff.differing == 3 && diff.differences.count == 9)
        let lines = diff.lines.filter { $0.hasPrefix("  0/1:0.") }
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("  0/1:0.4–6  ") && lines[0].hasSuffix(" base     4–6 | 6–8"))
        #expect(lines[1].hasSuffix(" demanded 4–6 | 6–8") && lines[2].contains(" pixels   … | …, "))
        #expect(diff.foldedLines.allSatisfy { $0.count <= 100 || !$0.hasPrefix("  ") })
        // All of them are in the object.
        #expect(diff.json.components(separatedBy: "\"field\":\"base\"").count == 4)
    }

    @Test("other faults, or the same on the other side, are a line of their own; other pixels are in the same one")
    func faultRuns() {
        func frames(_ field: Diff.Field, _ words: [(String, String)]) -> [Diff.Difference] {
            words.enumerated().map { number, words in
                let place = DiffFrame.Place(message: 0, chunk: 0, section: 0, sequence: number)
                let frame = DiffFrame(
                    place: place, status: "SYNC", time: .zero, composite: nil, number: number)
                return Diff.Difference(place, field, frame, frame, words.0, words.1)
            }
        }
        let words = [("none", "GAP"), ("none", "GAP"), ("GAP", "none")]
        #expect(
            DiffRun.runs(of: frames(.faults, words)).flatMap(\.lines).map { $0.suffix(10) } == [
                "none | GAP", "GAP | none",
            ])
        #expect(DiffRun.runs(of: frames(.status, words)).count == 1)
    }

    @Test("other bytes with the same pixels are no difference, other pixels are")
    func pixels() async throws {
        let picture = try WrittenStream.picture(507, side: 4)
        // Bytes behind the end of a PNG say nothing.
        let padded = try Self.message(bytes: { $0 == 7 ? picture + [0] : try WrittenStream.picture(500 + $0, side: 4) })
        #expect(try await Self.diff(try Self.message(), padded).isSame)
        let changed = try Self.message(bytes: { try WrittenStream.picture($0 == 7 ? 9 : 500 + $0, side: 4) })
        let diff = try await Self.diff(try Self.message(), changed)
        #expect(diff.differences.map(\.field) == [.pixels])
    }

    @Test("a picture that cannot be decoded differs in status and overlay")
    func status() async throws {
        let broken = try Self.message(bytes: { $0 == 3 ? [1, 2, 3] : try WrittenStream.picture(500 + $0, side: 4) })
        let diff = try await Self.diff(try Self.message(), broken)
        let frame = diff.differences.filter { $0.field != .faults }
        #expect(frame.prefix(2).map(\.field) == [.status, .overlay])
        #expect(frame.first?.second == "NO-OVERLAY")
        #expect(diff.differences.contains { $0.field == .faults && $0.second == "DECODE_FAILED" })
    }

    @Test("a frame that never came has nothing demanded and no overlay, which differs from one that has")
    func neverCame() async throws {
        func message(without lost: Int?) throws -> WrittenStream {
            var stream = WrittenStream()
            try stream.clip(WrittenStream.idle, frames: 4, first: 0)
            try stream.clip(WrittenStream.talking, frames: 20, first: 100)
            try stream.chunk(0, frames: 12, at: 0.5)
            stream.audio(1, frames: 15, at: 0.7)
            let parts = lost.map { [0..<$0, $0 + 1..<15] } ?? [0..<15]
            for (number, part) in parts.enumerated() {
                try stream.batch(1, part, number: number, of: parts.count, at: 0.7) {
                    try WrittenStream.picture(500 + $0, side: 4)
                }
            }
            stream.sent(1, 15, at: 0.7)
            stream.say(0.8, "audio_end", [:])
            return stream
        }
        let lost = try message(without: 5)
        // Times tell how long it was waited for.
        let diff = try await Self.diff(lost, try message(without: nil), tolerance: 60_000)
        for field in [Diff.Field.demanded, .overlay] {
            let found = diff.differences.filter { $0.field == field }
            #expect(found.map(\.place.sequence) == [5] && found.first?.first == "none" && diff.counts[field] == 1)
        }
        #expect(diff.differences.first { $0.field == .demanded }?.second == "5")
        #expect(diff.lines.contains { $0.hasSuffix(" demanded none | 5") })
        // Neither demands anything.
        #expect(try await Self.diff(lost, try message(without: 5)).isSame)
    }

    @Test("times count from the message's first frame, and beyond the tolerance only")
    func times() async throws {
        let late = try Self.message(second: 1.2)
        let diff = try await Self.diff(try Self.message(), late)
        // The second chunk comes too late, whatever the tolerance of moments.
        #expect(diff.counts == [.time: 15, .faults: 1])
        #expect(try await Self.diff(try Self.message(), late, tolerance: 1_000).counts == [.faults: 1])
    }

    @Test("frames of one side only are counted")
    func missing() async throws {
        var more = try Self.message()
        try more.chunk(2, frames: 10, at: 0.75)
        let diff = try await Self.diff(try Self.message(), more)
        #expect(diff.onlyFirst == 0 && diff.onlySecond == 10)
        let back = try await Self.diff(more, try Self.message())
        #expect(back.onlyFirst == 10 && back.onlySecond == 0 && !back.isSame)
    }

    @Test("the first difference is listed however many follow, also where only the second side has the frame")
    func firstOfMany() async throws {
        func long(first frames: Int, shift: Int) throws -> WrittenStream {
            var stream = WrittenStream()
            try stream.clip(WrittenStream.idle, frames: 4, first: 0)
            try stream.clip(WrittenStream.talking, frames: 20, first: 100)
            try stream.chunk(0, frames: frames, at: 0.5)
            stream.audio(1, frames: 400, at: 0.7)
            let picture = try WrittenStream.picture(500, side: 4)
            try stream.batch(1, 0..<400, at: 0.7, bases: { ($0 + shift) % 20 }, bytes: { _ in picture })
            stream.sent(1, 400, at: 0.7)
            stream.say(0.8, "audio_end", [:])
            return stream
        }
        let diff = try await Self.diff(try long(first: 12, shift: 0), try long(first: 15, shift: 1))
        #expect(diff.onlySecond == 3 && diff.differing == 400)
        #expect(diff.differences.count == 10)
        #expect(diff.differences.prefix(3).map(\.field) == [.missing, .missing, .missing])
        #expect(diff.differences.map(\.place.chunk) == [0, 0, 0] + Array(repeating: 1, count: 7))
    }

    @Test("N58 a frame log of another client is laid beside a tape, and what both say is compared")
    func log() async throws {
        let folder = try Folder()
        _ = try await Self.message().tape(folder.file("a.cameo"))
        let side = try DiffSide(folder.file("a.cameo"), TapePlaying(isFresh: false))
        var lines = ["timestamp|source|session|chunk|seq|anim|base|overlay|sync|fps|sprite|char|buffer|next_chunk"]
        for frame in side.frames {
            let place = frame.place
            let base = place.chunk == 1 && place.sequence == 4 ? 5 : frame.base ?? 0
            let fields = [
                String(1_000 + frame.time.milliseconds), "IOS", "s1", "\(place.chunk)", "\(place.sequence)",
                frame.clip ?? "", "\(base)", frame.overlay ?? "", "SYNC", "30", "\(frame.demanded ?? 0)", "", "3/12",
                "none",
            ]
            lines.append(fields.joined(separator: "|"))
            lines.append(fields.joined(separator: "|"))  // ticks are logged, not frames (K59)
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(
            to: URL(fileURLWithPath: folder.file("phone.log")))
        let diff = try Diff(
            folder.file("a.cameo"), folder.file("phone.log"), TapePlaying(isFresh: false), tolerance: .milliseconds(20),
            listing: 10)
        #expect(diff.common == 27)
        #expect(diff.counts == [.base: 1])
        #expect(diff.lines.contains("sound not compared"))
        #expect(diff.lines.contains { $0.hasPrefix("  0/1:0.4 ") })
        #expect(try JSON.parse(diff.json).object?["sound"]?.object?["compared"] == false)
        #expect(diff.differences.first?.place.sequence == 4)
        let logs = try Diff(
            folder.file("phone.log"), folder.file("phone.log"), TapePlaying(isFresh: false), tolerance: .zero,
            listing: 10)
        #expect(logs.isSame && logs.common == 27)
        // Two that logged nothing are not the same: neither is known.
        for text in ["", "\n\n"] {
            let empty = try folder.write(text, to: "empty.log")
            #expect(throws: CommandError.unusable("\(empty): not a frame log: no line of one found")) {
                try Diff(empty, empty, TapePlaying(isFresh: false), tolerance: .zero, listing: 1)
            }
        }
        #expect(throws: CommandError.self) {
            try Diff(
                folder.file("none.log"), folder.file("a.cameo"), TapePlaying(isFresh: false), tolerance: .zero,
                listing: 1)
        }
    }
}
