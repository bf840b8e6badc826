import Events

/// Whether an overlay was made for the base frame that it is drawn over, told from its border (specification 6.4, K65).
///
/// A backend cuts an overlay out of one base frame and draws a mouth into it. Along its border it is therefore that base
/// frame, but for the noise of two lossy coders; over every other base frame it differs by what the face has moved.
package enum SeamTest {
    /// What the border says.
    package enum Verdict: Hashable, Sendable {
        /// No other base frame fits clearly better than the drawn one.
        case fits
        /// It was made for the base frame with this index, or one near it: `isClear` where no other one that was looked at fits
        /// nearly as well. The nearest to the drawn one where several fit equally.
        case madeFor(index: Int, isClear: Bool)
        /// No base frame that was looked at fits; it may have been made for one further off, or be drawn without regard to any.
        /// `isFar`: none by far, so that anybody sees its border.
        case fitsNone(isFar: Bool)
        /// It shows what lies under it in other colors; for which base frame it was made is not asked.
        case tinted(SeamTint)
        /// Too few opaque pixels, or none, lie on the base frame.
        case unclear
    }

    /// Base frames this far from the drawn one, either way, are looked at.
    package static let reach = 15

    /// A base frame fits when the root of the mean square difference is at most this; 12 of 255. Measured on the demo: at most
    /// 4.9 over the right base frame.
    private static let fitting = 144.0
    /// From here on anybody sees the border: the root of the mean square is 24 of 255.
    private static let strange = 576.0
    /// Another base frame fits clearly better when the drawn one's mean square is this many times as much, and `clearly`
    /// more. Measured on the demo's 499 overlays: at most 0.99 times the best other one where the drawn base frame is the
    /// right one, at the least 1.14 times and 1.9 more where it is two or more indexes off.
    private static let ratio = 1.1
    private static let clearly = 1.0
    private static let fewestPixels = 200

    /// A base frame's pixels under an overlay.
    package struct Candidate: Sendable {
        package let index: Int
        package let part: SeamPart

        package init(index: Int, part: SeamPart) {
            self.index = index
            self.part = part
        }
    }

    /// - Parameters:
    ///   - overlay: as large as its destination.
    ///   - drawn: the base frame that it is drawn over.
    ///   - others: other base frames of the same clip. Those that cover less of the overlay than the drawn one are left out.
    package static func judge(_ overlay: Picture, drawn: Candidate, others: [Candidate]) -> Verdict {
        var search = Search(overlay, drawn: drawn)
        search.look(at: others)
        return search.verdict
    }

    /// Looks at one base frame after another: those of a whole clip at once would take too much memory.
    package struct Search {
        private let overlay: Picture
        private let drawn: Candidate
        private let band: SeamBand
        private let own: Double
        /// It lies on the drawn one in other colors: no other is looked for.
        private let tint: SeamTint?
        private var best: (index: Int, square: Double)
        /// Of all the others the best.
        private var second = Double.infinity

        /// - Parameters: as of `judge`.
        package init(_ overlay: Picture, drawn: Candidate) {
            (self.overlay, self.drawn) = (overlay, drawn)
            band = SeamBand(of: overlay, within: drawn.part.covering)
            let origin = drawn.part.covering.origin
            tint = band.count < fewestPixels ? nil : band.tint(overlay, over: drawn.part.picture, origin: origin)
            own = band.meanSquare(overlay, over: drawn.part.picture, origin: origin) ?? .infinity
            best = (drawn.index, own)
        }

        /// Nearest first: of two that fit equally the nearer one counts.
        package mutating func look(at others: [Candidate]) {
            guard band.count >= fewestPixels, tint == nil else { return }
            let origin = drawn.part.covering.origin
            for other in others.sorted(by: { abs($0.index - drawn.index) < abs($1.index - drawn.index) })
            where other.part.covering == drawn.part.covering {
                guard let square = band.meanSquare(overlay, over: other.part.picture, origin: origin, most: second),
                    square < second
                else { continue }
                if square < best.square {
                    (best, second) = ((other.index, square), best.square)
                } else {
                    second = square
                }
            }
        }

        package var verdict: Verdict {
            guard band.count >= fewestPixels else { return .unclear }
            if let tint { return .tinted(tint) }
            guard best.square <= fitting else { return .fitsNone(isFar: best.square >= strange) }
            guard isClearly(own, worse: best.square) else { return .fits }
            return .madeFor(index: best.index, isClear: isClearly(second, worse: best.square))
        }
    }

    private static func isClearly(_ square: Double, worse best: Double) -> Bool {
        square >= best * ratio && square >= best + clearly
    }
}

/// The part of a decoded base frame that lies under an overlay.
package struct SeamPart: Sendable {
    /// What of the overlay it lies under, in the overlay's pixels.
    let covering: PixelRect
    let picture: Picture
    package let extent: Extent
    /// Of the whole base frame.
    package let base: PixelSize

    /// How much of the overlay's destination lies on the base frame.
    package enum Extent: Hashable, Sendable { case whole, partly, nothing }

    package var byteCount: Int { picture.bytes.count }

    /// - Parameter rect: the overlay's destination, in pixels of the base frame; may reach beyond it.
    package init(of base: Picture, under rect: PixelRect) {
        let part = rect.intersection(base.bounds)
        covering =
            part.isEmpty
            ? .zero
            : PixelRect(
                x: part.minX - rect.minX, y: part.minY - rect.minY, width: part.size.width, height: part.size.height)
        picture = part.isEmpty ? Picture(size: .zero, bytes: []) : base.cropped(to: part)
        self.base = base.size
        extent = part.isEmpty ? .nothing : part == rect ? .whole : .partly
    }
}

/// Pictures that the test needs again and again: overlays, and parts of base frames by base frame and place. Bounded; the
/// least recently used go first.
package struct SeamCache: Sendable {
    private struct PartName: Hashable, Sendable {
        let base: ContentHash
        let rect: PixelRect
    }

    private var overlays: RecentlyUsed<ContentHash, Picture>
    private var parts: RecentlyUsed<PartName, SeamPart>

    /// - Parameter byteLimit: for overlays and for parts, each.
    package init(byteLimit: Int) {
        overlays = RecentlyUsed(limit: byteLimit)
        parts = RecentlyUsed(limit: byteLimit)
    }

    package mutating func overlay(_ hash: ContentHash) -> Picture? { overlays.use(hash) }

    package mutating func keepOverlay(_ overlay: Picture, _ hash: ContentHash) {
        _ = overlays.insert(overlay, cost: overlay.bytes.count, for: hash)
    }

    package mutating func part(of base: ContentHash, under rect: PixelRect) -> SeamPart? {
        parts.use(PartName(base: base, rect: rect))
    }

    package mutating func keepPart(_ part: SeamPart, of base: ContentHash, under rect: PixelRect) {
        _ = parts.insert(part, cost: part.byteCount, for: PartName(base: base, rect: rect))
    }
}
