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
        "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Rewriting", "Checks", "Engine",
        "Sessions", "Debugger", "Frames", "Cells", "Emulator", "Texts", "Tapes", "Sound", "Speech", "Playback",
        "Decoding", "Benchmarks",
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
        // Of the project itself: no release has it.
        .executable(name: "cameo-bench", targets: ["cameo-bench"]),
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
        cLibrary("CBytes"),
        cLibrary("CCurses", "ncursesw"),
        cLibrary("CEspeak", "espeak-ng"),
        cLibrary("CGIF", "gif"),
        cLibrary("CJansson", "jansson"),
        cLibrary("CJPEG", "jpeg"),
        cLibrary("CPNG", "png"),
        cLibrary("CSodium", "sodium"),
        cLibrary("CProcess"),
        cLibrary("CSamplerate", "samplerate"),
        cLibrary("CUnicode", "icuuc", "icudata", "fribidi"),
        cLibrary("CSDL", "SDL2"),
        cLibrary("CSndfile", "sndfile"),
        cLibrary("CSonic", "sonic"),
        cLibrary("CWebP", "webp", "webpmux"),
        cLibrary("CXML", "xml2", headers: "/usr/include/libxml2"),

        // Pure.
        module("Bytes", ["CBytes"]),
        module("JSON", ["CJansson"]),
        module("Events", ["JSON", "CSodium"]),
        module("Typesetting", ["Events", "CUnicode"]),
        module("SocketIO", ["JSON", "Events"]),
        module("BookAPI", ["JSON", "Events", "SocketIO"]),
        module("Wire", ["JSON", "Events", "SocketIO", "BookAPI"]),
        module("Rewriting", ["JSON", "Events", "SocketIO", "Wire"]),
        module("Engine", ["Events"]),
        module("PictureInPicture", ["Events"]),
        module("Sessions", ["Events", "Typesetting", "Engine", "PictureInPicture"]),
        module("Debugger", ["Events", "Engine", "Sessions"]),
        module("Frames", ["Events", "CGIF", "CWebP", "CPNG", "CJPEG"]),
        module("Cells", ["Events", "Typesetting", "Frames"]),
        module("Keys", ["Events"]),
        module("Emulator", ["Bytes", "Events", "Typesetting", "Cells", "Keys"]),
        module("Texts", ["Bytes", "Events", "Typesetting", "CArchive", "CUnicode", "CXML"]),
        module(
            "Panels",
            ["Events", "Typesetting", "Engine", "PictureInPicture", "Sessions", "Debugger", "Frames", "Cells"]),
        module(
            "Screens",
            [
                "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Engine", "PictureInPicture", "Sessions",
                "Debugger", "Frames", "Cells", "Keys", "Panels",
            ]),

        // The shell.
        module("Platform"),
        module("Files", ["Events", "Platform", "CProcess"]),
        module("Programs", ["Events", "Platform", "CProcess"]),
        module("Hosting", ["Events", "Platform", "Programs", "CProcess"]),
        module("TileLink", ["Bytes", "JSON", "Events", "Platform", "Files", "CProcess"]),
        module("BookFolders", ["Events", "BookAPI", "Platform", "Files", "CArchive"]),
        module("Video", ["Events", "Frames", "Platform", "Files"]),
        module(
            "Tapes",
            [
                "Bytes", "JSON", "Events", "SocketIO", "Wire", "Rewriting", "Platform", "Files",
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
            [
                "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "Wire", "Texts", "Platform", "Files", "Programs",
                "Sound",
            ]),
        module("Terminal", ["Events", "Frames", "Cells", "Keys", "Platform", "CProcess", "CCurses"]),
        module(
            "Settings",
            [
                "Events", "Typesetting", "SocketIO", "Wire", "Debugger", "Keys", "Platform", "Files", "CProcess",
                .product(name: "TOMLKit", package: "TOMLKit"),
            ]),
        module(
            "Library",
            [
                "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Platform", "Files", "BookFolders", "Transport",
                "Settings",
            ]),
        module(
            "Playback",
            [
                "JSON", "Events", "Wire", "Rewriting", "Engine", "PictureInPicture", "Sessions", "Debugger", "Platform",
                "Files", "Tapes", "Sound", "Settings",
            ]),
        module(
            "Decoding",
            ["Events", "Engine", "PictureInPicture", "Frames", "Files", "Video", "Tapes", "Settings", "Playback"]),
        module(
            "Reading",
            [
                "Bytes", "JSON", "Events", "Typesetting", "BookAPI", "Wire", "Engine", "Frames", "Texts", "Platform",
                "Files",
                "Programs", "BookFolders", "Tapes", "Sound", "Speech", "Settings", "Library", "Playback", "Decoding",
            ]),
        module(
            "Checks",
            [
                "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Engine", "PictureInPicture",
                "Sessions", "Debugger", "Frames", "Cells", "Panels", "Platform", "Files", "BookFolders", "Tapes",
                "Sound", "Settings", "Playback", "Decoding", .product(name: "TOMLKit", package: "TOMLKit"),
            ]),
        module(
            "Exports",
            [
                "JSON", "Events", "Typesetting", "Engine", "Sessions", "Debugger", "Frames", "Cells", "Panels",
                "Platform", "Files", "Tapes", "Settings", "Playback", "Decoding", "Checks",
            ]),
        module(
            "MCP",
            [
                "Bytes", "JSON", "Events", "Typesetting", "Engine", "Sessions", "Debugger", "Frames", "Panels",
                "Platform", "Files", "Tapes", "Settings", "Playback", "Checks", "Exports",
            ]),
        module(
            "Live",
            [
                "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "Wire", "Engine", "PictureInPicture", "Sessions",
                "Platform", "Files", "Tapes", "Transport", "Sound", "Settings", "Playback",
            ]),
        module(
            "Speaking",
            [
                "JSON", "Events", "Typesetting", "SocketIO", "Wire", "Engine", "Texts", "Platform", "Files",
                "Transport", "Speech", "Playback", "Live",
            ]),
        module("AvatarPacks", ["JSON", "Events", "Typesetting", "Frames", "Platform", "Files", "Speech", "Speaking"]),
        module(
            "Serving",
            [
                "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Platform", "Files", "BookFolders",
                "Tapes", "Transport", "Settings", "Playback", "Speaking",
            ]),
        module(
            "App",
            [
                "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Engine", "PictureInPicture",
                "Sessions", "Debugger", "Frames", "Cells", "Keys", "Emulator", "Panels", "Screens", "Platform", "Files",
                "Programs", "Hosting", "TileLink", "BookFolders", "Video", "Tapes", "Transport", "Sound", "Speech",
                "Terminal", "Settings", "Playback", "Decoding", "Reading", "Checks", "Exports", "Live", "Speaking",
                "CProcess",
            ]),
        .executableTarget(
            name: "cameo",
            dependencies: [
                "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Engine", "Frames", "Texts", "Screens",
                "Platform", "Files", "TileLink", "BookFolders", "Sound", "Speech", "Settings", "Library", "Playback",
                "Reading", "Checks", "Exports", "MCP", "Live", "Speaking", "AvatarPacks", "Serving", "App",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),

        // A program of its own, under the GPL as libespeak-ng is (its LICENSE); all else here is under the MIT license, and
        // must not import CEspeak.
        .executableTarget(
            name: "cameo-espeak", dependencies: ["Bytes", "JSON", "Platform", "CEspeak"], exclude: ["LICENSE"],
            swiftSettings: strict),

        // What the project measures itself with, and a program that prints it; nothing else uses either.
        module(
            "Benchmarks",
            [
                "JSON", "Events", "SocketIO", "Wire", "Rewriting", "Engine", "Sessions", "Debugger", "Frames", "Panels",
                "Screens", "Platform", "Files", "Tapes", "Sound", "Settings", "Playback", "Decoding", "Checks",
                "Exports",
            ]),
        .executableTarget(
            name: "cameo-bench",
            dependencies: [
                "Events", "Typesetting", "Platform", "Files", "Benchmarks", "CProcess",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),

        .target(
            name: "Support", dependencies: ["JSON", "Events", "Engine", "Sessions", "Cells", "Files"],
            path: "Tests/Support",
            swiftSettings: strict),
        .target(
            name: "Exercises",
            dependencies: [
                "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Rewriting", "Engine", "Frames",
                "Cells", "Emulator", "Texts", "Tapes", "Sound", "Speech", "Checks",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Tests/Exercises", swiftSettings: strict),
        // Streams as a backend sends them, the demo with changes, and players on a test's clock: what tests of the modules from
        // Playback on have in common.
        .target(
            name: "PlaybackSupport",
            dependencies: [
                "JSON", "Events", "SocketIO", "Wire", "Engine", "Sessions", "Frames", "Files", "Tapes", "Sound",
                "Settings", "Playback", "Decoding", "Support",
            ], path: "Tests/PlaybackSupport", swiftSettings: strict),
        tests("BytesTests", ["Bytes", "Support"]),
        tests("JSONTests", ["JSON", "Support"]),
        tests("EventsTests", ["Events"]),
        tests("SocketIOTests", ["JSON", "Events", "SocketIO", "Support"]),
        tests("BookAPITests", ["JSON", "Events", "SocketIO", "BookAPI", "Support"]),
        tests("WireTests", ["JSON", "Events", "SocketIO", "Wire", "Support"]),
        tests("RewritingTests", ["JSON", "Events", "SocketIO", "Wire", "Rewriting", "Support"]),
        tests("EngineTests", ["Events", "Engine", "Support"]),
        tests("SessionsTests", ["Events", "Engine", "PictureInPicture", "Sessions", "Support"]),
        tests("DebuggerTests", ["Events", "Engine", "Sessions", "Debugger", "Support"]),
        tests(
            "ReadingTests",
            [
                "JSON", "Events", "Typesetting", "BookAPI", "Wire", "Engine", "Frames", "Texts", "Platform", "Files",
                "BookFolders", "Tapes", "Sound", "Speech", "Settings", "Library", "Playback", "Reading",
                "PlaybackSupport", "Support",
            ]),
        tests("PictureInPictureTests", ["Events", "PictureInPicture", "Support"]),
        tests("FramesTests", ["Events", "Frames", "Support", "CGIF", "CWebP"]),
        tests("CellsTests", ["Events", "Typesetting", "Frames", "Cells", "Support"]),
        tests("EmulatorTests", ["Events", "Cells", "Keys", "Emulator", "Support"]),
        tests(
            "PanelsTests",
            [
                "Events", "Typesetting", "Engine", "PictureInPicture", "Sessions", "Debugger", "Frames", "Cells",
                "Panels", "Support",
            ]),
        tests(
            "TapesTests",
            ["JSON", "Events", "SocketIO", "Wire", "Rewriting", "Platform", "Files", "Tapes", "Support"]),
        tests("TransportTests", ["JSON", "Events", "SocketIO", "Wire", "Platform", "Transport", "Support"]),
        tests("SoundTests", ["Events", "Platform", "Sound", "Support", "CSndfile"]),
        tests("TypesettingTests", ["Typesetting", "Support"]),
        tests(
            "SpeechTests",
            [
                "JSON", "Events", "SocketIO", "Wire", "Engine", "Texts", "Platform", "Programs", "Sound", "Speech",
                "Support",
            ]),
        tests("KeysTests", ["Events", "Keys"]),
        tests("TextsTests", ["Events", "Texts", "Support", "CArchive"]),
        tests(
            "ScreensTests",
            [
                "JSON", "Events", "Typesetting", "SocketIO", "Engine", "PictureInPicture", "Sessions", "Debugger",
                "Frames", "Cells", "Keys", "Panels", "Screens", "Support",
            ]),
        tests(
            "SettingsTests",
            [
                "Events", "Typesetting", "SocketIO", "Wire", "Debugger", "Keys", "Platform", "Files", "Settings",
                "Support",
            ]),
        tests(
            "TerminalTests",
            ["Events", "Frames", "Cells", "Keys", "Emulator", "Platform", "Terminal", "Support", "CCurses"]),
        tests("PlatformTests", ["Events", "Platform", "Support"]),
        tests("FilesTests", ["Events", "Platform", "Files", "Support"]),
        tests("ProgramsTests", ["Events", "Platform", "Files", "Programs", "Support"]),
        tests("HostingTests", ["Events", "Platform", "Programs", "Hosting", "Support"]),
        tests("TileLinkTests", ["JSON", "Events", "Platform", "Files", "TileLink", "Support"]),
        tests("BookFoldersTests", ["Events", "BookAPI", "Platform", "Files", "BookFolders", "Support"]),
        tests(
            "LibraryTests",
            ["JSON", "Events", "SocketIO", "BookAPI", "Platform", "Files", "BookFolders", "Library", "Support"]),
        tests("VideoTests", ["Events", "Frames", "Platform", "Files", "Video", "Support"]),
        tests(
            "PlaybackTests",
            [
                "Events", "SocketIO", "Wire", "Rewriting", "Engine", "Sessions", "Debugger", "Frames", "Platform",
                "Files", "Tapes", "Sound", "Settings", "Playback", "Decoding", "PlaybackSupport", "Support",
            ]),
        // Exports for the marks on a contact sheet, which have to be those of the findings.
        tests(
            "ChecksTests",
            [
                "JSON", "Events", "Typesetting", "SocketIO", "Wire", "Rewriting", "Engine", "PictureInPicture",
                "Sessions", "Debugger", "Frames", "Cells", "Panels", "Platform", "Files", "Tapes", "Sound", "Settings",
                "Playback", "Decoding", "Checks", "Exports", "PlaybackSupport", "Support",
            ]),
        tests(
            "ExportsTests",
            [
                "JSON", "Events", "Engine", "Frames", "Cells", "Tapes", "Settings", "Playback", "Checks", "Exports",
                "PlaybackSupport", "Support",
            ]),
        tests(
            "MCPTests",
            ["JSON", "Events", "Frames", "Settings", "Playback", "Checks", "MCP", "PlaybackSupport", "Support"]),
        // Checks for what it finds in a session that was recorded.
        tests(
            "LiveTests",
            [
                "JSON", "Events", "SocketIO", "Engine", "Sessions", "Debugger", "Platform", "Files", "Tapes",
                "Transport", "Settings", "Playback", "Decoding", "Checks", "Live", "PlaybackSupport", "Support",
            ]),
        tests(
            "SpeakingTests",
            ["Events", "SocketIO", "Wire", "Platform", "Sound", "Speech", "Speaking", "PlaybackSupport", "Support"]),
        // Checks for what it reads of the logs that a server keeps.
        tests(
            "ServingTests",
            [
                "JSON", "Events", "SocketIO", "BookAPI", "Wire", "Platform", "Files", "BookFolders", "Tapes",
                "Transport", "Settings", "Library", "Playback", "Checks", "Serving", "Support",
            ]),
        tests(
            "AppTests",
            [
                "JSON", "Events", "Typesetting", "BookAPI", "Engine", "Sessions", "Debugger", "Frames", "Cells", "Keys",
                "Panels", "Screens", "Platform", "Files", "BookFolders", "Tapes", "Sound", "Speech", "Terminal",
                "Settings", "Playback", "Decoding", "Reading", "Checks", "Exports", "App", "PlaybackSupport", "Support",
            ]),
        tests(
            "BenchmarksTests",
            [
                "JSON", "Events", "SocketIO", "Wire", "Rewriting", "Engine", "Frames", "Platform", "Tapes", "Sound",
                "Playback", "Benchmarks", "PlaybackSupport", "Support",
            ]),
        // Reads all of the project's text, line by line.
        .testTarget(name: "ArchitectureTests", swiftSettings: strict + optimized),
        tests("FuzzTests", ["Exercises", "Support"]),
        // Playback for the options that it knows of the commands that record.
        tests(
            "CommandTests",
            [
                "Events", "Typesetting", "Frames", "Cells", "Platform", "Sound", "Speech", "Playback", "Support",
                "CCurses",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
