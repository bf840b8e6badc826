import Foundation
import Testing

@testable import Speech

@Suite("Where the voice's program is")
struct VoiceProgramPlaceTests {
    @Test("beside our own first, then along the path; only a program counts, and no relative folder")
    func places() throws {
        let beside = try VoiceScript("")
        let onPath = try VoiceScript("")
        let other = try VoiceScript("")
        try FileManager.default.createDirectory(atPath: other.file("folder/voice"), withIntermediateDirectories: true)
        try "text".write(toFile: other.file("plain"), atomically: true, encoding: .utf8)
        func find(_ folder: String?, _ path: String?, _ name: String = "voice") -> String? {
            VoiceProgramPlace.find(name, beside: folder, path: path)
        }
        #expect(find(beside.folder, onPath.folder) == beside.path)
        #expect(find(nil, "/nowhere::\(onPath.folder):\(beside.folder)") == onPath.path)
        #expect(find("/nowhere", "relative:\(onPath.folder)") == onPath.path)
        #expect(find(other.file("folder"), nil) == nil)
        #expect(find(other.folder, other.folder, "plain") == nil)
        #expect(find(nil, nil) == nil && find("", ".") == nil)
    }
}
