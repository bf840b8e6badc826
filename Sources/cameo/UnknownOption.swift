import Events

/// An option that a command does not have. The parser says so only where nothing else is wrong: it first looks for what is missing,
/// and a command for what it needs, which is often what the misspelt option was to give.
struct UnknownOption {
    private let name: String
    private let near: String?

    /// The first one of the words; `nil` where the command has them all.
    /// - Parameter help: the command's, hidden options included.
    init?(in words: [String], help: String) {
        let known = Self.options(in: help)
        let typed = words.prefix { $0 != "--" }.compactMap(Self.option)
        guard let name = typed.first(where: { !known.contains($0) }) else { return nil }
        self.init(name, among: known)
    }

    init(_ name: String, among known: [String]) {
        self.name = name
        near = NearestName.of(name, in: known.filter { $0.hasPrefix("--") })
    }

    /// `--name=value` and `-x`; other words behind one dash may be several letters, or a number.
    private static func option(_ word: String) -> String? {
        if word.hasPrefix("--") { return String(word.prefix { $0 != "=" }) }
        guard word.count == 2, word.first == "-", word.last?.isLetter == true else { return nil }
        return word
    }

    /// The names at the beginning of lines such as `  -o, --output <name>  File to write to.` and `  --log/--no-log`.
    static func options(in help: String) -> [String] {
        help.split(separator: "\n").flatMap { line -> [String] in
            guard let label = line.prefixMatch(of: #/  (?:--?[A-Za-z0-9][A-Za-z0-9-]*(?:, |/)?)+/#)?.0 else {
                return []
            }
            return label.matches(of: /--?[A-Za-z0-9][A-Za-z0-9-]*/).map { String($0.0) }
        }
    }

    /// - Parameter helper: shows what options there are.
    func line(_ helper: String) -> String {
        "unknown option \(name); " + (near.map { "did you mean \($0)?" } ?? "\(helper) lists them")
    }
}
