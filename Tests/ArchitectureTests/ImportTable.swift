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

    var allowedImports: Set<String> {
        kind == .shell ? dependencies.union(Self.systemModules) : dependencies
    }

    static let systemModules: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization",
    ]

    static let table: [String: ModuleRule] = [
        "CCurses": .cLibrary,
        "CGIF": .cLibrary,
        "CJansson": .cLibrary,
        "CJPEG": .cLibrary,
        "CPNG": .cLibrary,
        "CSodium": .cLibrary,
        "CSystem": .cLibrary,
        "CWebP": .cLibrary,

        "Events": .pure(),
        "Wire": .pure("Events", "CJansson", "CSodium"),
        "Engine": .pure("Events"),
        "Debugger": .pure("Events", "Engine"),
        "Frames": .pure("Events", "Engine", "CGIF", "CWebP", "CPNG", "CJPEG"),
        "Cells": .pure("Events", "Frames"),
        "Panels": .pure("Events", "Engine", "Debugger", "Frames", "Cells"),

        "Tapes": .shell("Events", "Wire", "GRDB", "GRDBSQLite"),
        "Terminal": .shell("Events", "Cells", "CCurses"),
        "App": .shell(
            "Events", "Wire", "Engine", "Debugger", "Frames", "Cells", "Panels", "Tapes", "Terminal", "CSystem",
            "TOMLKit"),
        "cameo": .shell("Events", "Cells", "App", "ArgumentParser"),
    ]

    private static var cLibrary: ModuleRule { ModuleRule(kind: .cLibrary, dependencies: []) }

    private static func pure(_ dependencies: String...) -> ModuleRule {
        ModuleRule(kind: .pure, dependencies: Set(dependencies))
    }

    private static func shell(_ dependencies: String...) -> ModuleRule {
        ModuleRule(kind: .shell, dependencies: Set(dependencies))
    }
}
