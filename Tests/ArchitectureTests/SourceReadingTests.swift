import Testing

/// The readers that the architecture's tests stand on: one that finds nothing would make them all pass.
@Suite("Reading sources")
struct SourceReadingTests {
    @Test(
        "an import is found in every spelling",
        arguments: [
            "import Engine", "  import Engine", "@testable import Engine", "@preconcurrency import Engine",
            "internal import Engine", "@_spi(Deep) public import Engine", "import struct Engine.State",
            "import Engine.Sub", "let a = 1; import Engine", "import Engine // for the state",
        ])
    func importSpellings(text: String) {
        let file = ProjectFile(path: "A.swift", text: "\n\(text)\n")
        #expect(file.imports == [ImportLine(module: "Engine", line: 2)])
    }

    @Test(
        "what only looks like an import is none",
        arguments: [
            "// import Engine", "/* a\nimport Engine\n*/", "let a = \"\"\"\nimport Engine\n\"\"\"",
            "/* /* */ import Engine */", "let a = #\"\"; import Engine\"#", "important(Engine)",
        ])
    func noImports(text: String) {
        #expect(ProjectFile(path: "A.swift", text: text).imports == [])
    }

    @Test("code behind texts and inside of interpolations is still read, on its own line")
    func codeIsKept() {
        let text = #"""
            let a = "\(names.map { "<\($0)>" }) // no comment"; go()
            let b = "quote \" // inside"; stop()
            """#
        let code = ProjectFile(path: "A.swift", text: text).codeLines
        #expect(code.map(\.number) == [1, 2])
        #expect(code[0].code.hasSuffix("; go()"))
        #expect(code[0].code.contains("names.map"))
        #expect(code[1].code.hasSuffix("; stop()"))
        #expect(!code[1].code.contains("inside"))
    }

    @Test("the manifest's arrows are read with packages, line breaks and empty lists")
    func manifestIsRead() {
        let text = """
            module("A"),
            module("B", [
                "A", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
            cLibrary("C", "png"),
            .executableTarget(
                name: "tool",
                dependencies: ["B", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
            """
        #expect(
            PackageText(text).dependencies == [
                "A": [], "B": ["A", "GRDB"], "C": [], "tool": ["B", "ArgumentParser"],
            ])
    }

    @Test(
        "impure words are found",
        arguments: [
            "Task { }", "func f() async {", "await g()", "print(a)", "let t = Date()", "ContinuousClock().now",
            "Int.random(in: 0..<3)", "list.shuffled()",
        ])
    func impureWords(code: String) {
        #expect(Impurity.first(in: code) != nil)
    }

    @Test(
        "words that only resemble impure ones are left alone",
        arguments: [
            "let task = plan", "fingerprint(a)", "picture.print(b)", "case asynchronous",
            "Int.random(in: 0..<3, using: &dice)",
            "let updated = UpdateDate.none",
        ])
    func pureWords(code: String) {
        #expect(Impurity.first(in: code) == nil)
    }

    @Test("foreign words are found")
    func foreignWords() {
        #expect(ForeignWord.first(in: "see " + "/wor" + "k/notes") != nil)
        #expect(ForeignWord.first(in: "from py" + "pi.org") != nil)
        #expect(ForeignWord.first(in: "Sources/work/notes, and the frame/root/") == nil)
    }
}
