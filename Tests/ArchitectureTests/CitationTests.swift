import Testing

/// The specification is cited by number, so each number has to be there.
@Suite("Citations")
struct CitationTests {
    private let project = Project()

    /// Modules in whose comments a number in parentheses is a section.
    private static let bareForms = [
        "JSON", "Events", "SocketIO", "BookAPI", "Wire", "Rewriting", "Checks/FrameLogs", "Engine", "Sessions",
        "Debugger",
        "Frames",
    ].map {
        "Sources/\($0)/"
    }
    /// Their ids are made up.
    private static let madeUp: Set = ["scripts/cases-check", "Tests/ArchitectureTests/CitationTests.swift"]

    private var files: [ProjectFile] {
        let endings = [
            ".swift", ".h", ".c", ".md", ".toml", ".sh", ".py", "cases.txt", "Makefile", "cases", "deps", "fuzz",
            "peers",
            "seeds", "run",
        ]
        return project.files(under: "", endingWith: endings).filter { !Self.madeUp.contains($0.path) }
    }

    @Test("each section and id that code, tests, recipes and documents cite is in docs/specification")
    func citationsResolve() {
        let specification = Specification(project)
        var count = 0
        var counts: [SpecificationPart: Int] = [:]
        for file in files {
            let isPage = file.path.hasPrefix("docs/specification/") || file.path == "docs/inside/architecture.md"
            let hasBareForms = isPage || Self.bareForms.contains(where: file.path.hasPrefix)
            let citations = Citations(file.text, bareForms: hasBareForms ? SpecificationPart(path: file.path) : nil)
            count += citations.sections.count + citations.ids.count
            for section in citations.sections {
                counts[section.part, default: 0] += 1
                guard !specification.hasSection(section.name, of: section.part) else { continue }
                Issue.record("\(file.path):\(section.line): the \(section.part) has no section \(section.name)")
            }
            for id in citations.ids where !specification.has(id: id.name) {
                Issue.record("\(file.path):\(id.line): \(id.name) is not in docs/specification and Tests/cases.txt")
            }
            for line in citations.outdated {
                Issue.record("\(file.path):\(line): cites a reference, where docs/specification is meant")
            }
        }
        #expect(count > 1_000 && SpecificationPart.allCases.allSatisfy { counts[$0, default: 0] > 50 }, "\(counts)")
    }

    @Test("each part of the specification has each number once, and there is a row for each id and for no other")
    func specificationIsWhole() {
        let specification = Specification(project)
        for (section, places) in specification.headings where section.number.contains(".") {
            #expect(places.count == 1, "\(section): \(places)")
        }
        let differing = Set(specification.rows.keys).symmetricDifference(specification.cases).sorted()
        #expect(differing == [], "in docs/specification or in Tests/cases.txt, but not in both")
    }

    @Test("each promise that is cited is in docs/inside/architecture.md, and nothing cites a design")
    func promisesResolve() throws {
        let page = try #require(project.files(under: "docs/", endingWith: ["architecture.md"]).first)
        let promises = page.lines.drop { $0.code != "## Promises" }.dropFirst().prefix { !$0.code.hasPrefix("## ") }
            .compactMap { $0.code.prefixMatch(of: /([0-9]+)\. \*/)?.1 }
        var cited: Set<Substring> = []
        for file in project.files(under: "", endingWith: [".swift"]) where !Self.madeUp.contains(file.path) {
            for match in file.text.matches(of: /architecture, promise ([0-9]+)/) { cited.insert(match.1) }
            #expect(!file.text.contains(/design (section|promise)|of the design/), "\(file.path)")
        }
        #expect(promises.count > 5 && cited.count > 3 && cited.isSubset(of: promises), "\(cited.sorted())")
    }

    @Test("each type, file and folder that a document names is there")
    func namesResolve() {
        let sources = project.files(under: "", endingWith: [".swift", ".py", ".c", ".h"])
        let isOfWord = { (byte: UInt8) in
            UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        }
        let words = Set(sources.flatMap { $0.text.utf8.split { !isOfWord($0) }.map(Substring.init) })
        let modules = Set(
            project.files(under: "Sources", endingWith: [".swift"]).map { $0.path.split(separator: "/")[1] }
        )
        .subtracting(["cameo"])
        var count = 0
        for file in project.files(under: "", endingWith: [".md"]) where !file.path.hasPrefix("docs/specification/") {
            for line in file.lines {
                for match in line.code.matches(of: /`([A-Za-z][\w.\/+-]+)`/) {
                    let name = match.1
                    if name.wholeMatch(of: /[A-Z][a-z]+([A-Z][A-Za-z]*)+/) != nil {
                        count += 1
                        #expect(words.contains(name), "\(file.path):\(line.number): there is no \(name)")
                    } else if let folder = name.firstIndex(of: "/").map({ name[..<$0] }), modules.contains(folder) {
                        count += 1
                        let isThere = ["", ".swift"].contains { project.has("Sources/\(name)\($0)") }
                        #expect(isThere, "\(file.path):\(line.number): there is no Sources/\(name)")
                    } else if name.hasPrefix("Sources/") || name.hasPrefix("Tests/") {
                        count += 1
                        #expect(project.has(String(name)), "\(file.path):\(line.number): there is no \(name)")
                    }
                }
            }
        }
        #expect(count > 100)
    }

