import Events
import Files
import Frames
import Platform
import Speech
import Typesetting

/// Whole pictures of one face, all of one size: at rest, with other mouths, perhaps with its eyes closed.
package struct PackDrawings: Sendable {
    package let mouths: [DrawnMouth: Picture]
    package let blink: Picture?

    private static let blinkName = "blink"
    private static let endings = ["png", "jpg", "jpeg", "webp"]
    private static let sides = 64...1_024
    private static let largestFile = 32 << 20

    init(mouths: [DrawnMouth: Picture], blink: Picture?) { (self.mouths, self.blink) = (mouths, blink) }

    var rest: Picture {
        guard let rest = mouths[.rest] else { preconditionFailure("drawings have a mouth at rest") }
        return rest
    }

    /// Reads `rest.png`, `ah.png` and so on.
    /// - Throws: `CommandError.unusable`: which drawing is missing, or cannot be used, and why.
    package init(in folder: String) throws(CommandError) {
        guard FileStatus(folder)?.kind == .folder else {
            let words = FileStatus(folder) == nil ? FileNames.unreadable(folder) : "not a folder"
            throw .unusable("\(FileNames.fault(folder, words)); expected a folder of drawings")
        }
        var mouths: [DrawnMouth: Picture] = [:]
        var (blink, first): (Picture?, (name: String, size: PixelSize)?)
        for file in try Self.pictures(in: folder) {
            let picture = try Self.read("\(folder)/\(file)")
            if let first, first.size != picture.size {
                throw .unusable(
                    "\(folder)/\(file): \(Self.words(picture.size)), and \(first.name) has "
                        + "\(Self.words(first.size)): all drawings must have the same size")
            }
            first = first ?? (file, picture.size)
            let name = Self.stem(file)
            if name == Self.blinkName {
                blink = picture
            } else if let mouth = DrawnMouth(rawValue: name) {
                guard mouths.updateValue(picture, forKey: mouth) == nil else {
                    throw .unusable("\(folder)/\(file): there are two drawings of \(name)")
                }
            } else {
                throw .unusable(
                    "\(folder)/\(file): unknown drawing \"\(OutsideText.shown(name, cells: 40))\"; \(Self.hint(name))")
            }
        }
        if let missing = DrawnMouth.missing(in: Set(mouths.keys)) {
            let names = missing.map { $0.rawValue + ".png" }.joined(separator: " or ")
            throw .unusable("\(folder): \(names) is missing; required: rest, ah, and oh or w")
        }
        self.init(mouths: mouths, blink: blink)
    }

    /// In the order of their names; other files are left alone.
    private static func pictures(in folder: String) throws(CommandError) -> [String] {
        do {
            return try OpenFolder(following: folder).names().sorted().filter { name in
                !name.hasPrefix(".") && endings.contains { name.lowercased().hasSuffix("." + $0) }
            }
        } catch {
            throw .unusable("\(folder): \(error.words)")
        }
    }

    private static func read(_ path: String) throws(CommandError) -> Picture {
        let bytes = try ChunkedFileReader.all(of: path, atMost: largestFile)
        let picture: Picture
        do { picture = try decodePicture(bytes) } catch { throw .unusable("\(path): \(error.reason)") }
        guard sides.contains(picture.size.width), sides.contains(picture.size.height) else {
            throw .unusable(
                "\(path): \(words(picture.size)): expected \(sides.lowerBound) to \(sides.upperBound) on each side")
        }
        return picture.onWhite
    }

    private static func stem(_ file: String) -> String {
        String(file.lowercased().reversed().drop { $0 != "." }.dropFirst().reversed())
    }

    private static func hint(_ name: String) -> String {
        let known = [blinkName] + DrawnMouth.allCases.map(\.rawValue)
        return NearestName.of(name, in: known).map { "did you mean \($0)?" }
            ?? "expected one of \(known.joined(separator: ", "))"
    }

    static func words(_ size: PixelSize) -> String { "\(size.width)x\(size.height) pixels" }
}
