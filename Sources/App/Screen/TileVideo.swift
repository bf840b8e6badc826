import Events
import Files
import Frames
import PictureInPicture
import Playback
import Video

/// Reads the video of the member who is shown: one source at a time, from a file below the folder that is given for them or from
/// what the user named for it.
///
/// Owner: the run loop, main actor.
@MainActor
final class TileVideo {
    /// What came of a reader, which may be of an earlier one.
    struct Event: Sendable {
        let source: SourceIdentity
        let reader: Int
        let event: VideoEvent
    }

    private struct Open {
        let identity: SourceIdentity
        /// Of another call it is another source, whatever its name.
        let call: String?
        let number: Int
        let reader: VideoReader
        /// Where what is played was when it was opened: a file begins there.
        let begin: Instant
        var pictures = VideoPictures(cap: PaintCap(PaintCap.limits.upperBound))
        var hasGivenFrame = false
        /// Of a pipe, how well its frames come.
        var delivery = Delivery()
        var countedFrames = 0
        var deliveryDue: Instant?
    }

    /// What the user named for sources, by their names in the call.
    private let named: [String: VideoSource]
    private let folder: OpenFolder?
    private let clock: SessionClock
    private let report: @Sendable (Event) -> Void
    private let pool = I420Pool()
    private var open: Open?
    private var count = 0
    /// What could not be opened, which is said once.
    private var failed: (identity: SourceIdentity, call: String?)?
    private var isShown = false
    /// Whether any source has been a video.
    private(set) var hasBegun = false

    init(
        named: [String: VideoSource], folder: OpenFolder?, _ clock: SessionClock,
        report: @escaping @Sendable (Event) -> Void
    ) {
        (self.named, self.folder, self.clock, self.report) = (named, folder, clock, report)
    }

    func close() {
        open?.reader.close()
        open = nil
    }

    // MARK: Following

    /// - Parameter position: of what is played; a file goes along with it.
    /// - Returns: why the source cannot be opened.
    func follow(_ tile: Tile, at position: Instant) -> TileInput? {
        let wanted = tile.attached
        let call = tile.record.snapshot.call
        if let open, open.identity != wanted?.identity || open.call != call { close() }
        if failed?.call != call { failed = nil }
        guard let wanted, let source = source(of: wanted) else { return nil }
        guard open == nil, failed?.identity != wanted.identity else {
            if let open { open.reader.advance(to: .zero + max(.zero, position - open.begin)) }
            return delivered(rate: wanted.rate)
        }
        return begin(wanted.identity, of: call, source, at: position)
    }

    /// How well a pipe's frames come, where that is another than it was. A file has no connection.
    /// - Parameter rate: as the call tells it, before what the stream says of itself.
    private func delivered(rate: Double?) -> TileInput? {
        let now = clock.now
        guard var open, !open.reader.isFile, open.deliveryDue.map({ $0 <= now }) ?? true else { return nil }
        let (read, before) = (open.reader.counts.read, open.delivery.quality)
        open.delivery.receive(read - open.countedFrames, at: now)
        open.countedFrames = read
        let own = open.reader.format.map { Double($0.rate.numerator) / Double($0.rate.denominator) }
        open.delivery.update(rate: rate ?? own, at: now)
        open.deliveryDue = now + Delivery.step
        self.open = open
        guard open.delivery.quality != before else { return nil }
        return .source(open.identity, .delivered(level: open.delivery.quality.rawValue))
    }

    /// When that is to be looked at again although nothing comes.
    var nextWake: Instant? { open.flatMap { $0.delivery.isRunning ? $0.deliveryDue : nil } }

    private func source(of wanted: CallSource) -> VideoSource? {
        if let named = named[wanted.identity.name] { return named }
        guard let path = wanted.path, let folder else { return nil }
        return VideoSource(.below(folder, path))
    }

    private func begin(
        _ identity: SourceIdentity, of call: String?, _ source: VideoSource, at position: Instant
    ) -> TileInput? {
        count += 1
        let (number, clock, report) = (count, clock, report)
        do throws(VideoFailure) {
            let tell: @Sendable (VideoEvent) -> Void = { report(Event(source: identity, reader: number, event: $0)) }
            let reader = try VideoReader(source, pool, clock: { clock.now }, report: tell)
            open = Open(identity: identity, call: call, number: number, reader: reader, begin: position)
            isShown = false
            return nil
        } catch {
            failed = (identity, call)
            return .source(identity, .failed(reason: error.reason))
        }
    }

    /// Where the tile is, or the stage of a call, as large as it is drawn; `nil` where nobody sees it.
    func show(_ content: PixelSize?) {
        guard let open, isShown != (content != nil) || content != nil else { return }
        if let content { open.reader.show(content, at: clock.now) } else { open.reader.hide() }
        if isShown != (content != nil) {
            isShown = content != nil
            if isShown {
                self.open?.pictures.show(at: clock.now)
            } else {
                // The next showing begins with a frame of its own.
                self.open?.pictures.hide()
                self.open?.hasGivenFrame = false
            }
            // Of frames that came before nothing was told.
            if isShown, open.reader.lookForNews() {
                report(Event(source: open.identity, reader: open.number, event: .frameCame))
            }
        }
    }

    func pause() { open?.reader.pause() }
    func resume() { open?.reader.resume(at: clock.now) }

    /// - Returns: what the tile is to hear of it, and what the user is.
    func receive(_ event: Event) -> (inputs: [TileInput], notice: String?) {
        guard let open, open.number == event.reader else { return ([], nil) }
        switch event.event {
        case .began(let format):
            hasBegun = true
            return ([.source(event.source, format.opened)], nil)
        case .frameCame:
            guard !open.hasGivenFrame else { return ([], nil) }
            self.open?.hasGivenFrame = true
            return ([.firstFrame(event.source)], nil)
        case .noted(let text): return ([], text)
        case .ended(.held): return ([], nil)
        case .ended(let end):
            self.open?.hasGivenFrame = false
            self.open?.pictures.clear()
            return ([.source(event.source, .ended)], Self.words(end, of: open.reader))
        case .failed(let failure):
            failed = (event.source, open.call)
            return ([.source(event.source, .failed(reason: failure.reason))], failure.reason)
        }
    }

    private static func words(_ end: VideoEnd, of reader: VideoReader) -> String {
        let name = reader.source.name.kept
        if reader.isFile { return "\(name): no complete frame" }
        return end == .waiting ? "\(name) has ended; waiting for another writer" : "\(name) has ended"
    }

    // MARK: Pictures

    /// Whether there is a newer frame than the one that was drawn.
    var hasNews: Bool { open?.reader.lookForNews() == true }

    /// When the next frame of a file is due, by the clock of what is played; a hidden one is not read.
    var nextFrame: Instant? {
        guard isShown else { return nil }
        return open.flatMap { open in open.reader.nextFrameTime.map { open.begin + ($0 - .zero) } }
    }

    /// The newest frame as it is to be shown.
    func picture(of source: SourceIdentity, _ view: VideoView) -> VideoPicture? {
        guard var open, open.identity == source else { return nil }
        let picture = open.pictures.update(from: open.reader, view, at: clock.now)
        self.open = open
        return picture
    }
}
