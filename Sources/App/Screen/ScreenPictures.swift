import Cells
import Decoding
import Dispatch
import Engine
import Events
import Frames
import Platform
import Playback

/// The pictures of the screen: decoded by the workers, kept for drawing, drawn.
///
/// Owner: the run loop, main actor.
@MainActor
final class ScreenPictures {
    private let blobs: any BlobSource
    private let decoding = DecodeQueue()
    private var presenter: FramePresenter
    private var probe: FrameProbe

    /// What the picture shows.
    struct Drawn: Equatable {
        var frame: DrawnFrame
        /// The other one of two side by side, at the left.
        var beside: DrawnFrame?
        var request: DrawingRequest
        var isExact: Bool
        var probe: PixelPoint?
        var swatch: CellRect?
    }

    init(blobs: any BlobSource) {
        self.blobs = blobs
        (presenter, probe) = (FramePresenter(blobs: blobs), FrameProbe(blobs: blobs))
    }

    /// Decoders, until `close`.
    /// - Parameter workers: have them until they have ended.
    func startWorkers(_ workers: DispatchGroup, report: @escaping @Sendable (DecodedPictures) -> Void) {
        let (decoding, blobs, memory) = (decoding, blobs, presenter.memory)
        for _ in 0..<max(1, ProcessorCount.online - 1) {
            workers.enter()
            Task.detached {
                defer { workers.leave() }
                await decodePictures(from: decoding, blobs: blobs, memory: memory, report: report)
            }
        }
    }

    func close() { decoding.close() }

    // MARK: What is at hand

    func store(_ result: Result<Picture, PictureError>, for job: DecodeJob) {
        if case .success(let picture) = result { presenter.store(picture, for: job) }
    }

    func store(base decoded: Result<Picture, PictureError>, _ hash: ContentHash) {
        presenter.store(base: decoded, hash)
        decoding.finish(base: hash)
    }

    /// Has decoded what is drawn next.
    func prefetch(_ request: DrawingRequest, _ engine: PlaybackEngine) {
        prefetch(engine.upcomingBases(FramePresenter.basesKept), request, engine, for: nil)
    }

    /// The same where another one draws, and not each frame.
    /// - Parameter places: of the frames that it will draw; the next one is 0.
    func prefetch(_ request: DrawingRequest, _ engine: PlaybackEngine, _ places: [Int], for other: FramePresenter) {
        let upcoming = engine.upcomingBases((places.last ?? -1) + 1)
        prefetch(places.filter(upcoming.indices.contains).map { upcoming[$0] }, request, engine, for: other)
    }

    private func prefetch(
        _ bases: [Payload], _ request: DrawingRequest, _ engine: PlaybackEngine, for other: FramePresenter?
    ) {
        decoding.setBases(
            presenter.missingBases(bases, request, isTalking: engine.modeName == .overlay, lentTo: other))
    }

    /// Bytes of all decoded and scaled pictures.
    var keptBytes: Int { presenter.keptBytes }

    // MARK: Drawing

    func grid(_ drawn: Drawn) -> PixelGrid {
        if let other = drawn.beside { return presenter.draw(other, beside: drawn.frame, drawn.request) }
        var grid = presenter.draw(drawn.frame, drawn.request)
        if let point = drawn.probe, let composite = drawn.frame.composite {
            probe.show(point, of: composite, in: drawn.request.area, on: &grid)
            if let swatch = drawn.swatch, let reading = reading(of: composite, at: point) {
                FrameProbe.fill(swatch, with: reading.composite, on: &grid)
            }
        }
        return grid
    }

    /// By another presenter, with the pictures of the avatar that have been decoded.
    func grid(_ frame: DrawnFrame, _ request: DrawingRequest, by other: inout FramePresenter) -> PixelGrid {
        presenter.lend(to: &other) { $0.draw(frame, request) }
    }

    func takeSpent() -> FramePresenter.Spent { presenter.takeSpent() }
    func takeBroken() -> [FramePresenter.BrokenBase] { presenter.takeBroken() }

    // MARK: Full resolution

    func fullPicture(_ composite: Composite) throws -> Picture { try presenter.fullPicture(composite) }
    func size(of composite: Composite) -> PixelSize? {
        presenter.isKnownBroken(composite.base.hash) ? nil : probe.size(of: composite)
    }

    func reading(of composite: Composite, at point: PixelPoint) -> PixelReading? {
        probe.reading(of: composite, at: point, &presenter)
    }

    func endProbe() { probe.end() }
}

extension ScreenPictures: @MainActor PictureDecoder {
    func decode(_ job: DecodeJob) { decoding.decode(job) }
    func discard(_ keys: [PictureKey]) { presenter.discard(keys) }
    func begin(_ generation: Generation) {
        decoding.begin(generation)
        presenter.begin(generation)
    }
}
