import Foundation
import Support
import Testing

extension WithoutATerminal {
    @Suite(.serialized) struct ConfigCommandTests {
        let folder: Folder
        private var environment: [String: String?] {
            [
                "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/c", "XDG_CACHE_HOME": folder.path + "/k",
                "CAMEO_AUDIO": nil, "CAMEO_REMEMBER": nil,
            ]
        }

        init() throws {
            folder = try Folder()
            try FileManager.default.createDirectory(atPath: folder.file("c/cameo"), withIntermediateDirectories: true)
        }

        private func run(_ arguments: String..., adding: [String: String?] = [:]) async throws -> Program.Run {
            try await Program.run(
                [try Program.path()] + arguments, environment: environment.merging(adding) { $1 }, in: folder)
        }

        @Test("config shows what holds and where it comes from, secrets as dots")
        func shows() async throws {
            try folder.write("[backend]\npassword = \"hush\"\n[play]\ntolerance = 5\n", to: "c/cameo/config.toml")
            chmod(folder.file("c/cameo/config.toml"), 0o600)
            let run = try await run("config", "--no-fill", adding: ["CAMEO_USER": "me\u{1B}[31m"])
            #expect(run.status == 0 && run.errors == "")
            let words = run.lines.map { $0.split(separator: " ").map(String.init) }
            #expect(words.contains { $0.starts(with: ["play.tolerance", "5", folder.file("c/cameo/config.toml:4")]) })
            let place = folder.file("c/cameo/config.toml:2")
            #expect(words.contains { $0.starts(with: ["backend.password", "••••••", place]) })
            #expect(words.contains { $0.starts(with: ["backend.user", "me^[[31m", "CAMEO_USER"]) })
            #expect(words.contains { $0.starts(with: ["play.fill", "false", "--fill"]) })
            #expect(words.contains { $0.starts(with: ["play.buffer", "10", "default"]) })
            #expect(!run.output.contains("hush") && isHarmless(run.output))
            let path = try await self.run("config", "--path")
            #expect(path.output == folder.file("c/cameo/config.toml") + "\n")
        }

        @Test("a command that is given a folder reads the configuration once: a warning is one line")
        func once() async throws {
            let run = try await run("pip", "c", adding: ["CAMEO_TOLERENCE": "1", "CAMEO_TILE": nil])
            let warning = "cameo: environment: CAMEO_TOLERENCE is not a setting; did you mean CAMEO_TOLERANCE?"
            #expect(run.status != 0 && run.errorLines.filter { $0 == warning }.count == 1, "\(run.errors)")
        }

        @Test("settings that are named are shown alone; a wrong name is one line with the nearest")
        func named() async throws {
            let run = try await run("config", "play.volume", "backend.user", "--volume", "40")
            let words = run.lines.map { $0.split(separator: " ").prefix(3).map(String.init) }
            #expect(words == [["backend.user", "-", "default"], ["play.volume", "40", "--volume"]])
            try folder.write("[keys]\nmute = \"X\"\n", to: "c/cameo/config.toml")
            let key = try await self.run("config", "keys.mute")
            #expect(key.status == 0 && key.lines == ["keys.mute  X  \(folder.file("c/cameo/config.toml")):2  mute"])
            let wrong = try await self.run("config", "play.volum")
            #expect(wrong.status == 2)
            #expect(
                wrong.errorLines == ["cameo: unknown setting \"play.volum\"; did you mean play.volume?"])
            #expect(try await self.run("config", "--path", "play.volume").status == 64)
        }

        @Test("the example can be used as it is")
        func example() async throws {
            let example = try await run("config", "--example")
            try folder.write(example.output, to: "c/cameo/config.toml")
            let shown = try await run("config")
            #expect(shown.status == 0 && shown.lines.count > 15)
            #expect(shown.lines.allSatisfy { $0.contains(#/ default +[a-zA-Z]/#) })
        }

