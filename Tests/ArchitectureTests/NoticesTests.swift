import Testing

/// NOTICES.md names what the programs are linked with.
@Suite("Notices")
struct NoticesTests {
    private let project = Project()

    @Test("NOTICES.md lists each package of Package.resolved with its version")
    func packagesAreListed() throws {
        let resolved = try file("Package.resolved").text
        let notices = try file("NOTICES.md").text
        let rows = notices.split(separator: "\n").filter { $0.hasPrefix("| ") }
        let pins = resolved.matches(of: /"identity" : "([^"]+)"[^}]*"version" : "([^"]+)"/)
        #expect(pins.count > 20)
        for pin in pins {
            let (name, version) = (pin.1, pin.2)
            #expect(rows.contains { $0.hasPrefix("| \(name) | \(version) |") }, "\(name) \(version)")
        }
    }

    private func file(_ name: String) throws -> ProjectFile {
        try #require(project.files(under: "", endingWith: [name]).first { $0.path == name })
    }
}
