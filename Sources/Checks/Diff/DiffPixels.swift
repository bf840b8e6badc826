import Decoding
import Events
import Frames
import Playback
import Tapes

/// Whether two frames look different: by the hashes of what they are made of, and where those differ by their pixels.
///
/// Owns the two tapes, which it opens when it needs them. Used by one thread.
final class DiffPixels {
    private let files: (String, String)
    private var tapes: (OpenTape, OpenTape)?
    private var compositor = Compositor()
    private var known: [Pair: String?] = [:]

    private struct Pair: Hashable {
        let first: Composite
        let second: Composite
    }

    /// Frames whose pixels are looked at; beyond, other hashes count as other pixels.
    static let comparisons = 500

    init(_ first: String, _ second: String) { files = (first, second) }

    deinit {
        tapes?.0.close()
        tapes?.1.close()
    }

    /// What the two show, in words; `nil` when that is the same, or when one of them does not say.
    func difference(_ first: Composite?, _ second: Composite?) throws -> (String, String)? {
        guard let first, let second, Self.look(first) != Self.look(second) else { return nil }
        let pair = Pair(first: first, second: second)
        if known[pair] == nil { known[pair] = .some(try compare(first, second)) }
        guard let found = known[pair] ?? nil else { return nil }
        let isMoved = Self.text(first) == Self.text(second)
        func text(_ composite: Composite) -> String {
            Self.text(composite) + (isMoved ? composite.overlay.map { ", \($0.placement.words)" } ?? "" : "")
        }
        return (text(first), "\(text(second)), \(found)")
    }

    /// All that decides about the pixels: with the same pictures the overlay lies elsewhere.
    private static func look(_ composite: Composite) -> [AnyHashable] {
        [composite.base.hash, composite.overlay?.picture.hash, composite.overlay?.placement]
    }

    private static func text(_ composite: Composite) -> String {
        let base = String(composite.base.hash.hex.prefix(8))
        return composite.overlay.map { "\(base)+\($0.picture.hash.hex.prefix(8))" } ?? base
    }

    /// `nil` when no pixel differs.
    private func compare(_ first: Composite, _ second: Composite) throws -> String? {
        guard known.count < Self.comparisons else { return "not compared" }
        let (a, b) = (try picture(first, \.0), try picture(second, \.1))
        guard let a, let b else { return "a picture that cannot be decoded" }
        guard a.size == b.size else {
            return "\(b.size.width)x\(b.size.height) instead of \(a.size.width)x\(a.size.height) pixels"
        }
        var count = 0
        var most = 0
        for pixel in 0..<a.size.count {
            var here = 0
            for byte in pixel * 4..<pixel * 4 + 4 { here = max(here, abs(Int(a.bytes[byte]) - Int(b.bytes[byte]))) }
            if here > 0 { count += 1 }
            most = max(most, here)
        }
        return count == 0 ? nil : "\(count) pixels differ by up to \(most)"
    }

    private func picture(_ composite: Composite, _ side: KeyPath<(OpenTape, OpenTape), OpenTape>) throws -> Picture? {
        let opened = try tapes ?? (OpenTape(files.0), OpenTape(files.1))
        tapes = opened
        let blobs = opened[keyPath: side].reader
        func decoded(_ picture: Payload) throws -> Picture? {
            let found = try? decode(picture.hash, blobs).get()
            try blobs.confirmBlobsRead()
            return found
        }
        guard let base = try decoded(composite.base) else { return nil }
        guard let placed = composite.overlay else { return base }
        guard let picture = try decoded(placed.picture) else { return nil }
        return compositor.compose(
            base, [Overlay(picture, destination: placed.placement.destination(of: picture.size))])
    }
}

extension OverlayPlacement {
    fileprivate var words: String {
        switch self {
        case .rectangle(let rect): "overlay at \(rect.minX),\(rect.minY) in \(rect.size.width)x\(rect.size.height)"
        case .topLeft(let point): "overlay at \(point.x),\(point.y)"
        case .unplaced: "overlay at 0,0, no position received"
        }
    }
}
