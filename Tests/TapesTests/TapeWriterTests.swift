import Events
import Foundation
import JSON
import SocketIO
import Support
import Testing
import Wire

@testable import Tapes

@Suite struct TapeWriterTests {
    let folder: Folder
    let tape: String

    init() throws {
        folder = try Folder()
        tape = folder.file("a.cameo")
    }

    @Test("what was written survives the recorder's sudden end, in one file again after the next opening")
    func suddenEnd() async throws {
        let writer = try TapeWriter(creating: tape)
        for number in 0..<50 { try await writer.append(.ticked, at: Instant(microseconds: Int64(number))) }
        try await writer.flush()
        for name in folder.names { try folder.write(try folder.bytes(of: name), to: "left-" + name) }
        try await writer.append(.paused, at: Instant(microseconds: 50))
        #expect(folder.names.contains("left-a.cameo-wal"))
        #expect(try TapeReader(path: folder.file("left-a.cameo")).count() == 50)
        #expect(folder.names.filter { $0.hasPrefix("left-") } == ["left-a.cameo"])
        try await writer.close()
        #expect(try TapeReader(path: tape).count() == 51)
    }

    @Test("entries are written without being asked", .timeLimit(.minutes(5)))
    func byItself() async throws {
        let writer = try TapeWriter(creating: tape)
        try await writer.append(.ticked, at: .zero)
        let reader = try TapeReader(path: tape)
        while try reader.count() == 0 { await Task.yield() }
        try await writer.append(.ticked, at: .zero)
        while try reader.count() == 1 { await Task.yield() }
        try await writer.close()
    }

    @Test("the period leaves time for writing within 250 ms")
    func period() { #expect(TapeWriter.period <= .milliseconds(200)) }

    @Test("what waits in memory is bounded: much at once is written at once")
    func bounded() async throws {
        let writer = try TapeWriter(creating: tape)
        let half = [UInt8](repeating: 7, count: TapeWriter.waitingLimit / 2)
        let reader = try TapeReader(path: tape)
        for number in 0..<2 {
            let bytes = half + [UInt8(number)]
            let message = WireMessage(name: "x", arguments: [WireMessage.placeholder(0)], attachments: [bytes])
            let (stored, blobs) = ingest(message)
            try await writer.append(stored, blobs: blobs, at: .zero)
        }
        #expect(try reader.count() == 2)
        try await writer.close()
    }

    @Test("somebody who opens a tape that is being recorded does not take its log away", arguments: [false, true])
    func logStays(isTemporary: Bool) async throws {
        let writer = try TapeWriter(creating: tape, isTemporary: isTemporary)
        let reader = try TapeReader(path: tape)
        try await writer.append(.ticked, at: .zero)
        try await writer.flush()
        #expect(folder.names.contains("a.cameo-wal") && !folder.names.contains("a.cameo-journal"))
        #expect(try folder.bytes(of: "a.cameo-wal").count > 0)
        #expect(try reader.count() == 1)
        reader.close()
        try await writer.close()
        #expect(folder.names == ["a.cameo"])
    }

    @Test("a tape is read while it is recorded, and closing waits for nobody")
    func readWhileRecording() async throws {
        let writer = try TapeWriter(creating: tape)
        let reader = try TapeReader(path: tape)
        #expect(try reader.entries().isEmpty)
        try await writer.append(.ticked, at: .zero)
        try await writer.flush()
        #expect(try reader.count() == 1)
        try await writer.close()
        #expect(try reader.count() == 1)
        #expect(try TapeReader(path: tape).count() == 1)
    }

    @Test("a tape that cannot be created leaves nothing that would stand in the way of the next try")
    func creationFailure() async throws {
        // The first thing that is written needs a file of this name.
        let obstacle = folder.file("a.cameo-journal")
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        #expect(throws: TapeError.self) { try TapeWriter(creating: tape) }
        #expect(folder.names == ["a.cameo-journal"])
        try FileManager.default.removeItem(atPath: obstacle)
        try await TapeWriter(creating: tape).close()
    }

    @Test("a new tape takes nothing of a log that another recorder left under its name")
    func orphanedLog() async throws {
        let ended = try TapeWriter(creating: folder.file("ended.cameo"))
        for number in 0..<50 { try await ended.append(.ticked, at: Instant(microseconds: Int64(number))) }
        try await ended.flush()
        // The recorder was killed, and its tape alone was removed.
        for ending in ["-wal", "-shm"] {
            try folder.write(try folder.bytes(of: "ended.cameo" + ending), to: "a.cameo" + ending)
        }
        let writer = try TapeWriter(creating: tape)
        try await writer.append(.ticked, at: .zero)
        try await writer.close()
        #expect(try TapeReader(path: tape).count() == 1)
        try await ended.close()
        #expect(folder.names == ["a.cameo", "ended.cameo"])
    }

    @Test("an existing file is not overwritten")
    func existing() throws {
        try folder.write([1], to: "a.cameo")
        #expect(throws: TapeError.alreadyExists(path: tape)) { try TapeWriter(creating: tape) }
        #expect(throws: TapeError.missing(path: "")) { try TapeWriter(creating: "") }
        #expect(try folder.bytes(of: "a.cameo") == [1])
    }

    @Test(
        "a recording is named .cameo, so that its name says what it is",
        arguments: ["call.ndjson", "call.txt", "call.log", "call.json", "call.zip", "call.mp4", "call", "cameo"])
    func ending(name: String) throws {
        let path = folder.file(name)
        #expect(throws: TapeError.recordingEnding(path: path)) { try TapeWriter(creating: path) }
        #expect(folder.names.isEmpty)
    }

    @Test("a folder is said to be one before anything else", arguments: ["calls", "calls.cameo"])
    func inPlaceOfFolder(name: String) throws {
        let path = folder.file(name)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: TapeError.isDirectory(path: path)) { try TapeWriter(creating: path) }
    }

