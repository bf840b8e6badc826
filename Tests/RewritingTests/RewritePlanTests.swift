import Events
import JSON
import Support
import Testing
import Wire

@testable import Rewriting

@Suite struct RewritePlanTests {
    private let stream = RewrittenStream.speech()

    private func lines(_ rules: String..., seed: UInt64 = 0) throws -> [RewrittenStream.Line] {
        try stream.rewritten(rules, seed: seed).lines
    }

    /// Name, chunk and batch of each line.
    private func outline(_ rules: String...) throws -> [String] {
        try stream.rewritten(rules).lines.map { line in
            let payload = line.message.arguments.first?.object
            let short = [
                "receive_audio": "audio", "receive_frame_images_batch": "batch", "chunk_images_ready": "ready",
            ]
            let numbers = ["chunk_index", "batch_index"].compactMap { payload?[$0]?.lenientInt.map(String.init) }
            return ([short[line.message.name] ?? line.message.name] + numbers).joined(separator: " ")
        }
    }

    private func frames(_ rules: String..., chunk: Int, batch: Int) throws -> [JSONObject] {
        let line = try stream.rewritten(rules).lines.first {
            $0.message.name == "receive_frame_images_batch"
                && $0.message.arguments[0].object?["chunk_index"]?.lenientInt == chunk
                && $0.message.arguments[0].object?["batch_index"]?.lenientInt == batch
        }
        return try #require(line).message.arguments[0].object?["frames"]?.array?.compactMap(\.object) ?? []
    }

    @Test("events of a call and of clips belong to no message, whatever was said before them")
    func withoutMessage() {
        var index = RewriteIndex()
        let names = ["receive_audio", "call_state", "receive_base_frame", "call_member", "audio_end"]
        for (place, name) in names.enumerated() {
            let message = StoredMessage(name: name, arguments: [["chunk_index": 0, "audio_data": "AA=="]])
            index.addMessage(message, at: Instant(seconds: Double(place)), id: Int64(place))
        }
        #expect(index.entries.map(\.message) == [0, nil, nil, nil, 0])
    }

    @Test("no rule changes nothing")
    func identity() throws {
        let lines = try lines()
        #expect(lines.map(\.message) == stream.messages.map(\.message))
        #expect(lines.map(\.time) == stream.messages.map { $0.time.microseconds / 1_000 })
        let plan = try stream.plan([])
        #expect(plan.steps.allSatisfy { plan.isUnchanged($0) })
    }

