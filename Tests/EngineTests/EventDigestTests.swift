import Events
import Support
import Testing

@testable import Engine

@Suite struct EventDigestTests {
    private typealias Change<Value> = @Sendable (inout Value) -> Void

    private static let frameChanges: [String: Change<OverlayFrame>] = [
        "section": { $0.section = 1 }, "sequence": { $0.sequence = 9 }, "clip": { $0.clip = Stream.talkingBack },
        "givenBaseIndex": { $0.givenBaseIndex = 0 }, "overlayID": { $0.overlayID = "x" }, "sheet": { $0.sheet = "x" },
        "picture": { $0.picture = Stream.payload(6) }, "zone": { $0.zone = PixelPoint(x: 1, y: 2) },
        "destination": { $0.destination = PixelRect(x: 0, y: 0, width: 1, height: 1) },
    ]
    private static let frameRest: [String: Change<OverlayFrame>] = [
        "originalIndex": { $0.originalIndex = 1 }, "character": { $0.character = "a" }, "viseme": { $0.viseme = "a" },
    ]
    private static let audioChanges: [String: Change<AudioChunk>] = [
        "chunk": { $0.chunk = 2 }, "sound": { $0.sound = Stream.payload(5) }, "totalFrames": { $0.totalFrames = 2 },
        "firstClip": { $0.firstClip = Stream.talking }, "firstBaseIndex": { $0.firstBaseIndex = 0 },
        "firstPicture": { $0.firstPicture = Stream.payload(7) }, "firstSheet": { $0.firstSheet = "x" },
        "zone": { $0.zone = PixelPoint(x: 1, y: 2) }, "frames": { $0.frames.removeLast() },
    ]
    private static let audioRest: [String: Change<AudioChunk>] = [
        "group": { $0.group = 1 }, "emitted": { $0.emitted = Stream.date(1) },
        "words": { $0.words = [SpokenWord(scalars: 0..<1, span: .zero..<TimeSpan(microseconds: 1))] },
    ]
    private static let batchChanges: [String: Change<OverlayBatch>] = [
        "chunk": { $0.chunk = 2 }, "batch": { $0.batch = 0 }, "totalBatches": { $0.totalBatches = 1 },
        "frames": { $0.frames.removeLast() },
    ]
    private static let batchRest: [String: Change<OverlayBatch>] = ["emitted": { $0.emitted = Stream.date(1) }]
    private static let descriptionChanges: [String: Change<ChunkDescription>] = [
        "chunk": { $0.chunk = 2 }, "totalFrames": { $0.totalFrames = 2 }, "frames": { $0.frames.removeLast() },
        "firstPicture": { $0.firstPicture = Stream.payload(7) },
    ]
    private static let descriptionRest: [String: Change<ChunkDescription>] = [
        "emitted": { $0.emitted = Stream.date(1) }
    ]

    /// What differs in the first list makes another event, what differs in the second the same once more, and nothing is in neither.
    private func expect<Value>(
        _ value: Value, _ event: (Value) -> WireEvent, _ changes: [String: Change<Value>],
        _ rest: [String: Change<Value>]
    ) {
        #expect(Set(Mirror(reflecting: value).children.compactMap(\.label)) == Set(changes.keys).union(rest.keys))
        func digest(_ change: Change<Value>) -> EventDigest? {
            var changed = value
            change(&changed)
            return EventDigest(event(changed))
        }
        let digests = [digest { _ in }] + changes.values.map(digest)
        #expect(Set(digests).count == digests.count)
        for (name, change) in rest { #expect(digest(change) == digests[0], "\(name)") }
    }

    @Test("the same event has the same digest, and whatever differs in what is drawn or heard of it another one")
    func differences() {
        let frames = [OverlayFrame(sequence: 0), OverlayFrame(sequence: 1)]
        expect(
            AudioChunk(chunk: 1, frames: frames), { .audioArrived($0) }, Self.audioChanges, Self.audioRest)
        expect(
            OverlayBatch(chunk: 1, frames: frames), { .overlaysArrived($0) }, Self.batchChanges, Self.batchRest)
        expect(
            ChunkDescription(chunk: 1, frames: frames), { .chunkDescribed($0) }, Self.descriptionChanges,
            Self.descriptionRest)
        expect(
            OverlayFrame(sequence: 0), { .overlaysArrived(OverlayBatch(chunk: 1, frames: [frames[1], $0])) },
            Self.frameChanges, Self.frameRest)
    }

    @Test("events of different kinds, and totals that differ, have different digests")
    func kinds() {
        let events: [WireEvent] = [
            .audioArrived(AudioChunk(chunk: 1)), .overlaysArrived(OverlayBatch(chunk: 1, frames: [])),
            .chunkDescribed(ChunkDescription(chunk: 1)), .chunkSent(chunk: 1, totalSent: nil),
            .chunkSent(chunk: 1, totalSent: 2), .chunkSent(chunk: 2, totalSent: nil),
        ]
        #expect(Set(events.map(EventDigest.init)).count == events.count)
    }

    @Test("two texts that follow each other are not what two others are that hold the same letters")
    func texts() {
        func digest(_ names: String...) -> EventDigest? {
            var frames = names.indices.map { OverlayFrame(sequence: $0) }
            for place in frames.indices { frames[place].overlayID = names[place] }
            return EventDigest(.overlaysArrived(OverlayBatch(chunk: 0, frames: frames)))
        }
        #expect(digest("ab", "c") != digest("a", "bc"))
        #expect(digest("12345678", "") != digest("1234567", "8"))
        #expect(digest("a\0") != digest("a"))
    }

    @Test("events that name no chunk have none")
    func none() { #expect(EventDigest(.audioEnded) == nil) }
}