    @Test("where no tape can be made it is said why: no folder, a file in its place, a link to itself")
    func noPlace() throws {
        try folder.write([1], to: "file")
        symlink("loop.cameo", folder.file("loop.cameo"))
        let places = [
            ("x/a.cameo", "no such folder: \(folder.file("x"))"), ("file/a.cameo", "not a folder"),
            ("loop.cameo", "Too many levels of symbolic links"),
        ]
        for (name, reason) in places {
            let path = folder.file(name)
            #expect(throws: TapeError.unwritable(path: path, reason: reason)) { try TapeWriter(creating: path) }
        }
    }

    @Test(
        "a recording that is as large as it may be is reported once, then everything is refused silently, and what was written stays"
    )
    func full() async throws {
        let writer = try TapeWriter(creating: tape, sizeLimit: 100_000)
        try await writer.append(.ticked, at: .zero)
        try await writer.flush()
        let (stored, blobs) = ingest(
            WireMessage(
                name: "x", arguments: [["image_data": .string(Base64.encode([UInt8](repeating: 1, count: 200_000)))]]))
        try await writer.append(stored, blobs: blobs, at: .zero)
        await #expect(throws: TapeError.recordedEnough(path: tape, limit: 100_000)) { try await writer.flush() }
        try await writer.append(.ticked, at: .zero)
        try await writer.flush()
        try await writer.close()
        #expect(try TapeReader(path: tape).count() == 1)
    }

    @Test(
        "what no reader would read is not written: the recording ends before it, once, and what was heard before stays")
    func tooLarge() async throws {
        let writer = try TapeWriter(creating: tape)
        try await writer.append(.ticked, at: .zero)
        let part = String(repeating: "x", count: 1_024)
        let name = String(repeating: part, count: TapeSchema.largestValue / part.utf8.count)
        let large = StoredMessage(name: name, arguments: [])
        let reason = "the event at 1.500 s is too large: more than \(TapeSchema.largestValue - 1_024) bytes"
        await #expect(throws: TapeError.unwritable(path: tape, reason: reason)) {
            try await writer.append(large, blobs: [], at: Instant(seconds: 1.5))
        }
        try await writer.append(.ticked, at: Instant(seconds: 2))
        try await writer.close()
        #expect(try TapeReader(path: tape).entries().map(\.time) == [.zero])
    }

    @Test("after closing an append is an error, and closing again is none")
    func closed() async throws {
        let writer = try TapeWriter(creating: tape)
        try await writer.close()
        try await writer.close()
        await #expect(throws: TapeError.closed(path: tape)) { try await writer.append(.ticked, at: .zero) }
    }
}
