import Events
import Playback
import Synchronization

/// Bytes by content hash, which counts how often each is asked for.
package final class TestBlobs: BlobSource {
    package let hashes: [ContentHash]
    private let all: [ContentHash: [UInt8]]
    private let asked = Mutex<[ContentHash: Int]>([:])

    package init(_ all: [[UInt8]]) {
        hashes = all.map { contentHash(of: $0) }
        self.all = Dictionary(zip(hashes, all)) { first, _ in first }
    }

    package func bytes(of hash: ContentHash) -> [UInt8]? {
        asked.withLock { $0[hash, default: 0] += 1 }
        return all[hash]
    }

    package func payload(_ place: Int) -> Payload {
        Payload(hash: hashes[place], byteCount: all[hashes[place]]?.count ?? 0)
    }

    package func asks(_ place: Int) -> Int { asked.withLock { $0[hashes[place]] ?? 0 } }
}
