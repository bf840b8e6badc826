import Events
import Frames

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
