import BookFolders
import Events
import Files
import Frames
import Platform
import Reading
import Sound
import Support
import Synchronization
import Testing

@testable import App

/// The picture of a film whose sound is read, from a stand-in for the program that decodes it.
@Suite @MainActor struct FilmPictureTests {
    private struct Film: BookSource {
        let book = Book("b", chunks: [ChunkEntry("c", start: 1, end: 1)])
        let oddities: [String] = []

        func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String]) {
            (BookChunk("c", sentences: [], sounds: [], isExact: true), [])
        }

        func sound(_ path: String) async throws -> sending SoundSource {
            guard path == "film" else { throw CommandError.unusable("\(path) is not there") }
            return .file(try OpenFile.inMemory([0]))
        }
    }

    private final class Told: Sendable {
        let results = Mutex<[Result<FilmFrames.Frame, SoundError>]>([])

        var isEmpty: Bool { results.withLock(\.isEmpty) }

        @MainActor func next() async -> Result<FilmFrames.Frame, SoundError>? {
            _ = await eventually { self.results.withLock { !$0.isEmpty } }
            return results.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }

    private static func picture(_ path: String, _ script: String, _ told: Told, _ folder: Folder) throws -> FilmPicture
    {
        try folder.writeProgram("#!/bin/sh\n" + script, to: "program")
        let program = SoundProgram(decoder: folder.file("program"), prober: "/nowhere")
        return FilmPicture(Film(), path, program) { result in told.results.withLock { $0.append(result) } }
    }

    @Test("one is asked for at a time, and another one where its time has come")
    func follows() async throws {
        let (folder, told) = (try Folder(), Told())
        let film = try Self.picture(
            "film", "for red in 001 002 003; do printf 'P6\\n2 1\\n255\\n'\"\\\\${red}bcdef\"; done; exec sleep 1000",
            told, folder)
        film.follow(.zero)
        film.follow(.seconds(1))
        #expect(film.shown == nil && film.nextChange == nil)
        #expect(film.receive(try #require(await told.next())) == nil)
        #expect(film.shown?.picture.bytes.first == 1 && film.nextChange == FilmFrames.period)
        // It is the one of this time still.
        film.follow(FilmFrames.period - TimeSpan(microseconds: 1))
        #expect(film.nextChange != nil)
        film.follow(FilmFrames.period * 2)
        #expect(film.nextChange == nil)
        #expect(film.receive(try #require(await told.next())) == nil)
        #expect(film.shown?.picture.bytes.first == 3 && film.nextChange == FilmFrames.period * 3)
        #expect(told.isEmpty)
    }

    @Test(
        "why there is none is told once", arguments: [("film", "ffmpeg: it is broken"), ("gone", "gone is not there")])
    func fails(path: String, words: String) async throws {
        let (folder, told) = (try Folder(), Told())
        let film = try Self.picture(path, "echo it is broken >&2; exit 1", told, folder)
        film.follow(.zero)
        let notice = film.receive(try #require(await told.next()))
        #expect(
            notice?.hasPrefix("cannot show the film: ") == true && notice?.hasSuffix(words) == true, "\(notice ?? "")"
        )
        film.follow(.seconds(5))
        #expect(film.nextChange == nil && told.isEmpty)
    }
}
