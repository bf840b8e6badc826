import Events
import Frames
import JSON
import Playback
import Rewriting
import SocketIO
import Sound
import Support
import Tapes
import Testing
import Wire

@testable import Benchmarks

/// The kinds of faults that `make mutants` puts into tapes, each in the demo.
@Suite struct MutationOperatorTests {
    /// What a stream says, by what it says it of.
    private enum Aspect: CaseIterable {
        case chunks, sounds, totals, zones, pictures, bases, arrivals, others
    }

    private struct Said {
        var values: [Aspect: [String: Set<String>]] = [:]
        /// In their order.
        var events: [Aspect: [String]] = [:]
        var frames: [Int: [JSONObject]] = [:]
        var audio: [Int: [JSONObject]] = [:]

        init(_ tape: TapeReader) throws {
            for entry in try tape.entries(limit: 100_000) {
                let payload = try entry.message().arguments.first?.object ?? JSONObject()
                let chunk = payload["chunk_index"]?.lenientInt
                switch (EventName(rawValue: entry.name), chunk) {
                case (.audio, let chunk?): add(audio: payload, chunk)
                case (.batch, let chunk?):
                    for frame in payload["frames"]?.array?.compactMap(\.object) ?? [] { add(frame, chunk) }
                case (.sent, let chunk?): values[.chunks, default: [:]]["reported", default: []].insert("\(chunk)")
                case (.baseFrame, _):
                    let index = payload["frame_index"]?.lenientInt ?? -1
                    let place = "\(payload["animation_type"]?.string ?? "")/\(index)"
                    values[.bases, default: [:]][place, default: []].insert(payload["frame_data"]?.text ?? "")
                default:
                    events[.others, default: []].append("\(entry.time.microseconds) \(entry.name) \(entry.body ?? "")")
                }
                if let chunk {
                    let words =
                        "\(entry.time.microseconds) \(entry.name) \(chunk) \(payload["batch_index"]?.text ?? "")"
                    events[.arrivals, default: []].append(words)
                }
            }
        }

        private mutating func add(audio payload: JSONObject, _ chunk: Int) {
            audio[chunk, default: []].append(payload)
            values[.chunks, default: [:]]["sounds", default: []].insert("\(chunk)")
            values[.sounds, default: [:]]["\(chunk)", default: []].insert(payload["audio_data"]?.text ?? "")
            values[.totals, default: [:]]["\(chunk)", default: []].insert(payload["total_frame_images"]?.text ?? "")
            let zone = payload["animationFramesChunk"]?.array?.first?.object?["zone_top_left"]?.text ?? ""
            values[.zones, default: [:]]["\(chunk)", default: []].insert(zone)
        }

        private mutating func add(_ frame: JSONObject, _ chunk: Int) {
            frames[chunk, default: []].append(frame)
            let place = "\(chunk):\(frame["section_index"]?.text ?? "").\(frame["sequence_index"]?.text ?? "")"
            let picture = frame["image_data"]?.object.flatMap { PayloadReference($0) }
            values[.pictures, default: [:]][place, default: []].insert(picture?.hash.hex ?? "")
        }

        func differing(from other: Said) -> Set<Aspect> {
            Set(Aspect.allCases.filter { values[$0] != other.values[$0] || events[$0] != other.events[$0] })
        }

        /// Places of which something else is said.
        func places(_ aspect: Aspect, unlike other: Said) -> Int {
            let (own, others) = (values[aspect] ?? [:], other.values[aspect] ?? [:])
            return Set(own.keys).union(others.keys).count { own[$0] != others[$0] }
        }
    }

    private struct Demo: Sendable {
        let path: String
        let tape: TapeReader
        let material: MutationMaterial
        let index: RewriteIndex

        init() throws {
            path = Repository.file("assets/demo.cameo")
            tape = try TapeReader(path: path)
            let watch = PerceptionWatch(tape)
            var run = try VirtualRun(tape, isFresh: false, watcher: watch)
            try run.run { _ in }
            _ = watch.finish(at: run.now)
            index = try rewriteIndex(of: tape)
            material = try MutationMaterial(tape, index, watch, period: PlaybackSettings().period)
        }

