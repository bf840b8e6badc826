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
