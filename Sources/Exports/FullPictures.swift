import Checks
import Debugger
import Decoding
import Events
import Frames
import Playback
import Sessions

/// How large exported pictures are. They are never enlarged.
package enum PictureScale: Equatable, Sendable {
    case full
    /// Of each side, above 0 and at most 1.
    case factor(Double)
    /// In pixels; the height follows.
    case width(Int)

    /// At least one pixel each way.
    func size(of picture: PixelSize) -> PixelSize {
        let factor: Double =
            switch self {
            case .full: 1
            case .factor(let factor): factor
            case .width(let width): Double(width) / Double(max(picture.width, 1))
            }
        guard factor > 0, factor < 1 else { return picture }
        return PixelSize(
            width: max(1, Int((Double(picture.width) * factor).rounded())),
            height: max(1, Int((Double(picture.height) * factor).rounded())))
    }
}

/// The pictures of frames as they are, at the source's resolution or scaled down with the area filter.
struct FullPictures {
    private let blobs: any BlobSource
    private let view: PictureView
    private let scale: PictureScale
    private var compositor = Compositor()
    /// Decoded last: while a picture is held, or idles on one base frame, it is wanted again.
    private var base: (hash: ContentHash, picture: Picture)?
    private var overlay: (hash: ContentHash, picture: Picture)?

    init(blobs: any BlobSource, view: PictureView = .composite, scale: PictureScale = .full) {
        self.blobs = blobs
        self.view = view
        self.scale = scale
    }

    /// The picture of a frame; `nil` when there was none on screen, or what the view shows never came.
    /// - Throws: why its base frame is no picture.
    mutating func picture(of frame: ChosenFrame) throws(PictureError) -> Picture? {
        let drawn = DrawnFrame(
            composite: frame.composite, before: frame.before, demanded: frame.demanded, mode: frame.record.mode,
            isPast: true)
        guard let full = try view.image(of: drawn, from: &self) else { return nil }
        let size = scale.size(of: full.size)
        return size == full.size ? full : AreaScaler(from: full.bounds, to: size).scale(full)
    }

    private mutating func decodeBase(_ composite: Composite) throws(PictureError) -> Picture {
        if let base, base.hash == composite.base.hash { return base.picture }
        let picture = try decode(composite.base.hash, blobs).get()
        base = (composite.base.hash, picture)
        return picture
    }

    private mutating func decodeOverlay(_ hash: ContentHash) -> Picture? {
        if let overlay, overlay.hash == hash { return overlay.picture }
        guard case .success(let picture) = decode(hash, blobs) else { return nil }
        overlay = (hash, picture)
        return picture
    }
}

extension FullPictures: ViewPictures {
    mutating func compose(_ composite: Composite, withOverlay: Bool, isPast: Bool) throws(PictureError) -> Picture {
        let base = try decodeBase(composite)
        return compositor.compose(base, withOverlay ? overlay(of: composite, isPast: isPast).map { [$0] } ?? [] : [])
    }

    mutating func overlay(of composite: Composite, isPast: Bool) -> Overlay? {
        guard let placed = composite.overlay, let picture = decodeOverlay(placed.picture.hash) else { return nil }
        return Overlay(picture, destination: placed.placement.destination(of: picture.size))
    }

    func alone(_ overlay: Overlay?, on frame: Picture) -> Picture {
        Picture.overlaysAlone(overlay.map { [$0] } ?? [], size: frame.size)
    }
}

/// The picture of one frame of a session that has been heard.
package enum TapePicture {
    package static let views = PictureView.allCases.map(\.rawValue)

    /// - Returns: a PNG file.
    /// - Throws: `CommandError.unusable` where the frame has no picture, or what the view shows never came.
    package static func png(
        _ ordinal: Int, of timeline: Timeline, _ blobs: any BlobSource, _ view: PictureView, _ scale: PictureScale
    ) throws -> [UInt8] {
        var choice = FrameChoice()
        choice.frames = FrameRange(ordinal...ordinal)
        let before = view.framesBefore(onion: PictureView.usualOnion)
        var frames = ChosenFrames(source: .session(timeline), choice: choice, framesBefore: before)
        frames.marks = FrameMarks(timeline.log, ordinal..<ordinal + 1, Coverage(seams: true, sound: true))
        var pictures = FullPictures(blobs: blobs, view: view, scale: scale)
        var bytes: [UInt8]?
        try frames.run { frame in
            guard frame.record.ordinal == ordinal, let picture = try pictures.picture(of: frame) else { return }
            bytes = try encodePNG(picture, compression: .exported)
        }
        guard let bytes else { throw CommandError.unusable("frame \(ordinal) has no such picture") }
        return bytes
    }
}
