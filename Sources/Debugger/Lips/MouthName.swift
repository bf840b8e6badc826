/// Finds out how far a mouth is open from the names that backends give to its shapes.
package enum MouthName {
    /// 0 closed … 1 widest, from a sheet's name of three parameters with six steps each, such as `J1_X3_M0.webp`: `J` is the
    /// jaw. `nil` for any other name.
    package static func openness(ofSheet name: String) -> Float? {
        var digits = name.utf8.makeIterator()
        var steps: [UInt8] = []
        for (place, letter) in "JXM".utf8.enumerated() {
            if place > 0, digits.next() != UInt8(ascii: "_") { return nil }
            guard digits.next() == letter, let digit = digits.next(), (48...53).contains(digit) else { return nil }
            steps.append(digit - 48)
        }
        let next = digits.next()
        guard next == nil || next == UInt8(ascii: ".") else { return nil }
        return Float(steps[0]) / 5
    }

    /// The same from a viseme's name: those of avatar packs (docs/reference/avatar-packs.md), or of the set of
    /// fifteen that many programs share (`sil`, `PP`, `FF`, …). `nil` for any other name.
    package static func openness(ofViseme name: String) -> Float? { visemes[name].map { Float($0) / 5 } }

    /// Whether the sound needs closed lips.
    package static func isClosure(viseme: String?, character: String?) -> Bool {
        if let viseme { return viseme == "PP" || lips.contains(viseme) }
        return character.map(lips.contains) ?? false
    }

    /// A mouth no further open than this has closed lips.
    package static let closed: Float = 0.1
    private static let lips: Set<String> = ["p", "b", "m"]

    /// Steps of the jaw.
    private static let visemes: [String: Int] = [
        "rest": 0, "p": 0, "b": 0, "m": 0, "f": 1, "v": 1, "th": 1, "dh": 1, "t": 1, "d": 1, "s": 1, "z": 1, "n": 1,
        "sh": 1, "zh": 1, "ch": 1, "j": 1, "k": 2, "g": 2, "ng": 2, "r": 1, "l": 2, "h": 1, "w": 1, "oo": 1, "uu": 2,
        "oh": 3, "aw": 3, "ah": 4, "aah": 5, "eh": 3, "ae": 3, "ee": 2, "y": 2, "ih": 2, "uh": 2,
        "sil": 0, "PP": 0, "FF": 1, "TH": 1, "DD": 1, "kk": 2, "CH": 1, "SS": 1, "nn": 1, "RR": 1, "aa": 4, "E": 3,
        "I": 2, "O": 3, "U": 1,
    ]
}
