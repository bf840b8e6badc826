/// A line of text of a sentence, in the order in which they are shown (reader 3.1).
package enum Lane: String, CaseIterable, Hashable, Sendable {
    case original, transliteration, translation
}

/// Something for each lane.
package struct PerLane<Value> {
    package var original: Value
    package var transliteration: Value
    package var translation: Value

    package init(original: Value, transliteration: Value, translation: Value) {
        (self.original, self.transliteration, self.translation) = (original, transliteration, translation)
    }

    package init(_ value: (Lane) throws -> Value) rethrows {
        original = try value(.original)
        transliteration = try value(.transliteration)
        translation = try value(.translation)
    }

    package subscript(lane: Lane) -> Value {
        get {
            switch lane {
            case .original: original
            case .transliteration: transliteration
            case .translation: translation
            }
        }
        set {
            switch lane {
            case .original: original = newValue
            case .transliteration: transliteration = newValue
            case .translation: translation = newValue
            }
        }
    }
}

extension PerLane: Equatable where Value: Equatable {}
extension PerLane: Hashable where Value: Hashable {}
extension PerLane: Sendable where Value: Sendable {}

/// What is heard: a file of one language, or an old one in which the languages of each sentence follow each other. That of the
/// translation goes with the transliteration, too.
package enum BookTrack: String, CaseIterable, Hashable, Sendable {
    case original, translation, mix
}
