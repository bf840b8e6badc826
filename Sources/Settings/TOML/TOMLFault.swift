import Events
import TOMLKit

/// What is wrong with a line that is no TOML, in words of that line: the library's own are about single characters.
enum TOMLFault {
    /// - Parameter valueFault: as `TOMLFile` has it.
    static func words(
        _ text: String, line number: Int, _ valueFault: (_ place: String, _ found: String) -> String?
    ) -> String {
        let line = TOMLLines.line(number, of: text)
        guard !line.unicodeScalars.contains(where: isControl) else { return "expected no control characters" }
        let lines = TOMLLines(text)
        let place = lines.place(in: number)
        if let place, let first = lines.firstLine(of: place), first < number {
            return "\(place): already in line \(first); remove one of them"
        }
        if line.hasPrefix("[") { return heading(line) }
        // What stands there may be a secret.
        guard let equals = line.firstIndex(of: "=") else { return "expected NAME = VALUE, found no \"=\"" }
        let name = line[..<equals].trimmed
        guard let place, isName(name) else {
            return "expected a name of one word in front of \"=\", found \(shown(name))"
        }
        return value(String(line[line.index(after: equals)...]), of: place, valueFault)
    }

    private static func heading(_ line: String) -> String {
        line.contains("]")
            ? "expected a name in brackets and nothing else, found \(shown(line))"
            : "expected \"]\" behind the section's name"
    }

    private static func value(
        _ text: String, of place: String, _ valueFault: (_ place: String, _ found: String) -> String?
    ) -> String {
        let found = withoutComment(text.trimmed)
        if found.hasPrefix("\""), found.hasSuffix("\""), found.contains("\\") {
            return "\(place): expected \\\\ for each backslash in double quotes; in single quotes it stands for itself"
        }
        let words = shown(found)
        return valueFault(place, words) ?? "\(place): expected \(TOMLText.value), found \(words)"
    }

    /// In quotes the sign may belong to the text; in the place of a value it was meant as one, such as a color.
    private static func withoutComment(_ value: String) -> String {
        guard let first = value.first, !"\"'#".contains(first) else { return value }
        return value.prefix { $0 != "#" }.trimmed
    }

    private static func isName(_ name: String) -> Bool {
        guard !name.contains("\""), !name.contains("'") else { return true }
        return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            let part = String(part).trimmed
            return !part.isEmpty && !part.contains(where: \.isWhitespace)
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F
    }

    private static func shown(_ text: String) -> String { text.isEmpty ? "nothing" : String(text.prefix(60)) }
}

extension TOMLValueConvertible {
    /// What an error says was found in the place of what was expected.
    package var asFound: String {
        if let flag = bool { return flag ? "true" : "false" }
        if let number = int { return String(number) }
        if let number = double { return String(number) }
        return string.map { "\"\($0.prefix(60))\"" } ?? "something else"
    }
}
