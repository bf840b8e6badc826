import Engine
import Events
import Support
import Testing

@Suite("The worked example of specification 7.1")
struct WorkedExampleTests {
    static func session() -> EngineRun {
        var session = EngineRun()
        session.loadClips()
        session.at(30.000, .sent)
        var first = Stream.frames(0..<20, clip: Stream.bridge, from: 0)
        first += Stream.frames(20..<27, clip: Stream.talking, from: 0)
        session.at(31.400, Stream.audio(0, frames: 27))
        session.at(31.520, Stream.batch(0, first, of: 1))
        session.at(31.610, Stream.sent(0, 27))
        session.at(32.100, Stream.sent(1, 60))
        session.at(32.120, Stream.audio(1, frames: 60))
        session.at(32.150, .baseAnimationRequested(Stream.home))
        session.at(32.450, Stream.batch(1, Stream.frames(0..<50, from: 7), number: 0, of: 2))
        session.at(32.550, Stream.batch(1, Stream.frames(50..<60, from: 57), number: 1, of: 2))
        session.at(32.600, .audioEnded)
        // The pictures of chunk 1 are decoded at 32.56 only, so that its buffer fills a little too late.
        session.decoding = { job in
            job.key.rawValue.hasPrefix("talking_1_s_talking_1_e/") && job.picture.hash != Stream.payload(1_000_000).hash
                ? .after(.milliseconds(60)) : .after(.zero)
        }
        return session
    }

    @Test("all 87 frames are in sync, with one hold between the chunks")
    func records() {
        var session = Self.session()
        session.run(to: 45)
        let spoken = session.records.filter { $0.position != nil || $0.status == .held }
        #expect(spoken.filter { $0.status == .sync }.count == 87)
        #expect(spoken.filter { $0.status == .held }.count == 1)
        let clips = session.records.filter { $0.mode == .finishingBase }.map(\.baseIndex)
        #expect(clips == Array(67..<90))
        #expect(session.records.filter { $0.mode == .returnTransition }.count == 20)
        #expect(session.notes.isEmpty)
        #expect(session.modes == [.idle, .overlay, .finishingBase, .returnTransition, .idle])
    }
}
