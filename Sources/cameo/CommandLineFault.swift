import Events

/// What is wrong with a command line, in one line: what, and what to do. The parser's own words are those of a library, and it leads
/// astray:
/// - It proposes options that have hardly a letter of what was typed.
/// - It takes a negative number for an option, and misses what the number was meant for.
/// - Where an option is misspelt, that is what is wrong: it looks for what is missing first.
struct CommandLineFault {
    /// The parser's, without what it puts in front of it and below.
    private let message: String
    /// What the option or the argument is for, where the parser says so.
    private let meaning: String?
    private let words: [String]
    /// Shows what the command takes.
    private let helper: String

    /// - Parameters:
    ///   - full: as the parser says it, with help and usage.
    ///   - command: the one that the words name; `nil` where they name none.
    init(_ full: String, _ words: [String], command: String?) {
        let lines = full.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let own = lines.prefix { !$0.hasPrefix("Help:") && !$0.hasPrefix("Usage:") }
        let text = own.map { $0.trimmingPrefix(#/ +-? */#) }.joined(separator: " ")
        message = text.trimmingPrefix("Error: ").trimmed
        meaning = lines.first { $0.hasPrefix("Help:") }.flatMap { line in
            line.firstMatch(of: #/>  +(.*)/#).map { Self.withoutPeriod(String($0.1)) }
        }
        self.words = words
        helper = command.map { "cameo \($0) --help" } ?? "cameo --help"
    }

    /// - Parameter help: of the command, hidden options included.
    func line(help: String?) -> String {
        if let option = message.firstMatch(of: #/^Unknown option '([^']*)'/#)?.1 {
            return unknown(String(option), help)
        }
        if let help, let unknown = UnknownOption(in: words, help: help) { return unknown.line(helper) }
        return missing ?? invalid ?? surplus ?? twice ?? Self.withoutPeriod(message)
    }

    private func unknown(_ option: String, _ help: String?) -> String {
        let known = (help.map { UnknownOption.options(in: $0) } ?? []) + ["--version", "--help"]
        return UnknownOption(option, among: known).line(helper)
    }

    private var missing: String? {
        if let argument = message.firstMatch(of: #/^Missing expected argument '([^']*)'/#)?.1 {
            if argument.hasPrefix("<"), let number = words.first(where: CommandLineWords.isNegative) {
                return "\(number): expected \(argument), not a negative number"
            }
            return "\(argument) is missing" + said + "; see \(helper)"
        }
        if let option = message.firstMatch(of: #/^Missing value for '([^' ]*)([^']*)'/#) {
            return "\(option.1) needs a value:\(option.2)" + said
        }
        return message.firstMatch(of: #/^Missing one of: (.*)/#).map {
            "one of these is missing: \($0.1.replacing("'", with: "")); see \(helper)"
        }
    }

    private var invalid: String? {
        guard let found = message.firstMatch(of: #/^The value '(.*)' is invalid for '([^' ]*) ?([^']*)'(.*)$/#) else {
            return nil
        }
        let (value, name, form, rest) = (found.1, found.2, found.3, String(found.4))
        let start = "\(name): found \"\(value)\", expected "
        if let list = rest.firstMatch(of: #/Please provide one of (?:the following:)?(.*)/#)?.1 {
            let choices = list.replacing(" and ", with: ", ").replacing(" or ", with: ", ").split(whereSeparator: {
                ", '".contains($0)
            }).filter { $0 != "." }
            return start + "one of " + choices.joined(separator: ", ")
        }
        if rest.hasPrefix(": ") {
            return start + Self.withoutPeriod(String(rest.dropFirst(2).trimmingPrefix("expected ")))
        }
        // Of a choice the help has the values.
        return start + (Self.expected(String(form), value.hasPrefix("-")) ?? "\(form)\(said)")
    }

    /// - Parameters:
    ///   - form: as help has it, such as `<n>`.
    ///   - isNegative: what was found is a number below 0, or looks like one.
    /// - Returns: `nil` for what is no number.
    private static func expected(_ form: String, _ isNegative: Bool) -> String? {
        switch form {
        case "": "another value"
        case "<n>", "<ms>", "<px>", "<percent>", "<MB>": isNegative ? "a whole number of at least 0" : "a whole number"
        case "<n|none>": "a number of at least 0, or \"none\""
        case "<N|max>": "a whole number from 1 to 1000, or \"max\""
        case "<s>", "<x>", "<factor>": "a number"
        case "<size>": "a size from 1MB, such as 500MB or 20GB"
        case "<time>": "a time above 0 such as 30s or 10m"
        case "<WxH>", "<CxR>": "two whole numbers such as 80x40"
        default: nil
        }
    }

    private var surplus: String? {
        if let word = message.firstMatch(of: #/^Unexpected argument '(.*)'$/#)?.1 {
            return "\(word): unexpected argument; see \(helper)"
        }
        return message.firstMatch(of: #/^\d+ unexpected arguments: '(.*)'$/#).map {
            "\($0.1.replacing("', '", with: " ")): unexpected arguments; see \(helper)"
        }
    }

    private var twice: String? {
        if let flags = message.firstMatch(
            of: #/^Value to be set with flag '([^']*)'.* had already been set with flag '([^']*)'/#)
        {
            return "\(flags.2) and \(flags.1) exclude each other"
        }
        return message.firstMatch(of: #/^The option '([^']*)' does not take any value, but '(.*)' was specified/#).map {
            "\($0.1) takes no value, found \"\($0.2)\""
        }
    }

    private var said: String { meaning.map { " (\(Self.begun($0)))" } ?? "" }

    /// In the middle of a sentence: a name in capitals stays as it is.
    private static func begun(_ text: String) -> String {
        guard text.dropFirst().first?.isUppercase == false else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// A path that is a point alone, as in `cameo read .`, is no end of a sentence.
    private static func withoutPeriod(_ text: String) -> String {
        text.hasSuffix(".") && !text.hasSuffix("..") && !text.hasSuffix(" .") ? String(text.dropLast()) : text
    }
}

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
