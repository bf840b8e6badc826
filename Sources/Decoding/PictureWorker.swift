import Engine
import Events
import Frames
import Playback

/// What a worker has decoded.
package enum DecodedPictures: Sendable {
    case overlays([(DecodeJob, Result<Picture, PictureError>)])
    case base(ContentHash, Result<Picture, PictureError>)
}

/// One worker: takes jobs until the queue is closed.
package func decodePictures(
    from queue: DecodeQueue, blobs: any BlobSource, memory: DecodingMemory, report: (DecodedPictures) -> Void
) async {
    while let job = await queue.next() {
        switch job {
        case .overlays(let jobs):
            report(.overlays(jobs.map { ($0, decode($0.picture.hash, blobs, reusing: memory.overlays.take())) }))
        case .base(let hash): report(.base(hash, decode(hash, blobs, reusing: memory.bases.take())))
        }
    }
}

package func decode(
    _ hash: ContentHash, _ blobs: any BlobSource, reusing spare: consuming [UInt8] = []
) -> Result<Picture, PictureError> {
    guard let bytes = blobs.bytes(of: hash) else { return .failure(.empty) }
    do throws(PictureError) {
        return .success(try decodePicture(bytes, reusing: spare))
    } catch {
        return .failure(error)
    }
}