    @Test("drop takes out what is meant")
    func drop() throws {
        #expect(try outline("drop where chunk=1").count == 10)
        #expect(
            try outline("drop where name=receive_frame* batch=0 chunk=0..1").filter { $0.hasPrefix("batch") }
                == ["batch 0 1", "batch 1 1", "batch 2 0", "batch 2 1"])
        #expect(
            try outline("drop where name=chunk_images_ready nth=last").filter { $0.hasPrefix("ready") }
                == ["ready 0", "ready 1"])
        #expect(try outline("drop where time=1s..1150ms").first { $0.hasPrefix("audio") } == "audio 2")
    }

    @Test("single frames go out of a batch, which then says how many are left")
    func dropFrames() throws {
        let left = try frames("drop where chunk=1 sequence=1", chunk: 1, batch: 0)
        #expect(left.compactMap { $0["sequence_index"]?.lenientInt } == [0, 2])
        let line = try lines("drop where chunk=1 sequence=1")[6]
        #expect(line.message.arguments[0].object?["batch_size"] == 2)
        // The batch of which nothing is left goes as a whole.
        #expect(try outline("drop where chunk=1 sequence=3..5").filter { $0.hasPrefix("batch 1") } == ["batch 1 0"])
    }

    @Test("delay moves events behind others, and never before the beginning")
    func delay() throws {
        #expect(try outline("delay 100ms where chunk=0").dropFirst().prefix(3) == ["audio 0", "audio 1", "batch 0 0"])
        #expect(try lines("delay -5s where chunk=0").prefix(5).map(\.time) == [0, 0, 0, 0, 0])
        #expect(try lines("move 3s where chunk=0").suffix(4).map(\.time) == [3_000, 3_000, 3_000, 3_000])
    }

    @Test("a frame that is delayed comes in a batch of its own, and all batches say that there is one more")
    func delayFrame() throws {
        let lines = try lines("delay 50ms where name=receive_frame_images_batch chunk=0 sequence=0")
        let batches = lines.filter { $0.message.arguments[0].object?["chunk_index"] == 0 }
            .compactMap { $0.message.arguments[0].object }.filter { $0["frames"] != nil }
        #expect(batches.map { $0["frames"]?.array?.count } == [2, 3, 1])
        #expect(batches.map { $0["batch_index"] } == [0, 1, 2])
        #expect(batches.map { $0["total_batches"] } == [3, 3, 3])
        #expect(batches.map { $0["batch_size"] } == [2, 3, 1])
    }

    @Test("copies come behind their originals, and can be meant by number")
    func duplicate() throws {
        #expect(try outline("duplicate where name=audio_end").suffix(2) == ["audio_end", "audio_end"])
        let lines = try lines(
            "duplicate 1s 3 times where chunk=2", "drop where copy=2", "drop where copy=3 name=receive_*")
        #expect(lines.count == 14 + 4 + 1)
        #expect(lines.last?.time == 4_230)
    }

    @Test("swap, reverse and shuffle exchange places, not times")
    func exchange() throws {
        let which = "where name=chunk_images_ready"
        func chunks(_ rule: String, seed: UInt64 = 0) throws -> [Int?] {
            try lines(rule, seed: seed).filter { $0.message.name == "chunk_images_ready" }
                .map { $0.message.arguments[0].object?["chunk_index"]?.lenientInt }
        }
        #expect(try chunks("swap \(which)") == [1, 0, 2])
        #expect(try chunks("reverse \(which)") == [2, 1, 0])
        #expect(Set(try (0..<20).map { try chunks("shuffle \(which)", seed: $0) }).count > 1)
        #expect(try lines("reverse \(which)").map(\.time) == stream.messages.map { $0.time.microseconds / 1_000 })
    }

    @Test("fields are set, added to, spelled otherwise and removed, in the frames that are meant")
    func change() throws {
        let moved = try frames("set matched_sprite_frame_number+=4 where chunk=1 sequence=4", chunk: 1, batch: 1)
        #expect(moved.map { $0["matched_sprite_frame_number"] } == [3, 8, 5])
        let text = try frames("set frames[].sequence_index as text where chunk=0", chunk: 0, batch: 0)
        #expect(text.map { $0["sequence_index"] } == ["0", "1", "2"])
        let float = try frames("set sequence_index as float where sequence=2", chunk: 0, batch: 0)
        #expect(float.last?["sequence_index"] == .double(2))
        let less = try frames("remove overlay_id where sequence=0", chunk: 0, batch: 0)
        #expect(less.map { $0["overlay_id"] == nil } == [true, false, false])
        #expect(try frames("remove frames[1] where chunk=0 batch=0", chunk: 0, batch: 0).count == 2)
        let named = try lines("set chunk_index=9 where name=chunk_images_ready chunk=0")
        #expect(named[4].message.arguments[0].object?["chunk_index"] == 9)
    }

    @Test("rules mean the frames that the player has, in their places and with their clips", arguments: Self.described)
    func playersFrames(name: String, payload: JSON) {
        var stream = RewrittenStream()
        stream.say(0, name, payload)
        let played: [OverlayFrame] =
            switch interpret(stream.messages[0].message).event {
            case .audioArrived(let audio): audio.frames
            case .chunkDescribed(let description): description.frames
            case .overlaysArrived(let batch): batch.frames
            default: []
            }
        let index = stream.index()
        let meant = index.entries[0].frames ?? []
        #expect(!played.isEmpty)
        #expect(meant.map { [$0.section, $0.sequence] } == played.map { [$0.section, $0.sequence] })
        #expect(meant.map { $0.clip < 0 ? nil : index.clips[$0.clip] } == played.map { $0.clip?.rawValue })
        #expect(meant.map(\.index) == played.map(\.baseIndex))
    }

    private static let described: [(String, JSON)] = [
        (
            "receive_audio",
            [
                "chunk_index": 0,
                "animationFramesChunk": [
                    [
                        "animation_name": "a", "frames": [[:], [:]],
                        "sections": [
                            [[:], ["sequence_index": 9]],
                            ["section_index": 2, "animation_name": "b", "frames": [[:], [:], ["section_index": -1]]],
                            ["frames": [["animation_type": "c", "matched_sprite_frame_number": "7"]]],
                        ],
                    ], ["sections": [[:], ["sequence_index": "20"]]],
                ],
            ]
        ),
        (
            "animation_chunk_metadata",
            [
                "chunk_index": 1, "animation_name": "d",
                "sections": [["section_index": 1, "frames": [[:], [:]]], [[:]]],
            ]
        ),
        (
            "receive_frame_images_batch",
            ["chunk_index": 1, "batch_start_index": -4, "frames": [[:], ["sequence_index": -1]]]
        ),
        ("receive_frame_images_batch", ["chunk_index": 1, "batch_start_index": 4, "frames": [[:], [:]]]),
        (
            "receive_frame_image",
            ["chunk_index": 1, "section_index": 3, "animation_name": "e", "frame_data": ["frame_index": 5]]
        ),
        ("receive_frame_image", ["chunk_index": 1, "frame_index": 5, "matched_sprite_frame_number": 1e30]),
    ]

    @Test("a frame is meant by the section and the clip that its list is said to have")
    func sections() throws {
        var stream = RewrittenStream()
        let section: JSON = ["section_index": 2, "animation_name": "b", "frames": [[:], [:]]]
        stream.say(0, "receive_audio", ["chunk_index": 0, "animationFramesChunk": [["sections": [[[:]], section]]]])
        for condition in ["section=2 sequence=1", "clip=b sequence=1"] {
            let line = try #require(try stream.rewritten(["set char=\"x\" where \(condition)"]).lines.first)
            let element = line.message.arguments[0].object?["animationFramesChunk"]?.array?[0].object
            #expect(
                element?["sections"]
                    == [[[:]], ["section_index": 2, "animation_name": "b", "frames": [[:], ["char": "x"]]]])
        }
    }

    @Test("rules see the frames that were on the stream, also when others have gone before")
    func positions() throws {
        let left = try frames("drop where chunk=0 sequence=0", "set char=\"x\" where sequence=2", chunk: 0, batch: 0)
        #expect(left.map { $0["char"] } == [nil, "x"])
    }

    @Test("bytes are spoiled, and nothing else")
    func corrupt() throws {
        func bytes(_ rule: String) throws -> [[UInt8]] {
            let (lines, blobs) = try stream.rewritten([rule])
            return lines[2].message.hashes.compactMap { blobs[$0] }
        }
        let before = try bytes("drop where name=audio_end")
        let noise = try bytes("corrupt noise where chunk=0 sequence=1")
        #expect(noise.map(\.count) == before.map(\.count))
        #expect(zip(noise, before).map(==) == [true, false, true])
        let bit = try bytes("corrupt image_data bits 1 where chunk=0 sequence=0")
        #expect(zip(bit[0], before[0]).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +) == 1)
        #expect(
            try bytes("corrupt frames[2].image_data keep 50% where chunk=0 batch=0")[2] == Array(before[2].prefix(26)))
        #expect(try bytes("corrupt skip 12 where chunk=0 sequence=0")[0] == Array(before[0].dropFirst(12)))
    }

    @Test("pictures travel as the rule says, and mean the same")
    func form() throws {
        for form in RewriteForm.allCases {
            let (lines, blobs) = try stream.rewritten(["form \(form.rawValue) where chunk=0 sequence=1"])
            let wire = try rebuild(lines[2].message) { blobs[$0] }
            #expect(wire.attachments.count == (form == .binary ? 3 : 2))
            let (event, oddities) = interpret(ingest(wire).message)
            #expect(oddities.isEmpty)
            #expect(event == interpret(stream.messages[2].message).event)
        }
    }

    @Test("events are put in, at a time or behind others, and inputs from outside are no events")
    func insert() throws {
        #expect(try outline("insert audio_end after 1005ms")[2] == "audio_end")
        let both = try outline("insert audio_end {} after 1ms where name=receive_audio")
        #expect(both.filter { $0 == "audio_end" }.count == 4)
        let plan = try stream.plan([
            "insert sent after 3s", "insert linkLost {\"reason\":\"gone\"} after 4s", "insert linkLost after 5s",
        ])
        #expect(
            plan.steps.suffix(3).map { plan.input(of: $0) } == [
                .sent, .linkLost(reason: "gone"), .linkLost(reason: "rewritten"),
            ])
        #expect(try lines("insert two {\"a\":1} 2 after 2s").last?.message.arguments == [["a": 1], 2])
    }

    @Test("nobody can name bytes by a rule")
    func escape() throws {
        let hash = try #require(stream.messages[1].message.hashes.first).hex
        let text = "{\"_blob\":\"\(hash)\",\"bytes\":1,\"form\":\"base64\"}"
        let lines = try lines("set image_data=\(text) where chunk=0 sequence=0")
        #expect(lines[2].message.hashes.count == 2)
    }

    @Test("what means nothing, or changes nothing, is an error that names the rule")
    func idle() throws {
        func failure(_ rule: String) -> RewriteError? {
            do throws(any Error) {
                _ = try stream.rewritten([rule])
                return nil
            } catch { return error as? RewriteError }
        }
        #expect(failure("drop where chunk=9") == .matchesNothing(rule: "drop where chunk=9"))
        #expect(failure("drop where chunk=1 p=0") == nil)
        #expect(failure("set nowhere.x=1 where chunk=1") == .changesNothing(rule: "set nowhere.x=1 where chunk=1"))
        #expect(failure("corrupt noise where name=audio_end p=1") == nil)
        #expect(
            failure("corrupt noise where name=audio_end") == .changesNothing(rule: "corrupt noise where name=audio_end")
        )
        let many = "duplicate 1s 10000 times"
        #expect(throws: RewriteError.tooManyEvents(rule: many, limit: RewritePlan.limit)) {
            try stream.plan([many, many])
        }
    }

    @Test("a second message begins with sent, behind the end, or with another chunk 0")
    func messages() throws {
        var stream = stream
        let first = stream.messages.dropFirst()
        for entry in first { stream.messages.append((entry.time + .seconds(3), entry.message)) }
        #expect(try stream.rewritten(["drop where message=1"]).lines.count == 14)
        #expect(try stream.rewritten(["drop where message=0"]).lines.count == 14)
        // Events of clips belong to no message.
        #expect(
            try stream.rewritten(["drop where message=0..1"]).lines.map(\.message.name) == ["base_animations_manifest"])
    }

    @Test("properties: the same seed gives the same stream, times never fall, and nothing traps")
    func properties() throws {
        let names = ["receive_audio", "receive_frame_images_batch", "*", "chunk_images_ready", "audio_end"]
        var numbers = SplitMix64(seed: 99)
        func below(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }
        func rule() -> String {
            let actions = [
                "drop", "delay \(below(900) - 450)ms", "move \(below(2_000))ms",
                "duplicate \(below(300))ms \(1 + below(3)) times",
                "swap", "reverse", "shuffle", "corrupt noise", "corrupt bits 3", "corrupt keep \(below(100))%",
                "corrupt skip \(below(60))", "form \(RewriteForm.allCases[below(4)].rawValue)", "set chunk_index+=1",
                "set frames[].sequence_index as text", "remove frames[\(below(4))]", "rename other",
                "insert sent after 5ms",
                "set sequence_index=\(below(9))", "insert receive_audio {\"chunk_index\":1} after \(below(9))ms",
                "set frames=[]", "set frames=[1,{}]", "set animationFramesChunk[].x=1",
            ]
            var text = "\(actions[below(actions.count)]) where p=0.\(1 + below(9))"
            if below(2) == 0 { text += " name=\(names[below(names.count)])" }
            if below(2) == 0 { text += " sequence=\(below(3)).." }
            if below(3) == 0 { text += " chunk=\(below(3))" }
            return text
        }
        for round in 0..<400 {
            let rules = (0...below(6)).map { _ in rule() }
            let seed = UInt64(round)
            do {
                let first = try stream.rewritten(rules, seed: seed).lines
                #expect(try stream.rewritten(rules, seed: seed).lines == first, "\(rules)")
                #expect(zip(first, first.dropFirst()).allSatisfy { $0.time <= $1.time }, "\(rules)")
            } catch let error as RewriteError {
                guard case .changesNothing = error else { throw error }
            }
        }
    }

    @Test("another seed decides otherwise, and one rule's chance does not hang on other rules")
    func seeds() throws {
        let rule = "drop where p=0.5"
        let streams = try (0..<10).map { seed in try lines(rule, seed: seed).map(\.message.name) }
        #expect(Set(streams).count > 5)
        let alone = try stream.plan([rule], seed: 3).steps.compactMap { try stream.plan([], seed: 3).id(of: $0) }
        let later = try stream.plan([rule, "delay 1s where name=audio_end p=1", "drop where chunk=7 p=0.5"], seed: 3)
        #expect(later.steps.compactMap { later.id(of: $0) } == alone)
    }

    @Test("recipes find a frame's moment by the rate of the stream's settings", arguments: [nil, 25, 60] as [Int?])
    func rate(framesPerSecond: Int?) throws {
        var settings = PlaybackSettings()
        settings.framesPerSecond = framesPerSecond ?? settings.framesPerSecond
        let chunk = try RewriteOutline(stream.index(framesPerSecond.map { _ in settings }), message: 0).chunk(0)
        #expect(chunk.end - chunk.start == settings.period * Int64(chunk.frames.count))
        #expect(chunk.frames.count == 6)
    }
}
