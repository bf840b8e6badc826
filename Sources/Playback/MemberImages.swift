import Events
import Files
import Frames

/// Gets pictures of members from where a call has them: the tape, and the folder that is given for its files.
package struct MemberImages: Sendable {
    package let blobs: any BlobSource
    package let folder: OpenFolder?

    package init(_ blobs: any BlobSource, folder: OpenFolder?) { (self.blobs, self.folder) = (blobs, folder) }

    package func load(_ image: CallImage) -> Result<Picture, CommandError> {
        switch image {
        case .picture(let payload): decode(payload.hash, blobs).mapError { CommandError($0) }
        case .file(let path): file(path)
        case .address: .failure(.unusable("no backend is given for addresses"))
        }
    }

    private func file(_ path: String) -> Result<Picture, CommandError> {
        guard let folder else { return .failure(.unusable("no folder is given for files")) }
        do {
            return .success(try decodePicture(try folder.bytes(below: path, atMost: Limits.messageBytes)))
        } catch {
            return .failure(CommandError(error))
        }
    }
}
