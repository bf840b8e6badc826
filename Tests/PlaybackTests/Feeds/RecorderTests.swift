import Engine
import Events
import PlaybackSupport
import SocketIO
import Support
import Synchronization
import Tapes
import Testing
import Wire

@testable import Playback

/// A tape in memory that can be held up, or be full after some entries.
private final class TestTape: RecordingTape {
    struct Full: Error {}

    private struct State {
        var names: [String] = []
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let onClose: @Sendable () -> Void

    init(capacity: Int = .max, isHeld: Bool = false, onClose: @escaping @Sendable () -> Void = {}) {
        (self.capacity, self.onClose) = (capacity, onClose)
        state.withLock { $0.isHeld = isHeld }
    }

    var names: [String] { state.withLock { $0.names } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func append(_ message: StoredMessage, blobs: [Blob], at time: Instant, for member: Member) async throws {
        try await receive(message.name)
    }
    func append(_ input: LocalInput, at time: Instant, for member: Member) async throws {
        try await receive("\(input)")
    }
    func close() {
        onClose()
        state.withLock { $0.isClosed = true }
    }

    func letGo() {
        let waiting = state.withLock { state in
            state.isHeld = false
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    private func receive(_ name: String) async throws {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                if state.isHeld { state.waiting.append(continuation) }
                return state.isHeld
            }
            if !waits { continuation.resume() }
        }
        guard names.count < capacity else { throw TapeError.diskFull(path: "tape") }
        state.withLock { $0.names.append(name) }
    }
}

private struct NoBlobs: BlobSource {
    func bytes(of hash: ContentHash) -> [UInt8]? { nil }
}

@Suite struct RecorderTests {
    private static func message(_ number: Int) -> RecordedEvent {
        let stored = StoredMessage(name: "m\(number)", arguments: [.string(String(repeating: "x", count: 1_000))])
        return RecordedEvent(
            event: Event(Instant(seconds: Double(number)), .wire(.ignored(name: "m\(number)"))), message: stored)
    }

    @Test("everything is written in the order in which it was heard")
    func order() async {
        let tape = TestTape()
        let recorder = Recorder(tape, path: "tape", blobs: NoBlobs())
        recorder.record([Self.message(0), RecordedEvent(event: Event(.zero, .local(.ticked)), message: nil)])
        recorder.record([])
        recorder.record([Self.message(1)])
        #expect(await recorder.close() == nil)
        #expect(tape.names == ["m0", "ticked", "m1"])
        #expect(tape.isClosed)
    }

    @Test("a disk that is too slow ends the recording once, and what was heard before is written")
    func slowDisk() async throws {
        let tape = TestTape(isHeld: true)
        let recorder = Recorder(tape, path: "slow.cameo", blobs: NoBlobs(), waitingLimit: 10_000)
        #expect(recorder.takeFailure() == nil)
        for number in 0..<100 { recorder.record([Self.message(number)]) }
        let failure = try #require(recorder.takeFailure())
        #expect(failure.reason.hasPrefix("slow.cameo: the recording ends at "))
        #expect(failure.exitStatus == 1)
        #expect(recorder.takeFailure() == nil)
        tape.letGo()
        #expect(await recorder.close() == failure)
        // Without a hole: from the first on, and none behind the one that was too many.
        #expect((1..<20).contains(tape.names.count))
        #expect(tape.names == (0..<tape.names.count).map { "m\($0)" })
        #expect(tape.isClosed)
    }

    @Test("where a recording ends is the first that is not on it")
    func place() async throws {
        let tape = TestTape(isHeld: true)
        let recorder = Recorder(tape, path: "slow.cameo", blobs: NoBlobs(), waitingLimit: 10)
        recorder.record([Self.message(0)])
        recorder.record((1...9).map(Self.message))
        #expect(recorder.takeFailure()?.reason == "slow.cameo: the recording ends at 1.000 s: the disk is too slow")
        tape.letGo()
        _ = await recorder.close()
        #expect(tape.names == ["m0"])
    }

    @Test("one batch may wait however large it is")
    func largeBatch() async {
        let tape = TestTape()
        let recorder = Recorder(tape, path: "tape", blobs: NoBlobs(), waitingLimit: 10)
        recorder.record([Self.message(0)])
        #expect(recorder.takeFailure() == nil)
        #expect(await recorder.close() == nil)
        #expect(tape.names == ["m0"])
    }

    @Test("a full disk is said at the end, in one line and with exit status 1, and the tape is closed")
    func fullDisk() async throws {
        let tape = TestTape(capacity: 3)
        let recorder = Recorder(tape, path: "tape", blobs: NoBlobs())
        for number in 0..<10 { recorder.record([Self.message(number)]) }
        let failure = try #require(await recorder.close())
        #expect(failure.reason == "tape: no space left")
        #expect(failure.exitStatus == 1)
        #expect(tape.names == ["m0", "m1", "m2"])
        #expect(tape.isClosed)
        recorder.record([Self.message(11)])
    }

    @Test("whatever ended a recording early, its tape is closed at the end, and not while somebody may still read it")
    func closedAtTheEnd() async {
        let full = TestTape(capacity: 0)
        let (failures, tell) = AsyncStream.makeStream(of: Void.self)
        let recorder = Recorder(full, path: "tape", blobs: NoBlobs()) { tell.yield() }
        recorder.record([Self.message(0)])
        for await _ in failures { break }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(!full.isClosed)
        #expect(await recorder.close() != nil)
        #expect(full.isClosed)

        let slow = TestTape(isHeld: true)
        let second = Recorder(slow, path: "tape", blobs: NoBlobs(), waitingLimit: 10)
        for number in 0..<2 { second.record([Self.message(number)]) }
        #expect(second.takeFailure() != nil)
        slow.letGo()
        for _ in 0..<1_000 { await Task.yield() }
        #expect(!slow.isClosed)
        #expect(await second.close() != nil)
        #expect(slow.isClosed)
    }

