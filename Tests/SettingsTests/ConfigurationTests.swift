import Events
import Foundation
import Platform
import Support
import Testing
import Typesetting

@testable import Keys
@testable import Settings

@Suite struct ConfigurationTests {
    private let folder: Folder
    private var file: String { folder.file("cameo/config.toml") }
    private var home: [String: String] { ["HOME": "/home/me", "XDG_CONFIG_HOME": folder.path] }

    init() throws {
        folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.file("cameo"), withIntermediateDirectories: true)
    }

    private func load(
        _ text: String?, environment: [String: String] = [:], flags: [Setting: String] = [:]
    ) throws -> Configuration {
        try? FileManager.default.removeItem(atPath: file)
        if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
        return try Configuration.load(flags: flags, environment: home.merging(environment) { $1 })
    }

    /// What is said of a file, without its name.
    private func fault(_ text: String) -> String? {
        do throws(CommandError) {
            let file = try TOMLFile(text: text, path: "c.toml", valueFault: ConfigurationFile.valueFault)
            let read = try ConfigurationFile(file)
            _ = try ScreenKeys().changed(by: read.keys, in: "c.toml")
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("without a file and an environment the defaults hold")
    func defaults() throws {
        let configuration = try load(nil)
        #expect(Setting.allCases.allSatisfy { configuration.source(of: $0) == .standard })
        #expect(configuration.path == file && configuration.warnings == [])
        #expect(configuration.url == nil && configuration.user == nil && configuration.password == nil)
        #expect(configuration.agent == "1" && configuration.instance == "default" && configuration.resolution == "512")
        #expect(configuration.transport == .auto && !configuration.isInsecure && !configuration.logsToBackend)
        #expect(configuration.cacheLimit == 500_000_000 && configuration.cacheFolder?.hasPrefix("/home/me/") == true)
        #expect(configuration.terminal == TerminalChoices() && configuration.tolerance == 3)
        let options = configuration.playbackOptions
        #expect(
            options.playing.settings.bufferFrames == 10 && options.playing.settings.bufferLimit == .milliseconds(500))
    }

    @Test("the file counts more than defaults, the environment more than the file, an option more than both")
    func precedence() throws {
        let text = "[play]\ntolerance = 5\nbuffer = 20\nfill = true\n[backend]\nagent = 7\n"
        let environment = ["CAMEO_BUFFER": "30", "CAMEO_FILL": "no", "CAMEO_USER": "", "CAMEO_LOG": "yes"]
        let configuration = try load(text, environment: environment, flags: [.fill: "true"])
        #expect(configuration.tolerance == 5 && configuration.source(of: .tolerance) == .file(path: file, line: 2))
        #expect(
            configuration.playbackOptions.playing.settings.bufferFrames == 30
                && configuration.source(of: .buffer) == .environment("CAMEO_BUFFER"))
        #expect(configuration.fills && configuration.source(of: .fill) == .flag("--fill"))
        #expect(configuration.agent == "7" && configuration.opensLog)
        #expect(configuration.user == nil && configuration.source(of: .user) == .standard)
    }

    @Test("every setting can be set in every way that it has, and is read as it was meant")
    func everySetting() throws {
        for row in Setting.rows {
            let (toml, text): (String, String) =
                switch row.kind {
                case .text: ("\"x y\"", "x y")
                case .path: ("\"/x/y\"", "/x/y")
                case .address: ("\"https://host:1/p\"", "https://host:1/p")
                case .flag: ("true", "true")
                case .number(let range): ("\(range.upperBound)", "\(range.upperBound)")
                case .span(let range): ("\"\(range.upperBound.typed)\"", range.upperBound.typed)
                case .choice(let words): ("\"\(words.last ?? "")\"", words.last ?? "")
                case .colors: ("256", "palette256")
                case .access(.auth): (#"'{"token":"t0"}'"#, #"{"token":"t0"}"#)
                case .access(.header): (#""X-Key: k0\nX-Other: b""#, "X-Key: k0\nX-Other: b")
                case .access(.query): ("\"tenant=acme\"", "tenant=acme")
                case .access(.namespace), .access(.path): ("\"/x/y\"", "/x/y")
                }
            let read = try ConfigurationFile(TOMLFile(text: "[\(row.section)]\n\(row.key) = \(toml)", path: "c.toml"))
            #expect(read.settings[row.setting]?.value.text == text && read.settings[row.setting]?.line == 2)
            let environment = try Configuration.load(environment: [row.environment: text], path: nil)
            #expect(environment.value(of: row.setting)?.text == text)
            guard let flag = row.flag else { continue }
            let flags = try Configuration.load(flags: [row.setting: text], environment: [:])
            #expect(flags.value(of: row.setting)?.text == text && flags.source(of: row.setting) == .flag(flag))
        }
    }

    @Test(
        "colors go by the numbers that people use for them, wherever they are set",
        arguments: [("16m", "truecolor"), ("256", "palette256"), ("16", "palette16"), ("0", "none"), ("none", "none")])
    func colorNumbers(text: String, name: String) throws {
        #expect(try Configuration.load(environment: ["CAMEO_COLORS": text]).value(of: .colors) == .text(name))
        #expect(try Configuration.load(flags: [.colors: text], environment: [:]).value(of: .colors) == .text(name))
        #expect(try load("[play]\ncolors = \"\(text)\"").value(of: .colors) == .text(name))
        let expected = "one of truecolor, palette256, palette16, none, or 16m, 256, 16, 0"
        #expect(throws: CommandError.unusable("CAMEO_COLORS: expected \(expected), found \"8\"")) {
            try Configuration.load(environment: ["CAMEO_COLORS": "8"])
        }
    }

    @Test("a file of another encoding is called one, with the line")
    func encoding() throws {
        try Data([0x23, 0x20, 0x61, 0x0A, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: file))
        let reason = "\(file):2: expected UTF-8, found bytes of another encoding"
        #expect(throws: CommandError.unusable(reason)) { try Configuration.load(environment: home) }
    }

    @Test("a variable of another encoding is called one, and its value is not repeated")
    func variableEncoding() {
        let reason = "CAMEO_CONNECT_TIMEOUT: expected UTF-8, found bytes of another encoding"
        #expect(throws: CommandError.unusable(reason)) {
            try Configuration.load(environment: [:], unreadable: ["OTHER", "CAMEO_CONNECT_TIMEOUT"])
        }
        #expect(throws: Never.self) { try Configuration.load(environment: [:], unreadable: ["OTHER", "CAMEO_X"]) }
    }

    @Test("a file that is a link to nothing, or to itself, is none that is not there")
    func links() throws {
        for (place, reason) in [
            ("absent", "a link to a missing file"),
            ("config.toml", "cannot be read: Too many levels of symbolic links"),
        ] {
            try? FileManager.default.removeItem(atPath: file)
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: place)
            #expect(throws: CommandError.unusable("\(file): \(reason)")) { try Configuration.load(environment: home) }
        }
    }

    @Test("values of options are judged without anything being read")
    func checks() {
        #expect(throws: Never.self) { try Configuration.check([.connectTimeout: "5s", .volume: "50"]) }
        #expect(throws: CommandError.unusable("--volume: expected a whole number from 0 to 100, found \"x\"")) {
            try Configuration.check([.volume: "x"])
        }
    }

    @Test(
        "what is wrong is said with file, line, what was expected and what was found",
        arguments: [
            ("[play]\ntolerance = 300", "c.toml:2: play.tolerance: expected a whole number from 0 to 255, found 300"),
            (
                "# a\r\n\r\n[play]\r\nvolume = 400\r\n",
                "c.toml:4: play.volume: expected a whole number from 0 to 100, found 400"
            ),
            (
                "[play]\n\n# a\nbuffer = \"x\"",
                "c.toml:4: play.buffer: expected a whole number from 1 to 1000, found \"x\""
            ),
            ("[play]\nfill = 1", "c.toml:2: play.fill: expected true or false, found 1"),
            (
                "[play]\nblocks = 'none'",
                "c.toml:2: play.blocks: expected one of any, lower, upper, ascii, found \"none\""
            ),
            ("[backend]\nuser = \"\"", "c.toml:2: backend.user: expected text, found \"\""),
            ("[backend]\nusr = \"x\"", "c.toml:2: unknown setting \"backend.usr\"; did you mean \"backend.user\"?"),
            ("[bakend]\nuser = \"x\"", "c.toml:2: unknown setting \"bakend.user\"; did you mean \"backend.user\"?"),
            (
                "tolerance = 3",
                "c.toml:1: unknown setting \"tolerance\"; did you mean \"play.tolerance\", which is tolerance under [play]?"
            ),
            (
                "[a]\n[b.c]\nd = 1",
                "c.toml:1: unknown setting \"a\"; the sections are [backend], [cache], [voice], [library], [read], [play], [pip], [engine], [keys], and "
                    + "`cameo config --example` lists their settings"
            ),
            ("[backend]\npassword = 1.5", "c.toml:2: backend.password: expected text, found something else"),
            ("[play]\nstill = tru\n", "c.toml:2: play.still: expected true or false, found tru"),
            ("[play]\nstill = yes # now", "c.toml:2: play.still: expected true or false, found yes"),
            ("[play]\nstil = tru", "c.toml:2: unknown setting \"play.stil\"; did you mean \"play.still\"?"),
            ("[play\nstill = true", "c.toml:1: expected \"]\" behind the section's name"),
            ("[play]\nvolume = 3x", "c.toml:2: play.volume: expected a whole number from 0 to 100, found 3x"),
            (
                "[play]\nblocks = any",
                "c.toml:2: play.blocks: expected one of any, lower, upper, ascii in quotes, found any"
            ),
            (
                "[backend]\npassword = hunter2",
                "c.toml:2: backend.password: expected text in quotes, found something else"
            ),
            ("[backend]\npassword hunter2", "c.toml:2: expected NAME = VALUE, found no \"=\""),
            (
                "[keys.player]\npause = space",
                "c.toml:2: keys.player.pause: expected keys in quotes, such as \"space\", found space"
            ),
            ("[keys]\npaus = \"x\"", "c.toml:2: keys.paus: unknown command; did you mean \"pause\"?"),
            (
                "[keys.debugger]\npaus = \"x\"",
                "c.toml:2: keys.debugger.paus: unknown command; did you mean \"pause\"?"
            ),
            (
                "[keys.readr]\npause = \"x\"",
                "c.toml:1: [keys.readr]: unknown screen; did you mean [keys.reader]?"
            ),
            (
                "[keys.tile]",
                "c.toml:1: [keys.tile]: unknown screen; expected one of player, debugger, reader, host, face"
            ),
            (
                "[keys.player]\npause = 3",
                "c.toml:2: keys.player.pause: expected keys in quotes, such as \"space\", found 3"
            ),
            (
                "[keys.debugger]\n\npause = \"q\"",
                "c.toml:3: keys.debugger.pause: \"q\" is already the key of quit; change that as well, or choose another"
            ),
            ("[keys]\npause = 3", "c.toml:2: keys.pause: expected keys in quotes, such as \"space\", found 3"),
            ("[keys]\npause = \"7\"", "c.toml:2: keys.pause: \"7\" cannot be reassigned"),
            ("[keys]\npause = \"Ctrl-C\"", "c.toml:2: keys.pause: \"Ctrl-C\" cannot be reassigned"),
            (
                "[keys]\npause = \"q\"",
                "c.toml:2: keys.pause: \"q\" is already the key of quit; change that as well, or choose another"
            ),
            (
                "[keys]\npause = \"Q\"\nquit = \"x Q\"\nprobe = \"none\"",
                "c.toml:3: keys.quit: \"Q\" is already the key of pause in line 2"
            ),
        ])
    func faults(text: String, message: String) { #expect(fault(text) == message) }

    @Test("a key of the hosting screen is not its prefix, whoever says what that is")
    func prefixAsKey() throws {
        let folder = try Folder()
        try folder.write("[keys.host]\npause = \"Ctrl-b\"\n", to: "c.toml")
        let path = folder.file("c.toml")
        _ = try Configuration.load(environment: [:], path: path)
        let fault = CommandError.unusable(
            "\(path):2: keys.host.pause: \"Ctrl-B\" is the prefix key (pip.prefix) and goes to the program")
        #expect(throws: fault) { try Configuration.load(flags: [.hostPrefix: "b"], environment: [:], path: path) }
    }

    @Test("of several faults the first one in the file is said")
    func firstFault() {
        #expect(fault("[play]\nfill = true\nlog = 3\n[backend]\nusr = 1")?.hasPrefix("c.toml:3: play.log") == true)
    }

    @Test("an address is judged as connecting would")
    func address() {
        #expect(fault("[backend]\nurl = \"host:1\"")?.contains("c.toml:2: backend.url: ") == true)
        #expect(fault("[backend]\nurl = \"http://me:secret@host\"")?.contains("secret") == false)
    }

    @Test("the environment and options are judged in the same way, and no secret is repeated")
    func otherFaults() {
        #expect(throws: CommandError.unusable("CAMEO_BUFFER: expected a whole number from 1 to 1000, found \"x\"")) {
            try Configuration.load(environment: ["CAMEO_BUFFER": "x"])
        }
        #expect(throws: CommandError.unusable("--tolerance: expected a whole number from 0 to 255, found \"-1\"")) {
            try Configuration.load(flags: [.tolerance: "-1"], environment: [:])
        }
        let long = String(repeating: "s", count: 5_000)
        #expect(throws: CommandError.unusable("CAMEO_PASSWORD: expected text")) {
            try Configuration.load(environment: ["CAMEO_PASSWORD": long])
        }
    }

    @Test("settings of playing come from the file, the environment and --engine, and reach the engine")
    func engine() throws {
        let flags = try Configuration.engineFlags(["hold_limit=1s", "hold_limit=1.5s", "wraps_base_index=yes"])
        let configuration = try load(
            "[engine]\ncompletion_limit = \"12s\"\ngap_limit = \"2m\"\nframes_per_second = 25\n",
            environment: ["CAMEO_ENGINE_GAP_LIMIT": "750ms", "CAMEO_ENGINE_IDLE_CLIP": "idle_2_s_idle_2_e"],
            flags: flags)
        let settings = configuration.settings()
        #expect(settings.completionLimit == .seconds(12) && settings.gapLimit == .milliseconds(750))
        #expect(settings.holdLimit == .milliseconds(1_500) && settings.wrapsBaseIndex && settings.framesPerSecond == 25)
        #expect(settings.idleClip == "idle_2_s_idle_2_e" && settings.sentLimit == .seconds(3))
        #expect(
            configuration.playbackOptions.playing.settings.decodedBytesLimit
                == PlaybackOptions().playing.settings.decodedBytesLimit)
        #expect(configuration.adjusted.options == ["--engine hold_limit", "--engine wraps_base_index"])
        #expect(configuration.adjusted.settings.count == 6)
        #expect(configuration.playbackOptions.playing.adjusted == configuration.adjusted)
    }

    @Test("of two names for the buffer the one said nearer to the run counts, in one place that under engine")
    func twins() throws {
        let cases: [(file: String, environment: [String: String], flags: [Setting: String], frames: Int)] = [
            ("[play]\nbuffer = 20\n[engine]\nbuffer_frames = 30", [:], [:], 30),
            ("[engine]\nbuffer_frames = 30", ["CAMEO_BUFFER": "40"], [:], 40),
            ("[engine]\nbuffer_frames = 30", ["CAMEO_BUFFER": "40"], [.engine(.bufferFrames): "50"], 50),
            ("", [:], [.buffer: "60", .engine(.bufferFrames): "70"], 70), ("", [:], [.buffer: "60"], 60),
        ]
        for one in cases {
            let configuration = try load(one.file, environment: one.environment, flags: one.flags)
            #expect(configuration.settings().bufferFrames == one.frames)
            #expect(configuration.value(of: .buffer) == .number(one.frames))
            #expect(configuration.source(of: .buffer) == configuration.source(of: .engine(.bufferFrames)))
        }
        let limits = try load(nil, flags: [.bufferMilliseconds: "700"])
        #expect(limits.settings().bufferLimit == .milliseconds(700) && limits.adjusted.options == ["--buffer-ms"])
        #expect(limits.value(of: .engine(.bufferLimit))?.text == "700ms")
    }

    @Test(
        "what is no setting of playing is said in one line with the nearest name",
        arguments: [
            ("completion_limi=1s", "--engine: unknown setting \"completion_limi\"; did you mean completion_limit?"),
            ("gap_limit", "--engine: expected NAME=VALUE such as completion_limit=10s, found \"gap_limit\""),
            ("gap_limit=1", "--engine gap_limit: expected a time from 0s to 600s, found \"1\""),
            ("gap_limit=11m", "--engine gap_limit: expected a time from 0s to 600s, found \"11m\""),
            ("gap_limit=-1s", "--engine gap_limit: expected a time from 0s to 600s, found \"-1s\""),
            ("gap_limit=1e3s", "--engine gap_limit: expected a time from 0s to 600s, found \"1e3s\""),
            (
                "frames_per_second=0",
                "--engine frames_per_second: expected a whole number from 1 to 1000, found \"0\""
            ),
        ])
    func engineFaults(word: String, message: String) {
        #expect(throws: CommandError.unusable(message)) {
            try Configuration.load(flags: try Configuration.engineFlags([word]), environment: [:])
        }
    }

    @Test("spans have their unit, in bounds")
    func spans() {
        #expect(
            fault("[engine]\ngap_limit = 10") == "c.toml:2: engine.gap_limit: expected a time from 0s to 600s, found 10"
        )
        #expect(
            fault("[engine]\ngap_limt = \"1s\"")
                == "c.toml:2: unknown setting \"engine.gap_limt\"; did you mean \"engine.gap_limit\"?")
    }

    @Test("a mistyped variable is named, also one that is spelled as in the file; another program's is not")
    func variables() throws {
        let names = [
            "CAMEO_TOLERENCE", "CAMEO_STUDIO_LICENSE", "CAMEO_FOO", "CAMEO_ENGINE", "CAMEO_BACKEND_URL",
            "CAMEO_PLAY_TILE",
        ]
        let environment = names.reduce(into: [:]) { $0[$1] = "x" }
        #expect(
            try load(nil, environment: environment).warnings == [
                "environment: CAMEO_BACKEND_URL is not a setting; did you mean CAMEO_URL?",
                "environment: CAMEO_PLAY_TILE is not a setting; did you mean CAMEO_TILE_MODE?",
                "environment: CAMEO_TOLERENCE is not a setting; did you mean CAMEO_TOLERANCE?",
            ])
    }

    @Test("a password in a file that others can read is warned of, and no other setting")
    func rights() throws {
        for (text, rights, count) in [
            ("[backend]\npassword = \"x\"", 0o644, 1), ("[backend]\npassword = \"x\"", 0o600, 0),
            ("[backend]\nuser = \"x\"", 0o644, 0),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            chmod(file, mode_t(rights))
            let configuration = try Configuration.load(environment: home)
            #expect(configuration.warnings.count == count)
            #expect(configuration.warnings.allSatisfy { $0.hasPrefix("\(file): contains backend.password") })
        }
    }

    @Test("a secret is never printed, nor how long it is")
    func secrets() throws {
        let short = try Configuration.load(environment: ["HOME": "/nowhere", "CAMEO_PASSWORD": "a"])
        let long = try Configuration.load(environment: ["HOME": "/nowhere", "CAMEO_PASSWORD": "Zq7wlongsecret"])
        #expect(short.password == "a" && short.table.lines(toCells: nil) == long.table.lines(toCells: nil))
        #expect(long.table.lines(toCells: nil).contains { $0.hasPrefix("backend.password") && $0.contains("••••••  ") })
        let library = try Configuration.load(environment: [
            "HOME": "/nowhere", "CAMEO_LIBRARY_PASSWORD": "Zq7wlongsecret",
        ])
        #expect(
            library.libraryPassword == "Zq7wlongsecret"
                && !library.table.lines(toCells: nil).contains { $0.contains("Zq7w") })
        #expect(
            Setting.rows.filter(\.isSecret).map(\.setting) == [
                .password, .access(.auth), .access(.header), .access(.query), .libraryPassword,
            ])
        #expect(
            Setting.rows.filter { Environment.isSecret($0.environment) }.map(\.setting) == [
                .password, .access(.auth), .access(.header), .access(.query), .libraryPassword,
            ])
    }

    @Test("config-folds: no line is longer than the terminal is wide, and no word is broken", arguments: [80, 60, 40])
    func folded(columns: Int) throws {
        let table = try load("[keys]\npause = \"P\"\n").table
        let lines = table.lines(toCells: columns)
        let words = { (lines: [String]) in lines.flatMap { $0.split(separator: " ") } }
        #expect(words(lines) == words(table.lines(toCells: nil)))
        // A name that has no room is left whole.
        let long = lines.filter { TerminalText.cellWidth(of: $0) > columns }
        #expect(long.allSatisfy { words([$0]).count == 1 }, "\(long)")
        #expect(lines.count > table.lines(toCells: nil).count)
    }

    @Test("file names in the file are beside it, and ~ is the home folder")
    func paths() throws {
        let configuration = try load("[backend]\nca_file = \"ca.pem\"\n[cache]\nfolder = \"~/clips\"\nlimit_mb = 0\n")
        #expect(configuration.caFile == folder.file("cameo/ca.pem"))
        #expect(configuration.cachePlace == "/home/me/clips" && configuration.cacheFolder == nil)
    }

    @Test("keys of the file take the place of the usual ones, in the help as well")
    func keys() throws {
        let configuration = try load(
            "[keys]\npause = \"P Left\"\nseconds_back = \"Alt-b\"\nquit = 'F10'\nrepaint = 'none'\n")
        let keys = configuration.playbackOptions.keys[.player]
        #expect(keys.command(for: .character("P")) == .togglePause && keys.command(for: .named(.left)) == .togglePause)
        #expect(keys.command(for: .character(" ")) == nil && keys.command(for: .alt("b")) == .secondsBack)
        #expect(keys.command(for: .named(.function(10))) == .quit && keys.command(for: .character("q")) == nil)
        #expect(keys.command(for: .control("c")) == .quit && keys.command(for: .control("l")) == nil)
        #expect(keys.label(of: .togglePause) == "P ←" && keys.label(of: .repaint) == "none")
        #expect(keys.hint(of: .quit) == "F10" && keys.hint(of: .repaint) == nil && keys.hint(of: .toggleHelp) == "?")
        #expect(
            configuration.table.lines(toCells: nil).contains {
                $0.hasPrefix("keys.pause ") && $0.contains("config.toml:2 ")
            })
    }

    @Test("a screen may have keys of its own over those of all screens")
    func screenKeys() throws {
        let configuration = try load(
            "[keys]\npause = \"P\"\n[keys.debugger]\nframe_forward = \"Space\"\nframe_back = \"b\"\nbreakpoints = \"B\"\nslot_b = \"none\"\n"
        )
        let (player, debugger) = (
            configuration.playbackOptions.keys[.player], configuration.playbackOptions.keys[.debugger]
        )
        #expect(
            player.command(for: .character("b")) == .breakpoints
                && player.command(for: .character(".")) == .frameForward)
        #expect(
            debugger.command(for: .character("b")) == .frameBack
                && debugger.command(for: .character("B")) == .breakpoints)
        #expect(
            debugger.command(for: .character(" ")) == .frameForward && debugger.command(for: .character(".")) == nil)
        // What holds for all holds there as well.
        #expect(debugger.command(for: .character("P")) == .togglePause)
        #expect(
            configuration.table.lines(toCells: nil).contains {
                $0.hasPrefix("keys.debugger.breakpoints ") && $0.contains(":6 ")
            })
        // A screen without a line of its own is as all.
        #expect(
            try load("[keys]\npause = \"P\"\n[keys.player]\n").playbackOptions.keys[.player].command(
                for: .character("P")) == .togglePause)
    }

    @Test("the example and the page say which keys a screen has by itself")
    func builtInKeys() throws {
        let change = KeyChange(command: "frame_forward", keys: "Space", line: 1)
        let pause = KeyChange(command: "pause", keys: "P", line: 2)
        let own = try ScreenKeys().changed(by: [change, pause], in: "built in").common
        let keys = ScreenKeys(.standard, [.debugger: own])
        let example = Configuration.example(of: keys)
        let start = try #require(example.firstIndex(of: "# [keys.debugger]"))
        #expect(example[(start + 2)...].prefix(2) == ["# pause = \"P\"", "# frame_forward = \"space\""])
        let table = Configuration.keyTable(of: keys)
        #expect(table.dropLast(2) == Configuration.keyTable(of: ScreenKeys(.standard, [:]))[...])
        #expect(table.last == "| `frame_forward` | `space` | one frame forward, on the step-debug screen |")
    }

    @Test("keys can be named as settings can, those that the file does not change as well, with where they come from")
    func namedKeys() throws {
        let configuration = try load(
            "[keys]\nmute = \"X\"\n[keys.debugger]\nframe_back = \"b\"\nbreakpoints = \"B\"\nslot_b = \"none\"\n")
        let listed = configuration.table.lines(toCells: nil).filter { $0.hasPrefix("keys.") }.map {
            $0.split(separator: " ").map(String.init)
        }
        #expect(
            listed.map { $0.prefix(2) } == [
                ["keys.mute", "X"], ["keys.debugger.frame_back", "b"], ["keys.debugger.breakpoints", "B"],
                ["keys.debugger.slot_b", "none"],
            ])
        for line in listed {
            let named = try configuration.table(of: [line[0]]).lines(toCells: nil).map {
                $0.split(separator: " ").map(String.init)
            }
            #expect(named == [line])
        }
        for (name, keys, place) in [
            ("keys.louder", "U", "default"), ("keys.debugger.louder", "U", "default"),
            ("keys.reader.pause", "space", "default"),
            ("keys.debugger.mute", "X", file + ":2"), ("keys.player.mute", "X", file + ":2"),
        ] {
            let words = try configuration.table(of: [name]).lines(toCells: nil).map {
                $0.split(separator: " ").prefix(3).map(String.init)
            }
            #expect(words == [[name, keys, place]])
        }
        let section = try configuration.table(of: ["play"]).lines(toCells: nil)
        #expect(section.count > 10 && section.allSatisfy { $0.hasPrefix("play.") })
        let common = try configuration.table(of: ["keys"]).lines(toCells: nil)
        #expect(common.count > 10 && common.allSatisfy { $0.split(separator: " ")[0].count { $0 == "." } == 1 })
        let part = #expect(throws: CommandError.self) { try configuration.table(of: ["volume"]) }
        #expect(part?.reason == "unknown setting \"volume\"; did you mean play.volume?")
        let wrong = #expect(throws: CommandError.self) { try configuration.table(of: ["keys.mut"]) }
        #expect(wrong?.reason == "unknown setting \"keys.mut\"; did you mean keys.mute?")
    }

    @Test("two keys can be swapped")
    func swapped() { #expect(fault("[keys]\nslower = \"]\"\nfaster = \"[\"") == nil) }

    @Test("the example is a file in which nothing is set; with its comments taken off it sets what it says")
    func example() throws {
        let text = Configuration.example().joined(separator: "\n")
        let nothing = try ConfigurationFile(TOMLFile(text: text, path: "c.toml"))
        #expect(nothing.settings.isEmpty && nothing.keys.isEmpty)
        let set = text.replacing(/(?m)^# (?=\w+ = |\[keys\.)/, with: "")
        let all = try ConfigurationFile(TOMLFile(text: set, path: "c.toml"))
        #expect(Set(all.settings.keys) == Set(Setting.allCases))
        for row in Setting.rows {
            if let standard = row.standard { #expect(all.settings[row.setting]?.value == standard) }
        }
        let keys = try ScreenKeys().changed(by: all.keys, in: "c.toml")[.player]
        #expect(keys.rows.map { Set($0.keys) } == KeyMap.standard.rows.map { Set($0.keys) })
    }

    @Test("docs/reference/settings.md has the table of settings as the program knows them")
    func page() throws {
        let page = try String(contentsOfFile: Repository.file("docs/reference/settings.md"), encoding: .utf8)
        #expect(page.contains(Configuration.settingTable.joined(separator: "\n")))
    }

    @Test("no two settings share a name in the file, the environment or the command line")
    func unique() {
        let rows = Setting.rows
        #expect(Set(rows.map(\.path)).count == rows.count && Set(rows.map(\.environment)).count == rows.count)
        #expect(Set(rows.compactMap(\.flag)).count == rows.count - 3)
        for row in rows {
            guard let standard = row.standard else { continue }
            #expect(row.kind.value(standard.text) == standard)
        }
    }

    @Test("anything that is no file of ours is refused and nothing traps")
    func odd() throws {
        for text in [
            "backend = 3", "[[backend]]\nuser = 'x'", "[backend.user]\nx = 1", "[keys.pause]", "\u{0}", "[", "x",
        ] {
            #expect(fault(text)?.hasPrefix("c.toml:") == true, "\(text)")
        }
        for text in ["", "# a", "[backend]", "[keys]", "\u{FEFF}[play]\r\nlog = true\r\n"] {
            #expect(fault(text) == nil)
        }
        #expect(throws: CommandError.self) { try Configuration.load(environment: [:], path: folder.file("cameo")) }
        #expect(throws: CommandError.self) { try Configuration.load(environment: [:], path: folder.file("none.toml")) }
        mkfifo(file, 0o600)
        #expect(throws: CommandError.self) { try Configuration.load(environment: home) }
    }

    @Test(
        "lines of values are found however headings and names are written",
        arguments: [
            ("[a]\nb = 1", 2), ("\u{FEFF}[ \"a\" ] # x\n\n 'b'=1", 3), ("x = 1\na . b = 2", 2),
            ("[c]\nb = 2\n[a]\nb = 1", 4),
            ("[a]\n# b = 3\nb = 1\r\n", 3), ("[a]\nd.b = 3\nb = 1", 3),
        ])
    func lines(text: String, line: Int) { #expect(TOMLLines(text).line(of: "a.b") == line) }
}
