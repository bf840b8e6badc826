import Events
import Foundation
import Support
import Testing
import Wire

@testable import Speaking

@Suite struct PackContentTests {
    @Test("a pack's clips, as its pictures are; it has nothing to say")
    func pack() throws {
        let folder = Repository.file("assets/avatars/mira")
        #expect(PackContent.isPack(folder) && !PackContent.isPack(folder + "/avatar.json"))
        let pack = try PackContent(folder)
        #expect(pack.content.clips.count == 9 && pack.content.messages.isEmpty)
        let frame = try #require(pack.content.clips.first?.frames.last)
        let message = try pack.message(at: frame.place)
        #expect(message.name == "receive_base_frame")
        let picture = try Data(contentsOf: URL(fileURLWithPath: folder + "/clips/idle_1_e_idle_1_s/0039.webp"))
        #expect(pack.content.clips.first?.name == "idle_1_e_idle_1_s" || frame.index == 43)
        let (_, blobs) = ingest(message)
        #expect(blobs.count == 1)
        if pack.content.clips.first?.name == "idle_1_e_idle_1_s" { #expect(blobs.first?.bytes == Array(picture)) }
    }

    @Test(
        "a pack that is none is an error that names the file",
        arguments: [
            ("", "avatar.json: not JSON"), ("[]", "expected a JSON object"), ("{}", "\"clips\""),
            (#"{"clips":{"../x":{"frames":1}}}"#, "not a valid clip folder name"),
            (#"{"clips":{"a":{"frames":0}}}"#, "\"frames\": expected 1 to 5000"),
            (#"{"clips":{"a":{"frames":99999999}}}"#, "\"frames\": expected 1 to 5000"),
            (#"{"clips":{"a":{"frames":2}}}"#, "clips/a/0000.webp: expected a picture, found no file"),
        ])
    func badPacks(text: String, word: String) throws {
        let folder = NSTemporaryDirectory() + "/cameo-pack-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try text.write(toFile: folder + "/avatar.json", atomically: true, encoding: .utf8)
        let error = #expect(throws: CommandError.self) { try PackContent(folder) }
        #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "-")")
    }
}
