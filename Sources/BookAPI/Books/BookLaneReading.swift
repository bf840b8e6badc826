import Events
import JSON

/// The lanes of a sentence (reader 1.8).
struct BookLaneReading {
    /// A lane, and where its tokens went of which some were left out.
    struct Lane {
        var text: LaneText
        /// For each token as it came, its place among those that stayed; `nil` where all stayed.
        var places: [Int?]?

        /// Where the token is that somebody else counts as this one.
        func place(of token: Int) -> Int? {
            guard let places else { return token }
            guard token < places.count else { return token - places.count + text.tokens.count }
            return places[token]
        }
    }

    private(set) var lanes: PerLane<Lane?>
    /// They are told, and do not stand for what is not.
    let hasOriginal: Bool
    let hasTranslation: Bool

    init(_ fields: BookFields, _ odd: inout Oddities) {
        lanes = PerLane(original: nil, transliteration: nil, translation: nil)
        lanes.original = Self.lane("original", fields, &odd)
        lanes.transliteration = Self.lane("transliteration", fields, &odd)
        lanes.translation = Self.lane("translation", fields, &odd)
        (hasOriginal, hasTranslation) = (lanes.original != nil, lanes.translation != nil)
        // What there is stands for what there is not.
        lanes.translation = lanes.translation ?? lanes.original
        lanes.original = lanes.original ?? lanes.translation
    }

    var texts: PerLane<LaneText?> { PerLane { lanes[$0]?.text } }

    private static func lane(_ key: BookKey, _ fields: BookFields, _ odd: inout Oddities) -> Lane? {
        switch fields.value(key) {
        case nil: return nil
        case .string(let text): return lane(text, tokens: [], key, &odd)
        case .array(let tokens): return lane("", tokens: tokens, key, &odd)
        case .object(let object):
            let lane = BookFields(object)
            let text = lane.value("text")?.lenientString ?? ""
            return Self.lane(text, tokens: lane.list("tokens", &odd), key, &odd)
        case .some(let value):
            odd.note("\(key.snake) is \(Oddities.shown(value)), not text")
            return nil
        }
    }

    private static func lane(_ text: String, tokens: [JSON], _ key: BookKey, _ odd: inout Oddities) -> Lane? {
        var text = text.cut(to: BookLimits.textScalars)
        var (kept, places) = Self.kept(tokens, key, &odd)
        if kept.isEmpty {
            (kept, places) = (split(text), nil)
        } else if text.isBlank {
            text = kept.joined(separator: " ").cut(to: BookLimits.textScalars)
        }
        if kept.count > BookLimits.tokens {
            odd.note("\(key.snake) has more than \(BookLimits.tokens) tokens; the rest is ignored")
            kept = Array(kept.prefix(BookLimits.tokens))
        }
        return kept.isEmpty ? nil : Lane(text: LaneText(text, tokens: kept), places: places)
    }

    /// Those that can be seen.
    private static func kept(_ tokens: [JSON], _ key: BookKey, _ odd: inout Oddities) -> ([String], [Int?]?) {
        var kept: [String] = []
        var places: [Int?] = []
        for token in tokens.prefix(BookLimits.tokens) {
            let text = token.lenientString?.cut(to: BookLimits.tokenScalars) ?? ""
            places.append(text.isBlank ? nil : kept.count)
            if !text.isBlank { kept.append(text) }
        }
        if tokens.count > BookLimits.tokens {
            odd.note("\(key.snake) has \(tokens.count) tokens; only the first \(BookLimits.tokens) are used")
        }
        return (kept, kept.count == places.count ? nil : places)
    }

    private static func split(_ text: String) -> [String] {
        text.unicodeScalars.split(maxSplits: BookLimits.tokens) { $0.properties.isWhitespace }
            .map { String($0).cut(to: BookLimits.tokenScalars) }
    }
}
