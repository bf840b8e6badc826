import Events
import Support
import Tapes
import Testing

@testable import Playback

@Suite("Who has an avatar on a tape")
struct TapeAvatarsTests {
    private static let told = [
        #"{"t":0,"event":"call_state","data":{"call":"c","state":"JOINED"}}"#,
        #"{"t":0,"event":"call_source","data":{"source":"one","avatar":true}}"#,
        #"{"t":0,"event":"call_member","data":{"id":"1","name":"Agent 1","source":"one"}}"#,
        #"{"t":0,"event":"call_source","data":{"source":"two","avatar":"lea"}}"#,
        #"{"t":0,"event":"call_member","data":{"id":"2","source":"two"}}"#,
        #"{"t":0,"event":"call_member","data":{"id":"3"}}"#,
        #"{"t":1,"event":"call_member","data":{"id":"1","name":"Mira"}}"#,
    ]
    private static let left = #"{"t":3,"event":"call_state","data":{"call":"c","state":"LEFT"}}"#

    /// Id, name and whose engine it is.
    private func avatars(_ lines: [String]) throws -> [String] {
        let folder = try Folder()
        try folder.write(lines.joined(separator: "\n"), to: "call.ndjson")
        _ = try convert(folder.file("call.ndjson"), to: folder.file("call.cameo"))
        let tape = try TapeReader(path: folder.file("call.cameo"))
        defer { tape.close() }
        return try tape.avatars().map { "\($0.id) \($0.name) \($0.avatar.name ?? "main")" }
    }

    @Test("all who ever had one are told, as they were called last, also those who have left")
    func all() throws {
        let lines = Self.told + [#"{"t":2,"member":"lea","event":"audio_end","data":{}}"#, Self.left]
        #expect(try avatars(lines) == ["1 Mira main", "2 2 lea"])
    }

    @Test("a tape on which nothing is another member's has nobody to choose from")
    func alone() throws { #expect(try avatars(Self.told + [Self.left]).isEmpty) }
}
