import Cells
import Decoding
import Events
import Frames
import PictureInPicture
import Playback

/// Pictures of members and of their sources, as they were decoded last.
///
/// Owner: the run loop, main actor.
@MainActor
final class TilePictures {
    /// Another one where something may be drawn otherwise.
    private(set) var revision = 0
    /// Reads what comes from pipes and files.
    let video: TileVideo
    /// The picture of the film that is read, as it is now.
    var film: (() -> Picture?)?
    private let blobs: any BlobSource
    /// Frames of scripts, by their bytes.
    private var frames = RecentlyUsed<ContentHash, Picture>(limit: 16 << 20)
    private var images = RecentlyUsed<CallImage, Picture>(limit: 8 << 20)

    /// A member's picture is never drawn larger than the circle of the largest tile; what is kept is scaled down to this.
    private static let imageSide = 256

    init(_ blobs: any BlobSource, _ video: TileVideo) { (self.blobs, self.video) = (blobs, video) }

    /// A newer frame of a pipe or a file is there.
    func renew() { revision += 1 }

    /// Decoded here and now where it is not at hand, so that every state can be drawn (architecture, promise 3).
    func frame(_ payload: Payload) -> Picture? {
        if let known = frames.use(payload.hash) { return known }
        guard case .success(let picture) = decode(payload.hash, blobs) else { return nil }
        _ = frames.insert(picture, cost: picture.bytes.count, for: payload.hash)
        return picture
    }

    func image(_ image: CallImage) -> Picture? {
        if let known = images.use(image) { return known }
        guard case .picture(let payload) = image, case .success(let picture) = decode(payload.hash, blobs) else {
            return nil
        }
        store(picture, for: image)
        return images.use(image)
    }

    func store(_ picture: Picture, for image: CallImage) {
        let side = Self.imageSide
        let isLarge = picture.size.width > side || picture.size.height > side
        let small = isLarge ? picture.reduced(to: PixelSize(width: side, height: side)) : picture
        _ = images.insert(small, cost: small.bytes.count, for: image)
        revision += 1
    }

    func store(_ picture: Picture, of payload: Payload) {
        _ = frames.insert(picture, cost: picture.bytes.count, for: payload.hash)
    }
}
