import Foundation
import Frames
import Platform
import Support
import Testing

extension WithoutATerminal {
    @Suite(.serialized) struct ExportTests {
        private static func demo() -> String { Repository.file("assets/demo.cameo") }

        private func expectRefusal(_ run: Program.Run, _ start: String, status: Int32 = 2) {
            #expect(run.status == status, "\(run.errors)")
            #expect(run.output == "")
            #expect(run.errorLines.count == 1, "\(run.errors)")
            #expect(run.errors.hasPrefix("cameo: \(start)"), "\(run.errors)")
        }

        @Test("the demo becomes every kind of file, with one line about it and nothing beside it")
        func kinds() async throws {
            let folder = try Folder()
            let (demo, range) = (Self.demo(), ["--frames", "100..109", "--width", "64"])
            let starts: [(name: String, bytes: [UInt8])] = [
                ("a.webp", Array("RIFF".utf8)), ("a.gif", Array("GIF89a".utf8)),
                ("a.cast", Array("{\"version\":2,".utf8)),
                ("a.png", [0x89, 0x50, 0x4E, 0x47]),
            ]
            for (name, bytes) in starts {
                let run = try await Program.run(
                    [try Program.path(), "export", demo, "-o", name] + range, in: folder)
                #expect(run.status == 0 && run.errors == "")
                #expect(run.lines.count == 1)
                #expect(run.output.hasPrefix("\(name): 10 frames, 0.33 s, "), "\(run.output)")
                #expect(try folder.bytes(of: name).starts(with: bytes))
            }
            #expect(folder.names == ["a.cast", "a.gif", "a.png", "a.webp"])
            #expect(try folder.lines(of: "a.cast").count == 12)
            let files = try await Program.run(
                [try Program.path(), "export", demo, "-o", "new/"] + range, in: folder)
            #expect(files.status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("new")).sorted()
            #expect(names == (100...109).map { "frame-000\($0).png" })
            let picture = try decodePicture(try folder.bytes(of: "new/frame-000100.png"))
            #expect(picture.size.width == 64 && picture.size.height == 64)
            let one = try await Program.run("export", demo, "--time", "12s", "-o", "one.png", in: folder)
            #expect(one.status == 0)
            #expect(try decodePicture(try folder.bytes(of: "one.png")).size.width == 512)
        }

        @Test("text form, patterns and an existing folder work, too")
        func names() async throws {
            let folder = try Folder()
            try SampleStream(chunks: 1).write(in: folder)
            try FileManager.default.createDirectory(atPath: folder.file("there"), withIntermediateDirectories: false)
            let pattern = try await Program.run(
                "export", "sample.ndjson", "--chunk", "0", "-o", "there/%03d.png", in: folder)
            #expect(pattern.status == 0 && pattern.output.hasPrefix("there/%03d.png: 24 frames, "), "\(pattern.errors)")
            let found = try FileManager.default.contentsOfDirectory(atPath: folder.file("there"))
            #expect(found.count == 24)
            let run = try await Program.run("export", "sample.ndjson", "--frames", "3..4", "-o", "there", in: folder)
            #expect(run.status == 0)
            #expect(folder.exists("there/frame-000003.png") && folder.exists("there/frame-000004.png"))
            #expect(folder.names == ["sample.ndjson", "there"])
            let made = try await Program.run(
                "export", "sample.ndjson", "--frames", "3", "-o", "new/deep/f%05d.png", in: folder)
            #expect(made.status == 0 && folder.exists("new/deep/f00003.png"), "\(made.errors)")
        }

