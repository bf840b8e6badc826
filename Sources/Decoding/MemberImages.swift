import Events
import Files
import Frames
import Playback

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
