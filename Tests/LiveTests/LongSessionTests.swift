import Engine
import Events
import Foundation
import PlaybackSupport
import Tapes
import Testing

@testable import Playback

/// The suite idles for an hour of the virtual clock; `CAMEO_IDLE_HOURS=24` in the environment makes it a day, and says what
/// it took:
///
///     CAMEO_IDLE_HOURS=24 swift test --filter LongSessionTests
@Suite("A live session that goes on and on")
struct LongSessionTests {
    private static let wanted = ProcessInfo.processInfo.environment["CAMEO_IDLE_HOURS"].flatMap { Int($0) }

    /// What a session keeps of its past besides the copies of the engine, which have a limit of their own.
    private static func pastBytes(_ playback: PlaybackController) -> Int {
        playback.log.entries.byteCount + playback.timeline.history.moments.byteCount
    }

    @Test("hours of idling: no drift, the state of a clip that goes round, a few bytes a frame")
    func idling() async throws {
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 26, first: 0)
        var session = try VirtualSession(stream.messages)
        let hours = Self.wanted ?? 1
        try session.run(to: 60)
        let (frames, before) = (session.playback.log.frameCount, Self.pastBytes(session.playback))
        // In parts, so that no more waits for the tape than would in real time.
        for part in 1...hours * 6 {
            try session.run(to: Double(part) * 600)
            try await session.waitForTape()
            #expect(session.stream.byteCount == 0)
        }
        let engine = session.playback.engine
        let seconds = hours * 3_600
        #expect(session.playback.isAtEdge && session.playback.lag(at: session.now) == .zero)
        #expect(session.playback.position(at: session.now) == session.now)
        #expect(engine.modeName == .idle && engine.generation == 0)
        let count = session.playback.log.frameCount
        // Ten a second, from the first one on, and never one left out.
        #expect(abs(count - 10 * seconds) <= 1)
        let last = try #require(session.playback.record)
        #expect(last.ordinal == count - 1 && last.baseIndex == (count - 1) % 26)
        #expect(session.now - last.shown <= .milliseconds(100))
        #expect(engine.counters.held == 0 && engine.counters.skipped == 0)
        let perFrame = Double(Self.pastBytes(session.playback) - before) / Double(count - frames)
        #expect(perFrame < 40)
        #expect(session.playback.timeline.copies.byteCount <= 64 << 20)
        if Self.wanted != nil {
            let bytes = Self.pastBytes(session.playback)
            print("\(hours) h: \(count) frames, \(session.playback.heard) events, \(bytes) bytes of log and history,")
            print("\(session.playback.timeline.copies) copies of the engine")
        }
        try await session.close()
    }

    @Test("N57 a hundred messages: each counted by itself, and nothing of them left behind")
    func messages() async throws {
        let (messages, frames, apart) = (100, 12, 2.0)
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 4, first: 0)
        try stream.clip(WrittenStream.talking, frames: 20, first: 100)
        for message in 0..<messages {
            let time = 1 + Double(message) * apart
            stream.audio(0, frames: frames, at: time)
            try stream.batch(0, 0..<frames, at: time) {
                try WrittenStream.picture(10_000 + message * frames + $0, side: 4)
            }
            stream.sent(0, frames, at: time)
            stream.say(time, "audio_end", [:])
        }
        var session = try VirtualSession(stream.messages)
        var (decoded, past): ([Int], [Int]) = ([], [])
        for message in 0..<messages {
            try session.run(to: 1 + Double(message + 1) * apart - 0.01)
            if message % 10 == 9 {
                try await session.waitForTape()
                #expect(session.stream.byteCount == 0)
            }
            #expect(!session.playback.engine.isAnimating)
            #expect(session.playback.engine.counters.messagesFinished == message + 1)
            decoded.append(session.playback.engine.decodedBytes)
            past.append(Self.pastBytes(session.playback))
        }
        let spoken = session.shown.filter { $0.mode == .overlay }
        let perMessage = Dictionary(grouping: spoken, by: \.generation).values
        #expect(perMessage.count == messages)
        #expect(perMessage.allSatisfy { $0.count == frames && $0.allSatisfy { $0.status == .sync } })
        #expect(perMessage.allSatisfy { $0.map(\.position?.sequence) == Array(0..<frames) })
        let counters = session.playback.engine.counters
        #expect(counters.chunksFinished == messages && counters.decoded == messages * frames)
        #expect(counters.stale == 0 && counters.lost == 0 && counters.late == 0 && counters.duplicates == 0)
        #expect(decoded.allSatisfy { $0 == decoded[9] })
        // The newest lines take more until they are packed: what counts is how low it comes.
        let low = { (messages: Range<Int>) in past[messages].min() ?? 0 }
        #expect(low(80..<100) - low(60..<80) < (low(40..<60) - low(20..<40)) * 3 / 2)
        try await session.close()
    }
}
