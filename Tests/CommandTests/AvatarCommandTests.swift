import Foundation
import Support
import Testing

extension WithoutATerminal {
    /// `cameo avatar`, by the built program.
    @Suite(.serialized) struct AvatarCommandTests {
        @Test("a pack without drawings is complete, speaks, and its drawings make the same pack again")
        func new() async throws {
            let folder = try Folder()
            let made = try await Program.run("avatar", "new", "lena", in: folder)
            #expect(made.status == 0 && made.errors == "", "\(made.errors)")
            #expect(made.output.hasPrefix("lena: 6 clips, 12 mouths, 384x384 pixels; "), "\(made.output)")
            let check = try await Program.run("avatar", "check", "lena", in: folder)
            #expect(check.status == 0 && check.lines.first?.hasSuffix(": complete") == true, "\(check.output)")
            let said = try await Program.run(
                "say", "--avatar", "lena", "--headless", "--record", "l.cameo", "Hello, how are you?", in: folder)
            #expect(said.status == 0, "\(said.errors)")
            let judged = try await Program.run("check", "l.cameo", in: folder)
            #expect(judged.status == 0, "\(judged.output)")
            let again = try await Program.run(
                "avatar", "new", "b", "--drawings", "lena/drawings", "--title", "Bea", in: folder)
            #expect(again.status == 0, "\(again.errors)")
            let picture = "overlays/talking_1_s_talking_1_e/0003/J4_X3_M1.webp"
            #expect(try folder.bytes(of: "b/\(picture)") == folder.bytes(of: "lena/\(picture)"))
            #expect(try folder.text(of: "b/avatar.json").contains(#""title": "Bea""#))
        }

        @Test(
            "three drawings are enough; what they lack, or have too much of, is said in one line, and nothing is left")
        func drawings() async throws {
            let folder = try Folder()
            _ = try await Program.run("avatar", "new", "lena", in: folder)
            func drawing(_ name: String) throws -> [UInt8] { try folder.bytes(of: "lena/drawings/\(name).png") }
            try FileManager.default.createDirectory(atPath: folder.file("few"), withIntermediateDirectories: false)
            for name in ["rest", "ah", "oh"] { try folder.write(try drawing(name), to: "few/\(name).png") }
            let few = try await Program.run("avatar", "new", "few-made", "--drawings", "few", in: folder)
            #expect(few.status == 0 && few.output.contains("3 mouths"), "\(few.errors)")
            #expect(try await Program.run("avatar", "check", "few-made", in: folder).status == 0)
            func refused(_ files: [String: [UInt8]], without: [String] = []) async throws -> String {
                try? FileManager.default.removeItem(atPath: folder.file("bad"))
                try FileManager.default.createDirectory(atPath: folder.file("bad"), withIntermediateDirectories: false)
                for name in ["rest", "ah", "oh"] where !without.contains(name) {
                    try folder.write(try drawing(name), to: "bad/\(name).png")
                }
                for (name, bytes) in files { try folder.write(bytes, to: "bad/\(name)") }
                let run = try await Program.run("avatar", "new", "never", "--drawings", "bad", in: folder)
                #expect(run.status == 2 && run.errorLines.count == 1 && !folder.exists("never"), "\(run.errors)")
                return run.errors
            }
            #expect(
                try await refused([:], without: ["ah"]).contains("bad: ah.png or aah.png is missing; required: rest"))
            #expect(try await refused(["smile.png": drawing("ah")]).contains("unknown drawing \"smile\"; "))
            #expect(try await refused(["blnk.png": drawing("ah")]).contains("did you mean blink?"))
            #expect(try await refused(["ee.png": Array("hello".utf8)]).contains("bad/ee.png: not WebP, PNG or JPEG"))
            #expect(
                try await refused(["ee.png": drawing("rest")]).contains(
                    "ee: looks the same as rest; draw an open mouth"))
            #expect(try await refused(["ah.PNG": drawing("ah")]).contains("there are two drawings of ah"))
            let there = try await Program.run("avatar", "new", "lena", in: folder)
            #expect(
                there.status == 2 && there.errors == "cameo: lena: not empty; choose a new folder or empty it\n")
            let file = try await Program.run("avatar", "new", "few/ah.png", in: folder)
            #expect(file.errors == "cameo: few/ah.png: already exists and is not a folder\n")
        }

        @Test("a pack that lacks a picture, or has none in its place, is told so, with status 1")
        func check() async throws {
            let folder = try Folder()
            _ = try await Program.run("avatar", "new", "lena", in: folder)
            let mouth = "overlays/idle_1_e_talking_1_s/0002/J3_X1_M0.webp"
            try FileManager.default.removeItem(atPath: folder.file("lena/\(mouth)"))
            try folder.write("x", to: "lena/clips/idle_1_s_idle_1_e/0004.webp")
            let run = try await Program.run("avatar", "check", "lena", in: folder)
            #expect(run.status == 1 && run.lines.count == 3, "\(run.output)")
            #expect(run.output.contains("\(mouth): no such file") && run.output.contains("0004.webp: not WebP"))
            let none = try await Program.run("avatar", "check", ".", in: folder)
            #expect(none.status == 2 && none.errorLines.count == 1, "\(none.errors)")
        }
    }
}
