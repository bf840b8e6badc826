/// What a module may import, a second time beside `Package.swift`: an arrow added there has to be meant here as well.
struct ModuleRule {
    enum Kind {
        /// No clock, file, socket, printing, randomness, `async` or system library.
        case pure
        case shell
        /// A header for a C library, without any Swift.
        case cLibrary
    }

    let kind: Kind
    /// Our own modules, C libraries and packages, as named by `import`.
    let dependencies: Set<String>
    /// Of the system's own, as named by `import`.
    var systemModules: Set<String> = []

    var allowedImports: Set<String> { dependencies.union(systemModules) }

    static let table: [String: ModuleRule] = [
        "CArchive": .cLibrary,
        "CBytes": .cLibrary,
        "CCurses": .cLibrary,
        "CEspeak": .cLibrary,
        "CGIF": .cLibrary,
        "CJansson": .cLibrary,
        "CJPEG": .cLibrary,
        "CPNG": .cLibrary,
        "CSodium": .cLibrary,
        "CProcess": .cLibrary,
        "CSamplerate": .cLibrary,
        "CUnicode": .cLibrary,
        "CSDL": .cLibrary,
        "CSndfile": .cLibrary,
        "CSonic": .cLibrary,
        "CWebP": .cLibrary,
        "CXML": .cLibrary,

        "Bytes": .pure("CBytes"),
        "JSON": .pure("CJansson"),
        "Events": .pure("JSON", "CSodium"),
        "Typesetting": .pure("Events", "CUnicode"),
        "SocketIO": .pure("JSON", "Events"),
        "BookAPI": .pure("JSON", "Events", "SocketIO"),
        "Wire": .pure("JSON", "Events", "SocketIO", "BookAPI"),
        "Rewriting": .pure("JSON", "Events", "SocketIO", "Wire"),
        "Engine": .pure("Events"),
        "PictureInPicture": .pure("Events"),
        // A lock around blocks that were unpacked last, which nobody can tell from unpacking them again.
        "Sessions": .pure("Events", "Typesetting", "Engine", "PictureInPicture", locks: true),
        "Debugger": .pure("Events", "Engine", "Sessions"),
        // A lock around memory that is used again, whose contents nobody sees before they are written.
        "Frames": .pure("Events", "CGIF", "CWebP", "CPNG", "CJPEG", locks: true),
        // Atomic mixes of colors that were found before, which nobody can tell from finding them again.
        "Cells": .pure("Events", "Typesetting", "Frames", locks: true),
        "Keys": .pure("Events"),
        "Emulator": .pure("Bytes", "Events", "Typesetting", "Cells", "Keys"),
        "Texts": .pure("Bytes", "Events", "Typesetting", "CArchive", "CUnicode", "CXML"),
        "Panels": .pure(
            "Events", "Typesetting", "Engine", "PictureInPicture", "Sessions", "Debugger", "Frames", "Cells"),
        "Screens": .pure(
            "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Engine", "PictureInPicture", "Sessions",
            "Debugger", "Frames", "Cells", "Keys", "Panels"),

        // The one that names the system's library.
        "Platform": .shell(also: ["Darwin", "Glibc"]),
        "Files": .shell("Events", "Platform", "CProcess"),
        "Programs": .shell("Events", "Platform", "CProcess"),
        "Hosting": .shell("Events", "Platform", "Programs", "CProcess"),
        "TileLink": .shell("Bytes", "JSON", "Events", "Platform", "Files", "CProcess"),
        "BookFolders": .shell("Events", "BookAPI", "Platform", "Files", "CArchive"),
        "Video": .shell("Events", "Frames", "Platform", "Files"),
        "Tapes": .shell(
            "Bytes", "JSON", "Events", "SocketIO", "Wire", "Rewriting", "Platform", "Files", "GRDB", "GRDBSQLite"),
        "Transport": .shell(
            "JSON", "Events", "SocketIO", "BookAPI", "Wire", "Platform", "NIOCore", "NIOPosix", "NIOHTTP1",
            "NIOWebSocket", "NIOSSL", "AsyncHTTPClient"),
        "Sound": .shell("JSON", "Events", "Platform", "Programs", "CSamplerate", "CSndfile", "CSDL", "CSonic"),
        "Speech": .shell(
            "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "Wire", "Texts", "Platform", "Files", "Programs",
            "Sound"),
        "Terminal": .shell("Events", "Frames", "Cells", "Keys", "Platform", "CProcess", "CCurses"),
        "Settings": .shell(
            "Events", "Typesetting", "SocketIO", "Wire", "Debugger", "Keys", "Platform", "Files", "CProcess", "TOMLKit"),
        "Library": .shell(
            "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Platform", "Files", "BookFolders", "Transport",
            "Settings"),
        "Playback": .shell(
            "JSON", "Events", "Wire", "Rewriting", "Engine", "PictureInPicture", "Sessions", "Debugger", "Platform",
            "Files", "Tapes", "Sound", "Settings"),
        "Decoding": .shell(
            "Events", "Engine", "PictureInPicture", "Frames", "Files", "Video", "Tapes", "Settings", "Playback"),
        "Reading": .shell(
            "Bytes", "JSON", "Events", "Typesetting", "BookAPI", "Wire", "Engine", "Frames", "Texts", "Platform",
            "Files",
            "Programs", "BookFolders", "Tapes", "Sound", "Speech", "Settings", "Library", "Playback", "Decoding"),
        "Checks": .shell(
            "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Engine", "PictureInPicture",
            "Sessions",
            "Debugger", "Frames", "Cells", "Panels", "Platform", "Files", "BookFolders", "Tapes", "Sound", "Settings",
            "Playback", "Decoding", "TOMLKit"),
        "Exports": .shell(
            "JSON", "Events", "Typesetting", "Engine", "Sessions", "Debugger", "Frames", "Cells", "Panels", "Platform",
            "Files", "Tapes", "Settings", "Playback", "Decoding", "Checks"),
        "MCP": .shell(
            "Bytes", "JSON", "Events", "Typesetting", "Engine", "Sessions", "Debugger", "Frames", "Panels", "Platform",
            "Files", "Tapes", "Settings", "Playback", "Checks", "Exports"),
        "Live": .shell(
            "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "Wire", "Engine", "PictureInPicture", "Sessions",
            "Platform", "Files", "Tapes", "Transport", "Sound", "Settings", "Playback"),
        "Speaking": .shell(
            "JSON", "Events", "Typesetting", "SocketIO", "Wire", "Engine", "Texts", "Platform", "Files", "Transport",
            "Speech", "Playback", "Live"),
        "AvatarPacks": .shell("JSON", "Events", "Typesetting", "Frames", "Platform", "Files", "Speech", "Speaking"),
        "Serving": .shell(
            "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Platform", "Files", "BookFolders", "Tapes",
            "Transport", "Settings", "Playback", "Speaking"),
        "App": .shell(
            "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Engine", "PictureInPicture", "Sessions",
            "Debugger", "Frames", "Cells", "Keys", "Emulator", "Panels", "Screens", "Platform", "Files", "Programs",
            "Hosting", "TileLink", "BookFolders", "Video", "Tapes", "Transport", "Sound", "Speech", "Terminal",
            "Settings", "Playback", "Decoding", "Reading", "Checks", "Exports", "Live", "Speaking", "CProcess"),
        "cameo": .shell(
            "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Engine", "Frames", "Texts", "Screens", "Platform",
            "Files", "TileLink", "BookFolders", "Sound", "Speech", "Settings", "Library", "Playback", "Reading",
            "Checks", "Exports", "MCP", "Live", "Speaking", "AvatarPacks", "Serving", "App", "ArgumentParser"),
        // Under the GPL, as libespeak-ng is: the only row that may name CEspeak, and no other may name this one.
        "cameo-espeak": .shell("Bytes", "JSON", "Platform", "CEspeak"),
        // What the project measures itself with: of no other row.
        "Benchmarks": .shell(
            "JSON", "Events", "SocketIO", "Wire", "Rewriting", "Engine", "Sessions", "Debugger", "Frames", "Panels",
            "Screens",
            "Platform", "Files", "Tapes", "Sound", "Settings", "Playback", "Decoding", "Checks", "Exports"),
        "cameo-bench": .shell("Events", "Typesetting", "Platform", "Files", "Benchmarks", "CProcess", "ArgumentParser"),
    ]

    private static var cLibrary: ModuleRule { ModuleRule(kind: .cLibrary, dependencies: []) }

    private static func pure(_ dependencies: String..., locks: Bool = false) -> ModuleRule {
        ModuleRule(
            kind: .pure, dependencies: Set(dependencies), systemModules: locks ? ["Synchronization"] : [])
    }

    private static func shell(_ dependencies: String..., also others: Set<String> = []) -> ModuleRule {
        ModuleRule(
            kind: .shell, dependencies: Set(dependencies),
            systemModules: others.union(["Dispatch", "Foundation", "FoundationEssentials", "Synchronization"]))
    }
}
