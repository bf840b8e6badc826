import Events
import Testing

@testable import Rewriting

@Suite struct RewriteMarksTests {
    private static func mark(_ milliseconds: Int64, _ name: String = "m") -> Mark {
        Mark(time: .zero + .milliseconds(milliseconds), name: name, note: "n")
    }

    private func moved(_ marks: [Mark], _ rules: String...) throws -> [Int64] {
        try RewrittenStream.speech().plan(rules).moved(marks).map { $0.time.microseconds / 1_000 }
    }

    @Test("a mark goes with the events around it, and stays where only one of them moves")
    func shift() throws {
        // Before all, in chunk 0, between chunks 1 and 2, behind the end.
        let marks = [Self.mark(500), Self.mark(1_015), Self.mark(1_150), Self.mark(2_000)]
        #expect(try moved(marks) == [500, 1_015, 1_150, 2_000])
        #expect(try moved(marks, "delay 400ms where chunk=0") == [500, 1_150, 1_415, 2_000])
        #expect(try moved(marks, "delay 7s where time=1s..") == [500, 8_015, 8_150, 9_000])
        #expect(try moved(marks, "delay 5ms where name=receive_audio") == [500, 1_015, 1_150, 2_000])
        #expect(try moved(marks, "delay 400ms where name=receive_audio") == [500, 1_015, 1_150, 2_000])
    }

    @Test("events that are gone, added or repeated do not count")
    func others() throws {
        let marks = [Self.mark(1_115)]
        #expect(try moved(marks, "drop where chunk=1", "delay 1s where chunk=0|2") == [2_115])
        #expect(try moved(marks, "duplicate 60s 3 times where chunk=1") == [1_115])
        #expect(try moved(marks, "insert sent after 1114ms") == [1_115])
        #expect(try moved(marks, "drop") == [1_115])
        // A frame leaves its batch.
        #expect(try moved(marks, "delay 1s where chunk=1 sequence=0") == [1_115])
    }

    @Test("marks that come to have one moment and name are both kept, in order of time")
    func collision() throws {
        let plan = try RewrittenStream.speech().plan(["delay -100ms where chunk=2", "delay 20ms where chunk=1"])
        let marks = [Self.mark(1_095), Self.mark(1_115), Self.mark(1_225), Self.mark(1_225, "a")]
        let moved = plan.moved(marks)
        #expect(moved.count == 4 && Set(moved.map { "\($0.time.microseconds) \($0.name)" }).count == 4)
        #expect(moved.map(\.time) == moved.map(\.time).sorted())
        let same = try RewrittenStream.speech().plan(["delay 110ms where chunk=1"]).moved([
            Self.mark(1_115), Self.mark(1_225),
        ])
        #expect(same.map(\.time.microseconds) == [1_225_000, 1_225_001])
    }
}
