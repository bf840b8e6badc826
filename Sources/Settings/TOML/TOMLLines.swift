/// Which line of a TOML text a value is in; the library does not say. Knows what `TOMLText` lets through: a value is in
/// the line of its name.
struct TOMLLines {
    /// Of headings and values, as `a`, `a.b`, and where a table has rows (`[[a]]`) `a[0]`, `a[0].b`.
    private var lines: [String: Int] = [:]
    /// The same by their whole names, in the order of the text; of a table's row its name with the number last.
    private var written: [(place: String, line: Int)] = []

    init(_ text: String) {
        var heading = ""
        var rows: [String: Int] = [:]
        for (number, line) in Self.lines(of: text).enumerated() {
            let rest = line.drop(while: Self.isBlank)
            if rest.hasPrefix("[") {
                heading = Self.name(rest.drop { $0 == "[" || $0.isWhitespace }.prefix { $0 != "]" })
                note(heading, number + 1)
                if rest.hasPrefix("[[") {
                    let row = rows[heading, default: 0]
                    rows[heading] = row + 1
                    heading += "[\(row)]"
                    note(heading, number + 1)
                }
            } else if let equals = rest.firstIndex(of: "="), !rest.hasPrefix("#") {
                note((heading.isEmpty ? "" : heading + ".") + Self.name(rest[..<equals]), number + 1)
            }
        }
    }

    /// Counts from 1; the heading's line where it is written in an unusual way, `nil` where there is none.
    func line(of place: String) -> Int? {
        lines[place] ?? place.split(separator: ".").first.flatMap { lines[String($0)] }
    }

    /// What a line gives, by its whole name.
    func place(in line: Int) -> String? { written.last { $0.line == line }?.place }

    /// Where something of exactly this name is given first.
    func firstLine(of place: String) -> Int? { written.first { $0.place == place }?.line }

    /// A line without its end and the blanks in front of it; empty where there is none.
    static func line(_ number: Int, of text: String) -> String {
        let lines = lines(of: text)
        return lines.indices.contains(number - 1) ? String(lines[number - 1].drop(while: isBlank)) : ""
    }

    private static func lines(of text: String) -> [Substring] {
        // With a carriage return before it, a line feed is another character.
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    private static func isBlank(_ letter: Character) -> Bool { letter.isWhitespace || letter == "\u{FEFF}" }

    private mutating func note(_ place: String, _ line: Int) {
        written.append((place, line))
        lines[place] = lines[place] ?? line
        // `a.b = 1` begins the table a as well.
        if let dot = place.firstIndex(of: ".") {
            let first = String(place[..<dot])
            lines[first] = lines[first] ?? line
        }
    }

    private static func name(_ text: some StringProtocol) -> String {
        String(text.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" })
    }
}
