import Testing

/// What holds for the pages that people read.
@Suite("Documents")
struct DocumentTests {
    private let project = Project()

    @Test("each link leads to a file, and its anchor to a heading")
    func linksResolve() {
        let pages = project.files(under: "", endingWith: [".md"])
        let headings = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, Page(text: $0.text).anchors) })
        var count = 0
        for page in pages {
            for link in Page(text: page.text).links {
                count += 1
                let target = link.file.isEmpty ? page.path : Self.path(link.file, from: page.path)
                let place = "\(page.path):\(link.line)"
                guard project.has(target) else {
                    Issue.record("\(place): there is no \(target)")
                    continue
                }
                guard !link.anchor.isEmpty, let anchors = headings[target] else { continue }
                #expect(anchors.contains(link.anchor), "\(place): \(target) has no heading for #\(link.anchor)")
            }
        }
        #expect(count > 200)
    }

    @Test("each picture in docs/pictures is shown on a page")
    func picturesAreUsed() {
        let pages = project.files(under: "", endingWith: [".md"])
        let shown = Set(
            pages.flatMap { page in Page(text: page.text).links.map { Self.path($0.file, from: page.path) } })
        for name in project.names(in: "docs/pictures") where !name.hasSuffix(".txt") {
            #expect(shown.contains("docs/pictures/\(name)"), "docs/pictures/\(name)")
        }
    }

    @Test("README has at most 90 lines, and a page for readers at most 200")
    func pagesAreShort() {
        for page in project.files(under: "", endingWith: [".md"]) {
            let limit: Int
            switch page.path {
            case "README.md": limit = 90
            // Written by scripts/reference.
            case "docs/reference/commands.md", "docs/reference/keys.md": continue
            case let path where path.hasPrefix("docs/using/") || path.hasPrefix("docs/reference/"): limit = 200
            default: continue
            }
            let count = page.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count
            #expect(count <= limit, "\(page.path) has \(count) lines")
        }
    }

    @Test("docs/README.md lists each page of docs")
    func indexIsWhole() throws {
        let index = try #require(
            project.files(under: "docs", endingWith: ["README.md"]).first { $0.path == "docs/README.md" })
        let listed = Set(Page(text: index.text).links.map { Self.path($0.file, from: index.path) })
        for page in project.files(under: "docs", endingWith: [".md"]) where page.path != index.path {
            let isListed = listed.contains(page.path)
            #expect(isListed || page.path.hasPrefix("docs/specification/"), "docs/README.md does not list \(page.path)")
        }
        #expect(listed.contains("docs/specification/README.md"))
    }

    @Test(
        "headings have the anchors of the sites that show them",
        arguments: [
            ("## One definition of fault", "one-definition-of-fault"),
            ("# `avatar.json`, format 1", "avatarjson-format-1"),
            ("### Output of `--headless`", "output-of---headless"),
        ])
    func anchors(heading: String, anchor: String) { #expect(Page(text: heading).anchors == [anchor]) }

    @Test("links are found but in blocks of code, and not those to other sites")
    func links() {
        let page = Page(text: "[a](b.md#c) ![d](e.png)\n```\n[f](g.md)\n```\n    [h](i.md)\n[j](https://k.org) [l](#m)")
        #expect(page.links.map(\.file) == ["b.md", "e.png", ""])
        #expect(page.links.map(\.anchor) == ["c", "", "m"])
        #expect(page.links.map(\.line) == [1, 1, 6])
    }

    /// The path of `target` from the root, as a link on `page`.
    private static func path(_ target: String, from page: String) -> String {
        var parts = page.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/").map(String.init) where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}

/// Headings and links of a Markdown page.
private struct Page {
    struct Link {
        let file: String
        let anchor: String
        let line: Int
    }

    private(set) var anchors: Set<String> = []
    private(set) var links: [Link] = []

    init(text: String) {
        var isCode = false
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode || line.hasPrefix("    ") { continue }
            if line.hasPrefix("#") { anchors.insert(Self.anchor(line)) }
            for piece in line.split(separator: "](").dropFirst() {
                let target = piece.prefix { $0 != ")" }
                if target.contains("://") || target.contains(" ") { continue }
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                links.append(
                    Link(file: String(parts[0]), anchor: parts.count > 1 ? String(parts[1]) : "", line: place + 1))
            }
        }
    }

    /// As GitHub makes it: small letters, digits, `-` and `_`, and a `-` for each space.
    private static func anchor(_ heading: Substring) -> String {
        let words = heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
        return String(words.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
    }
}
