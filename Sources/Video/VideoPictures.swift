import Events
import Frames

/// The pictures that a tile shows of one reader: the newest, as often as may be painted.
///
/// Owner: the tile's owner.
package struct VideoPictures {
    /// What is shown; `nil` until a frame has come, and while nothing is shown.
    package private(set) var current: VideoPicture?

    private var cap: PaintCap
    /// The frame that was taken last, also where its picture has been let go.
    private var frame: VideoFrame?
    private var scaler: (format: I420StreamFormat, view: VideoView, scaler: I420Scaler)?
    /// Whether a frame waits for its turn.
    private var isWaiting = false

    package init(cap: PaintCap = PaintCap()) { self.cap = cap }

    /// The picture to be shown now: another object than before when there is a newer frame and its turn has come, and when the
    /// view has changed. The frame itself is kept until there is a newer one.
    package mutating func update(from reader: VideoReader, _ view: VideoView, at now: Instant) -> VideoPicture? {
        isWaiting = reader.lookForNews()
        if isWaiting, cap.allows(at: now) {
            isWaiting = false
            if let newer = reader.take() { frame = newer }
        }
        guard let frame else { return nil }
        if let current, current.frame.number == frame.number, current.view == view { return current }
        current = scaler(frame.format, view).map { VideoPicture(frame, view, $0) }
        return current
    }

    /// When to ask again although nothing is heard; `nil` when that is not needed.
    package var deadline: Instant? { isWaiting ? cap.next : nil }

    /// Nothing is shown from now on: the picture is let go. Its frame may begin the next showing.
    package mutating func hide() {
        current = nil
        isWaiting = false
    }

    /// A showing begins: with the frame that was shown last only where that is fresh.
    package mutating func show(at now: Instant) {
        if let last = frame, !last.isFresh(at: now) { frame = nil }
    }

    /// Nothing of what was shown is left: the source has ended, or is another one.
    package mutating func clear() {
        (current, frame, scaler) = (nil, nil, nil)
        isWaiting = false
    }

    private mutating func scaler(_ format: I420StreamFormat, _ view: VideoView) -> I420Scaler? {
        if let scaler, scaler.format == format, scaler.view == view { return scaler.scaler }
        let made = view.scaler(of: format)
        scaler = made.map { (format, view, $0) }
        return made
    }
}

/// A frame as a tile shows it. Its pixels are made when somebody asks for them first, and kept (picture-in-picture 5.5).
///
/// Owner: `VideoPictures`, and whoever paints it.
package final class VideoPicture {
    package let frame: VideoFrame
    package let view: VideoView
    private let scaler: I420Scaler

    /// The tile's pixels. Cost: some milliseconds, once.
    package private(set) lazy var image: PixelImage = {
        frame.mailbox.count { $0.conversions += 1 }
        return scaler.image(of: frame.frame)
    }()

    /// The part of the frame that is shown, in its pixels.
    package var crop: PixelRect? {
        I420Crop(of: frame.format.layout.size, aspect: frame.format.aspect, in: view.area)?.source
    }

    init(_ frame: VideoFrame, _ view: VideoView, _ scaler: I420Scaler) {
        (self.frame, self.view, self.scaler) = (frame, view, scaler)
    }
}

/// How a tile shows frames.
package struct VideoView: Hashable, Sendable {
    package var area: PictureArea
    package var isMirrored: Bool
    package var matrix: ColorMatrix
    /// `nil` for what the stream says.
    package var range: ColorRange?

    package init(
        _ area: PictureArea, isMirrored: Bool = false, matrix: ColorMatrix = .bt601, range: ColorRange? = nil
    ) {
        (self.area, self.isMirrored, self.matrix, self.range) = (area, isMirrored, matrix, range)
    }

    /// `nil` when the tile has no cells.
    func scaler(of format: I420StreamFormat) -> I420Scaler? {
        guard let crop = I420Crop(of: format.layout.size, aspect: format.aspect, in: area) else { return nil }
        let conversion = YUVConversion(matrix: matrix, range: range ?? format.range)
        return I420Scaler(format.layout, crop, conversion, isMirrored: isMirrored)
    }
}

/// Lets so many pictures a second be painted and no more (picture-in-picture 5.3).
package struct PaintCap: Hashable, Sendable {
    /// Pictures a second, where nobody says.
    package static let usual = 15
    package static let limits = 1...240

    private let interval: TimeSpan
    /// When the next one may be painted; `nil` for at once.
    package private(set) var next: Instant?

    package init(_ picturesASecond: Int = usual) {
        interval = TimeSpan(microseconds: 1_000_000 / Int64(picturesASecond.clamped(to: Self.limits)))
    }

    /// Whether a picture may be painted now; where it may it is taken for painted.
    package mutating func allows(at now: Instant) -> Bool {
        // A clock that has gone back is waited for no longer than that.
        if let next, now < next, next - now <= interval { return false }
        next = now + interval
        return true
    }
}
