import Events
import Speech

/// Where the mouths of drawings differ from the one at rest, and the square that is cut out there for overlays.
enum MouthZone {
    /// What the player fades begins at this part of the square's side from its center (docs/reference/avatar-packs.md).
    private static let seenFully = 0.4
    /// Differences below it are the noise of a lossy picture.
    private static let visible = 32
    /// Of the picture's smaller side: drawings that differ by more do not differ by a mouth alone.
    private static let widest = 0.7
    private static let smallest = 32

    /// - Parameter motion: pixels by which the head moves at most.
    /// - Throws: `CommandError.unusable`: which drawings are alike, or differ all over.
    static func square(of drawings: PackDrawings, motion: Int) throws(CommandError) -> PixelRect {
        let rest = drawings.rest
        let side = min(rest.size.width, rest.size.height)
        var all: PixelRect?
        for mouth in DrawnMouth.allCases where mouth != .rest {
            guard let picture = drawings.mouths[mouth] else { continue }
            // Pressed lips may be drawn as those at rest.
            guard let changed = rest.difference(from: picture, above: visible) else {
                if mouth.openness > 0 {
                    throw .unusable("\(mouth.rawValue): looks the same as rest; draw an open mouth")
                }
                continue
            }
            guard Double(max(changed.size.width, changed.size.height)) <= widest * Double(side) else {
                throw .unusable(
                    "\(mouth.rawValue): differs from rest in \(PackDrawings.words(changed.size)): "
                        + "only mouth and chin may differ")
            }
            all = all.map { union($0, changed) } ?? changed
        }
        guard let all else { throw .unusable("all mouths look the same; expected some that differ from rest") }
        let (across, down) = (Double(all.size.width) / 2, Double(all.size.height) / 2)
        let reach = (across * across + down * down).squareRoot() + Double(motion)
        let wanted = max(smallest, Int((reach / seenFully).rounded(.up)))
        let width = min(wanted, side)
        let center = PixelPoint(x: all.minX + all.size.width / 2, y: all.minY + all.size.height / 2)
        return PixelRect(
            x: (center.x - width / 2).clamped(to: 0...rest.size.width - width),
            y: (center.y - width / 2).clamped(to: 0...rest.size.height - width), width: width, height: width)
    }

    private static func union(_ a: PixelRect, _ b: PixelRect) -> PixelRect {
        let (left, top) = (min(a.minX, b.minX), min(a.minY, b.minY))
        return PixelRect(x: left, y: top, width: max(a.maxX, b.maxX) - left, height: max(a.maxY, b.maxY) - top)
    }
}
