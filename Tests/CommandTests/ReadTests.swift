import Events
import Foundation
import Frames
import Sound
import Support
import Testing

/// `cameo read`, as it is run.
@Suite struct ReadTests {
    /// What the disk driver takes in a second.
    private static let rate = 48_000
    /// Of the original from 1,001 on, of the translation from -1,001 down, each sample its own.
    private static func samples(_ seconds: Double, sign: Int) -> [Int16] {
        (0..<Int(seconds * Double(rate))).map { Int16(sign * (1_001 + $0 % 30_000)) }
    }

    static func wav(_ samples: [Int16]) -> Data {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let data = samples.flatMap { bytes(Int($0), 2) }
        return Data(
            Array("RIFF".utf8) + bytes(36 + data.count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + bytes(1, 2)
                + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4) + bytes(2, 2) + bytes(16, 2) + Array("data".utf8)
                + bytes(data.count, 4) + data)
    }

    private static let original = samples(0.6, sign: 1)
    private static let translation = samples(0.5, sign: -1)

    private static func job() throws -> Folder {
        let folder = try Folder()
        let sentences = [
            (#""original":{"text":"Hello there."},"translation":{"text":"Hola."}"#, [0.0, 0.4, 0.0, 0.2]),
            (#""original":{"text":"Bye."},"translation":{"text":"Hasta luego."}"#, [0.4, 0.6, 0.2, 0.5]),
        ].map { text, gates in
            "{\(text),\"originalStartGate\":\(gates[0]),\"originalEndGate\":\(gates[1]),"
                + "\"startGate\":\(gates[2]),\"endGate\":\(gates[3])}"
        }
        let sounds = #""audioTracks":{"orig":{"path":"o.wav"},"translation":{"path":"t.wav"}}"#
        try folder.write(
            "{\"version\":3,\"start_sentence\":1,\"sentences\":[\(sentences.joined(separator: ","))],\(sounds)}",
            to: "chunk_0000.json")
        try folder.write(wav(original), to: "o.wav")
        try folder.write(wav(translation), to: "t.wav")
        return folder
    }

    /// Stretches of sound in a file of the disk driver, in frames: what they are, and how much silence is before them.
    private static func heard(_ path: String) throws -> [(samples: [Int16], silence: Int)] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var (stretches, silence): ([(samples: [Int16], silence: Int)], Int) = ([], 0)
        for frame in 0..<bytes.count / 4 {
            let value = Int16(truncatingIfNeeded: Int(bytes[4 * frame]) | Int(bytes[4 * frame + 1]) << 8)
            if value == 0 {
                silence += 1
            } else if silence > 0 || stretches.isEmpty {
                stretches.append(([value], silence))
                silence = 0
            } else {
                stretches[stretches.count - 1].samples.append(value)
            }
        }
        return stretches
    }

    private static func part(_ samples: [Int16], _ start: Double, _ end: Double) -> [Int16] {
        Array(samples[Int((start * Double(rate)).rounded())..<Int((end * Double(rate)).rounded())])
    }

    @Test(
        "to the sample: each segment once and in turn, nothing of its neighbors, and between them the dwell",
        arguments: ["sequence", "original", "translation"])
    func sound(mode: String) async throws {
        let folder = try Self.job()
        let run = try await Program.run(
            "read", "--plain", "--mode", mode, ".",
            environment: [
                "CAMEO_AUDIO": "true", "CAMEO_VOLUME": "100", "SDL_AUDIODRIVER": "disk",
                "SDL_DISKAUDIOFILE": folder.file("heard.raw"), "XDG_STATE_HOME": folder.file("state"),
            ], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let heard = try Self.heard(folder.file("heard.raw"))
        switch mode {
        case "sequence":
            #expect(run.lines == ["Hello there.", "Hola.", "Bye.", "Hasta luego."])
            #expect(
                heard.map(\.samples) == [
                    Self.part(Self.original, 0, 0.4), Self.part(Self.translation, 0, 0.2),
                    Self.part(Self.original, 0.4, 0.6), Self.part(Self.translation, 0.2, 0.5),
                ])
            // The last word stays lit for a quarter of a second; how many samples of silence a loudspeaker that is a file
            // takes meanwhile depends on the machine.
            #expect(heard.dropFirst().allSatisfy { $0.silence > 0 })
        case "original":
            #expect(run.lines == ["Hello there.", "Bye."] && heard.map(\.samples) == [Self.original])
        default:
            #expect(run.lines == ["Hola.", "Hasta luego."] && heard.map(\.samples) == [Self.translation])
        }
    }

    @Test("without a loudspeaker it is read all the same, and what is read is on a tape")
    func silent() async throws {
        let folder = try Self.job()
        let run = try await Program.run(
            "read", "--plain", "--no-audio", "--record", "read.cameo", "chunk_0000.json",
            environment: ["XDG_STATE_HOME": folder.file("state")], in: folder)
        #expect(run.status == 0 && run.lines == ["Hello there.", "Hola.", "Bye.", "Hasta luego."], "\(run.errors)")
        let told = try await Program.run("inspect", "read.cameo", "--reading", "--json", in: folder)
        #expect(told.lines.count { $0.contains(#""phase":"dwelling""#) } == 4, "\(told.output)")
        #expect(told.lines.last?.contains("end of the book") == true)
    }

    @Test("a language that is not there is a line on standard error, and the other one is read")
    func otherLanguage() async throws {
        let folder = try Folder()
        try folder.write(
            #"{"version":3,"start_sentence":1,"sentences":[{"original":{"text":"Hello there."},"originalStartGate":0,"#
                + #""originalEndGate":0.6}],"audioTracks":{"orig":{"path":"o.wav"}}}"#, to: "chunk_0000.json")
        try folder.write(Self.wav(Self.original), to: "o.wav")
        for options in [["--plain", "--no-audio"], ["--headless"]] {
            let run = try await Program.run(
                [try Program.path(), "read"] + options + ["--mode", "translation", "."],
                environment: ["XDG_STATE_HOME": folder.file("state")], in: folder)
            #expect(run.status == 0)
            #expect(run.errorLines == ["cameo: .: no translation here: the original is read"])
        }
    }

    @Test("what the sound system's libraries write is not on the terminal when it is given back")
    func quietDevice() async throws {
        let folder = try Self.job()
        // A library that says at length why there is no sound card.
        let program = try TerminalProgram(
            ["read", "--no-narrator", "."], columns: 120,
            environment: [
                "CAMEO_AUDIO": "true", "SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": folder.file("nosuch.conf"),
                "XDG_STATE_HOME": folder.file("state"),
            ], in: folder)
        try await program.wait("that No sound") { $0.lines.contains { $0.contains("no sound") } }
        #expect(await program.type("q"))
        #expect(await program.waitForEnd() == .exited(0))
        #expect(!program.text.contains("ALSA lib"), "\(program.model.lines)")
    }

    private static func color(_ red: Int, _ green: Int, _ blue: Int) throws -> [UInt8] {
        let pixel = [UInt8(red), UInt8(green), UInt8(blue), 255]
        let bytes = (0..<64 * 64).flatMap { _ in pixel }
        return try encodePNG(Picture(size: PixelSize(width: 64, height: 64), bytes: bytes))
    }

    @Test("on a screen: the picture of the sentence or the cover beside the text, and what a command knows of a word")
    func onScreen() async throws {
        let folder = try Self.job()
        let images = "media/images/0001-0002"
        for name in ["metadata", images] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        let text = try folder.text(of: "chunk_0000.json")
        try folder.write(
            text.replacing("\"start_sentence\":1,", with: "\"start_sentence\":1,\"end_sentence\":2,"),
            to: "chunk_0000.json")
        try folder.write(try Self.color(200, 40, 40), to: images + "/sentence_00001.png")
        try folder.write(try Self.color(40, 40, 200), to: "metadata/cover.png")
        let program = try TerminalProgram(
            [
                "read", "--no-audio", "--no-narrator", "--lookup-command",
                "read word; printf '\\033[2J%s is a word' $word", ".",
            ], columns: 120, rows: 40, environment: ["COLORTERM": "truecolor", "XDG_STATE_HOME": folder.file("state")],
            in: folder)
        let middle = (column: 17, y: 40)
        func shows(_ screen: TerminalModel, _ text: String) -> Bool { screen.lines.contains { $0.contains(text) } }
        #expect(await program.type(" "))
        try await program.wait("the sentence's picture") { $0.pixel(middle.column, middle.y) == Color(200, 40, 40) }
        #expect(await program.type("\r"))
        try await program.wait("what the command knows") { shows($0, "^[[2J") && shows($0, " is a word") }
        #expect(await program.type("\u{1B}"))
        // What follows at once belongs to it.
        try await program.wait("the pane closed, and the picture back") {
            !shows($0, " is a word") && $0.pixel(middle.column, middle.y) == Color(200, 40, 40)
        }
        #expect(await program.type("n"))
        try await program.wait("the cover") { $0.pixel(middle.column, middle.y) == Color(40, 40, 200) }
        #expect(shows(program.model, "Hasta luego."))
        #expect(await program.type("I"))
        try await program.wait("no picture") { $0.pixel(middle.column, middle.y) == nil && shows($0, "Hasta luego.") }
        #expect(await program.type("q"))
        #expect(await program.waitForEnd() == .exited(0))
    }

    @Test(
        "a film with subtitles beside it is seen in the tile, at the place that is heard",
        .enabled(if: SoundProgram.installed != nil))
    func film() async throws {
        let folder = try Folder()
        // Red for a minute, then blue.
        let colors =
            "color=0xC02020:size=64x48:rate=5:duration=60[a];color=0x2020C0:size=64x48:rate=5:duration=60[b];[a][b]concat;anullsrc,atrim=duration=120"
        let made = try await Program.run(
            [
                "/usr/bin/env", "ffmpeg", "-nostdin", "-v",
                "error", "-filter_complex", colors, "-c:v", "mpeg4", "-q:v", "2", "-y", "talk.mp4",
            ], in: folder)
        #expect(made.status == 0, "\(made.errors)")
        try folder.write(
            "1\n00:00:00,000 --> 00:00:59,000\nRed.\n\n2\n00:01:01,000 --> 00:01:59,000\nBlue.\n", to: "talk.srt")
        func isSeen(_ screen: TerminalModel, _ color: Color) -> Bool {
            (0..<40).contains { y in
                guard let pixel = screen.pixel(105, y) else { return false }
                return abs(Int(pixel.red) - Int(color.red)) < 24 && abs(Int(pixel.green) - Int(color.green)) < 24
                    && abs(Int(pixel.blue) - Int(color.blue)) < 24
            }
        }
        let environment = ["COLORTERM": "truecolor", "XDG_STATE_HOME": folder.file("state")]
        let program = try TerminalProgram(
            ["read", "--no-audio", "talk.mp4"], columns: 120, rows: 40, environment: environment, in: folder)
        #expect(await program.type(" "))
        try await program.wait("red") { isSeen($0, Color(0xC0, 0x20, 0x20)) }
        #expect(await program.type("n"))
        try await program.wait("blue") { isSeen($0, Color(0x20, 0x20, 0xC0)) }
        #expect(await program.type("b"))
        try await program.wait("red again") { isSeen($0, Color(0xC0, 0x20, 0x20)) }
        #expect(await program.type("q"))
        #expect(await program.waitForEnd() == .exited(0))
    }

    @Test(
        "RD7 the word that is spoken is seen with all colors and with none",
        arguments: ["truecolor", "palette256", "palette16", "none"])
    func colors(depth: String) async throws {
        let folder = try Folder()
        // Two minutes a word: no test is so slow that it does not see the first.
        try folder.write(
            #"{"version":3,"start_sentence":1,"sentences":[{"original":{"text":"Lit dark."},"originalStartGate":0,"#
                + #""originalEndGate":240}],"audioTracks":{"orig":{"path":"o.wav","duration":240}}}"#,
            to: "chunk_0000.json")
        try folder.write(Self.wav([Int16](repeating: 0, count: 240 * Self.rate)), to: "o.wav")
        let program = try TerminalProgram(
            ["read", "--no-audio", "--no-narrator", "--colors", depth, "."],
            environment: ["XDG_STATE_HOME": folder.file("state")], in: folder)
        func look(_ word: String, _ screen: TerminalModel) -> TerminalModel.Attributes? {
            for (row, line) in screen.lines.enumerated() {
                guard let place = line.firstRange(of: word) else { continue }
                let column = line.distance(from: line.startIndex, to: place.lowerBound)
                return screen[CellPoint(column: column, row: row)].attributes
            }
            return nil
        }
        try await program.wait("the first word reversed") { look("Lit", $0)?.isReversed == true }
        #expect(look("dark.", program.model)?.isReversed == false)
        #expect(await program.type("q"))
        #expect(await program.waitForEnd() == .exited(0))
    }

    @Test(
        "what only ffmpeg reads is read in silence without it, and one sentence says so",
        arguments: [["--headless"], ["--plain"], ["--plain", "--no-audio"]])
    func withoutProgram(options: [String]) async throws {
        let folder = try Self.job()
        for name in ["o.wav", "t.wav"] {
            try folder.write([0, 0, 0, 0x20] + Array("ftypM4A isomiso2mp41".utf8), to: name)
        }
        let run = try await Program.run(
            [try Program.path(), "read"] + options + ["."],
            environment: [
                "PATH": folder.path, "CAMEO_AUDIO": "true", "SDL_AUDIODRIVER": "dummy",
                "XDG_STATE_HOME": folder.file("state"),
            ], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        // Whom nobody hears anyway nothing is missing.
        let said = run.errors.components(separatedBy: "ffmpeg").count - 1
        #expect(said == (options.contains("--no-audio") ? 0 : 1), "\(run.errors)")
        if options.contains("--plain") { #expect(run.lines == ["Hello there.", "Hola.", "Bye.", "Hasta luego."]) }
    }

    @Test("--no-wait prints a text that takes an hour to hear, without a voice")
    func withoutWaiting() async throws {
        let folder = try Folder()
        let lines = (1...1_000).map { "Lamp \($0) is lit." }
        try folder.write("# Lamps\n\n" + lines.joined(separator: " "), to: "lamp.md")
        let run = try await Program.run("read", "--plain", "--no-wait", "lamp.md", in: folder)
        #expect(run.status == 0 && run.lines == ["Lamps"] + lines, "\(run.errors)")
        #expect(run.output.hasPrefix("Lamps\n\nLamp 1 is lit.\nLamp 2 is lit.\n"))
    }

    @Test("what was read on the screen is listed with its path and its place")
    func listed() async throws {
        let folder = try Folder()
        // So many that nobody comes to the end.
        try folder.write((1...200).map { "Lamp \($0) is lit." }.joined(separator: " "), to: "lamp.txt")
        let environment = ["XDG_STATE_HOME": folder.file("state"), "XDG_CACHE_HOME": folder.file("cache")]
        let empty = try await Program.run("library", environment: environment, in: folder)
        #expect(empty.status == 0 && empty.lines == ["no books read yet"])
        let program = try TerminalProgram(
            ["read", "--no-audio", "--no-narrator", "lamp.txt"], environment: environment, in: folder)
        try program.watch("the text") { screen in screen.lines.contains { $0.contains("Lamp 2 is lit.") } }
        program.send("q")
        #expect(await program.waitForEnd() == .exited(0))
        let run = try await Program.run("library", "--json", environment: environment, in: folder)
        #expect(run.status == 0 && run.lines.count == 1, "\(run.errors)")
        let row = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let path = try #require(row?["job"] as? String)
        #expect(path.hasPrefix("/") && FileManager.default.fileExists(atPath: path))
        #expect(row?["title"] as? String == "lamp" && row?["sentences"] as? Int == 200)
        #expect(row?["sentence"] is Int && row?["read"] is String)
        let texts = try await Program.run("library", ".", environment: environment, in: folder)
        #expect(texts.lines == ["no narrated books in .; to read a text, use `cameo read FILE`"])
    }

    @Test(
        "without a screen it goes on where a signal ended it, unless it is to start over; --no-wait has no place",
        arguments: [SIGINT, SIGTERM])
    func plainPlace(signal: Int32) async throws {
        let folder = try Folder()
        // Nobody comes to the end of the second sentence.
        try folder.write(
            #"{"version":3,"start_sentence":1,"sentences":[{"original":{"text":"Hello there."},"originalStartGate":0,"#
                + #""originalEndGate":0.2},{"original":{"text":"Bye."},"originalStartGate":0.2,"#
                + #""originalEndGate":7200}],"audioTracks":{"orig":{"path":"o.wav","duration":7200}}}"#,
            to: "chunk_0000.json")
        try folder.write(Self.wav(Self.original), to: "o.wav")
        let environment = ["XDG_STATE_HOME": folder.file("state"), "XDG_CACHE_HOME": folder.file("cache")]
        func read(_ options: String...) async throws -> (lines: [String], errors: String) {
            let arguments = ["read", "--plain", "--no-audio", "--mode", "original"] + options + ["."]
            let child = try ChildProcess(
                [try Program.path()] + arguments, environment: Program.environment(environment), folder: folder.path,
                input: .null, output: .output(folder.file("out")), errors: .output(folder.file("errors")))
            #expect(await eventually { (try? folder.text(of: "out").hasSuffix("Bye.\n")) == true })
            child.send(signal)
            #expect(await child.waitForEnd() == .signaled(signal))
            return (try folder.lines(of: "out"), try folder.text(of: "errors"))
        }
        let first = try await read()
        #expect(first.lines == ["Hello there.", "Bye."] && first.errors == "", "\(first.errors)")
        let second = try await read()
        #expect(second.lines == ["Bye."])
        #expect(second.errors.hasPrefix("cameo: .: resumed at sentence 2"), "\(second.errors)")
        #expect(second.errors.hasSuffix(", where you stopped; to start over: --start-over\n"), "\(second.errors)")
        let whole = try await Program.run("read", "--plain", "--no-wait", ".", environment: environment, in: folder)
        #expect(whole.lines == ["Hello there.", "Bye."] && whole.errors == "")
        let listed = try await Program.run("library", "--json", environment: environment, in: folder)
        #expect(listed.lines.count == 1 && listed.output.contains(#""sentence":2"#), "\(listed.output)")
        let anew = try await read("--start-over")
        #expect(anew.lines == ["Hello there.", "Bye."] && anew.errors == "", "\(anew.errors)")
    }

    @Test("where nothing can be kept a bookmark says so, and leaving; the status stays")
    func nothingKept() async throws {
        let folder = try Folder()
        // So many that nobody comes to the end.
        try folder.write((1...200).map { "Lamp \($0) is lit." }.joined(separator: " "), to: "lamp.txt")
        try folder.write("no folder", to: "state")
        let program = try TerminalProgram(
            ["read", "--no-audio", "--no-narrator", "lamp.txt"], columns: 200,
            environment: ["XDG_STATE_HOME": folder.file("state"), "XDG_CACHE_HOME": folder.file("cache")], in: folder)
        try program.watch("the text") { screen in screen.lines.contains { $0.contains("Lamp 2 is lit.") } }
        program.send("B\r")
        try program.watch("why") { screen in screen.lines.contains { $0.contains("; this session only: ") } }
        #expect(await program.type("q"))
        #expect(await program.waitForEnd() == .exited(0))
        #expect(program.text.contains("cameo: \(folder.path)/state"), "\(program.model.lines)")
        let words = ": cannot save the reading position or the last bookmark"
        #expect(program.text.contains(words), "\(program.model.lines)")
    }

    @Test("what is no book, and options that do not go together, are a sentence each")
    func refusals() async throws {
        let folder = try Self.job()
        try folder.write("nonsense", to: "bad.json")
        try folder.write("", to: "empty.txt")
        for (arguments, words) in [
            (["--headless", "nosuch"], "nosuch"), (["--headless", "bad.json"], "bad.json"),
            (["."], "not a terminal"),
            (["--headless", "--plain", "."], "--headless and --plain exclude each other"),
            (["--no-wait", "."], "--no-wait needs --plain"),
            (["--plain", "--no-wait", "--record", "r.cameo", "."], "--record and --no-wait exclude each other"),
            (["--plain", "--json", "."], "--json"),
            (["--headless", "--mode", "both", "."], "mode"),
        ] {
            let run = try await Program.run([try Program.path(), "read"] + arguments, in: folder)
            #expect(run.status != 0 && run.errors.contains(words), "\(arguments): \(run.errors)")
        }
    }
}