        @Test(
            "an option that means nothing for the kind of output is refused",
            arguments: [
                ("a.json", ["--quality", "80"], "--quality is for pictures"),
                ("a.json", ["--colors", "256"], "--colors is for pictures"),
                ("a.json", ["--tolerance", "0"], "--tolerance is for pictures"),
                ("a.json", ["--blocks", "any"], "--blocks is for pictures"),
                ("a.webp", ["--columns", "3"], "--columns is for a contact sheet"),
                ("new/", ["--columns", "3"], "--columns is for a contact sheet"),
                ("a.png", ["--frames", "298", "--columns", "4"], "--columns is for a contact sheet"),
                ("a.png", ["--frames", "298..298", "--columns", "4"], "(of one frame with --sheet)"),
                ("a.webp", ["--colors", "256"], "--colors is for an asciicast"),
                ("a.gif", ["--size", "80x40"], "--size is for an asciicast"),
                ("a.png", ["--tolerance", "0"], "--tolerance is for an asciicast"),
                ("a.png", ["--blocks", "any"], "--blocks is for an asciicast"),
                ("a.gif", ["--quality", "80"], "--quality is for .webp"),
                ("a.png", ["--lossless"], "--lossless is for .webp"),
                ("a.webp", ["--lossless", "--quality", "80"], "--quality and --lossless exclude each other"),
            ])
        func otherKind(output: String, options: [String], words: String) async throws {
            let run = try await Program.run(
                [try Program.path(), "export", "x.cameo", "-o", output] + options, in: try Folder())
            #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
        }

        @Test(
            "a wrong command line ends with status 64",
            arguments: [
                ["--frames", "9..3"], ["--frames", "x"], ["--frames", ".."], ["--time", "-1"], ["--chunk", "-1"],
                ["--scale", "0"], ["--scale", "1.5"], ["--scale", "nan"], ["--scale", "0.5", "--width", "9"],
                ["--width", "0"], ["--size", "80"], ["--size", "0x9"], ["--step", "0"], ["--view", "front"],
                ["--quality", "101"], ["--tolerance", "256"], ["--columns", "0"], ["--colors", "pink"],
                ["--onion", "3"],
            ])
        func wrong(arguments: [String]) async throws {
            let folder = try Folder()
            let run = try await Program.run(
                [try Program.path(), "export", "a.cameo", "-o", "a.png"] + arguments, in: folder)
            #expect(run.status == 64)
            #expect(run.output == "" && run.errors.hasPrefix("cameo: "))
        }

        @Test("what cannot be read, named or written is said in one line, and nothing is left or lost")
        func refusals() async throws {
            let folder = try Folder()
            _ = try await SampleStream.tape(chunks: 1, in: folder)
            try folder.write("no tape", to: "text.cameo")
            try folder.write("old", to: "kept.webp")
            mkfifo(folder.file("pipe.gif"), 0o600)
            try FileManager.default.createDirectory(atPath: folder.file("dir.gif"), withIntermediateDirectories: false)
            let before = folder.names
            let cases: [(arguments: [String], start: String, status: Int32)] = [
                (["missing.cameo", "-o", "kept.webp"], "missing.cameo: no such file", 2),
                (["text.cameo", "-o", "kept.webp"], "text.cameo: ", 2),
                (["sample.cameo", "-o", "a.mp4"], "a.mp4: unknown format; use ", 2),
                (["sample.cameo", "-o", "sample.cameo"], "sample.cameo: unknown format; use ", 2),
                (["sample.cameo", "--sheet", "-o", "a.gif"], "a.gif: a contact sheet", 2),
                (["sample.cameo", "-o", "%s.png"], "%s.png: expected one %d", 2),
                (
                    ["sample.cameo", "--frames", "99999", "-o", "kept.webp"], "sample.cameo: no frame in that range",
                    2
                ),
                (["sample.cameo", "-o", "pipe.gif"], "pipe.gif: not a regular file", 2),
                (
                    ["sample.cameo", "-o", "nowhere/a.webp"],
                    "nowhere/a.webp: cannot be written: no such folder: nowhere", 1
                ),
                (
                    ["sample.cameo", "-o", "nowhere%d/a.png"],
                    "nowhere0/a.png: cannot be written: no such folder: nowhere0", 1
                ),
                (["sample.cameo", "-o", "kept.webp/"], "kept.webp/: not a folder", 1),
                (["sample.cameo", "-o", "kept.webp/new/%d.png"], "kept.webp/new/: not a folder", 1),
                (
                    [
                        "sample.cameo", "--sheet", "--columns", "1", "--width", "4096", "--frames", "0", "-o",
                        "nowhere/s.png",
                    ],
                    "nowhere/s.png: cannot be written: no such folder: nowhere", 1
                ),
            ]
            for (arguments, start, status) in cases {
                let run = try await Program.run([try Program.path(), "export"] + arguments, in: folder)
                expectRefusal(run, start, status: status)
            }
            #expect(folder.names == before)
            #expect(try folder.text(of: "kept.webp") == "old")
            let replaced = try await Program.run(
                "export", "sample.cameo", "--frames", "0..3", "-o", "kept.webp", in: folder)
            #expect(replaced.status == 0)
            #expect(try folder.bytes(of: "kept.webp").starts(with: Array("RIFF".utf8)))
            #expect(folder.names == before)
        }

