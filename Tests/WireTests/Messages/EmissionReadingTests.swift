import Events
import JSON
import SocketIO
import Testing

@testable import Wire

@Suite struct EmissionReadingTests {
    private static let date = "2026-03-01 12:00:31.402"
    private static let milliseconds: Int64 = 1_772_366_431_402

    private static func emitted(_ members: JSONObject) -> EmissionTime? { Fields(members).emitted() }

    @Test("a batch says Unix time in milliseconds, a sound a date as text, and the number goes first")
    func clocks() {
        let unix = EmissionTime(.unix, microseconds: Self.milliseconds * 1_000)
        let text = EmissionTime(.text, microseconds: Self.milliseconds * 1_000)
        #expect(Self.emitted(["emission_timestamp": .int(Self.milliseconds)]) == unix)
        #expect(Self.emitted(["emission_timestamp": .string("\(Self.milliseconds)")]) == unix)
        #expect(Self.emitted(["timestamp": .string(Self.date)]) == text)
        #expect(
            Self.emitted(["timestamp": .string(Self.date), "emission_timestamp": 1])
                == EmissionTime(.unix, microseconds: 1_000))
    }

    @Test(
        "what is no moment, or too coarse to tell two messages apart, is not said",
        arguments: [
            [:], ["emission_timestamp": 0], ["emission_timestamp": -5], ["emission_timestamp": .int(.max)],
            ["emission_timestamp": nil], ["timestamp": "2026-03-01 12:00:31"], ["timestamp": "1.5"], ["timestamp": 1.5],
            ["timestamp": "yesterday."], ["timestamp": "1960-01-01 00:00:00.5"],
            ["timestamp": "2026-03-01 12:00:31.4020000000000000000000"],
        ] as [JSONObject])
    func nothing(members: JSONObject) { #expect(Self.emitted(members) == nil) }

    @Test("a number that is none leaves the date")
    func fallback() {
        let found = Self.emitted(["emission_timestamp": 0, "timestamp": .string(Self.date)])
        #expect(found == EmissionTime(.text, microseconds: Self.milliseconds * 1_000))
    }

    @Test("a message said again says that it was emitted just now, on each clock that it has")
    func again() {
        let now = (Self.milliseconds + 5_000) * 1_000
        let message = WireMessage(
            name: "receive_audio",
            arguments: [
                [
                    "chunk_index": 1, "timestamp": .string(Self.date),
                    "emission_timestamp": .int(Self.milliseconds - 7),
                ], ["timestamp": .string(Self.date)],
            ], attachments: [[1]])
        let expected: [JSON] = [
            [
                "chunk_index": 1, "timestamp": "2026-03-01 12:00:36.402",
                "emission_timestamp": .int(Self.milliseconds + 5_000),
            ], ["timestamp": .string(Self.date)],
        ]
        let found = message.emitted(at: now)
        #expect(found.arguments == expected && found.name == message.name && found.attachments == message.attachments)
    }

    @Test("a message that is emitted later has each of its dates so much later")
    func later() {
        let message = StoredMessage(
            name: "receive_frame_images_batch",
            arguments: [["emission_timestamp": .int(Self.milliseconds), "timestamp": .string(Self.date)]])
        #expect(
            message.emitted(later: .milliseconds(1_500)).arguments == [
                ["emission_timestamp": .int(Self.milliseconds + 1_500), "timestamp": "2026-03-01 12:00:32.902"]
            ])
        #expect(
            message.emitted(later: .milliseconds(-402)).arguments[0].object?["timestamp"] == "2026-03-01 12:00:31.000")
        #expect(message.emitted(later: .zero) == message)
    }

    @Test("a message without a moment stays as it is, and gets none")
    func undated() {
        for arguments in [[], [nil], [7], [["timestamp": "2026-03-01 12:00:31", "x": 1]]] as [[JSON]] {
            let message = WireMessage(name: "x", arguments: arguments)
            #expect(message.emitted(at: 5) == message)
            let stored = StoredMessage(name: "x", arguments: arguments)
            #expect(stored.emitted(later: .seconds(1)) == stored)
        }
    }
}
