import Events
import Foundation
import Platform
import Support
import Testing

@testable import Sound

/// Sound that a program decodes.
@Suite struct ProgramStreamTests {
    private static let rate = 44_100

    /// The program that is installed, made to write what the tests read.
    private static func made(_ values: [Int16], _ arguments: String..., to name: String, in folder: Folder) throws {
        let program = try #require(SoundProgram.installed)
        try folder.write(try SoundFile(rate: rate).bytes(values), to: "in.wav")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program.decoder)
        process.arguments =
            ["-nostdin", "-v", "error", "-i", folder.file("in.wav")] + arguments + ["-y", folder.file(name)]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// A tone of which no two tenths of a second are as loud.
    private static func tone(_ seconds: Double) -> [Int16] {
        (0..<Int(seconds * Double(rate))).map { frame in
            let loudness = Double((frame / (rate / 10)) * 7 % 10) * 1_500
            return Int16(loudness * sin(Double(frame) * 0.031) * cos(Double(frame) * 0.0007))
        }
    }

    /// How many frames later a sound comes than another one: where both differ least.
    private static func delay(of sound: [Int16], after other: [Int16], within frames: Int) -> Int {
        func difference(_ shift: Int) -> Int {
            stride(from: frames, to: min(sound.count, other.count) - frames, by: 37).reduce(0) {
                $0 + abs(Int(other[$1]) - Int(sound[$1 + shift]))
            }
        }
        return (-frames...frames).min { difference($0) < difference($1) } ?? .max
    }

    private static func open(_ folder: Folder, _ name: String) throws -> OpenFile {
        try #require(OpenFile(folder.file(name)))
    }

