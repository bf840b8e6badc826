import Events
import Files
import Frames
import Speaking
import Speech

/// `cameo avatar check`: whether a pack has all pictures that it says, and whether each is one.
package struct PackCheck {
    /// A line each.
    package private(set) var faults: [String] = []
    private var (clips, bases, overlays) = (0, 0, 0)
    private let shapes: Int
    private let title: String
    private static let largestPicture = 4 << 20
    /// More are counted and not listed.
    private static let faultsListed = 20
    private var unlisted = 0

    /// - Throws: `CommandError.unusable` for what is no pack that could speak.
    package init(_ folder: String) throws(CommandError) {
        let avatar = try SpokenAvatar(folder)
        (shapes, title) = (avatar.pack.shapes.all.count, avatar.clips.content.title)
        var size: PixelSize?
        for clip in avatar.pack.clips {
            clips += 1
            for index in 0..<clip.frames {
                let place = "\(clip.name.rawValue)/\(PackContent.digits(index))"
                bases += 1
                guard let base = picture("\(folder)/clips/\(place).webp") else { continue }
                size = size ?? base.size
                if let size, base.size != size {
                    add("clips/\(place).webp: \(PackDrawings.words(base.size)), expected \(PackDrawings.words(size))")
                }
                guard avatar.pack.hasOverlays(clip) else { continue }
                for shape in avatar.pack.shapes.all {
                    overlays += 1
                    let name = "overlays/\(place)/\(shape.sheet)"
                    guard let overlay = picture("\(folder)/\(name)") else { continue }
                    let rect = PixelRect(origin: avatar.pack.zone, size: overlay.size)
                    if rect.intersection(base.bounds) != rect { add("\(name): reaches beyond its base frame") }
                }
            }
        }
    }

    package var isComplete: Bool { faults.isEmpty }

    /// What there is, then what is wrong with it.
    package var lines: [String] {
        let counts = [
            plural(clips, "clip"), plural(bases, "base frame"), plural(shapes, "mouth"), plural(overlays, "overlay"),
        ]
        let verdict = isComplete ? "complete" : plural(faults.count + unlisted, "fault")
        return ["\(title): \(counts.joined(separator: ", ")): \(verdict)"] + faults.map { "  " + $0 }
            + (unlisted > 0 ? ["  ... and \(unlisted) more"] : [])
    }

    private mutating func picture(_ path: String) -> Picture? {
        do {
            return try decodePicture(try ChunkedFileReader.all(of: path, atMost: Self.largestPicture))
        } catch {
            let reason = CommandError(error).reason
            add(reason.hasPrefix(path) ? reason : "\(path): \(reason)")
            return nil
        }
    }

    private mutating func add(_ fault: String) {
        if faults.count < Self.faultsListed { faults.append(fault) } else { unlisted += 1 }
    }
}
