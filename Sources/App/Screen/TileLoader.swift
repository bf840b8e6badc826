import Dispatch
import Events
import Files
import Frames
import PictureInPicture
import Playback

/// What came of something that the tile wants.
enum TileNews: Sendable {
    case frame(SourceIdentity, Payload, Result<Picture, PictureError>)
    /// With a reason where it could not be had.
    case image(CallImage, Result<Picture, TileLoader.Failure>)
}

/// Decodes beside the loop what the tile wants: frames of scripts, the newest of each source, and pictures of members.
///
/// Owner: the run loop, main actor.
@MainActor
final class TileLoader {
    struct Failure: Error {
        let reason: String
    }

    private let blobs: any BlobSource
    /// Where files of strangers may lie.
    private let folder: OpenFolder?
    private let report: @Sendable (TileNews) -> Void
    private let queue = DispatchQueue(label: "tile pictures")
    private var frames: Set<SourceIdentity> = []
    private var image: CallImage?

    /// Bytes of a picture's file.
    private nonisolated static let fileBytes = Limits.messageBytes

    init(_ blobs: any BlobSource, folder: OpenFolder?, report: @escaping @Sendable (TileNews) -> Void) {
        (self.blobs, self.folder, self.report) = (blobs, folder, report)
    }

    /// Begins with what is not under way yet.
    func follow(_ tile: Tile) {
        let (blobs, report) = (blobs, report)
        for (source, picture) in tile.wantedFrames where frames.insert(source).inserted {
            queue.async { report(.frame(source, picture, decode(picture.hash, blobs))) }
        }
        guard let wanted = tile.wantedImage, wanted != image else { return }
        image = wanted
        let folder = folder
        queue.async { report(.image(wanted, Self.load(wanted, blobs, folder))) }
    }

    /// The answer has arrived.
    func finish(_ news: TileNews) {
        switch news {
        case .frame(let source, _, _): frames.remove(source)
        case .image(let image, _): if self.image == image { self.image = nil }
        }
    }

    private nonisolated static func load(
        _ image: CallImage, _ blobs: any BlobSource, _ folder: OpenFolder?
    ) -> Result<Picture, Failure> {
        switch image {
        case .picture(let payload):
            return decode(payload.hash, blobs).mapError { Failure(reason: $0.reason) }
        case .address: return .failure(Failure(reason: "an address is asked for at the backend alone"))
        case .file(let path):
            guard let folder else { return .failure(Failure(reason: "no folder is given for files")) }
            do {
                return .success(try decodePicture(try folder.bytes(below: path, atMost: fileBytes)))
            } catch {
                return .failure(Failure(reason: CommandError(error).reason))
            }
        }
    }
}
