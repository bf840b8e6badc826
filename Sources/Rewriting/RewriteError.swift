import Events

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
