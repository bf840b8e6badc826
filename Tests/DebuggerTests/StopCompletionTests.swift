import Engine
import Events
import Testing

@testable import Debugger

@Suite struct StopCompletionTests {
    private static let record = FrameRecord(
        ordinal: 12, mode: .overlay, generation: 2,
        position: FramePosition(chunk: 3, section: 0, sequence: 0, frame: 4, frameCount: 30), clip: "talk 1",
        baseIndex: 40, demandedIndex: 40, status: .sync, due: .zero, shown: Instant(microseconds: 4_250))

    private static func complete(_ text: String) -> StopCompletion {
        StopCompletion(text, at: record, clips: ["idle_1", "idle_2", "talk 1"])
    }

    @Test(
        "fields, signs, values and links are offered where they can stand",
        arguments: [
            ("dr", 0, ["drift"]), ("when dr", 5, ["drift"]),
            ("chunk == 3 && de", 14, ["demanded", "demanded-clip", "decoded"]),
            ("!(se", 2, ["section", "seq"]), ("DRI", 0, ["drift"]),
            ("drift ", 6, ["==", "!=", "<", "<=", ">", ">="]), ("clip ", 5, ["==", "!=", "~"]),
            ("mode == ", 8, ["idle", "bridge", "talk", "finish", "return"]), ("mode == t", 8, ["talk"]),
            ("status == h", 10, ["HELD"]), ("status == desync(", 10, []),
            ("status == des", 10, ["DESYNC(index)", "DESYNC(clip)", "DESYNC(base-missing)", "DESYNC(overlay)"]),
            ("chunk == ", 9, ["3"]), ("late > ", 7, ["4.250ms"]), ("sheet ~ ", 8, []),
            ("clip == ", 8, ["\"talk 1\"", "idle_1", "idle_2"]), ("clip == \"ta", 8, ["\"talk 1\""]),
            ("clip == id", 8, ["idle_1", "idle_2"]), ("chunk == 3 ", 11, ["&&", "||"]),
            ("(chunk == 3) ", 13, ["&&", "||"]),
            ("demanded != ba", 12, ["base"]), ("late > d", 7, ["drift", "decoded", "due"]),
            ("clip == de", 8, ["demanded-clip"]), ("clip ~ de", 7, []), ("clip == \"de", 8, []),
            ("held ", 5, []), ("chunk ~ ", 8, []), ("chunk & ", 6, []),
        ] as [(String, Int, [String])])
    func offered(text: String, start: Int, candidates: [String]) {
        let completion = Self.complete(text)
        #expect(completion.candidates == candidates)
        #expect(candidates.isEmpty || completion.start == start)
    }

    @Test("at the beginning there are all stops and all fields, each once")
    func first() {
        let all = Self.complete("").candidates
        #expect(Set(all).count == all.count && all.contains("chunk-start") && all.contains("when"))
        #expect(all.contains("demanded-clip") && all.contains("drift"))
        #expect(!Self.complete("when ").candidates.contains("chunk-start"))
    }

    @Test("what all have in common is known")
    func common() {
        #expect(Self.complete("demanded-c").common == "demanded-clip" && Self.complete("clip == id").common == "idle_")
        #expect(Self.complete("zzz").common == "" && Self.complete("clip == ").common == "")
    }
}
