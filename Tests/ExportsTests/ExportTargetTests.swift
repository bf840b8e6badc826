import Events
import Foundation
import Support
import Testing

@testable import Exports

@Suite struct ExportTargetTests {
    @Test("the name says what it becomes")
    func kinds() throws {
        #expect(try ExportTarget("a.png", isSheet: false) == .picture("a.png"))
        #expect(try ExportTarget("a.PNG", isSheet: true) == .sheet("a.PNG"))
        #expect(try ExportTarget("x/a.webp", isSheet: false) == .webP("x/a.webp"))
        #expect(try ExportTarget("a.gif", isSheet: false) == .gif("a.gif"))
        #expect(try ExportTarget("a.cast", isSheet: false) == .cast("a.cast"))
        #expect(try ExportTarget("100%.webp", isSheet: false) == .webP("100%.webp"))
        #expect(try ExportTarget("nowhere/", isSheet: false) == .files(FilePattern(folder: "nowhere")))
        let folder = try Folder()
        #expect(try ExportTarget(folder.path, isSheet: false) == .files(FilePattern(folder: folder.path + "/")))
    }

    @Test("names that mean nothing", arguments: ["a", "a.mp4", "", "a.png.txt", "png"])
    func unknown(name: String) {
        #expect(throws: CommandError.self) { _ = try ExportTarget(name, isSheet: false) }
    }

    @Test("a contact sheet is a PNG file", arguments: ["a.gif", "frames/", "a"])
    func sheet(name: String) {
        #expect(throws: CommandError.unusable("\(name): a contact sheet's name ends in .png")) {
            _ = try ExportTarget(name, isSheet: true)
        }
    }

    @Test(
        "a folder is filled where nothing says that a file is meant", arguments: ["d.png", "d.GIF", "d.webp", "d.cast"])
    func folderOfThatName(name: String) throws {
        let folder = try Folder()
        let path = folder.file(name)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: CommandError.unusable("\(path): expected a file name, found a folder")) {
            _ = try ExportTarget(path, isSheet: false)
        }
        #expect(try ExportTarget(path + "/", isSheet: false) == .files(FilePattern(folder: path)))
    }

    @Test(
        "patterns",
        arguments: [
            ("f%d.png", "f42.png"), ("f%04d.png", "f0042.png"), ("%0d.png", "42.png"),
            ("x/50%%-%06d-%%.png", "x/50%-000042-%.png"),
            ("f%01d.png", "f42.png"),
        ])
    func patterns(pattern: String, name: String) throws { #expect(try FilePattern(pattern).path(of: 42) == name) }

    @Test(
        "what is no pattern",
        arguments: [
            "f%.png", "f%s.png", "%d-%d.png", "f%4d.png", "f%-4d.png", "f%099d.png", "f%0999999999999999999999d.png",
            "f%%.png", "f%0", "f%",
        ])
    func noPattern(pattern: String) { #expect(throws: CommandError.self) { _ = try FilePattern(pattern) } }

    @Test("a pattern's own folder is made, unless the number is in its name")
    func patternFolder() throws {
        #expect(try FilePattern("new/f%05d.png").newFolder == "new/")
        #expect(try FilePattern("/a/50%%/%d.png").newFolder == "/a/50%/")
        #expect(try FilePattern("f%d.png").newFolder == nil)
        #expect(try FilePattern("a/%d/f.png").newFolder == nil)
    }

    @Test("sizes are made smaller, never larger, and never nothing")
    func scales() {
        let picture = PixelSize(width: 500, height: 301)
        #expect(PictureScale.full.size(of: picture) == picture)
        #expect(PictureScale.factor(0.5).size(of: picture) == PixelSize(width: 250, height: 151))
        #expect(PictureScale.factor(1e-9).size(of: picture) == PixelSize(width: 1, height: 1))
        #expect(PictureScale.factor(3).size(of: picture) == picture)
        #expect(PictureScale.width(100).size(of: picture) == PixelSize(width: 100, height: 60))
        #expect(PictureScale.width(501).size(of: picture) == picture)
        #expect(PictureScale.width(1).size(of: PixelSize(width: 500, height: 2)) == PixelSize(width: 1, height: 1))
    }
}
