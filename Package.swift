// swift-tools-version: 6.2
import PackageDescription

// The arrows of docs/inside/architecture.md are written down here: a module imports only modules listed before it.
// Tests/ArchitectureTests holds the same table a second time and fails when the two differ.

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// For what takes too long otherwise while it is tested.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    // Those through which each pixel, sample and byte goes: unoptimized they take longer than all else that is tested together.
    let runsLong = [
        "JSON", "Events", "Scripts", "SocketIO", "BookAPI", "Wire", "Rewriting", "Evidence", "Engine", "Reader",
        "Sessions", "Debugger", "Frames", "Cells", "Emulator", "Texts", "Tapes", "Sound", "Speech", "Playback",
        "Decoding", "Checks",
    ].contains(name)
    return .target(name: name, dependencies: dependencies, swiftSettings: strict + (runsLong ? optimized : []))
}

/// - Parameter headers: where Debian has them, if that is a folder of their own; only C files of the target read those.
func cLibrary(_ name: String, _ libraries: String..., headers: String? = nil) -> Target {
    .target(
        name: name, cSettings: headers.map { [.unsafeFlags(["-I" + $0], .when(platforms: [.linux]))] },
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "cameo",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "cameo", targets: ["cameo"]),
        .executable(name: "cameo-espeak", targets: ["cameo-espeak"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    ],
    targets: [
        // C libraries: a header each, so that Swift sees macros and variadic functions.
        cLibrary("CArchive", "archive"),
        cLibrary("CCurses", "ncursesw"),
        cLibrary("CEspeak", "espeak-ng"),
        cLibrary("CGIF", "gif"),
        cLibrary("CJansson", "jansson"),
        cLibrary("CJPEG", "jpeg"),
        cLibrary("CPNG", "png"),
        cLibrary("CSodium", "sodium"),
        cLibrary("CProcess"),
        cLibrary("CSamplerate", "samplerate"),
        cLibrary("CScripts", "icuuc", "icudata", "fribidi"),
        cLibrary("CSDL", "SDL2"),
        cLibrary("CSndfile", "sndfile"),
        cLibrary("CSonic", "sonic"),
        cLibrary("CWebP", "webp", "webpmux"),
        cLibrary("CXML", "xml2", headers: "/usr/include/libxml2"),

        // Pure.
        module("JSON", ["CJansson"]),
        module("Events", ["JSON", "CSodium"]),
        module("Scripts", ["Events", "CScripts"]),
        module("SocketIO", ["JSON", "Events"]),
        module("BookAPI", ["JSON", "Events", "SocketIO"]),
        module("Wire", ["JSON", "Events", "SocketIO", "BookAPI"]),
        module("Rewriting", ["JSON", "Events", "SocketIO", "Wire"]),
        module("Evidence", ["JSON", "Events", "Wire"]),
        module("Engine", ["Events"]),
        module("PictureInPicture", ["Events"]),
        module("Reader", ["Events"]),
        module("Sessions", ["Events", "Engine", "PictureInPicture", "Reader"]),
        module("Debugger", ["Events", "Scripts", "Engine", "PictureInPicture", "Reader", "Sessions"]),
        module("Frames", ["Events", "CGIF", "CWebP", "CPNG", "CJPEG"]),
        module("Cells", ["Events", "Scripts", "Frames"]),
        module("Keys", ["Events"]),
        module("Emulator", ["Events", "Scripts", "Cells", "Keys"]),
        module("Texts", ["Events", "CArchive", "CXML"]),
        module(
            "Panels",
            ["Events", "Scripts", "Engine", "PictureInPicture", "Reader", "Debugger", "Frames", "Cells", "Texts"]),
        module(
            "Screens",
            [
                "JSON", "Events", "Scripts", "SocketIO", "BookAPI", "Wire", "Engine", "PictureInPicture", "Reader",
                "Debugger", "Frames", "Cells", "Keys", "Panels",
            ]),

        // The shell.
        module("Platform"),
        module("Files", ["Events", "Platform", "CProcess"]),
        module("Programs", ["Events", "Platform", "CProcess"]),
        module("Hosting", ["Events", "Platform", "Programs", "CProcess"]),
        module("TileLink", ["JSON", "Events", "Platform", "Files", "CProcess"]),
        module("Books", ["Events", "BookAPI", "Platform", "Files", "CArchive"]),
        module("Video", ["Events", "Frames", "Platform", "Files"]),
        module(
            "Tapes",
            [
                "JSON", "Events", "SocketIO", "Wire", "Rewriting", "Platform", "Files",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        module(
            "Transport",
            [
                "JSON", "Events", "SocketIO", "BookAPI", "Wire", "Platform",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        module("Sound", ["JSON", "Events", "Platform", "Programs", "CSamplerate", "CSndfile", "CSDL", "CSonic"]),
        module(
            "Speech",
            ["JSON", "Events", "Scripts", "SocketIO", "Wire", "Texts", "Platform", "Files", "Programs", "Sound"]),
        module(
            "Narration",
            [
                "JSON", "Events", "Scripts", "BookAPI", "Texts", "Platform", "Files", "Programs", "Books", "Sound",
                "Speech",
            ]),
        module("Terminal", ["Events", "Frames", "Cells", "Keys", "Platform", "CProcess", "CCurses"]),
        module(
            "Settings",
            [
                "Events", "Scripts", "SocketIO", "Wire", "Debugger", "Keys", "Platform", "Files", "CProcess",
                .product(name: "TOMLKit", package: "TOMLKit"),
            ]),
        module(
            "Library",
            [
                "JSON", "Events", "Scripts", "SocketIO", "BookAPI", "Wire", "Cells", "Platform", "Files", "Books",
                "Transport", "Settings",
            ]),
        module(
            "Playback",
            [
                "JSON", "Events", "Wire", "Rewriting", "Engine", "PictureInPicture", "Reader", "Sessions", "Debugger",
                "Platform", "Files", "Tapes", "Sound", "Settings",
            ]),
        module(
            "Decoding",
            ["Events", "Engine", "PictureInPicture", "Frames", "Files", "Video", "Tapes", "Settings", "Playback"]),
        module(
            "Reading",
            [
                "JSON", "Events", "Scripts", "BookAPI", "Wire", "Reader", "Frames", "Texts", "Platform", "Files",
                "Programs", "Books", "Tapes", "Sound", "Narration", "Settings", "Library", "Playback", "Decoding",
            ]),
        module(
            "Checks",
            [
                "JSON", "Events", "Scripts", "SocketIO", "BookAPI", "Wire", "Rewriting", "Evidence", "Engine",
                "PictureInPicture", "Reader", "Debugger", "Frames", "Cells", "Panels", "Platform", "Files", "Books",
                "Tapes", "Sound", "Settings", "Playback", "Decoding", .product(name: "TOMLKit", package: "TOMLKit"),
            ]),
        module(
            "Exports",
            [
                "JSON", "Events", "Scripts", "Engine", "Debugger", "Frames", "Cells", "Panels", "Platform", "Files",
                "Tapes", "Settings", "Playback", "Decoding", "Checks",
            ]),
        module(
            "MCP",
            [
                "JSON", "Events", "Scripts", "Wire", "Engine", "Debugger", "Frames", "Panels", "Platform", "Files",
                "Tapes", "Settings", "Playback", "Checks", "Exports",
            ]),
        module(
            "Live",
            [
                "JSON", "Events", "Scripts", "SocketIO", "Wire", "Engine", "PictureInPicture", "Debugger", "Panels",
                "Platform", "Files", "Tapes", "Transport", "Sound", "Settings", "Playback",
            ]),
        module(
            "Speaking",
            [
                "JSON", "Events", "Scripts", "SocketIO", "Wire", "Engine", "Texts", "Platform", "Files", "Transport",
                "Speech", "Playback", "Live",
            ]),
        module("AvatarPacks", ["JSON", "Events", "Scripts", "Frames", "Platform", "Files", "Speech", "Speaking"]),
        module(
            "Serving",
            [
                "JSON", "Events", "Scripts", "SocketIO", "BookAPI", "Wire", "Platform", "Files", "Books", "Tapes",
                "Transport", "Settings", "Playback", "Speaking",
            ]),
        module(
            "App",
            [
                "JSON", "Events", "Scripts", "SocketIO", "BookAPI", "Engine", "PictureInPicture", "Reader", "Sessions",
                "Debugger", "Frames", "Cells", "Keys", "Emulator", "Panels", "Screens", "Platform", "Files", "Programs",
                "Hosting", "TileLink", "Books", "Video", "Tapes", "Transport", "Sound", "Speech", "Terminal",
                "Settings", "Playback", "Decoding", "Reading", "Checks", "Exports", "Live", "Speaking", "CProcess",
            ]),
        .executableTarget(
            name: "cameo",
            dependencies: [
                "Events", "Scripts", "SocketIO", "BookAPI", "Wire", "Reader", "Frames", "Cells", "Texts", "Screens",
                "Platform", "Files", "TileLink", "Books", "Sound", "Speech", "Narration", "Settings", "Library",
                "Playback", "Reading", "Checks", "Exports", "MCP", "Live", "Speaking", "AvatarPacks", "Serving", "App",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),

        // A program of its own, under the GPL as libespeak-ng is (its LICENSE); all else here is under the MIT license, and
        // must not import CEspeak.
        .executableTarget(
            name: "cameo-espeak", dependencies: ["JSON", "Platform", "CEspeak"], exclude: ["LICENSE"],
            swiftSettings: strict),

        .target(
            name: "Support", dependencies: ["JSON", "Events", "Engine", "Cells"], path: "Tests/Support",
            swiftSettings: strict),
        .target(
            name: "Exercises",
            dependencies: [
                "JSON", "Events", "SocketIO", "BookAPI", "Wire", "Rewriting", "Evidence", "Engine", "Frames", "Cells",
                "Emulator", "Tapes", "Sound", "Speech", "Texts", .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Tests/Exercises", swiftSettings: strict),
        // Streams as a backend sends them, the demo with changes, and players on a test's clock: what tests of the modules from
        // Playback on have in common.
        .target(
            name: "PlaybackSupport",
            dependencies: [
                "JSON", "Events", "SocketIO", "Wire", "Engine", "Debugger", "Frames", "Files", "Tapes", "Sound",
                "Settings", "Playback", "Support",
            ], path: "Tests/PlaybackSupport", swiftSettings: strict),
        tests("JSONTests", ["JSON", "Support"]),
        tests("EventsTests", ["Events"]),
        tests("SocketIOTests", ["SocketIO", "Events", "JSON", "Support"]),
        tests("BookAPITests", ["BookAPI", "SocketIO", "Events", "JSON", "Support"]),
        tests("WireTests", ["Wire", "SocketIO", "Events", "JSON", "Support"]),
        tests("RewritingTests", ["Rewriting", "Wire", "SocketIO", "Events", "JSON", "Support"]),
        tests("EvidenceTests", ["Evidence", "Wire", "SocketIO", "Events", "JSON", "Support"]),
        tests("EngineTests", ["Engine", "Events", "Support"]),
        tests("SessionsTests", ["Sessions", "Reader", "PictureInPicture", "Engine", "Events", "Support"]),
        tests("DebuggerTests", ["Debugger", "Sessions", "Engine", "Events", "Support"]),
        tests(
            "ReadingTests",
            [
                "Reading", "Library", "Settings", "Playback", "Tapes", "Books", "Reader", "Wire", "Sound", "Speech",
                "Files", "Platform", "Frames", "BookAPI", "Events", "JSON", "Support", "PlaybackSupport",
            ]),
        tests("ReaderTests", ["Reader", "Events", "Support"]),
        tests("PictureInPictureTests", ["PictureInPicture", "Events", "Support"]),
        tests("FramesTests", ["Frames", "Events", "Support", "CGIF", "CWebP"]),
        tests("CellsTests", ["Cells", "Frames", "Scripts", "Events", "Support"]),
        tests("EmulatorTests", ["Emulator", "Cells", "Events", "Platform", "Support"]),
        tests(
            "PanelsTests",
            ["Panels", "Reader", "PictureInPicture", "Frames", "Cells", "Debugger", "Engine", "Events", "Support"]),
        tests("TapesTests", ["Tapes", "Rewriting", "Wire", "SocketIO", "Events", "JSON", "Support"]),
        tests("TransportTests", ["Transport", "Wire", "SocketIO", "Events", "JSON", "Platform", "Support"]),
        tests("SoundTests", ["Sound", "Platform", "Events", "Support", "CSndfile"]),
        tests("ScriptsTests", ["Scripts", "Support"]),
        tests(
            "SpeechTests",
            [
                "Speech", "Programs", "Platform", "Texts", "Sound", "Wire", "Engine", "SocketIO", "Events", "JSON",
                "Support",
            ]),
        tests(
            "NarrationTests",
            [
                "Narration", "BookAPI", "Scripts", "Books", "Reader", "Sound", "Speech", "Texts", "Files", "Platform",
                "Events", "Support",
            ]),
        tests("KeysTests", ["Keys", "Events"]),
        tests("TextsTests", ["Texts", "Events", "Support", "CArchive"]),
        tests(
            "ScreensTests",
            [
                "Screens", "Keys", "Panels", "Cells", "Frames", "Debugger", "PictureInPicture", "Reader", "Engine",
                "SocketIO", "Events", "JSON", "Support",
            ]),
        tests(
            "SettingsTests",
            ["Settings", "Keys", "Debugger", "Platform", "Files", "Cells", "Wire", "SocketIO", "Events", "Support"]),
        tests(
            "TerminalTests",
            ["Terminal", "Emulator", "Keys", "Frames", "Cells", "Events", "Platform", "Support", "CCurses"]),
        tests("PlatformTests", ["Platform", "Events", "Support"]),
        tests("FilesTests", ["Files", "Events", "Platform", "Support"]),
        tests("ProgramsTests", ["Programs", "Files", "Platform", "Events", "Support"]),
        tests("HostingTests", ["Hosting", "Programs", "Platform", "Events", "Support"]),
        tests("TileLinkTests", ["TileLink", "Files", "Events", "JSON", "Platform", "Support"]),
        tests("BooksTests", ["Books", "Files", "Platform", "BookAPI", "Events", "Support"]),
        tests(
            "LibraryTests",
            ["Library", "Books", "Settings", "Files", "Platform", "BookAPI", "SocketIO", "Events", "JSON", "Support"]),
        tests("VideoTests", ["Video", "Frames", "Files", "Events", "Platform", "Support"]),
        tests(
            "PlaybackTests",
            [
                "Playback", "Settings", "Sound", "Tapes", "Files", "Frames", "Debugger", "Sessions", "Engine",
                "Rewriting", "Wire", "SocketIO", "Events", "Support", "PlaybackSupport",
            ]),
        // Exports for the marks on a contact sheet, which have to be those of the findings.
        tests(
            "ChecksTests",
            [
                "Checks", "Exports", "Playback", "Sound", "Tapes", "Files", "Platform", "Panels", "Cells", "Frames",
                "Debugger", "Reader", "PictureInPicture", "Engine", "Rewriting", "Wire", "SocketIO", "Events", "JSON",
                "Support", "PlaybackSupport",
            ]),
        tests(
            "ExportsTests",
            [
                "Exports", "Checks", "Playback", "Tapes", "Cells", "Frames", "Debugger", "Engine", "Events", "JSON",
                "Support", "PlaybackSupport",
            ]),
        tests(
            "MCPTests",
            ["MCP", "Checks", "Playback", "Settings", "Frames", "Events", "JSON", "Support", "PlaybackSupport"]),
        // Checks for what it finds in a session that was recorded.
        tests(
            "LiveTests",
            [
                "Live", "Checks", "Playback", "Settings", "Transport", "Tapes", "Platform", "Panels", "Debugger",
                "Engine", "SocketIO", "Events", "JSON", "Support", "PlaybackSupport",
            ]),
        tests(
            "SpeakingTests",
            ["Speaking", "Speech", "Sound", "Platform", "Wire", "SocketIO", "Events", "Support", "PlaybackSupport"]),
        // Checks for what it reads of the logs that a server keeps.
        tests(
            "ServingTests",
            [
                "Serving", "Checks", "Playback", "Library", "Books", "Transport", "Settings", "Tapes", "Files",
                "Platform", "Wire", "BookAPI", "SocketIO", "Events", "JSON", "Support",
            ]),
        tests(
            "AppTests",
            [
                "App", "Exports", "Checks", "Playback", "Settings", "Terminal", "Sound", "Speech", "Books", "Reader",
                "Reading", "Files", "Platform", "Tapes", "Screens", "Panels", "Keys", "Frames", "Cells", "Debugger",
                "Engine", "BookAPI", "Events", "JSON", "Support", "PlaybackSupport",
            ]),
        // Reads all of the project's text, line by line.
        .testTarget(name: "ArchitectureTests", swiftSettings: strict + optimized),
        tests("FuzzTests", ["Exercises", "Support"]),
        // Playback for the options that it knows of the commands that record.
        tests(
            "CommandTests",
            ["Playback", "Speech", "Sound", "Frames", "Cells", "Scripts", "Events", "Platform", "Support", "CCurses"]),
    ],
    swiftLanguageModes: [.v6]
)
