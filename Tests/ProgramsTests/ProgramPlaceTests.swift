import Foundation
import Programs
import Support
import Testing

@Suite("Where a program is")
struct ProgramPlaceTests {
    @Test("beside our own first, then along the path; only a program counts, and no relative folder")
    func places() throws {
        let (beside, onPath, other) = (try Folder(), try Folder(), try Folder())
        for folder in [beside, onPath, other] { try folder.writeProgram("#!/bin/sh\n", to: "voice") }
        try FileManager.default.createDirectory(atPath: other.file("folder/voice"), withIntermediateDirectories: true)
        try "text".write(toFile: other.file("plain"), atomically: true, encoding: .utf8)
        func find(_ folder: String?, _ path: String?, _ name: String = "voice") -> String? {
            ProgramPlace.find(name, beside: folder, path: path)
        }
        #expect(find(beside.path, onPath.path) == beside.file("voice"))
        #expect(find(nil, "/nowhere::\(onPath.path):\(beside.path)") == onPath.file("voice"))
        #expect(find("/nowhere", "relative:\(onPath.path)") == onPath.file("voice"))
        #expect(find(other.file("folder"), nil) == nil)
        #expect(find(other.path, other.path, "plain") == nil)
        #expect(find(nil, nil) == nil && find("", ".") == nil)
    }
}