    // MARK: - The readers that these tests stand on

    @Test(
        "sections are found in every form",
        arguments: [
            ("/// See specification 3.10.", ["3.10"]),
            ("(specification 2.2, 3.10)", ["2.2", "3.10"]),
            ("(specification 1.9, rule 1)", ["1.9"]),
            ("specification 1.6-1.8", ["1.6", "1.7", "1.8"]),
            ("specification 3.4–3.6, 3.12", ["3.4", "3.5", "3.6", "3.12"]),
            ("Specification: sections 2 and 3. More", ["2", "3"]),
            ("the specification, section 7.3, as", ["7.3"]),
            ("the specification's section 7.1", ["7.1"]),
            ("in front (specification\n/// 1.14, N25)", ["1.14"]),
            ("@Test(\"3.12 link lost\")", ["3.12"]),
            ("@Test(\n    \"K58 7.1 connects 4.5 times\")", ["7.1"]),
            ("@Suite(\"Known bugs 4.4 and the sound clock 3.8\")", ["4.4", "3.8"]),
        ])
    func sectionForms(text: String, sections: [String]) {
        #expect(Citations(text, bareForms: nil).sections.map(\.name) == sections)
    }

    @Test(
        "sections of the reader and of the tile are found",
        arguments: [
            ("(reader 1.12)", ["1.12"], .reader),
            ("(reader 1.8, 1.9, RI3)", ["1.8", "1.9"], .reader),
            ("@Test(\"reader 9.3: a pass\")", ["9.3"], .reader),
            ("Nasty cases (reader 7).", ["7"], .reader),
            ("a reader\n/// 2.7 to 2.15", ["2.7"], .reader),
            ("the reader has 3.5 books, one reader 3 books", [], .reader),
            ("(picture-in-picture 5.1, 5.8)", ["5.1", "5.8"], .tile),
            ("as tile 4.2 says, (picture-in-picture\n/// 10)", ["4.2", "10"], .tile),
            ("a tile 16x5, in a picture 2.5", [], .tile),
        ] as [(String, [String], SpecificationPart)])
    func sectionsOfParts(text: String, sections: [String], part: SpecificationPart) {
        let found = Citations(text, bareForms: nil).sections
        #expect(found.map(\.name) == sections && found.allSatisfy { $0.part == part })
    }

    @Test("bare forms are found where they count")
    func bareForms() {
        let text = "(3.10) (2.2, 3.5). (3.12, rows \"at last frame\") (1.5 s) (0.5) (4) (RFC 9110, 6.4.1) (2 of 3)"
        let found = Citations(text, bareForms: .tile).sections
        #expect(found.map(\.name) == ["3.10", "2.2", "3.5", "3.12"] && found.allSatisfy { $0.part == .tile })
        #expect(Citations(text, bareForms: nil).sections == [])
    }

    @Test("ids are found with their lines, and what only looks like one is none")
    func idForms() {
        let text = "N14, K3\nPN14 RK1–RK3 N24b\n`N7` U+004E K0 N1234 XN14 N14bc KB3 RX1 n14 B12"
        let found = Citations(text, bareForms: nil).ids
        #expect(found.map(\.name) == ["N14", "K3", "PN14", "RK1", "RK3", "N24b", "N7"])
        #expect(found.map(\.line) == [1, 1, 2, 2, 2, 2, 3])
    }

    @Test("the word of before is found where a section follows it")
    func outdatedForms() {
        let text =
            "reference 3.12\n(reference\n/// 1.14)\nby reference 3 times\nreference section 4\na reference.\nReference 6.4"
        #expect(Citations(text, bareForms: nil).outdated == [1, 2, 5, 7])
    }

    @Test("sections resolve in their part; ids resolve with their variants, in the pages and among the cases")
    func idsResolve() {
        let page = "# 3 Engine\n### 3.10 Messages\n| Id | What |\n| N24 | longer (a), shorter (b) |\n| PN1 | none |\n"
        let specification = Specification(pages: page, cases: ["N24", "N25", "PN1"])
        #expect(["3.10", "3"].allSatisfy { specification.hasSection($0, of: .stream) })
        #expect(!specification.hasSection("3.1", of: .stream) && !specification.hasSection("3.10", of: .tile))
        #expect(["N24", "N24b", "PN1"].allSatisfy(specification.has))
        #expect(!["N24c", "N25", "N26", "PN1a", "K1"].contains(where: specification.has))
        let tile = Specification(pages: page, at: "docs/specification/tile/page.md", cases: [])
        #expect(tile.hasSection("3.10", of: .tile) && !tile.hasSection("3.10", of: .stream))
    }
}
