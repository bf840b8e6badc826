import Decoding
import Events
import Frames
import Platform
import Playback
import Synchronization

/// Decodes what the seam test looks at, on all cores, and keeps some of it.
///
/// Used from several threads; the mutex guards the shelf.
final class SeamPictures: Sendable {
    /// An overlay as large as its destination, and that.
    struct Test: Sendable {
        /// `nil` where there is nothing to compare, or it would take too much memory.
        let picture: Picture?
        let rect: PixelRect

        /// Pixels of the largest destination that a picture is scaled to.
        private static let scaledLimit = 4 << 20

        init(overlay: Picture, placement: OverlayPlacement) {
            let placed = Overlay(overlay, destination: placement.destination(of: overlay.size))
            rect = placed.destination
            if rect.size == overlay.size {
                picture = overlay
            } else if !rect.isEmpty, !overlay.size.isEmpty, rect.size.count <= Self.scaledLimit {
                picture = AreaScaler(from: overlay.bounds, to: rect.size).scale(overlay)
            } else {
                picture = nil
            }
        }
    }

    /// Parts of base frames by base frame and place.
    struct Parts: Sendable {
        fileprivate var all: [ContentHash: [PixelRect: SeamPart]] = [:]
        /// Base frames that are no pictures.
        fileprivate(set) var failures: [ContentHash: String] = [:]
        fileprivate(set) var sizes: [ContentHash: PixelSize] = [:]

        subscript(base: ContentHash, rect: PixelRect) -> SeamPart? { all[base]?[rect] }
    }

    private let blobs: any BlobSource
    /// Nobody wants any more what is found.
    let isCanceled: @Sendable () -> Bool
    private let shelf = Mutex(SeamCache(byteLimit: 48 << 20))

    init(_ blobs: any BlobSource, isCanceled: @escaping @Sendable () -> Bool = { false }) {
        (self.blobs, self.isCanceled) = (blobs, isCanceled)
    }

    func keep(_ overlay: Picture, _ hash: ContentHash) { shelf.withLock { $0.keepOverlay(overlay, hash) } }

    /// Those of the overlays that are pictures.
    func overlays(_ hashes: [ContentHash]) -> [ContentHash: Picture] {
        let hashes = Array(Set(hashes))
        let found = inParallel(hashes) { hash -> Picture? in
            if let known = self.shelf.withLock({ $0.overlay(hash) }) { return known }
            guard !self.isCanceled(), case .success(let picture) = decode(hash, self.blobs) else { return nil }
            self.keep(picture, hash)
            return picture
        }
        return Dictionary(zip(hashes, found).compactMap { hash, picture in picture.map { (hash, $0) } }) { first, _ in
            first
        }
    }

    /// The parts of base frames at these places; base frames without a place are only decoded, to see whether they can be.
    func parts(_ needs: [ContentHash: Set<PixelRect>]) -> Parts {
        var parts = Parts()
        var missing: [(hash: ContentHash, rects: [PixelRect])] = []
        shelf.withLock { shelf in
            for (hash, rects) in needs {
                var rest: [PixelRect] = []
                for rect in rects {
                    if let part = shelf.part(of: hash, under: rect) {
                        parts.all[hash, default: [:]][rect] = part
                        parts.sizes[hash] = part.base
                    } else {
                        rest.append(rect)
                    }
                }
                if !rest.isEmpty || rects.isEmpty { missing.append((hash, rest)) }
            }
        }
        let decoded = inParallel(missing) { need in
            (self.isCanceled() ? .failure(.empty) : decode(need.hash, self.blobs)).map { base in
                (size: base.size, parts: need.rects.map { SeamPart(of: base, under: $0) })
            }
        }
        for (need, result) in zip(missing, decoded) {
            switch result {
            case .failure(let error): parts.failures[need.hash] = error.reason
            case .success(let new):
                parts.sizes[need.hash] = new.size
                for (rect, part) in zip(need.rects, new.parts) {
                    parts.all[need.hash, default: [:]][rect] = part
                    shelf.withLock { $0.keepPart(part, of: need.hash, under: rect) }
                }
            }
        }
        return parts
    }
}
