import Events
import Foundation
import Tapes
import Testing

@testable import App

@Suite struct NewFileTests {
    @Test("a file never takes the place of another one")
    func neverOverwrites() throws {
        let folder = try Folder()
        let names = try (0..<3).map { number in
            try NewFile.write([UInt8(number)], named: folder.file("shot"), ending: "png")
        }
        #expect(names == ["shot.png", "shot-2.png", "shot-3.png"].map(folder.file))
        #expect(try folder.bytes(of: "shot.png") == [0])
        #expect(try folder.bytes(of: "shot-2.png") == [1])
        #expect(try folder.bytes(of: "shot-3.png") == [2])
    }

    @Test("a folder or a dangling link of that name is in the way as well")
    func othersInTheWay() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.file("shot.png"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("shot-2.png"), withDestinationPath: folder.file("target"))
        #expect(try NewFile.write([1], named: folder.file("shot"), ending: "png") == folder.file("shot-3.png"))
        #expect(!folder.names.contains("target"))
    }

    @Test("a folder that is not there is an error with its name")
    func missingFolder() throws {
        let folder = try Folder()
        let error = #expect(throws: CommandError.self) {
            try NewFile.write([1], named: folder.file("no/shot"), ending: "png")
        }
        #expect(error?.reason.hasPrefix(folder.file("no/shot.png: ")) == true)
        #expect(error?.exitStatus == 1)
    }
}

@Suite struct AssetsTests {
    @Test("the folder that the user named comes first, then that of an installation, then those of a build")
    func order() {
        #expect(
            Assets.folders(named: "/named", program: "/p/.build/debug") == [
                "/named", "/p/.build/debug/../share/cameo", "/p/.build/debug/assets", "/p/.build/assets", "/p/assets",
            ])
        #expect(Assets.folders(named: nil, program: "/usr/bin").first == "/usr/bin/../share/cameo")
        #expect(Assets.folders(named: "", program: "/usr/bin").first == "/usr/bin/../share/cameo")
        #expect(Assets.folders(named: nil, program: nil) == ["assets"])
    }

    @Test("a deep program folder is looked above a few times only")
    func bounded() {
        let deep = "/" + (0..<50).map { "f\($0)" }.joined(separator: "/")
        #expect(Assets.folders(named: nil, program: deep).count == 6)
    }

    @Test("the first folder that has the file is taken; when none has, all are named")
    func search() throws {
        let (first, second) = (try Folder(), try Folder())
        _ = try NewFile.write([1], named: second.file("demo"), ending: "cameo")
        let folders = [first.path, second.path]
        #expect(try Assets.file("demo.cameo", in: folders) == second.file("demo.cameo"))
        _ = try NewFile.write([2], named: first.file("demo"), ending: "cameo")
        #expect(try Assets.file("demo.cameo", in: folders) == first.file("demo.cameo"))
        let error = #expect(throws: CommandError.self) { try Assets.file("other.cameo", in: folders) }
        #expect(error?.exitStatus == 2)
        #expect(error?.reason.contains(first.file("other.cameo")) == true)
        #expect(error?.reason.contains(second.file("other.cameo")) == true)
    }
}

@Suite struct TapeFeedTests {
    @Test("the feed ends at what cannot be read, and says so each time it is asked")
    func unreadable() async throws {
        let folder = try Folder()
        let source = folder.file("bad.cameo")
        let writer = try TapeWriter(creating: source, meta: Recorder.meta(source: "test"))
        for number in 0..<5 { try await writer.append(.ticked, at: Instant(seconds: Double(number))) }
        try await writer.close()
        try Self.spoil(source, entry: 4)
        var feed = try TapeFeed(try TapeReader(path: source), isFresh: false)
        for number in 0..<3 {
            #expect(feed.nextTime == Instant(seconds: Double(number)))
            #expect(try feed.next()?.body == .local(.ticked))
        }
        for _ in 0..<2 {
            #expect(feed.nextTime != nil)
            #expect(throws: TapeError.self) { try feed.next() }
        }
    }

    /// Gives one entry a name that no program knows.
    private static func spoil(_ path: String, entry: Int) throws {
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        let word = Array("ticked".utf8)
        let places = bytes.indices.filter { bytes[$0...].starts(with: word) }
        // SQLite writes rows from the end of a page to its front.
        let place = try #require(places.sorted(by: >).dropFirst(entry - 1).first)
        bytes[place] = UInt8(ascii: "X")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test("events and messages of a tape come in its order with what they say")
    func order() async throws {
        let folder = try Folder()
        let stream = try WrittenStream.message()
        var feed = try TapeFeed(try await stream.tape(folder.file("stream.cameo")), isFresh: false)
        #expect(feed.hearing == .afresh)
        #expect(feed.duration == Instant(seconds: 0.8))
        var names: [String] = []
        while let entry = try feed.next() { names.append(entry.message?.name ?? "?") }
        #expect(names == stream.messages.map(\.message.name))
        #expect(feed.nextTime == nil)
    }
}
