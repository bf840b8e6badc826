import Events
import JSON

/// The shapes of a pack, and which of them stands for what.
package struct MouthShapes: Hashable, Sendable {
    package let all: [MouthShape]
    /// Places in `all`, for each viseme one.
    private let places: [Viseme: Int]
    /// Places of the shapes that a mouth takes on its way from one to another.
    let between: [Int]

    /// - Throws: `PackError.missingViseme`, and `.unusableShape` for a `p` that is not closed, an `ah` that is not open and
    ///   a `w` that is not round.
    package init(_ shapes: [MouthShape]) throws(PackError) {
        var found: [Viseme: Int] = [:]
        for (place, shape) in shapes.enumerated() {
            for viseme in shape.visemes where found[viseme] == nil { found[viseme] = place }
        }
        for viseme in Viseme.allCases {
            guard let place = found[viseme] ?? viseme.substitute.flatMap({ found[$0] }) else {
                throw .missingViseme(viseme.rawValue)
            }
            found[viseme] = place
        }
        all = shapes
        places = found
        between = shapes.indices.filter { place in
            shapes[place].visemes.isEmpty || shapes[place].visemes.contains(where: \.isPlain)
        }
        try check(.p, "expected openness 0 to 0.1") { $0.openness <= 0.1 }
        try check(.rest, "expected openness 0 to 0.1") { $0.openness <= 0.1 }
        try check(.ah, "expected openness 0.5 to 1") { $0.openness >= 0.5 }
        try check(.w, "expected a width below that of \"ee\"") { $0.width < self[.ee].width }
    }

    private func check(
        _ viseme: Viseme, _ reason: String, _ isRight: (MouthShape) -> Bool
    ) throws(PackError) {
        let shape = self[viseme]
        guard isRight(shape) else {
            throw .unusableShape(sheet: shape.sheet, viseme: viseme.rawValue, reason: reason)
        }
    }

    /// Place in `all`.
    package func place(of viseme: Viseme) -> Int { places[viseme] ?? 0 }
    package subscript(viseme: Viseme) -> MouthShape { all[place(of: viseme)] }
}

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
