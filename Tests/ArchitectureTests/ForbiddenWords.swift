/// What gives away that a function depends on more than its arguments.
enum Impurity {
    /// The first such word in a line of code, `nil` when there is none. Chance is fine where the generator is passed in.
    static func first(in code: String) -> String? {
        if let match = code.firstMatch(of: words) { return String(match.1) }
        guard let match = code.firstMatch(of: chance), !code.contains("using:") else { return nil }
        return String(match.0)
    }

    /// A method of the same name on something else (`page.print(`) is fine.
    private static var words: Regex<(Substring, Substring)> {
        #/
        (?: ^ | [^.\w] )
        (
            (?: TaskGroup | Task | async | await | actor | ContinuousClock | SuspendingClock ) \b
            | SystemRandomNumberGenerator \b
            | (?: print | debugPrint | dump | readLine | fopen | Date ) \(
        )
        /#
    }

    private static var chance: Regex<Substring> {
        #/\.(?:random|randomElement|shuffle|shuffled)\(/#
    }
}

/// Words that belong to one person's machine, not to the project. Put together here, so that this file passes.
enum ForeignWord {
    static func first(in line: String) -> String? {
        words.first { line.contains($0) }
    }

    private static let words: [String] =
        ["work", "root"].flatMap { folder in [" ", "\"", "'", "=", "(", "`"].map { $0 + "/\(folder)/" } }
        + [["pypi", "org"], ["pythonhosted", "org"], ["npmjs", "com"], ["npmjs", "org"], ["crates", "io"]]
        .map { $0.joined(separator: ".") }
}
