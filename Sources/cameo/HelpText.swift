/// Help as the library writes it, put in the order in which it is read.
enum HelpText {
    /// A command's own options first: the library puts those that stand under a title, which are shared by many commands, before
    /// them. Groups of commands under their names alone.
    static func arranged(_ text: String) -> String {
        var sections = sections(of: text)
        if let own = sections.firstIndex(where: { $0.hasPrefix("OPTIONS:\n") }) {
            let options = sections.remove(at: own)
            let place = sections.lastIndex { $0.hasPrefix("ARGUMENTS:\n") } ?? 0
            sections.insert(options, at: place + 1)
        }
        return folded(sections.map(withoutSubcommands).joined(separator: "\n\n"))
    }

    /// The line of usage in lines of 80 columns at most, as all else is: the library leaves it whole. An option stays beside its
    /// value.
    static func folded(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("USAGE: ") || line.hasPrefix("Usage: ") else { return String(line) }
            return usage(line)
        }
        return lines.joined(separator: "\n")
    }

    private static func usage(_ line: Substring) -> String {
        var lines: [String] = []
        for group in groups(of: line) {
            if let last = lines.last, last.count + 1 + group.count <= columns {
                lines[lines.count - 1] += " " + group
            } else {
                lines.append((lines.isEmpty ? "" : indent) + group)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Words, and what stands in brackets as one.
    private static func groups(of line: Substring) -> [String] {
        var groups: [String] = []
        var depth = 0
        for word in line.split(separator: " ") {
            if depth > 0 { groups[groups.count - 1] += " " + word } else { groups.append(String(word)) }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        return groups
    }

    private static let columns = 80
    private static let indent = "         "

    /// The overview with the usage, then what each title stands over.
    private static func sections(of text: String) -> [String] {
        var sections: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if isTitle(line) { sections.append([]) }
            sections[sections.count - 1].append(line)
        }
        return sections.map { lines in
            var lines = lines[...]
            while lines.last?.isEmpty == true { lines.removeLast() }
            return lines.joined(separator: "\n")
        }
    }

    /// `RECORD, CONVERT AND EXPORT SUBCOMMANDS:`
    private static func isTitle(_ line: Substring) -> Bool {
        line.hasSuffix(":") && line.dropLast().allSatisfy { $0.isUppercase || " ,".contains($0) } && line.first != " "
    }

    private static func withoutSubcommands(_ section: String) -> String {
        guard let mark = section.firstRange(of: " SUBCOMMANDS:\n"), !section[..<mark.lowerBound].contains("\n") else {
            return section
        }
        return String(section[..<mark.lowerBound] + ":\n" + section[mark.upperBound...])
    }
}