    @Test(
        "what a program decodes is where it was, also behind a seek", .enabled(if: SoundProgram.installed != nil),
        arguments: ["a.m4a", "a.aac", "a.mkv", "a.mp4"])
    func places(name: String) throws {
        let folder = try Folder()
        let values = Self.tone(8)
        if name == "a.mp4" {
            // Pictures, and sound that begins half a second later.
            try Self.made(
                values, "-f", "lavfi", "-i", "color=size=64x48:rate=10:duration=8", "-map", "1:v", "-map", "0:a", "-af",
                "adelay=500", "-c:a", "aac", "-c:v", "mpeg4", to: name, in: folder)
        } else {
            try Self.made(values, "-c:a", "aac", "-b:a", "128k", to: name, in: folder)
        }
        let stream = try SoundOpening.stream(try Self.open(folder, name))
        #expect(stream is ProgramStream && stream.rate == Self.rate && stream.channels == 1)
        // The header of a bare stream does not say how long it is.
        if name != "a.aac" { #expect(abs((stream.announced ?? 0) - 8 * Self.rate) < Self.rate) }
        let whole = try stream.read(10 * Self.rate)
        #expect(abs(whole.count - 8 * Self.rate) < Self.rate)
        let late = name == "a.mp4" ? Self.rate / 2 : name == "a.aac" ? 1_024 : 0
        let shift = Self.delay(of: Array(whole[late...]), after: values, within: 150)
        #expect(abs(shift) <= 100, "\(shift) frames from where it was")
        for place in [3 * Self.rate + 17, 100, 6 * Self.rate] {
            try stream.seek(to: place)
            let part = try stream.read(Self.rate)
            let found = Self.delay(of: part, after: Array(whole[place..<place + Self.rate]), within: 300)
            // A bare stream of AAC has no times: what is sought is found by its bytes.
            // Matroska tells times in milliseconds.
            let most = name == "a.mkv" ? Self.rate / 1_000 : 2
            if name != "a.aac" { #expect(abs(found) <= most, "\(found) frames off at \(place)") }
        }
    }

    @Test("without the program one sentence says what is missing, and of what is no sound what it always said")
    func missing() throws {
        let folder = try Folder()
        try folder.write([0, 0, 0, 0x20] + Array("ftypM4A isomiso2mp41".utf8), to: "a.m4a")
        try folder.write("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", to: "list.m4a")
        #expect(throws: SoundError.noProgram) { try SoundOpening.stream(try Self.open(folder, "a.m4a"), nil) }
        #expect(throws: SoundError.self) { try SoundOpening.stream(try Self.open(folder, "list.m4a"), nil) }
        // A program that would fail is not even asked for a list of other files.
        let none = SoundProgram(decoder: "/nowhere", prober: "/nowhere")
        for (name, isAsked) in [("a.m4a", true), ("list.m4a", false)] {
            let error = #expect(throws: SoundError.self) { try SoundOpening.stream(try Self.open(folder, name), none) }
            #expect(error?.reason.contains("ffmpeg") == isAsked, "\(error?.reason ?? "")")
        }
    }

    @Test(
        "a file that lies about what it is, is an error in the program's words",
        .enabled(if: SoundProgram.installed != nil))
    func spoiled() throws {
        let folder = try Folder()
        try folder.write([0, 0, 0, 0x20] + Array("ftypM4A isomiso2mp41 and nothing else".utf8), to: "a.m4a")
        let error = #expect(throws: SoundError.self) { try SoundOpening.stream(try Self.open(folder, "a.m4a")) }
        #expect(error?.reason.hasPrefix("ffmpeg: ") == true)
    }

    // MARK: With a stand-in for the program

    private static func script(_ text: String, _ name: String, in folder: Folder) throws -> String {
        try folder.writeProgram("#!/bin/sh\n" + text, to: name)
        return folder.file(name)
    }

    /// Says what a file has, and then gives samples that count up from the second that is sought, without end.
    private static func standIn(_ folder: Folder, decoding: String) throws -> SoundProgram {
        let told = #"{"streams":[{"codec_type":"video"},{"codec_type":"audio","sample_rate":"8000","channels":1}],"#
        return SoundProgram(
            decoder: try script(decoding, "decoder", in: folder),
            prober: try script("echo '\(told)\"format\":{\"duration\":\"12.5\"}}'", "prober", in: folder))
    }

    @Test("a program that gives sound without end is ended when nobody wants it any more, or something else of it")
    func endless() throws {
        let folder = try Folder()
        let pids = folder.file("pids")
        let program = try Self.standIn(folder, decoding: "echo $$ >>'\(pids)'; exec cat /dev/zero")
        try folder.write("sound", to: "file")
        func running() throws -> [Bool] {
            try String(contentsOfFile: pids, encoding: .utf8).split(separator: "\n").map {
                kill(try #require(pid_t($0)), 0) == 0
            }
        }
        var stream: ProgramStream? = try ProgramStream(try Self.open(folder, "file"), program)
        #expect(stream?.announced == 100_000 && stream?.rate == 8_000 && stream?.channels == 1)
        #expect(try stream?.read(5_000).count == 5_000)
        #expect(try running() == [true])
        try stream?.seek(to: 40_000)
        #expect(try stream?.read(7) == [Int16](repeating: 0, count: 7))
        #expect(try running() == [false, true])
        stream = nil
        #expect(try running() == [false, false])
    }

    @Test("what a program gives before it dies is what there is of the sound")
    func broken() throws {
        let folder = try Folder()
        let program = try Self.standIn(folder, decoding: #"printf '\001\000\002\000\003'; exit 3"#)
        try folder.write("sound", to: "file")
        let stream = try ProgramStream(try Self.open(folder, "file"), program)
        #expect(try stream.read(10) == [1, 2])
        #expect(try stream.read(10) == [])
    }

    @Test("where a program is told to begin is exact to a millionth of a second")
    func beginning() {
        let program = SoundProgram(decoder: "d", prober: "p")
        func place(_ frame: Int, _ rate: Int) -> String? {
            let arguments = program.decoding(from: frame, rate: rate, channels: 2)
            return arguments.firstIndex(of: "-ss").map { arguments[$0 + 1] }
        }
        #expect(place(0, 8_000) == nil)
        #expect(place(1, 44_100) == "0.000023" && place(44_100 * 7_205 + 22_050, 44_100) == "7205.500000")
        #expect(place(47_999, 48_000) == "0.999979")
    }
}
