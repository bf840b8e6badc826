import Events
import Support
import Testing

@testable import Engine

@Suite struct EventDigestTests {
    @Test("the same event has the same digest, and whatever differs in it another one")
    func differences() {
        var audio = AudioChunk(chunk: 1)
        audio.frames = [OverlayFrame(sequence: 0), OverlayFrame(sequence: 1)]
        var events: [WireEvent] = [.audioArrived(audio), .chunkSent(chunk: 1, totalSent: nil)]
        events.append(.chunkSent(chunk: 1, totalSent: 2))
        for change: (inout AudioChunk) -> Void in [
            { $0.chunk = 2 }, { $0.sound = Stream.payload(5) }, { $0.totalFrames = 2 }, { $0.frames.removeLast() },
            { $0.frames[1].overlayID = "x" }, { $0.frames[0].overlayID = "x" }, { $0.frames[1].section = 1 },
            { $0.frames[1].picture = Stream.payload(6) },
        ] {
            var changed = audio
            change(&changed)
            events.append(.audioArrived(changed))
        }
        events.append(.overlaysArrived(OverlayBatch(chunk: 1, frames: audio.frames)))
        events.append(.chunkDescribed(ChunkDescription(chunk: 1)))
        #expect(Set(events.map(EventDigest.init)).count == events.count)
        #expect(events.allSatisfy { EventDigest($0) == EventDigest($0) })
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
