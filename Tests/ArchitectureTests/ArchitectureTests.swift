import Testing

/// The rules between modules that the compiler does not hold by itself.
@Suite("Architecture")
struct ArchitectureTests {
    private let project = Project()

    @Test("every module in Sources has a row in the table, and every row a module")
    func tableMatchesFolders() throws {
        #expect(try Set(project.modules()) == Set(ModuleRule.table.keys))
    }

    @Test("Package.swift draws the same arrows as the table")
    func tableMatchesPackage() throws {
        let manifests = project.files(under: "", endingWith: ["Package.swift"])
        let manifest = try #require(manifests.first { $0.path == "Package.swift" })
        let arrows = PackageText(manifest.text).dependencies
        #expect(Set(arrows.keys) == Set(ModuleRule.table.keys))
        for (module, rule) in ModuleRule.table {
            #expect(arrows[module] == rule.dependencies, "\(module) in Package.swift differs from ModuleRule.table")
        }
    }

    @Test("what the fuzzer builds of the modules has the same arrows")
    func fuzzerMatchesTable() throws {
        let manifests = project.files(under: "Fuzz", endingWith: ["Package.swift"])
        let manifest = try #require(manifests.first { $0.path == "Fuzz/Package.swift" })
        let arrows = PackageText(manifest.text).dependencies
        #expect(arrows["Tapes"] != nil)
        for (module, dependencies) in arrows where module != "fuzz" {
            guard let rule = ModuleRule.table[module] else { continue }
            // Of Checks only a folder is built, by a link.
            let isWhole = module != "Checks"
            #expect(
                isWhole ? dependencies == rule.dependencies : dependencies.isSubset(of: rule.dependencies),
                "\(module) in Fuzz/Package.swift differs from ModuleRule.table")
        }
    }

    @Test("the arrows have no circle")
    func arrowsHaveNoCircle() {
        var open = ModuleRule.table.mapValues { $0.dependencies.intersection(ModuleRule.table.keys) }
        while let ready = open.first(where: { $0.value.isEmpty })?.key {
            open[ready] = nil
            for module in open.keys { open[module]?.remove(ready) }
        }
        #expect(open.isEmpty, "these wait for each other: \(open.keys.sorted())")
    }

    @Test("a module imports only what its row allows", arguments: ModuleRule.table.keys.sorted())
    func importsAreAllowed(module: String) throws {
        let rule = try #require(ModuleRule.table[module])
        for file in project.swiftFiles(of: module) {
            for line in file.imports where !rule.allowedImports.contains(line.module) {
                Issue.record("\(file.path):\(line.line): \(module) must not import \(line.module)")
            }
        }
    }

    @Test("no arrow is drawn that nobody goes along", arguments: ModuleRule.table.keys.sorted())
    func arrowsAreUsed(module: String) throws {
        let rule = try #require(ModuleRule.table[module])
        let imported = Set(project.swiftFiles(of: module).flatMap { $0.imports.map(\.module) })
        #expect(rule.dependencies.subtracting(imported) == [])
    }

    @Test("a C library's folder holds no Swift")
    func cLibrariesHoldNoSwift() {
        for (module, rule) in ModuleRule.table where rule.kind == .cLibrary {
            #expect(project.swiftFiles(of: module).map(\.path) == [])
        }
    }

    @Test("pure modules know no clock, task, chance or standard output")
    func pureModulesArePure() {
        for (module, rule) in ModuleRule.table where rule.kind == .pure {
            for file in project.swiftFiles(of: module) {
                for line in file.codeLines {
                    guard let word = Impurity.first(in: line.code) else { continue }
                    Issue.record("\(file.path):\(line.number): `\(word)` in the pure module \(module)")
                }
            }
        }
    }

    @Test(
        "libespeak-ng, which is under the GPL, is in one program, which nothing else uses, and which says its license")
    func licensesAreApart() throws {
        let users = ModuleRule.table.filter { !$0.value.dependencies.isDisjoint(with: ["CEspeak", "cameo-espeak"]) }
        #expect(users.map(\.key) == ["cameo-espeak"])
        let files = ["cameo-espeak", "CEspeak"].flatMap {
            project.files(under: "Sources/\($0)", endingWith: [".swift", ".h", ".c"])
        }
        #expect(files.count > 10)
        for file in files {
            let saysLicense = file.lines.first?.code == "// SPDX-License-Identifier: GPL-3.0-or-later"
            #expect(saysLicense, "\(file.path)")
        }
        let licenses = project.files(under: "Sources", endingWith: ["LICENSE"])
        #expect(licenses.map(\.path) == ["Sources/cameo-espeak/LICENSE"])
        #expect(licenses.first?.text.contains("GNU GENERAL PUBLIC LICENSE\n                       Version 3") == true)
    }

    @Test("what the project measures itself with is in one program, which nothing uses and nobody installs")
    func benchmarksAreApart() throws {
        let users = { (name: String) in
            ModuleRule.table.filter { $0.value.dependencies.contains(name) }.map(\.key)
        }
        #expect(users("Benchmarks") == ["cameo-bench"] && users("cameo-bench") == [])
        let makefile = try #require(project.files(under: "", endingWith: ["Makefile"]).first { $0.path == "Makefile" })
        let parts = makefile.text.split(separator: "\n\n")
        for target in ["release", "install"] {
            let recipe = try #require(parts.first { "\n\($0)".contains("\n\(target):") })
            #expect(!recipe.contains("cameo-bench"), "make \(target)")
        }
    }

    @Test("a file of more than 600 lines says at its top why it is one thing")
    func longFilesSayWhy() {
        for file in project.files(under: "Sources", endingWith: [".swift"]) where file.lines.count > 600 {
            let saysWhy = file.text.hasPrefix("//")
            #expect(saysWhy, "\(file.path) has \(file.lines.count) lines")
        }
    }

    @Test("the project's text names no machine's folders and no package registry")
    func textSpeaksOfTheProjectAlone() {
        let endings = [
            ".swift", ".h", ".c", ".md", ".txt", ".py", ".sh", ".json", "Makefile", "deps", "cases", "cases-check",
            "run",
        ]
        let files = project.files(under: "", endingWith: endings)
        #expect(files.contains { $0.path == "Makefile" } && files.contains { $0.path == ".ci/run" })
        for file in files {
            for line in file.lines {
                guard let word = ForeignWord.first(in: line.code) else { continue }
                Issue.record("\(file.path):\(line.number): `\(word)`")
            }
        }
    }

    @Test("no text has a time as a floating-point number, which may have an exponent: 7e-06 s")
    func timesHaveNoExponents() {
        for file in project.files(under: "Sources", endingWith: [".swift"]) {
            for line in file.lines where [".seconds) s", ".milliseconds) ms"].contains(where: line.code.contains) {
                Issue.record("\(file.path):\(line.number): use `inSeconds` or `words`")
            }
        }
    }

    @Test("every file that the architecture page names is there")
    func pageNamesFiles() throws {
        let page = try #require(project.files(under: "docs", endingWith: ["architecture.md"]).first)
        let paths = project.files(under: "Sources", endingWith: [".swift"]).map(\.path)
        let named = page.text.matches(of: /`([\w\/+]+\.swift)`/).map { String($0.1) }
        #expect(named.count > 40)
        for name in named where name != "Package.swift" && !paths.contains(where: { $0.hasSuffix("/" + name) }) {
            Issue.record("docs/inside/architecture.md: \(name) is no file of Sources")
        }
    }

    @Test("every file in Sources ends with a newline")
    func filesEndWithNewline() {
        for file in project.files(under: "Sources", endingWith: [".swift", ".h", ".c"]) where !file.text.isEmpty {
            let endsRight = file.text.hasSuffix("\n")
            #expect(endsRight, "\(file.path)")
        }
    }
}
