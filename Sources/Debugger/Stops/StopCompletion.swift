import Engine
import Events

/// Possible continuations of a condition that is being typed: stops, fields, signs, values.
package struct StopCompletion: Hashable, Sendable {
    /// Where the word begins that they replace, in characters.
    package let start: Int
    /// In the order in which they are shown; those that begin like the typed word.
    package let candidates: [String]
    /// The typed part of that word, without a quote before it.
    package let typed: String

    /// - Parameters:
    ///   - text: the text up to the insertion point.
    ///   - record: the frame at the playhead, whose values are offered.
    ///   - clips: names of all known clips.
    package init(_ text: String, at record: FrameRecord?, clips: [String]) {
        let read = StopTokens(text)
        var tokens = read.tokens
        var typed = ""
        if let fault = read.fault {
            // A text that is not closed yet; behind anything else that cannot be read there is nothing to be said.
            (start, typed) = (fault.place, String(text.dropFirst(fault.place + 1)))
        } else if let last = tokens.last, last.range.upperBound == read.count, case .word(let word) = last.token {
            tokens.removeLast()
            (start, typed) = (last.range.lowerBound, word)
        } else {
            start = read.count
        }
        let isQuoted = read.fault != nil
        var place = Expected(at: tokens.map(\.token))
        if isQuoted, !place.takesText { place = .nothing }
        let wanted = typed.lowercased()
        // What has been typed of a field's name is completed; where nothing has been, the value at the playhead stands alone.
        let fields = typed.isEmpty || isQuoted ? [] : place.comparable
        candidates = (place.words(record, clips) + fields).filter {
            $0.lowercased().hasPrefix(wanted) || $0.lowercased().hasPrefix("\"" + wanted)
        }
        self.typed = typed
    }

    /// Their common beginning.
    package var common: String {
        candidates.dropFirst().reduce(candidates.first ?? "") { common, next in
            String(zip(common, next).prefix { $0 == $1 }.map(\.0))
        }
    }

    /// What can follow the tokens.
    private enum Expected {
        case first, field
        case sign(StopField)
        case value(StopField, isPattern: Bool)
        case link, nothing

        var takesText: Bool { if case .value(let field, _) = self { field.isText } else { false } }

        /// Fields that can replace a value.
        var comparable: [String] {
            guard case .value(let field, isPattern: false) = self else { return [] }
            return StopField.allCases.filter { $0 != field && $0.kind == field.kind }.map(\.name)
        }

        init(at tokens: [StopTokens.Token]) {
            self = .first
            for (number, token) in tokens.enumerated() { self = following(token, isFirst: number == 0) }
        }

        private func following(_ token: StopTokens.Token, isFirst: Bool) -> Expected {
            switch (self, token) {
            case (.first, .word("when")): .field
            case (.first, .not), (.first, .open), (.field, .not), (.field, .open): .field
            case (.first, .word(let name)), (.field, .word(let name)):
                StopField(rawValue: name).map { .sign($0) } ?? .nothing
            case (.sign(let field), .sign(let sign)):
                field.signs.contains(sign) ? .value(field, isPattern: sign == .like) : .nothing
            case (.value, .word), (.value, .text), (.link, .close): .link
            case (.link, .and), (.link, .or): .field
            default: .nothing
            }
        }

        func words(_ record: FrameRecord?, _ clips: [String]) -> [String] {
            switch self {
            case .first: Self.stops + Self.fields.filter { !Self.stops.contains($0) }
            case .field: Self.fields
            case .sign(let field): field.signs.map(\.rawValue)
            case .value(let field, _): Self.values(of: field, record, clips)
            case .link: ["&&", "||"]
            case .nothing: []
            }
        }

        private static let fields = StopField.allCases.map(\.name)
        private static let stops = Breakpoint.Condition.kinds.map(\.word)

        private static func values(of field: StopField, _ record: FrameRecord?, _ clips: [String]) -> [String] {
            switch field.kind {
            case .word(let words): return words.compactMap(\.first)
            case .number: return [record.flatMap(field.number).map { "\($0)" }].compactMap(\.self)
            case .time: return [record.flatMap(field.number).map(Self.milliseconds)].compactMap(\.self)
            case .text:
                let here = record.flatMap(field.text)
                let all = field == .clip || field == .demandedClip ? clips : []
                let others = all.filter { $0 != here }.sorted()
                return ([here].compactMap(\.self) + others).compactMap(Self.quoted)
            }
        }

        /// Exact, so that the offered value is true for the frame.
        private static func milliseconds(_ microseconds: Int64) -> String {
            let sign = microseconds < 0 ? "-" : ""
            let whole = microseconds.magnitude / 1_000
            guard microseconds % 1_000 != 0 else { return "\(sign)\(whole)ms" }
            return sign + Int64(clamping: microseconds.magnitude).pointed(before: 3) + "ms"
        }

        /// `nil` for a text that cannot be typed.
        private static func quoted(_ text: String) -> String? {
            let tokens = StopTokens(text).tokens.map(\.token)
            if tokens == [.word(text)] { return text }
            let quoted = "\"\(text)\""
            return StopTokens(quoted).tokens.map(\.token) == [.text(text)] ? quoted : nil
        }
    }
}
