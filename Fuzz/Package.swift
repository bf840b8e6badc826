// swift-tools-version: 6.2
import PackageDescription

// Fuzzing (docs/inside/fuzzing.md). A package of its own, since a program that is linked with libFuzzer has no place among those
// that are built every day. The modules are the project's, by links in Sources: one package, so that `package` access
// holds, and compiled again here with the counters that libFuzzer reads.

// Only ours is counted and checked: with the packages that it uses the build takes much longer, and they are not the subject.
// Assertions stay in, although the rest is optimized.
let watched: [SwiftSetting] = [
    .treatAllWarnings(as: .error), .unsafeFlags(["-sanitize=fuzzer,address", "-assert-config", "Debug"]),
]
let linked: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: watched)
}

func cLibrary(_ name: String, _ libraries: String...) -> Target {
    .target(
        name: name, cSettings: [.unsafeFlags(["-fsanitize=address,fuzzer-no-link"])],
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

let package = Package(
    name: "cameo-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
    targets: [
        cLibrary("CArchive", "archive"),
        cLibrary("CBytes"),
        cLibrary("CGIF", "gif"),
        cLibrary("CJansson", "jansson"),
        cLibrary("CJPEG", "jpeg"),
        cLibrary("CPNG", "png"),
        cLibrary("CSDL", "SDL2"),
        cLibrary("CSamplerate", "samplerate"),
        cLibrary("CUnicode", "icuuc", "icudata", "fribidi"),
        cLibrary("CSndfile", "sndfile"),
        cLibrary("CSodium", "sodium"),
        cLibrary("CSonic", "sonic"),
        cLibrary("CWebP", "webp", "webpmux"),
        .target(
            name: "CXML",
            cSettings: [
                .unsafeFlags(["-fsanitize=address,fuzzer-no-link"]),
                .unsafeFlags(["-I/usr/include/libxml2"], .when(platforms: [.linux])),
            ], linkerSettings: [.linkedLibrary("xml2")]),
        .target(name: "CFuzzer"),
        .target(name: "CProcess"),
        module("Bytes", ["CBytes"]),
        module("JSON", ["CJansson"]),
        module("Events", ["JSON", "CSodium"]),
        module("Typesetting", ["Events", "CUnicode"]),
        module("SocketIO", ["JSON", "Events"]),
        module("BookAPI", ["JSON", "Events", "SocketIO"]),
        module("Wire", ["JSON", "Events", "SocketIO", "BookAPI"]),
        module("Rewriting", ["JSON", "Events", "SocketIO", "Wire"]),
        // Only its frame logs, by a link.
        module("Checks", ["Bytes", "JSON", "Events", "Wire"]),
        module("Engine", ["Events"]),
        module("Frames", ["Events", "CGIF", "CWebP", "CPNG", "CJPEG"]),
        module("Cells", ["Events", "Typesetting", "Frames"]),
        module("Keys", ["Events"]),
        module("Emulator", ["Bytes", "Events", "Typesetting", "Cells", "Keys"]),
        module("Texts", ["Bytes", "Events", "Typesetting", "CArchive", "CUnicode", "CXML"]),
        module("Platform"),
        module("Files", ["Events", "Platform", "CProcess"]),
        module("Programs", ["Events", "Platform", "CProcess"]),
        module(
            "Tapes",
            [
                "Bytes", "JSON", "Events", "SocketIO", "Wire", "Rewriting", "Platform", "Files",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        module("Sound", ["JSON", "Events", "Platform", "Programs", "CSamplerate", "CSndfile", "CSDL", "CSonic"]),
        module(
            "Speech",
            [
                "Bytes", "JSON", "Events", "Typesetting", "SocketIO", "Wire", "Texts", "Platform", "Files", "Programs",
                "Sound",
            ]),
        module(
            "Exercises",
            [
                "JSON", "Events", "Typesetting", "SocketIO", "BookAPI", "Wire", "Rewriting", "Checks", "Engine",
                "Frames",
                "Cells",
                "Emulator", "Tapes", "Sound", "Speech", "Texts", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .executableTarget(
            name: "fuzz", dependencies: ["Exercises", "CFuzzer"], swiftSettings: watched, linkerSettings: linked),
    ],
    swiftLanguageModes: [.v6]
)
