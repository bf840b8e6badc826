import Engine
import Events
import Sound
import Testing

@testable import Playback

@Suite struct FirstSoundsTests {
    private static func name(_ chunk: Int, _ generation: Generation = 1) -> SoundName {
        SoundName(chunk, generation)
    }

    @Test("N25 a sound may go on with the first one of its own message, which goes on with none")
    func continued() {
        var sounds = FirstSounds<String>()
        #expect(sounds.continued(by: Self.name(1)) == nil)
        sounds.heard(Self.name(0), "first")
        sounds.heard(Self.name(1), "second")
        #expect(sounds.continued(by: Self.name(1)) == "first" && sounds.continued(by: Self.name(7)) == "first")
        #expect(sounds.continued(by: Self.name(0)) == nil)
        #expect(sounds.continued(by: Self.name(1, 2)) == nil)
        sounds.heard(Self.name(0, 2), "next")
        #expect(sounds.continued(by: Self.name(1, 2)) == "next" && sounds.continued(by: Self.name(1)) == nil)
    }

    @Test("each member has its own")
    func members() throws {
        let anna = try #require(Member("anna"))
        var sounds = FirstSounds<String>()
        sounds.heard(Self.name(0), "main")
        #expect(sounds.continued(by: Self.name(1), of: anna) == nil)
        sounds.heard(Self.name(0), "anna", by: anna)
        #expect(sounds.continued(by: Self.name(1), of: anna) == "anna" && sounds.continued(by: Self.name(1)) == "main")
    }
}