    @Test("a recording at its limit leaves one file, though the recorder's own program reads it until the end")
    func oneFile() async throws {
        let folder = try Folder()
        let path = folder.file("new.cameo")
        let writer = try TapeWriter(creating: path, sizeLimit: 100_000)
        let reader = try TapeReader(recordedHere: path)
        let (failures, tell) = AsyncStream.makeStream(of: Void.self)
        let recorder = Recorder(writer, path: path, blobs: NoBlobs()) { tell.yield() }
        // So much that it does not wait in memory.
        let large = StoredMessage(name: "large", arguments: [.string(String(repeating: "x", count: 9 << 20))])
        recorder.record([RecordedEvent(event: Event(.zero, .wire(.ignored(name: "large"))), message: large)])
        for await _ in failures { break }
        for _ in 0..<1_000 { await Task.yield() }
        reader.close()
        #expect(
            await recorder.close()?.reason
                == "\(path): the recording has stopped at its limit of 100 kB; raise it with `cameo record --max-size`")
        #expect(folder.names == ["new.cameo"])
    }

    @Test("a payload that cannot be read is said at the end, and all else is on the tape")
    func missingPayload() async throws {
        let tape = TestTape()
        let recorder = Recorder(tape, path: "new.cameo", blobs: NoBlobs())
        let (picture, blobs) = ingest(
            WireMessage(name: "picture", arguments: [["data": WireMessage.placeholder(0)]], attachments: [[1]]))
        try #require(blobs.count == 1)
        for message in [picture, picture] {
            recorder.record([
                RecordedEvent(event: Event(.zero, .wire(.ignored(name: message.name))), message: message),
                Self.message(1),
            ])
        }
        let failure = try #require(await recorder.close())
        #expect(failure.reason == "new.cameo: 1 of its pictures and sounds could not be read and is missing")
        #expect(failure.exitStatus == 1)
        #expect(tape.names == ["picture", "m1", "picture", "m1"])
        #expect(tape.isClosed)
    }

    @Test("a tape is never recorded over another one, and a discarded one leaves nothing")
    func files() async throws {
        let folder = try Folder()
        let source = try await WrittenStream.message().tape(folder.file("source.cameo"))
        #expect(throws: TapeError.alreadyExists(path: folder.file("source.cameo"))) {
            try Recorder(path: folder.file("source.cameo"), source: source)
        }
        let recorder = try Recorder(path: folder.file("new.cameo"), source: source)
        #expect(folder.names.contains("new.cameo"))
        await recorder.discard()
        #expect(!folder.names.contains { $0.hasPrefix("new.cameo") })
    }

    @Test(
        "a recording replaces another one only if asked to, never its own source; the old one stays where nothing is recorded",
        arguments: [0, 1])
    func overwriting(count: Int) async throws {
        let folder = try Folder()
        let source = try await WrittenStream.message().tape(folder.file("source.cameo"))
        let path = folder.file("old.cameo")
        try await WrittenStream.message().tape(path).close()
        let old = try folder.bytes(of: "old.cameo")
        #expect(throws: TapeError.sameFile(path: source.path)) {
            try Recorder(path: source.path, source: source, overwrites: true)
        }
        let recorder = try Recorder(path: path, source: source, overwrites: true)
        recorder.record((0..<count).map(Self.message))
        #expect(await recorder.close() == nil)
        #expect(try (folder.bytes(of: "old.cameo") == old) == (count == 0))
        let tape = try TapeReader(path: path)
        #expect(try count == 0 || tape.count() == count)
        tape.close()
        #expect(folder.names == ["old.cameo", "source.cameo"])
        await (try Recorder(path: path, source: source, overwrites: true)).discard()
        #expect(folder.names == ["old.cameo", "source.cameo"])
    }

    @Test("a tape without entries is gone once it is closed; one with an entry stays", arguments: [0, 1])
    func empty(count: Int) async throws {
        let folder = try Folder()
        let source = try await WrittenStream.message().tape(folder.file("source.cameo"))
        let recorder = try Recorder(path: folder.file("new.cameo"), source: source)
        recorder.record((0..<count).map(Self.message))
        #expect(await recorder.close() == nil)
        #expect(folder.names == (count == 0 ? [] : ["new.cameo"]) + ["source.cameo"])
    }

    @Test("a tape is taken back when it is no longer written, not while it is")
    func discarded() async throws {
        let folder = try Folder()
        let path = try folder.write([1], to: "new.cameo")
        let wasThere = Mutex(false)
        let tape = TestTape(isHeld: true) { wasThere.withLock { $0 = folder.exists("new.cameo") } }
        let recorder = Recorder(tape, path: path, blobs: NoBlobs())
        recorder.record([Self.message(0)])
        let discarding = Task { await recorder.discard() }
        for _ in 0..<1_000 { await Task.yield() }
        tape.letGo()
        await discarding.value
        _ = await recorder.close()
        #expect(tape.isClosed && wasThere.withLock { $0 })
        #expect(folder.names.isEmpty)
    }
}
