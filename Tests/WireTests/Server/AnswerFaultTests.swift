import Events
import Testing

@testable import Wire

/// Faults of a whole answer (docs/reference/faults.md).
@Suite struct AnswerFaultTests {
    /// Chunks of sound, two batches and their count, a second apart, and an end.
    private static func message(chunks: Int) -> BackendContent.Message {
        let names = ["receive_audio", "receive_frame_images_batch", "receive_frame_images_batch", "chunk_images_ready"]
        var lines: [BackendContent.Line] = []
        for chunk in 0..<chunks {
            for (place, name) in names.enumerated() {
                lines.append(
                    BackendContent.Line(
                        offset: .milliseconds(Int64(chunk * 1_000 + place * 10)),
                        place: .entry(Int64(chunk * 10 + place)), name: name, byteCount: 10, chunk: chunk))
            }
        }
        let end = TimeSpan.milliseconds(Int64(chunks * 1_000))
        lines.append(BackendContent.Line(offset: end, place: .entry(99), name: "audio_end", byteCount: 10))
        return BackendContent.Message(lines: lines, text: "")
    }

    private static func scenario(_ change: (inout FaultScenario) -> Void) -> FaultScenario {
        var scenario = FaultScenario()
        change(&scenario)
        return scenario
    }

    /// Chunk and milliseconds of each line.
    private static func shown(_ message: BackendContent.Message) -> [String] {
        message.lines.map { line in
            let name = line.name.split(separator: "_").last ?? ""
            return "\(line.chunk.map { "\($0) " } ?? "")\(name) \(Int(line.offset.milliseconds))"
        }
    }

    @Test("without such a fault a message stays as it is")
    func none() {
        let message = Self.message(chunks: 3)
        #expect(FaultScenario().arranged(message, interrupting: message) == message)
    }

    @Test("which faults befall answers of recordings alone")
    func recordedOnly() throws {
        #expect(FaultScenario().recordedOnly == [])
        let names = [
            "say-after-ms", "answer-after-ms", "old-chunk-ms", "second-chunk-first", "no-audio", "chunk-pause-ms",
            "pictures-late-ms",
        ]
        var all = FaultScenario()
        for name in names {
            let value = FaultValue(flag: name == "second-chunk-first" ? "true" : name == "no-audio" ? "0" : "5")
            var scenario = FaultScenario()
            try scenario.set(name, value)
            try all.set(name, value)
            #expect(scenario.recordedOnly == [name])
        }
        try all.set("drop-after", FaultValue(flag: "5"))
        #expect(all.recordedOnly == names)
    }

    @Test("the second chunk comes whole before the first, and at its time")
    func second() {
        let found = Self.scenario { $0.secondFirst = true }.arranged(Self.message(chunks: 3), interrupting: nil)
        #expect(
            Self.shown(found) == [
                "1 audio 0", "1 batch 0", "1 batch 0", "1 ready 0", "0 audio 0", "0 batch 10", "0 batch 20",
                "0 ready 30", "2 audio 2000", "2 batch 2010", "2 batch 2020", "2 ready 2030", "end 3000",
            ])
        let single = Self.message(chunks: 1)
        #expect(Self.scenario { $0.secondFirst = true }.arranged(single, interrupting: nil) == single)
    }

    @Test("no sound, later chunks, later pictures, a later answer; the end comes last")
    func times() {
        let found = Self.scenario {
            ($0.noAudio, $0.chunkPause, $0.picturesLate, $0.answerAfter) = (
                1, .seconds(6), .seconds(4), .milliseconds(500)
            )
        }.arranged(Self.message(chunks: 2), interrupting: nil)
        #expect(
            Self.shown(found) == [
                "0 audio 500", "0 batch 4510", "0 batch 4520", "0 ready 4530", "1 batch 11510", "1 batch 11520",
                "1 ready 11530", "end 12500",
            ])
        // There is no such chunk.
        let message = Self.message(chunks: 2)
        #expect(Self.scenario { $0.noAudio = 2 }.arranged(message, interrupting: nil) == message)
    }

    @Test(
        "with pauses what belongs to no chunk stays where it was, and an end that came early is behind the last chunk")
    func withoutChunk() throws {
        var message = Self.message(chunks: 3)
        let place = try #require(message.lines.firstIndex { $0.chunk == 2 })
        let early = [("new_message", 1_040), ("play_base_animation", 1_050)].map { name, offset in
            BackendContent.Line(offset: .milliseconds(Int64(offset)), place: .entry(90), name: name, byteCount: 10)
        }
        message.lines.insert(contentsOf: early, at: place)
        let found = Self.scenario { $0.chunkPause = .seconds(6) }.arranged(message, interrupting: nil)
        #expect(
            Self.shown(found).suffix(8) == [
                "1 ready 7030", "message 7040", "2 audio 14000", "2 batch 14010", "2 batch 14020", "2 ready 14030",
                "animation 14030", "end 15000",
            ])
    }

    @Test("what is left of an interrupted message is its first chunk's, emitted before the send, and left over once")
    func leftOver() {
        let scenario = Self.scenario { ($0.oldChunk, $0.answerAfter) = (.milliseconds(300), .milliseconds(100)) }
        let found = scenario.arranged(Self.message(chunks: 1), interrupting: Self.message(chunks: 2))
        let old = found.lines.filter { $0.age > .zero }
        #expect(old.map(\.name) == ["receive_frame_images_batch", "receive_frame_images_batch", "chunk_images_ready"])
        #expect(old.allSatisfy { $0.chunk == 0 && $0.offset == .milliseconds(300) && $0.age == .milliseconds(550) })
        #expect(Self.shown(found).first == "0 audio 100" && Self.shown(found).last == "end 1100")
        let again = scenario.arranged(Self.message(chunks: 1), interrupting: found)
        #expect(again.lines.count { $0.age > .zero } == 3)
        #expect(scenario.arranged(Self.message(chunks: 1), interrupting: nil).lines.allSatisfy { $0.age == .zero })
    }
}
