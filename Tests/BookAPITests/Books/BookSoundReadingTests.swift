import Events
import Testing

@testable import BookAPI

@Suite struct BookSoundReadingTests {
    private func sounds(_ members: String) throws -> [BookSound] { try chunk("", members).sounds }

    @Test("RS5 tracks as text, as objects and as a list, by any of their names")
    func spellings() throws {
        #expect(
            try sounds(#""audioTracks":{"origAudio":"o.mp3","Translated_Audio":{"url":"t.mp3"},"bed":"b.mp3"}"#) == [
                BookSound(.original, path: "o.mp3"), BookSound(.translation, path: "t.mp3"),
                BookSound(.other, path: "b.mp3"),
            ])
        #expect(try sounds(#""audio_tracks":{"orig_trans":"m.mp3"}"#) == [BookSound(.combined, path: "m.mp3")])
        #expect(
            try sounds(#""audioTracks":[{"kind":"MIX","source":"m.mp3"},{"key":"dubbed","path":null,"url":"d.mp3"}]"#)
                == [BookSound(.combined, path: "m.mp3"), BookSound(.translation, path: "d.mp3")])
        #expect(
            try sounds(#""audioTracks":{"orig":"a.mp3","original":"b.mp3","x":{},"y":null}"#).map(\.path) == ["a.mp3"])
    }

    @Test(
        "files are told apart by their names where no track is named",
        arguments: [
            ("0011-0012_Trans_Siberian_orig.mp3", BookSound.Kind.original), ("a_trans.M4B", .translation),
            ("a_orig_trans.wav", .combined), ("a.mix.ogg", .combined), ("a dubbed.flac", .translation),
            ("music.opus", .other), ("a_orig.html", nil), ("orig", nil), ("origami.mp3", .other),
        ])
    func names(name: String, kind: BookSound.Kind?) throws {
        #expect(BookSoundReading.kind(ofFile: "media/" + name) == kind)
        let found = try sounds(#""audioTracks":{},"files":[{"relative_path":"media/\#(name)","type":"text"}]"#)
        #expect(found == kind.map { [BookSound($0, path: "media/" + name)] } ?? [])
    }

    @Test("a list's tracks count where a chunk's own file has none")
    func ofList() throws {
        var odd = Oddities()
        let listed = ListedChunk(["chunkId": "c", "audioTracks": ["orig": "o.mp3"]], at: 0, &odd)
        let (chunk, _) = try read(#"{"sentences":[],"audioTracks":{},"files":[{"path":"x_trans.mp3"}]}"#, listed)
        #expect(chunk.sounds == [BookSound(.original, path: "o.mp3")])
    }

    @Test("RS6 the end of a name decides what a file is, not what a list calls it")
    func types() throws {
        let files =
            #"[{"name":"p","relative_path":"p.png","type":"audio"},{"relative_path":"x.mp3","type":"audio_orig"},"#
            + #"{"relative_path":"q.jpg","type":"text"},{"relative_path":"y.ogg","type":"hologram"}]"#
        let expected = [BookSound(.original, path: "x.mp3"), BookSound(.other, path: "y.ogg")]
        #expect(try sounds(#""files":\#(files)"#) == expected)
    }
}

@Suite struct BookPathTests {
    @Test(
        "RL2 of another machine's path what begins with media or metadata is left",
        arguments: [
            ("media/a.mp3", "media/a.mp3"), ("/srv/jobs/x/media/a b.mp3", "media/a b.mp3"),
            ("/media/disk/jobs/x/media/images/1.png", "media/images/1.png"),
            (#"C:\jobs\x\metadata\chunk_0000.json"#, "metadata/chunk_0000.json"),
            ("/api/library/media/job-7/file/media/a%20b.mp3?access_token=x#t", "media/a%20b.mp3"),
            ("https://h/storage/jobs/7/media/a.mp3?x=/media/b", "media/a.mp3"), ("/etc/passwd", "/etc/passwd"),
            ("a?b#c.mp3", "a?b#c.mp3"), ("../media/a.mp3", "../media/a.mp3"), ("/x/media/../../a", "media/../../a"),
            ("", nil), ("media/", nil), ("/x/media/", nil), ("a\0b", nil),
        ])
    func cut(path: String, left: String?) {
        #expect(BookPath.relative(path) == left)
        if let left { #expect(BookPath.relative(left) == left) }
    }

    @Test("percent-encoding is taken off once")
    func decoding() {
        #expect(BookPath.decoded("a%20b%2520.mp3") == "a b%20.mp3")
        #expect(BookPath.decoded("100%.mp3") == nil && BookPath.decoded("%ff") == nil && BookPath.decoded("%4") == nil)
    }
}
