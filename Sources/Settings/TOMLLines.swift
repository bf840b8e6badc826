/// Which line of a TOML text a value is in; the library does not say. Knows what `TOMLText` lets through: a value is in
/// the line of its name.
struct TOMLLines {
    /// Of headings and values, as `a`, `a.b`, and where a table has rows (`[[a]]`) `a[0]`, `a[0].b`.
    private var lines: [String: Int] = [:]

    init(_ text: String) {
        var heading = ""
        var rows: [String: Int] = [:]
        // With a carriage return before it, a line feed is another character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (number, line) in lines.enumerated() {
            let rest = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
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

    private mutating func note(_ place: String, _ line: Int) {
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
