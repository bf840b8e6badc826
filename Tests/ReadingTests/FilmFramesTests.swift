import Events
import Foundation
import Frames
import Platform
import Support
import Testing

@testable import Reading
@testable import Sound

/// Pictures of a film by the time of its sound.
@Suite struct FilmFramesTests {
    // MARK: With the program

    private static func make(_ arguments: [String]) throws {
        let program = try #require(SoundProgram.installed)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program.decoder)
        process.arguments = ["-nostdin", "-v", "error"] + arguments
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// Twelve seconds of 15 frames, whose brightness goes up eight steps and begins anew.
    private static func film(_ name: String, _ size: String, _ arguments: String..., in folder: Folder) throws {
        let steps = "color=black:size=\(size):rate=15:duration=12,geq=lum='16+28*mod(N,8)':cb=128:cr=128"
        try make(["-f", "lavfi", "-i", steps] + arguments + ["-y", folder.file(name)])
    }

    private static func step(_ picture: Picture) -> Int {
        let middle = 4 * (picture.size.height / 2 * picture.size.width + picture.size.width / 2)
        // From the range of video to that of pixels.
        return Int((Double(picture.bytes[middle]) / 255 * 219 / 28).rounded()) % 8
    }

    @Test(
        "the picture is the one of its time, one after the other and behind a jump; behind the end it is the last one",
        .enabled(if: SoundProgram.installed != nil), arguments: ["a.mp4", "a.mkv"])
    func times(name: String) async throws {
        let folder = try Folder()
        try Self.film(name, "64x48", "-c:v", "mpeg4", "-q:v", "2", "-g", "40", in: folder)
        let frames = FilmFrames(try #require(OpenFile(folder.file(name))), try #require(SoundProgram.installed))
        for time in [0, 0.4, 0.41, 3.2, 1.2, 9.4, 9.5, 11.9, 20, 0.1] {
            let frame = try await frames.frame(at: TimeSpan(seconds: time))
            let wanted = min(179, Int(time * 15))
            let off = (Self.step(frame.picture) - wanted % 8 + 12) % 8 - 4
            #expect(abs(off) <= 1, "\(off) frames off at \(time) s")
            #expect(frame.picture.size == PixelSize(width: 64, height: 48))
        }
    }

    @Test(
        "pictures are scaled down to what a tile can show, and their shape stays",
        .enabled(if: SoundProgram.installed != nil),
        arguments: [
            ("640x360", [], PixelSize(width: 320, height: 180)), ("360x640", [], PixelSize(width: 180, height: 320)),
            ("64x48", ["-aspect", "8:3"], PixelSize(width: 128, height: 48)),
        ] as [(String, [String], PixelSize)])
    func sizes(size: String, arguments: [String], expected: PixelSize) async throws {
        let folder = try Folder()
        try Self.film("a.mp4", size, "-t", "0.2", "-c:v", "mpeg4", in: folder)
        var path = folder.file("a.mp4")
        if !arguments.isEmpty {
            try Self.make(["-i", path, "-c", "copy"] + arguments + ["-y", folder.file("b.mp4")])
            path = folder.file("b.mp4")
        }
        let frames = FilmFrames(try #require(OpenFile(path)), try #require(SoundProgram.installed))
        #expect(try await frames.frame(at: .zero).picture.size == expected)
    }

    // MARK: With a stand-in for the program

    /// Pictures of one pixel, whose red says how many have come before; notes where it was begun.
    private static func program(_ text: String, in folder: Folder) throws -> SoundProgram {
        let script = """
            #!/bin/sh
            start=0
            while [ $# -gt 0 ]; do [ "$1" = -ss ] && start=$2; shift; done
            echo $start >> '\(folder.file("starts"))'
            frame() { printf 'P6\\n1 1\\n255\\n'"\\\\$(printf %03o $1)ab"; }
            \(text)
            """
        try folder.writeProgram(script, to: "program")
        return SoundProgram(decoder: folder.file("program"), prober: "/nowhere")
    }

    private static func frames(_ text: String, in folder: Folder) throws -> FilmFrames {
        try folder.write("film", to: "film")
        return FilmFrames(try #require(OpenFile(folder.file("film"))), try program(text, in: folder))
    }

    private static func starts(_ folder: Folder) throws -> [String] {
        try String(contentsOfFile: folder.file("starts"), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("the program goes on as far as it can, and is begun anew where somebody goes back or far ahead")
    func anew() async throws {
        let folder = try Folder()
        let frames = try Self.frames("n=0; while [ $n -lt 200 ]; do frame $n; n=$((n + 1)); done", in: folder)
        func red(_ time: Double) async throws -> Int {
            Int(try await frames.frame(at: TimeSpan(seconds: time)).picture.bytes[0])
        }
        for (time, expected) in [(0, 0), (0.05, 0), (0.07, 1), (1.01, 15), (4.9, 73)] {
            #expect(try await red(time) == expected, "\(time) s")
        }
        #expect(try Self.starts(folder) == ["0"])
        // Back by one, and farther ahead than it would take to come there.
        for (time, expected) in [(4.8, 0), (9, 0), (9.5, 7)] { #expect(try await red(time) == expected, "\(time) s") }
        #expect(try Self.starts(folder) == ["0", "4.800000", "9.000000"])
    }

    @Test("behind the end it is the last one, and nothing is begun anew for it")
    func end() async throws {
        let folder = try Folder()
        let frames = try Self.frames("frame 1; frame 2; frame 3", in: folder)
        let first = try await frames.frame(at: .zero)
        let last = try await frames.frame(at: .seconds(1))
        #expect(
            first.picture.bytes == [1, 97, 98, 255] && last.picture.bytes[0] == 3 && last.number == first.number + 2)
        #expect(last.time == FilmFrames.period * 2)
        #expect(try await frames.frame(at: .seconds(100)).number == last.number)
        #expect(try Self.starts(folder) == ["0"])
        #expect(try await frames.frame(at: .zero).number == last.number + 1)
        #expect(try Self.starts(folder) == ["0", "0"])
    }

    @Test(
        "what is no film, and what is no picture, is said in a line",
        arguments: [
            ("echo 'file:/dev/fd/0: no such stream' >&2; exit 1", "ffmpeg: no such stream"),
            ("exit 3", "ffmpeg: exited with status 3"),
            ("printf 'P5\\n1 1\\n255\\nabcdefghijklmnopqrstuvwxyz'", "ffmpeg: its output is not a picture"),
            ("printf 'P6\\n321 1\\n255\\n'; head -c 100000 /dev/zero", "ffmpeg: its output is not a picture"),
            ("head -c 100000 /dev/zero", "ffmpeg: its output is not a picture"),
        ])
    func failures(text: String, words: String) async throws {
        let folder = try Folder()
        let frames = try Self.frames(text, in: folder)
        let error = await #expect(throws: SoundError.self) { try await frames.frame(at: .zero) }
        #expect(error?.reason == words)
    }

    @Test("a stream of pictures is the same in pieces of any length", arguments: [1, 2, 7, 1_000])
    func pieces(length: Int) throws {
        let bytes = (0..<5).flatMap { Array("P6\n2 1\n255\n".utf8) + [UInt8](repeating: UInt8($0), count: 6) }
        var (reader, found) = (PPMReader(side: 2), [Picture]())
        for start in stride(from: 0, to: bytes.count, by: length) {
            reader.feed(Array(bytes[start..<min(bytes.count, start + length)]))
            while let picture = try reader.next() { found.append(picture) }
        }
        #expect(found.map { $0.bytes.map(Int.init) } == (0..<5).map { [$0, $0, $0, 255, $0, $0, $0, 255] })
    }
}
