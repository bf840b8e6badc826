/// The targets of `Package.swift`, read from its text: asking the package manager would take seconds, and wait for the
/// lock of the very run that tests this.
struct PackageText {
    /// Module → what it depends on, packages by product name. C libraries included, test targets not.
    let dependencies: [String: Set<String>]

    init(_ text: String) {
        var found: [String: Set<String>] = [:]
        for match in text.matches(of: #/\bmodule\(\s*"(\w+)"\s*(?:,\s*(\[[^\]]*\]))?\s*\)/#) {
            found[String(match.1)] = Self.names(in: match.2.map(String.init) ?? "")
        }
        let executable = #/\.executableTarget\(\s*name:\s*"([\w-]+)",\s*dependencies:\s*(\[[^\]]*\])/#
        for match in text.matches(of: executable) {
            found[String(match.1)] = Self.names(in: String(match.2))
        }
        for match in text.matches(of: #/\bcLibrary\(\s*"(\w+)"/#) {
            found[String(match.1)] = []
        }
        dependencies = found
    }

    /// `["Events", .product(name: "GRDB", package: "GRDB.swift")]` gives Events and GRDB.
    private static func names(in list: String) -> Set<String> {
        let withoutPackages = list.replacing(#/package:\s*"[^"]*"/#, with: "")
        return Set(withoutPackages.matches(of: #/"([^"]+)"/#).map { String($0.1) })
    }
}
