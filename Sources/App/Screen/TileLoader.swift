import Decoding
import Dispatch
import Events
import Frames
import Live
import PictureInPicture
import Playback

/// What came of something that the tile wants.
enum TileEvent: Sendable {
    case frame(SourceIdentity, Payload, Result<Picture, PictureError>)
    /// With a reason where it could not be had.
    case image(CallImage, Result<Picture, CommandError>)
}

/// Decodes beside the loop what the tile wants: frames of scripts, the newest of each source, and pictures of members.
///
/// Owner: the run loop, main actor.
@MainActor
final class TileLoader {
    private let images: MemberImages
    /// Nobody else is asked for what has an address.
    private let backend: @Sendable () -> (any Backend)?
    private let report: @Sendable (TileEvent) -> Void
    private let queue = DispatchQueue(label: "tile pictures")
    private var frames: Set<SourceIdentity> = []
    private var image: CallImage?

    init(
        _ images: MemberImages, _ backend: @escaping @Sendable () -> (any Backend)?,
        report: @escaping @Sendable (TileEvent) -> Void
    ) {
        (self.images, self.backend, self.report) = (images, backend, report)
    }

    /// Begins with what is not under way yet.
    func follow(_ tile: Tile) {
        let (images, report) = (images, report)
        for (source, picture) in tile.wantedFrames where frames.insert(source).inserted {
            queue.async { report(.frame(source, picture, decode(picture.hash, images.blobs))) }
        }
        guard let wanted = tile.wantedImage, wanted != image else { return }
        image = wanted
        guard case .address(let address) = wanted, let backend = backend() else {
            return queue.async { report(.image(wanted, images.load(wanted))) }
        }
        Task.detached { report(.image(wanted, await Self.load(address, from: backend))) }
    }

    /// The answer has arrived.
    func finish(_ event: TileEvent) {
        switch event {
        case .frame(let source, _, _): frames.remove(source)
        case .image(let image, _): if self.image == image { self.image = nil }
        }
    }

    private nonisolated static func load(
        _ address: String, from backend: any Backend
    ) async -> Result<Picture, CommandError> {
        do {
            return .success(try decodePhoto(try await backend.picture(at: address)))
        } catch {
            return .failure(CommandError(error))
        }
    }
}

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