        /// The rules of the first seed that has any.
        func rules(_ kind: MutationOperator) throws -> [RewriteRule] {
            for seed in 0..<200 as Range<UInt64> {
                var draw = try #require(MutationDraw(material, Chance(seed: seed)))
                if let rules = try kind.rules(&draw) { return rules }
            }
            return []
        }
    }
    private static let demo = Result { try Demo() }

    /// What a kind makes of the demo, and how it was.
    private struct Made {
        let before: Said
        let after: Said
        let tape: TapeReader
        /// The new tape is in it.
        let folder: Folder

        init(_ name: String) throws {
            let demo = try MutationOperatorTests.demo.get()
            let kind = try #require(MutationOperator.all.first { $0.name == name })
            let rules = try demo.rules(kind)
            try #require(!rules.isEmpty, "nothing in the demo for it")
            folder = try Folder()
            let output = folder.file("made.cameo")
            try rewrite(demo.tape, from: demo.path, to: output) { _ in rules }
            tape = try TapeReader(path: output)
            (before, after) = (try Said(demo.tape), try Said(tape))
        }

        func bytes(_ key: String, _ object: JSONObject) throws -> [UInt8] {
            let reference = try #require(object[key]?.object.flatMap { PayloadReference($0) })
            return try #require(try tape.blob(reference.hash))
        }

        /// Each chunk's first sound, and its frames.
        func chunks() throws -> [(samples: Samples, frames: Int)] {
            try after.audio.sorted { $0.key < $1.key }.map { chunk, events in
                (try decodeSound(try bytes("audio_data", events[0])), after.frames[chunk]?.count ?? 0)
            }
        }
    }

    private static let period = PlaybackSettings().period
    private static let recut: Set<Aspect> = [.chunks, .sounds, .totals, .zones, .pictures, .arrivals]
    private static let aspects: [String: Set<Aspect>] = [
        "two pictures for a frame": [.pictures, .arrivals],
        "an older message's frame before the batch": [.pictures, .arrivals],
        "two sounds for a chunk": [.sounds, .arrivals], "two positions for a chunk": [.zones, .arrivals],
        "two totals for a chunk": [.totals, .arrivals], "two pictures for a base frame": [.bases],
        "13 ms hole after 20 ms of speech": recut, "sound 80 ms short in each chunk": recut,
        "sound 80 ms long in each chunk": recut, "frames for 25 a second played at 30": recut,
        "sound 9 % fast": recut, "whole speech shifted": [.sounds], "one chunk shifted by 200 ms": [.sounds],
        "mouths of other speech": [.sounds], "red and blue exchanged": [.pictures],
        "mouths 30 levels brighter": [.pictures], "every second mouth brighter": [.pictures],
        "mouth shut in speech": [.pictures], "mouth open in silence": [.sounds, .pictures],
        "mouth moves in silence": [.sounds, .pictures], "mouth trembles": [.pictures], "mouths as PNG": [.pictures],
        "mouths 3 levels brighter": [.pictures], "sounds as WAV": [.sounds], "sounds and batches twice": [.arrivals],
        "batches in another order": [.arrivals], "other chunks that fit": recut,
    ]

    @Test("each kind changes what it is about, and nothing else", arguments: MutationOperator.all.map(\.name))
    func aspects(name: String) throws {
        let made = try Made(name)
        #expect(made.after.differing(from: made.before) == Self.aspects[name])
    }

    @Test("a contradiction is about one place, of which two things are said")
    func contradictions() throws {
        for kind in MutationOperator.contradictions {
            let made = try Made(kind.name)
            let aspect = try #require(made.after.differing(from: made.before).first { $0 != .arrivals })
            #expect(made.after.places(aspect, unlike: made.before) == 1, "\(kind.name)")
            #expect(made.after.values[aspect]?.values.count { $0.count == 2 } == 1, "\(kind.name)")
        }
    }