        @Test("too many frames for a contact sheet are refused with a step that would do")
        func manyTiles() async throws {
            let folder = try Folder()
            let run = try await Program.run("export", Self.demo(), "-o", "all.png", in: folder)
            expectRefusal(run, "all.png: 676 frames are too many for a contact sheet (at most 600): ")
            #expect(run.errors.contains("--step 2"))
            let thin = try await Program.run(
                "export", Self.demo(), "--step", "12", "--width", "20", "-o", "all.png", in: folder)
            #expect(thin.status == 0 && thin.output.hasPrefix("all.png: 57 frames, "), "\(thin.output)\(thin.errors)")
        }

        @Test(
            "a file that may not grow any more leaves a message and no half file",
            arguments: ["webp", "gif", "cast", "png"])
        func noRoom(ending: String) async throws {
            let folder = try Folder()
            let before = folder.names
            let run = try await Program.shell(
                "trap '' XFSZ; ulimit -f 8; exec \"$0\" export '\(Self.demo())' --frames 100..109 -o out.\(ending)",
                in: folder)
            expectRefusal(run, "out.\(ending): ", status: 1)
            #expect(folder.names == before)
        }

        @Test(
            "a signal in the middle ends it by that signal and leaves no half file",
            arguments: [
                (SIGINT, "out.webp"), (SIGTERM, "out.webp"), (SIGHUP, "out.webp"), (SIGINT, "out.gif"),
                (SIGINT, "frames/"),
            ])
        func interrupted(signal: Int32, output: String) async throws {
            let folder = try Folder()
            let child = try ChildProcess(
                [try Program.path(), "export", Self.demo(), "-o", output], environment: Program.environment(),
                folder: folder.path, input: .null, output: .null, errors: .null)
            let files = { FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [] }
            #expect(await eventually { files().contains { $0.hasSuffix(".partial") } })
            child.send(signal)
            #expect(await child.waitForEnd() == .signaled(signal))
            #expect(files().allSatisfy { $0 == "frames" || $0.hasSuffix(".png") }, "\(files())")
            for name in files() where name.hasSuffix(".png") {
                #expect(throws: Never.self) { _ = try decodePicture(try folder.bytes(of: name)) }
            }
        }

        @Test("in a terminal nothing is left of the line that says how far it is")
        func progress() async throws {
            let folder = try Folder()
            let program = try TerminalProgram(
                ["export", Self.demo(), "-o", "out.webp", "--frames", "..60", "--width", "64"],
                output: .output(folder.file("report")), in: folder)
            #expect(await program.waitForEnd() == .exited(0))
            #expect(!program.text.contains("\n"))
            #expect(program.model.lines.filter { !$0.isEmpty } == ["what stood there before"])
            #expect(try folder.text(of: "report").hasPrefix("out.webp: 61 frames, "))
        }
    }
}
