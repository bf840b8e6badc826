import Events
import Testing

@testable import PictureInPicture

/// Quality that nobody announces (picture-in-picture 2.3).
@Suite struct DeliveryTests {
    /// Frames that come evenly, so many a second, until a moment.
    private static func delivery(_ perSecond: Int, until seconds: Int = 4) -> Delivery {
        var delivery = Delivery()
        for frame in 0..<(perSecond * seconds) {
            delivery.receive(1, at: Instant(microseconds: Int64(frame * 1_000_000 / perSecond)))
        }
        return delivery
    }

    private static func quality(_ perSecond: Int, of rate: Double?, at seconds: Double = 4) -> ConnectionQuality {
        var delivery = delivery(perSecond)
        delivery.update(rate: rate, at: Instant(seconds: seconds) - .milliseconds(1))
        return delivery.quality
    }

    @Test("by the share of the last 2 s: 90 % excellent, 60 % good, any poor; unknown without a rate")
    func levels() {
        #expect(Self.quality(20, of: 20) == .excellent && Self.quality(40, of: 20) == .excellent)
        #expect(Self.quality(18, of: 20) == .excellent && Self.quality(17, of: 20) == .good)
        #expect(Self.quality(12, of: 20) == .good && Self.quality(11, of: 20) == .poor)
        #expect(Self.quality(1, of: 20) == .poor)
        #expect(Self.quality(20, of: nil) == .unknown && Self.quality(20, of: 0) == .unknown)
    }

    @Test("unknown in the first 2 s, and again behind 2 s of nothing")
    func beginning() {
        var delivery = Delivery()
        for tenth in 0..<60 {
            let now = Instant(seconds: Double(tenth) / 10)
            delivery.receive(1, at: now)
            delivery.update(rate: 10, at: now)
            #expect(delivery.quality == (tenth < 20 ? .unknown : .excellent), "\(tenth)")
        }
        delivery.update(rate: 10, at: Instant(seconds: 7))
        #expect(delivery.quality == .poor && delivery.isRunning)
        delivery.update(rate: 10, at: Instant(seconds: 7.9))
        #expect(delivery.quality == .unknown && !delivery.isRunning)
        delivery.receive(100, at: Instant(seconds: 8))
        delivery.update(rate: 10, at: Instant(seconds: 9.9))
        #expect(delivery.quality == .unknown)
    }

    private static let picture = Payload(hash: ContentHash(words: (1, 2, 3, 4)), byteCount: 5)

    /// A member whose camera is told frame by frame, ten a second.
    private static func camera(_ changes: CallMemberChange...) -> TileRun {
        var run = TileRun.covered(("a", .video("cam") + changes))
        run.at(0, .camera("cam", .rate(10)))
        for tenth in 0..<40 { run.at(Double(tenth) / 10, .frame(source: "cam", picture: picture)) }
        return run
    }

    @Test("of frames that a script gives: it comes after 2 s, and goes with them; what is announced counts before it")
    func scripted() {
        var run = Self.camera()
        run.end()
        #expect(run.record.snapshot.overlays.quality == .excellent)
        let first = run.published.first { $0.record.snapshot.overlays.quality == .excellent }
        #expect(first.map { $0.time >= Instant(seconds: 2) && $0.time <= Instant(seconds: 2.1) } == true)
        run.reach(10)
        #expect(run.record.snapshot.overlays.quality == .unknown && run.tile.deadline == nil)
        let levels = run.published.map(\.record.snapshot.overlays.quality)
        #expect(levels.contains(.good) && levels.contains(.poor))
        var told = Self.camera(.quality(1))
        told.end()
        #expect(told.record.snapshot.overlays.quality == .poor)
    }

    @Test("of a pipe as whoever reads it says, until that is gone; of another instance nothing is known")
    func piped() {
        var run = TileRun.covered(("a", .video("cam")))
        let source = SourceIdentity(name: "cam")
        run.at(0, .camera("cam"))
        run.at(1, .source(source, .delivered(level: 2)))
        run.end()
        #expect(run.record.snapshot.overlays.quality == .good)
        run.at(2, .source(SourceIdentity(name: "cam", instance: 1), .delivered(level: 3)))
        run.end()
        #expect(run.record.snapshot.overlays.quality == .good)
        run.at(3, .source(source, .ended))
        run.at(3, .source(source, .opened(PixelSize(width: 4, height: 4), pixelAspect: 1)))
        run.end()
        #expect(run.record.snapshot.overlays.quality == .unknown)
    }
}
