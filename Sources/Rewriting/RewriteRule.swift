import Events
import JSON
import Wire

/// One change of a stream: what is done, and to which events or frames. Written as text; `docs/using/rewrite.md` has the grammar.
package struct RewriteRule: Hashable, Sendable {
    /// As it was written.
    package let text: String
    /// Of which it is one, where nobody has written it.
    package var recipe: String?
    let action: RewriteAction
    /// `nil` where the rule has no `where`: all events, or for `insert` the stream's beginning.
    let filter: RewriteFilter?

    /// - Throws: `RewriteError.badRule` with place, what was expected and what was found.
    package init(_ text: String) throws(RewriteError) {
        var parser = RewriteParser(text)
        self.text = text
        (action, filter) = try parser.rule()
    }

    /// Does to events what the grammar has no words for.
    /// - Parameter condition: as it follows `where`; a condition on frames means each of those by itself.
    /// - Throws: as the rule's text would.
    package init(_ edit: RewriteEdit, where condition: String) throws(RewriteError) {
        filter = try RewriteRule("drop where \(condition)").filter
        (text, action) = ("edit \(edit.name) where \(condition)", .edit(edit))
    }
}

/// A change that a program makes. Two of one name are the same.
package struct RewriteEdit: Hashable, Sendable {
    package let name: String
    let change: @Sendable (_ value: inout JSON, _ copy: Int, _ blobs: inout [Blob]) -> Bool

    /// - Parameter change: of an event's payload, or of a frame; it is told the number of the copy, and adds the blobs to which it
    ///   refers anew. `false` where it found nothing to change.
    package init(
        _ name: String,
        _ change: @escaping @Sendable (_ value: inout JSON, _ copy: Int, _ blobs: inout [Blob]) -> Bool
    ) {
        (self.name, self.change) = (name, change)
    }

    package static func == (a: Self, b: Self) -> Bool { a.name == b.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

enum RewriteAction: Hashable, Sendable {
    case drop
    /// Later by a span, or earlier by a negative one.
    case delay(TimeSpan)
    case move(Instant)
    /// Copies, each one span behind the one before.
    case duplicate(TimeSpan, times: Int)
    /// The events exchange their moments: neighbors in pairs, first with last and so on, or by chance.
    case swap, reverse, shuffle
    /// No path: all bytes in the event or the frame.
    case corrupt(RewritePath?, RewriteDamage)
    case form(RewriteForm)
    case change(RewritePath, RewriteChange)
    case rename(String)
    case edit(RewriteEdit)
    /// Behind each event that is meant.
    case insert(RewriteInsertion, after: TimeSpan)
}

/// What a rule puts into a stream: one of the inputs from outside, or an event of the backend.
enum RewriteInsertion: Hashable, Sendable {
    case input(InputName, LocalInput)
    case event(String, [JSON])

    var name: String {
        switch self {
        case .input(let name, _): name.rawValue
        case .event(let name, _): name
        }
    }
}

enum RewriteDamage: Hashable, Sendable {
    case noise
    case bits(Int)
    case keep(Amount)
    case skip(Amount)

    enum Amount: Hashable, Sendable {
        case bytes(Int)
        case percent(Double)

        func bytes(of count: Int) -> Int {
            switch self {
            case .bytes(let wanted): min(max(wanted, 0), count)
            case .percent(let share): min(max(Int(Double(count) * share / 100), 0), count)
            }
        }
    }
}

/// How bytes travel in a message.
enum RewriteForm: String, Hashable, Sendable, CaseIterable {
    case binary, base64
    case dataURL = "dataurl"
    /// Base64 with a line break after every 76 digits.
    case wrapped
}

enum RewriteChange: Hashable, Sendable {
    case set(JSON)
    /// A number to a number, text behind text. A field that is missing stays missing.
    case add(JSON)
    /// The same number in another spelling.
    case spellAsText, spellAsFloat
    case remove
}

/// Which events, or which frames in them, a rule means: all conditions have to hold.
struct RewriteFilter: Hashable, Sendable {
    var names: [Pattern]?
    var messages: [RewriteRange]?
    var chunks: [RewriteRange]?
    var batches: [RewriteRange]?
    var copies: [RewriteRange]?
    /// Microseconds.
    var times: [RewriteRange]?
    /// Of the events for which all other conditions hold.
    var nth: [RewriteNth]?
    var chance: Double?
    // Of the frames in an event.
    var sections: [RewriteRange]?
    var sequences: [RewriteRange]?
    // Of the frames, and of clips' own events.
    var clips: [Pattern]?
    var indexes: [RewriteRange]?

    /// Whether it is about frames where an event has some.
    var isAboutFrames: Bool { sections != nil || sequences != nil || clips != nil || indexes != nil }
}

/// Both ends included.
struct RewriteRange: Hashable, Sendable {
    var low: Int
    var high: Int

    func contains(_ number: Int) -> Bool { low <= number && number <= high }
}

/// Which of several events.
enum RewriteNth: Hashable, Sendable {
    /// Counts from 1.
    case range(RewriteRange)
    case last

    /// - Parameter number: counts from 1.
    func means(_ number: Int, of count: Int) -> Bool {
        switch self {
        case .range(let range): range.contains(number)
        case .last: number == count
        }
    }
}

extension [RewriteRange]? {
    /// No condition holds always; a condition on what the event does not have never.
    func allows(_ number: Int?) -> Bool {
        guard let self else { return true }
        return number.map { number in self.contains { $0.contains(number) } } ?? false
    }
}

extension [Pattern]? {
    func allows(_ name: String?) -> Bool {
        guard let self else { return true }
        return name.map { name in self.contains { $0.matches(name) } } ?? false
    }
}

/// Why a stream cannot be rewritten as asked.
package enum RewriteError: ReasonedError, Hashable {
    /// A rule's text makes no sense; `column` counts bytes from 1.
    case badRule(text: String, column: Int, expected: String, found: String)
    /// No event of the stream is meant by a rule.
    /// - recipe: that the rule is of; nobody has typed it then.
    case matchesNothing(rule: String, recipe: String? = nil)
    /// A rule means events, but no field or bytes in them that it could change.
    case changesNothing(rule: String, recipe: String? = nil)
    case tooManyEvents(rule: String, limit: Int)
    /// `known`: ids to choose from.
    case unknownRecipe(id: String, known: [String])
    /// The stream has not what a recipe works on.
    case lacking(recipe: String, what: String)

    package var isOfInput: Bool { true }

    /// One line for people, without the file.
    package var reason: String {
        switch self {
        case .badRule(let text, let column, let expected, let found):
            "rule '\(text)', column \(column): expected \(expected), found \(found)"
        case .matchesNothing(let rule, nil): "rule '\(rule)': matches no event"
        case .matchesNothing(let rule, let recipe?):
            "recipe \(recipe): an earlier rule removed what it needs (its rule '\(rule)' matches no event)"
        case .changesNothing(let rule, nil):
            "rule '\(rule)': changes nothing in the matching events"
        case .changesNothing(let rule, let recipe?):
            "recipe \(recipe): an earlier rule changed what it needs (its rule '\(rule)' changes nothing)"
        case .tooManyEvents(let rule, let limit): "rule '\(rule)': would create more than \(limit) events"
        case .unknownRecipe(let id, let known) where known.isEmpty: "unknown recipe \(id); list all with --list"
        case .unknownRecipe(let id, let known):
            "recipe \(id) is one of \(known.joined(separator: ", ")); --list shows all"
        case .lacking(let recipe, let what): "recipe \(recipe) needs \(what)"
        }
    }
}