        @Test("config lists settings of playing with their meaning; a wrong one is one line with the nearest name")
        func engine() async throws {
            try folder.write("[engine]\nsent_limit = \"4s\"\n", to: "c/cameo/config.toml")
            let shown = try await run(
                "config", "--engine", "completion_limit=12s", adding: ["CAMEO_ENGINE_GAP_LIMIT": "800ms"])
            #expect(shown.status == 0 && shown.errors == "")
            for start in [
                ["engine.completion_limit", "12s", "--engine", "completion_limit", "longest", "wait"],
                ["engine.gap_limit", "800ms", "CAMEO_ENGINE_GAP_LIMIT", "silence"],
                ["engine.sent_limit", "4s", folder.file("c/cameo/config.toml:2"), "longest"],
            ] {
                let words = shown.lines.map { $0.split(separator: " ").map(String.init) }
                #expect(words.contains { $0.starts(with: start) }, "\(start)")
            }
            for command in ["demo", "check", "inspect", "export", "diff", "play", "step", "say", "record", "connect"] {
                let operands: [String] =
                    switch command {
                    case "demo", "say": []
                    case "diff": ["a.cameo", "b.cameo"]
                    case "export": ["a.cameo", "-o", "x.png"]
                    case "record": ["http://127.0.0.1:9", "-o", "x.cameo"]
                    case "connect": ["http://127.0.0.1:9"]
                    default: ["a.cameo"]
                    }
                let run = try await Program.run(
                    [try Program.path(), command] + operands + ["--engine", "completion_limt=1s"],
                    environment: environment, in: folder)
                #expect(run.status == 64, "\(command)")
                #expect(
                    run.errorLines.first
                        == "cameo: --engine: unknown setting \"completion_limt\"; did you mean completion_limit?",
                    "\(command)")
            }
            let wrong = try await run("check", "--engine", "completion_limit=5", "a.cameo")
            #expect(
                wrong.errorLines.first
                    == "cameo: --engine completion_limit: expected a time from 0s to 600s, found \"5\"")
            #expect(wrong.status == 64)
        }

        @Test(
            "a value that an option may not have ends with status 64, one that is set elsewhere with 2",
            arguments: [
                (["record", "http://127.0.0.1:9", "-o", "x.cameo", "--connect-timeout", "abc"], "--connect-timeout: "),
                (["play", "x.cameo", "--right-to-left", "me"], "--right-to-left: expected one of auto"),
                (["pip", "--prefix", "%%"], "--prefix: expected one of "),
                (["read", "x.txt", "--music-volume", "999"], "--music-volume: expected a whole number"),
                (["why", "x.cameo", "1", "--engine", "gap_limit"], "--engine: expected NAME=VALUE"),
            ])
        func values(words: [String], text: String) async throws {
            let wrong = try await Program.run([try Program.path()] + words, environment: environment, in: folder)
            #expect(wrong.status == 64 && wrong.errors.hasPrefix("cameo: \(text)"), "\(wrong.errors)")
            let elsewhere = try await run("config", adding: ["CAMEO_CONNECT_TIMEOUT": "abc"])
            #expect(elsewhere.status == 2 && elsewhere.errors.hasPrefix("cameo: CAMEO_CONNECT_TIMEOUT: "))
        }

        @Test("a variable whose value is no text is refused, and one that is spelled as in the file is warned of")
        func variables() async throws {
            let bytes = try await Program.shell("CAMEO_CONNECT_TIMEOUT=$'\\xffzz' \"$0\" config", in: folder)
            #expect(bytes.status == 2)
            #expect(
                bytes.errors
                    == "cameo: CAMEO_CONNECT_TIMEOUT: expected UTF-8, found bytes of another encoding\n")
            let spelled = try await run("health", adding: ["CAMEO_BACKEND_URL": "x"])
            #expect(spelled.status == 2 && spelled.errorLines.count == 2)
            #expect(
                spelled.errorLines.first
                    == "cameo: environment: CAMEO_BACKEND_URL is not a setting; did you mean CAMEO_URL?")
        }

        @Test("a fault in the file ends every command that reads it with one line, and status 2")
        func fault() async throws {
            try folder.write("[play]\ntolerence = 5\n", to: "c/cameo/config.toml")
            let line =
                "cameo: \(folder.file("c/cameo/config.toml")):2: unknown setting \"play.tolerence\"; did you mean "
                + "\"play.tolerance\"?"
            for arguments in [["config"], ["cache"], ["demo"]] {
                let run = try await Program.run(
                    [try Program.path()] + arguments, environment: environment, in: folder)
                #expect(run.status == 2 && run.errorLines == [line])
            }
            // Folded at 80 columns, and a path of the test's folder may be longer.
            let doctor = try await Program.run("doctor", "--colors", "256", environment: environment, in: folder)
            #expect(doctor.status == 0 && doctor.errors == "", "\(doctor.errors)")
            #expect(doctor.lines.dropFirst().first?.hasPrefix("configuration") == true, "\(doctor.output)")
            #expect(doctor.output.contains("defaults used") && doctor.output.contains("play.tolerence"))
            #expect(doctor.lines.contains { $0.hasPrefix("voice") })
        }

        @Test("without clips cache says so, and clearing is no error")
        func noClips() async throws {
            let place = folder.file("k/cameo/clips")
            #if os(Linux)
                #expect(try await run("cache").output == "no clips in \(place)\n")
                #expect(
                    try await run("cache", "http://127.0.0.1:9").output
                        == "no clips of http://127.0.0.1:9 in \(place)\n")
            #endif
            let cleared = try await run("cache", "--clear", "http://127.0.0.1:5003")
            #expect(cleared.status == 0 && cleared.output == "0 clips removed, 0 B\n")
            let file = try folder.write("x", to: "a-file")
            for run in [
                try await run("cache", "--cache-folder", file),
                try await run("cache", "--cache-folder", file, "--clear"),
            ] {
                #expect(run.status == 2 && run.output == "" && run.errorLines.count == 1)
                #expect(run.errors.hasSuffix("/a-file: not a folder\n"))
            }
            let wrong = try await run("cache", "zonk")
            #expect(wrong.status == 2 && wrong.errors.hasPrefix("cameo: zonk: "))
            #expect(try await run("cache", "--cache-limit", "-1").status == 64)
        }
    }
}
