import Events
import Files
import Frames
import PictureInPicture
import Playback

/// Pictures of a run by their bytes, and those of members and videos that its call names.
package struct BlobPictures: RunPictures {
    private let blobs: any BlobSource
    private var files: CallFiles?
    private let images: MemberImages
    /// Takes what is decoded; called from several threads.
    private let keep: (@Sendable (Picture, ContentHash) -> Void)?

    /// - Parameter folder: where files lie that a call names; without it none is opened, and nothing is told of them.
    package init(
        _ blobs: any BlobSource, folder: OpenFolder? = nil, keep: (@Sendable (Picture, ContentHash) -> Void)? = nil
    ) {
        (self.blobs, self.keep) = (blobs, keep)
        (images, files) = (MemberImages(blobs, folder: folder), folder.map(CallFiles.init))
    }

    package var measure: @Sendable (ContentHash) -> Result<PixelSize, PictureError> {
        let (blobs, keep) = (blobs, keep)
        return { hash in
            let result = decode(hash, blobs)
            if let keep, case .success(let picture) = result { keep(picture, hash) }
            return result.map(\.size)
        }
    }

    package func fault(in picture: ContentHash) -> PictureError? { examinePicture(blobs.bytes(of: picture) ?? []) }

    package mutating func outcomes(for tile: Tile) -> [TileInput] {
        let frames = tile.wantedFrames.map { source, picture -> TileInput in
            switch decode(picture.hash, blobs) {
            case .success(let frame): .frameDecoded(source, picture, frame.size)
            case .failure(let error): .frameFailed(source, picture, reason: error.reason)
            }
        }
        return frames + (files?.outcomes(for: tile) ?? []) + image(for: tile)
    }

    private func image(for tile: Tile) -> [TileInput] {
        guard let image = tile.wantedImage else { return [] }
        switch image {
        case .picture: break
        case .file: if images.folder == nil { return [] }
        case .address: return []
        }
        let failure: String? = if case .failure(let error) = images.load(image) { error.reason } else { nil }
        return [.image(image, failure: failure)]
    }
}

extension AtOnceDecoder {
    /// - Parameter folder: as `BlobPictures` has it.
    package init(_ blobs: any BlobSource, sounds: SoundPrefetcher?, folder: OpenFolder? = nil) {
        self.init(BlobPictures(blobs, folder: folder), sounds: sounds)
    }
}

extension PlaybackController {
    /// Decodes what lies in `blobs`.
    /// - Parameter hearsAll: hear the whole feed ahead, with the playhead at the beginning and paused.
    package init(_ player: FeedPlayer, blobs: any BlobSource, at real: Instant, hearsAll: Bool = false) {
        self.init(player, AtOnceDecoder(blobs, sounds: SoundPrefetcher(blobs)), at: real, hearsAll: hearsAll)
    }
}

/// Gets pictures of members from where a call has them: the tape, and the folder that is given for its files.
package struct MemberImages: Sendable {
    package let blobs: any BlobSource
    package let folder: OpenFolder?

    package init(_ blobs: any BlobSource, folder: OpenFolder?) { (self.blobs, self.folder) = (blobs, folder) }

    package func load(_ image: CallImage) -> Result<Picture, CommandError> {
        switch image {
        case .picture(let payload): photo { blobs.bytes(of: payload.hash) ?? [] }
        case .file(let path): file(path)
        case .address: .failure(.unusable("pictures at addresses need --backend"))
        }
    }

    private func file(_ path: String) -> Result<Picture, CommandError> {
        guard let folder else { return .failure(.unusable("picture files need --folder")) }
        return photo { try folder.bytes(below: path, atMost: Limits.messageBytes) }
    }

    private func photo(_ bytes: () throws -> [UInt8]) -> Result<Picture, CommandError> {
        do { return .success(try decodePhoto(try bytes())) } catch { return .failure(CommandError(error)) }
    }
}