    @Test("each chunk is off by what the kind says, and those that fit are not")
    func sums() throws {
        let lengths: [(name: String, length: (Int) -> Double)] = [
            ("13 ms hole after 20 ms of speech", { _ in 20 }),
            ("sound 80 ms short in each chunk", { Double($0) * Self.period.milliseconds - 80 }),
            ("sound 80 ms long in each chunk", { Double($0) * Self.period.milliseconds + 80 }),
            ("frames for 25 a second played at 30", { Double($0) * 40 }),
            ("sound 9 % fast", { Double($0) * Self.period.milliseconds * 22_050 / 24_000 }),
            ("other chunks that fit", { Double($0) * Self.period.milliseconds }),
        ]
        for (name, length) in lengths {
            let chunks = try Made(name).chunks()
            #expect(chunks.count > 15, "\(name)")
            let off = chunks.filter { abs($0.samples.duration.milliseconds - length($0.frames)) > 1 }
            #expect(off.isEmpty, "\(name): \(off.map { ($0.samples.duration.milliseconds, $0.frames) })")
        }
    }

    @Test("speech in other chunks is the same speech, and its frames are in their order")
    func recut() throws {
        let made = try Made("other chunks that fit")
        let pictures = { (said: Said) in
            said.frames.sorted { $0.key < $1.key }.flatMap { chunk in
                chunk.value.sorted { ($0["sequence_index"]?.lenientInt ?? 0) < ($1["sequence_index"]?.lenientInt ?? 0) }
            }.compactMap { $0["image_data"]?.object.flatMap { PayloadReference($0)?.hash } }
        }
        #expect(pictures(made.after) == pictures(made.before))
        let speech = try #require(MutationDraw(try Self.demo.get().material, Chance(seed: 1))?.speech)
        #expect(try made.chunks().flatMap(\.samples.values) == speech.samples.values)
    }

    @Test("a shifted speech leaves more than half a second silent at one end, a shifted chunk leaves the others alone")
    func shifted() throws {
        let whole = try Made("whole speech shifted").chunks().flatMap(\.samples.values)
        let rate = try #require(try Made("whole speech shifted").chunks().first).samples.rate
        let silent = [whole.prefix(rate * 6 / 10), whole.suffix(rate * 6 / 10)].count { $0.allSatisfy { $0 == 0 } }
        #expect(silent == 1)
        let one = try Made("one chunk shifted by 200 ms")
        #expect(one.after.places(.sounds, unlike: one.before) == 1)
    }

    @Test("mouths change in color as the kind says, and keep their shape")
    func colors() throws {
        let wanted: [(name: String, each: Int, change: ([UInt8]) -> [UInt8])] = [
            ("red and blue exchanged", 1, { [$0[2], $0[1], $0[0], $0[3]] }),
            ("mouths 30 levels brighter", 1, { $0.prefix(3).map { UInt8(min(255, Int($0) + 30)) } + [$0[3]] }),
            ("every second mouth brighter", 2, { $0.prefix(3).map { UInt8(min(255, Int($0) + 30)) } + [$0[3]] }),
            ("mouths as PNG", 1, { $0 }),
        ]
        for (name, step, change) in wanted {
            let made = try Made(name)
            for place in 0..<4 {
                let before = try #require(made.before.frames[1]?[place])
                let after = try #require(made.after.frames[1]?[place])
                let demo = try Self.demo.get().tape
                let hash = try #require(before["image_data"]?.object.flatMap { PayloadReference($0)?.hash })
                let old = try decodePicture(try #require(try demo.blob(hash)))
                let new = try decodePicture(try made.bytes("image_data", after))
                let pixel = old.bytes.count / 8 * 4
                let pixels = (Array(old.bytes[pixel..<pixel + 4]), Array(new.bytes[pixel..<pixel + 4]))
                #expect(pixels.1 == (place % step == 0 ? change(pixels.0) : pixels.0), "\(name) \(place)")
                #expect(after["sheet_filename"] == before["sheet_filename"])
            }
        }
    }

    /// The jaw of each frame of a chunk, 0 to 5.
    private static func jaws(_ frames: [JSONObject]?) -> [Int] {
        (frames ?? []).compactMap { $0["sheet_filename"]?.string?.dropFirst().first?.wholeNumberValue }
    }

    @Test("mouths do in speech and in silence what the kind says")
    func mouths() throws {
        let shut = try Made("mouth shut in speech").after
        let count = shut.frames.values.filter { Set(Self.jaws($0.dropLast())) == [0] }.map(\.count).reduce(0, +)
        #expect(Self.period * Int64(count) >= .seconds(4))
        let trembling = try Made("mouth trembles").after.frames.values.map { Self.jaws($0.dropLast()) }
        let turns = trembling.map { jaws in zip(jaws, jaws.dropFirst()).count { ($0 >= 3) != ($1 >= 3) } }
        #expect(zip(trembling, turns).contains { $0.count > 28 && $1 == $0.count - 1 })
        for name in ["mouth open in silence", "mouth moves in silence"] {
            let made = try Made(name)
            let chunk = try #require(
                made.after.audio.first { $0.value[0]["audio_data"] != made.before.audio[$0.key]?[0]["audio_data"] })
            let samples = try decodeSound(try made.bytes("audio_data", chunk.value[0]))
            let jaws = Self.jaws(made.after.frames[chunk.key])
            let silence = 10..<jaws.count - 10
            let part = samples.part(
                from: Self.period * Int64(silence.lowerBound), to: Self.period * Int64(silence.upperBound))
            #expect(part.duration > .seconds(1) && part.values.allSatisfy { $0 == 0 }, "\(name)")
            let openings = silence.dropFirst().count { jaws[$0] >= 3 && jaws[$0 - 1] < 3 }
            #expect(name == "mouth open in silence" ? silence.allSatisfy { jaws[$0] >= 3 } : openings > 3, "\(name)")
        }
    }

