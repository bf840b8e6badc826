/// One `import` of a file.
struct ImportLine: Equatable {
    let module: String
    let line: Int
}

extension ProjectFile {
    /// The modules that this file imports, with attributes, access level, kind and submodule taken off:
    /// `@testable internal import struct Module.Sub.Name` gives `Module`.
    var imports: [ImportLine] {
        codeLines.filter { $0.code.contains("import") }.flatMap { line in
            line.code.split(separator: ";").compactMap { statement in
                Self.importedModule(in: String(statement)).map { ImportLine(module: $0, line: line.number) }
            }
        }
    }

    private static func importedModule(in statement: String) -> String? {
        let pattern =
            #/
            ^\s* (?: @[A-Za-z_]+ (?: \([^)]*\) )? \s+ )*
            (?: (?: public | package | internal | fileprivate | private ) \s+ )?
            import \s+ (?: (?: struct | class | enum | protocol | typealias | func | let | var ) \s+ )?
            ([A-Za-z_][A-Za-z0-9_]*)
            /#
        return statement.firstMatch(of: pattern).map { String($0.1) }
    }
}
