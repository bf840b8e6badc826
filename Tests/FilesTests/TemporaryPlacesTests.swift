import Platform
import Support
import Testing

@testable import Files

@Suite struct TemporaryPlacesTests {
    @Test("tmpdir: what TMPDIR names is used where it can be; else the usual places are")
    func places() throws {
        let folder = try Folder()
        try folder.write("", to: "file")
        symlink(folder.path, folder.file("link"))
        #expect(TemporaryPlaces.all([:]).first == "/tmp")
        #expect(TemporaryPlaces.all([:], large: true).first == "/var/tmp")
        for named in [folder.path, folder.path + "//", folder.file("link")] {
            let first = try #require(TemporaryPlaces.all(["TMPDIR": named]).first)
            #expect(named.hasPrefix(first))
        }
        // No file can be made in the last one, whoever is asking.
        for named in ["", "/not/there", folder.file("file"), "/proc/self"] {
            #expect(TemporaryPlaces.all(["TMPDIR": named]).first == "/tmp", "\(named)")
        }
        #expect(TemporaryPlaces.all(["XDG_RUNTIME_DIR": folder.path]).last == folder.path)
    }
}