    @Test("a fault follows from its seed alone, and a tape without speech has none")
    func seeded() throws {
        let demo = try Self.demo.get()
        for kind in MutationOperator.all {
            let rules = try demo.rules(kind).map(\.text)
            #expect(try rules == demo.rules(kind).map(\.text), "\(kind.name)")
        }
        let folder = try Folder()
        try rewrite(demo.tape, from: demo.path, to: folder.file("clips.cameo")) { _ in
            [try RewriteRule("drop where chunk=0..")]
        }
        let tape = try TapeReader(path: folder.file("clips.cameo"))
        let material = try MutationMaterial(
            tape, try rewriteIndex(of: tape), PerceptionWatch(tape), period: Self.period)
        #expect(MutationDraw(material, Chance(seed: 1)) == nil)
    }

    @Test("kinds that need long speech, or many chunks, are not drawn for a short tape")
    func short() throws {
        let demo = try Self.demo.get()
        let folder = try Folder()
        try rewrite(demo.tape, from: demo.path, to: folder.file("short.cameo")) { _ in
            [try RewriteRule("drop where chunk=2..")]
        }
        let tape = try TapeReader(path: folder.file("short.cameo"))
        let watch = PerceptionWatch(tape)
        var run = try VirtualRun(tape, isFresh: false, watcher: watch)
        try run.run { _ in }
        let material = try MutationMaterial(tape, try rewriteIndex(of: tape), watch, period: Self.period)
        for kind in MutationOperator.lips + MutationOperator.sums {
            for seed in 0..<20 as Range<UInt64> {
                var draw = try #require(MutationDraw(material, Chance(seed: seed)))
                #expect(try kind.rules(&draw) == nil, "\(kind.name)")
            }
        }
    }

    @Test("the table counts each kind by itself, and calls a healthy change that is objected to broken")
    func table() throws {
        func trial(_ kind: String, _ effect: MutationScore.Effect, _ isFound: Bool) -> MutationScore.Trial {
            MutationScore.Trial(
                fault: "", effect: effect, isFound: isFound, pictures: .zero, sound: .zero,
                exceeded: isFound ? [.notes] : [], kind: kind)
        }
        let rows = MutationTable.rows(
            [
                trial("b", .noticeable, true), trial("b", .noticeable, false), trial("a", .healthy, true),
                trial("a", .healthy, false), trial("a", .none, true), trial("a", .slight, true),
            ], of: ["a", "b", "c"]
        ).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            rows == [
                "faults noticeable found between unnoticed called broken", "a 4 0 0 1 3 1", "b 2 2 1 0 0 0",
                "c 0 0 0 0 0 0", "all 6 2 1 1 3 1",
            ])
    }
}
