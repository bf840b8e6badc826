import Events
import JSON

/// One picture of the mouth that a pack has for every base frame.
package struct MouthShape: Hashable, Sendable {
    /// File name of the overlay.
    package let sheet: String
    /// What it stands for; none for a shape on the way between two others.
    package let visemes: [Viseme]
    /// 0 closed … 1 widest.
    package let openness: Double
    /// 0 … 1, lower is more rounded.
    package let width: Double

    package init(sheet: String, visemes: [Viseme], openness: Double, width: Double) {
        (self.sheet, self.visemes, self.openness, self.width) = (sheet, visemes, openness, width)
    }

    /// Visemes that we do not know are left out: a pack may have more.
    init(_ value: JSON, at place: String) throws(PackError) {
        guard let object = value.object else { throw .badField(place: place, reason: "expected an object") }
        guard let sheet = object["sheet"]?.string, FileName.isPlain(sheet) else {
            throw .badField(place: place + ".sheet", reason: "expected the name of a file")
        }
        guard let names = (object["visemes"] ?? .array([])).array else {
            throw .badField(place: place + ".visemes", reason: "expected a list of names")
        }
        self.init(
            sheet: sheet, visemes: names.compactMap { $0.string.flatMap(Viseme.init(rawValue:)) },
            openness: try Self.share(object, "openness", place), width: try Self.share(object, "width", place))
    }

    private static func share(_ object: JSONObject, _ name: String, _ place: String) throws(PackError) -> Double {
        guard let number = object[name]?.lenientDouble, (0...1).contains(number) else {
            throw .badField(place: "\(place).\(name)", reason: "expected a number from 0 to 1")
        }
        return number
    }
}
