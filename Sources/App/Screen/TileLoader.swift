import Decoding
import Dispatch
import Events
import Frames
import Live
import PictureInPicture

/// What came of something that the tile wants.
enum TileNews: Sendable {
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
    private let report: @Sendable (TileNews) -> Void
    private let queue = DispatchQueue(label: "tile pictures")
    private var frames: Set<SourceIdentity> = []
    private var image: CallImage?

    init(
        _ images: MemberImages, _ backend: @escaping @Sendable () -> (any Backend)?,
        report: @escaping @Sendable (TileNews) -> Void
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
    func finish(_ news: TileNews) {
        switch news {
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
