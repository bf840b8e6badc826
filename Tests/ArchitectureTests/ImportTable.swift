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
    /// A pure module that may hold a lock.
    var locks = false

    var allowedImports: Set<String> {
        if locks { return dependencies.union(["Synchronization"]) }
        return kind == .shell ? dependencies.union(Self.systemModules) : dependencies
    }

    static let systemModules: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization",
    ]

    static let table: [String: ModuleRule] = [
        "CCurses": .cLibrary,
        "CEspeak": .cLibrary,
        "CGIF": .cLibrary,
        "CJansson": .cLibrary,
        "CJPEG": .cLibrary,
        "CPNG": .cLibrary,
        "CSodium": .cLibrary,
        "CProcess": .cLibrary,
        "CSamplerate": .cLibrary,
        "CSDL": .cLibrary,
        "CSndfile": .cLibrary,
        "CSonic": .cLibrary,
        "CWebP": .cLibrary,

        "Events": .pure(),
        "Wire": .pure("Events", "CJansson", "CSodium"),
        "Engine": .pure("Events"),
        // A lock around blocks that were unpacked last, which nobody can tell from unpacking them again.
        "Debugger": .pure("Events", "Engine", locks: true),
        "Frames": .pure("Events", "Engine", "CGIF", "CWebP", "CPNG", "CJPEG"),
        "Cells": .pure("Events", "Frames"),
        "Panels": .pure("Events", "Engine", "Debugger", "Frames", "Cells"),

        "Tapes": .shell("Events", "Wire", "GRDB", "GRDBSQLite"),
        "Transport": .shell(
            "Events", "Wire", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL", "AsyncHTTPClient"),
        "Sound": .shell("Events", "CSamplerate", "CSndfile", "CSDL", "CSonic"),
        "Speech": .shell("Events", "Wire", "Sound", "CProcess"),
        "Terminal": .shell("Events", "Cells", "CCurses"),
        "App": .shell(
            "Events", "Wire", "Engine", "Debugger", "Frames", "Cells", "Panels", "Tapes", "Transport", "Sound",
            "Speech", "Terminal", "CProcess", "TOMLKit"),
        "cameo": .shell("Events", "Cells", "App", "ArgumentParser"),
        // Under the GPL, as libespeak-ng is: the only row that may name CEspeak, and no other may name this one.
        "cameo-espeak": .shell("Wire", "CEspeak"),
    ]

    private static var cLibrary: ModuleRule { ModuleRule(kind: .cLibrary, dependencies: []) }

    private static func pure(_ dependencies: String..., locks: Bool = false) -> ModuleRule {
        ModuleRule(kind: .pure, dependencies: Set(dependencies), locks: locks)
    }

    private static func shell(_ dependencies: String...) -> ModuleRule {
        ModuleRule(kind: .shell, dependencies: Set(dependencies))
    }
}
