import Events
import Frames
import Support
import Synchronization
import Testing

@testable import Video

/// Hears a reader, on a clock that moves only when told.
final class TestOwner: Sendable {
    private let heard = Mutex<[VideoEvent]>([])
    private let time = Mutex(Instant.zero)
    let pool = I420Pool()

    var now: Instant {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    var events: [VideoEvent] { heard.withLock { $0 } }
    /// Without those that tell of frames.
    var news: [VideoEvent] { events.filter { $0 != .frameCame } }
    var calls: Int { events.count { $0 == .frameCame } }

    func reader(_ source: VideoSource, isShown: Bool = true) throws -> VideoReader {
        let reader = try VideoReader(
            source, pool, clock: { self.now }, report: { event in self.heard.withLock { $0.append(event) } })
        if isShown { reader.show(size(192, 144), at: now) }
        return reader
    }

    func reader(of pipe: TestPipe, _ kind: VideoSource.Kind = .y4m, isShown: Bool = true) throws -> VideoReader {
        try reader(VideoSource(.descriptor(pipe.reading, name: "pipe"), kind), isShown: isShown)
    }

    func hears(_ event: VideoEvent) async -> Bool { await eventually { self.events.contains(event) } }
}

extension VideoReader {
    /// Whether so many frames come to be read.
    func hasRead(_ count: Int) async -> Bool { await eventually { self.counts.read >= count } }

    /// The value of the next frame that there is to take.
    func nextValue() async -> Int? {
        _ = await eventually { self.lookForNews() }
        return VideoFrameValue.of(take()?.frame)
    }
}
