import Events
import Foundation
import Support
import Testing

@testable import Files

@Suite struct ExclusiveFileTests {
    @Test("a file never takes the place of another one")
    func neverOverwrites() throws {
        let folder = try Folder()
        let names = try (0..<3).map { number in
            try ExclusiveFile.write([UInt8(number)], named: folder.file("shot"), ending: "png")
        }
        #expect(names == ["shot.png", "shot-2.png", "shot-3.png"].map(folder.file))
        #expect(try folder.bytes(of: "shot.png") == [0])
        #expect(try folder.bytes(of: "shot-2.png") == [1])
        #expect(try folder.bytes(of: "shot-3.png") == [2])
    }

    @Test("a folder or a dangling link of that name is in the way as well")
    func othersInTheWay() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.file("shot.png"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("shot-2.png"), withDestinationPath: folder.file("target"))
        #expect(try ExclusiveFile.write([1], named: folder.file("shot"), ending: "png") == folder.file("shot-3.png"))
        #expect(!folder.names.contains("target"))
    }

    @Test("a folder that is not there is an error with its name")
    func missingFolder() throws {
        let folder = try Folder()
        let error = #expect(throws: CommandError.self) {
            try ExclusiveFile.write([1], named: folder.file("no/shot"), ending: "png")
        }
        #expect(error?.reason.hasPrefix(folder.file("no/shot.png: ")) == true)
        #expect(error?.exitStatus == 1)
    }
}
