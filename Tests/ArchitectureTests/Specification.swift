/// What docs/specification and Tests/cases.txt have to be cited.
struct Specification {
    /// A numbered heading.
    struct Section: Hashable {
        let part: SpecificationPart
        let number: String
    }

    /// Where each section stands.
    private(set) var headings: [Section: [String]] = [:]
    /// First columns of the tables that begin with an id, with the rest of the row.
    private(set) var rows: [String: String] = [:]
    /// Ids of Tests/cases.txt.
    private(set) var cases: Set<String> = []

    init(_ project: Project) {
        for file in project.files(under: "docs/specification", endingWith: [".md"]) {
            read(file.text, at: file.path)
        }
        for file in project.files(under: "Tests", endingWith: ["cases.txt"]) {
            cases.formUnion(file.lines.compactMap { $0.code.split(separator: " ").first.map(String.init) })
        }
        cases = cases.filter(Citations.isID)
    }

    init(pages: String, at path: String = "page", cases: Set<String>) {
        self.cases = cases
        read(pages, at: path)
    }

    private mutating func read(_ text: String, at path: String) {
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#") {
                let number = line.drop { $0 == "#" }.split(separator: " ").first ?? ""
                if number.first?.isNumber == true {
                    let section = Section(part: SpecificationPart(path: path), number: String(number))
                    headings[section, default: []].append("\(path):\(place + 1)")
                }
            } else if line.hasPrefix("| ") {
                let id = String(line.dropFirst(2).prefix { $0 != " " })
                if Citations.isID(id) { rows[id] = String(line) }
            }
        }
    }

    func hasSection(_ number: String, of part: SpecificationPart) -> Bool {
        headings[Section(part: part, number: number)] != nil
    }

    /// An id stands in Tests/cases.txt and in a table of the pages. A variant is one of the row.
    func has(id: String) -> Bool {
        if cases.contains(id) { return rows[id] != nil }
        guard let variant = id.last, variant.isLowercase else { return false }
        return has(id: String(id.dropLast())) && rows[String(id.dropLast())]?.contains("(\(variant))") == true
    }
}
