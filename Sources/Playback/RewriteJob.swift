import Events
import Files
import Platform
import Rewriting
import Tapes

/// `cameo rewrite`: rules and recipes applied to a tape, or to a stream in text form.
package struct RewriteJob {
    /// As they were written; applied behind the recipes.
    package var rules: [String] = []
    package var recipes: [String] = []
    /// `nil`: chance as with 0, and recipes that spoil one frame take the one in the middle.
    package var seed: UInt64?
    /// The message that recipes work on; `nil`: the first one.
    package var message: Int?

    package init() {}

    /// Their ids.
    package static var recipeNames: [String] { RewriteRecipe.all.map(\.id) }

    /// Lines for people: id, what is done, what to expect.
    package static var list: [String] {
        RewriteRecipe.all.map { recipe in
            let id = recipe.id + String(repeating: " ", count: max(0, 5 - recipe.id.count))
            return "\(id) \(recipe.does). Expect: \(recipe.expect). (\(recipe.visibility.rawValue))"
        }
    }

    /// - Returns: the number of entries written.
    /// - Throws: `RewriteError`, `TapeError`; there is nothing new then.
    package func run(_ input: String, to output: String) throws -> Int {
        let work = try prepared()
        let marks = try MarkFile(of: input).read()
        return try Self.reading(input, output) { tape in
            try rewrite(
                tape, from: input, to: output, marks: marks, seed: seed ?? 0, program: "cameo \(Version.text)",
                rules: work)
        }
    }

    /// The rules that would be applied, recipes resolved for this stream.
    package func resolved(_ input: String) throws -> [String] {
        let work = try prepared()
        let tape = try OpenTape(input)
        defer { tape.close() }
        return try work(try rewriteIndex(of: tape.reader)).map(\.text)
    }

    /// What can be wrong with the words themselves is said before any file is opened.
    private func prepared() throws(RewriteError) -> (RewriteIndex) throws -> [RewriteRule] {
        var known: [RewriteRecipe] = []
        for id in recipes { known.append(try RewriteRecipe.named(id)) }
        var own: [RewriteRule] = []
        for text in rules { own.append(try RewriteRule(text)) }
        let (message, seed) = (message, seed)
        return { index in try known.flatMap { try $0.rules(for: index, message: message, seed: seed) } + own }
    }

    /// A stream in text form becomes a tape beside the output first: rules need any of its entries at any time.
    private static func reading<Value>(
        _ input: String, _ output: String, _ work: (TapeReader) throws -> Value
    ) throws -> Value {
        guard StreamForm(reading: input) == .lines else {
            let temporaryFiles = TemporaryFiles(TapeFiles.partial(of: output))
            defer { temporaryFiles.keep() }
            return try work(try TapeReader(path: input))
        }
        let source = "\(output).\(getpid()).source.cameo"
        let temporaryFiles = TemporaryFiles(
            TapeFiles.partial(of: output) + TapeFiles.partial(of: source) + TapeFiles.all(of: source))
        defer {
            for path in TapeFiles.all(of: source) { unlink(path) }
            temporaryFiles.keep()
        }
        _ = try convert(input, to: source)
        return try work(try TapeReader(path: source))
    }
}

/// `cameo convert`.
package enum Conversion {
    /// Number of events. Marks beside the input go along. Files as `Tapes.convert` has them.
    package static func run(_ input: String, to output: String) throws -> Int {
        let temporaryFiles = TemporaryFiles(TapeFiles.partial(of: output))
        defer { temporaryFiles.keep() }
        return try convert(input, to: output, marks: try MarkFile(of: input).read(), program: "cameo \(Version.text)")
    }
}
