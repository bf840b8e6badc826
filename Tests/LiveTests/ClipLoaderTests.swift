import Dispatch
import Events
import Files
import JSON
import PlaybackSupport
import SocketIO
import Support
import Synchronization
import Testing
import Transport

@testable import Live
@testable import Playback
@testable import Tapes

/// A test that waits for what does not come has failed.
@Suite("Where clips come from", .timeLimit(.minutes(30)))
struct ClipLoaderTests {
    /// A link that takes what is asked for, and answers nothing unless it is told to.
    private final class Link: LiveConnection {
        private let isUp = Mutex(true)
        private let answer = Mutex<@Sendable () -> Void> {}
        private let (requests, sink) = AsyncStream<String>.makeStream()

        func set(isUp: Bool) { self.isUp.withLock { $0 = isUp } }
        /// - Parameter answer: what comes of each question before it has been asked to the end.
        func set(answer: @escaping @Sendable () -> Void) { self.answer.withLock { $0 = answer } }

        /// The names of so many clips as they are asked for, also where there is no link.
        func asked(_ count: Int = 1) async -> [String] {
            var names: [String] = []
            for await name in requests {
                names.append(name)
                if names.count == count { break }
            }
            return names
        }

        func emit(_ message: WireMessage) -> Bool {
            let request = message.arguments.first?.object
            let isOurs = message.name == "request_specific_base_animation" && request?["agentId"] == "a7"
            sink.yield(isOurs ? request?["animationType"]?.string ?? "?" : message.name)
            answer.withLock(\.self)()
            return isUp.withLock(\.self)
        }

        func next() async -> ConnectionEvent? { nil }
        func retry() {}
        func close() async {}
        var user: String { "u1" }
        var backend: (any Backend)? { nil }
    }

    private let folder: Folder
    private let link = Link()
    private let stream = LiveStream()
    private let cache: ClipCache
    private static let idle = ClipName(WrittenStream.idle)
    private static let talking = ClipName(WrittenStream.talking)

    init() throws {
        folder = try Folder()
        cache = ClipCache(folder: folder.file("clips"), backend: "http://host", agent: "a7")
    }

    private func loader(
        _ cache: ClipCache?, stream: LiveStream? = nil, timeout: Duration = .seconds(86_400)
    ) -> ClipLoader {
        ClipLoader(
            agent: "a7", connection: link, stream: stream ?? self.stream, clock: SessionClock(), cache: cache,
            timeout: timeout)
    }

    private static func frame(_ index: Int) -> [UInt8] { Array("RIFF0000WEBP frame \(index)".utf8) }

    private func store(_ name: ClipName, frames: Int, version: String = "1") throws {
        let writer = try cache.writer(for: name, version: version, frames: frames)
        for index in 0..<frames { try writer.write(Self.frame(index), frame: index) }
        _ = try writer.finish()
    }

    private static func manifest(_ clips: [(ClipName, frames: Int, version: String)]) -> WireMessage {
        let members = clips.map { name, frames, version in
            JSONObject.Member(name.rawValue, ["frames": .number(frames), "version": .string(version)])
        }
        return WireMessage(
            name: "base_animations_manifest", arguments: [["animations": .object(JSONObject(members))]])
    }

    /// Lets the loader hear messages as the task that receives does.
    private func hear(_ messages: [WireMessage], _ loader: ClipLoader) {
        for message in messages { loader.keep(loader.receive(message, at: .zero).reading) }
    }

    /// What is there to be heard.
    private func heard() -> [WireEvent] {
        var events: [WireEvent] = []
        while let entry = stream.next(0) { if case .wire(let event) = entry.body { events.append(event) } }
        return events
    }

    /// What is heard until one event is such, of a loader that says whenever there is something.
    private func heard(_ loader: ClipLoader, until isLast: (WireEvent) -> Bool) async -> [WireEvent] {
        let (reports, sink) = AsyncStream<Void>.makeStream()
        loader.listen { sink.yield() }
        sink.yield()
        var events: [WireEvent] = []
        for await _ in reports {
            events += heard()
            if events.contains(where: isLast) { break }
        }
        return events
    }

    private static func isEnd(_ event: WireEvent) -> Bool {
        if case .clipCompleted = event { true } else { false }
    }

    // MARK: From the backend

    @Test("clips are asked for in the engine's order, each once until it has come, but when it is wanted again")
    func order() async {
        let loader = loader(nil)
        for (name, isAgain) in [("b", false), ("a", false), ("b", false), ("c", false), ("a", true), ("c", false)] {
            loader.request(ClipName(name), again: isAgain)
        }
        loader.request("z", again: false)
        #expect(await link.asked(5) == ["b", "a", "c", "a", "z"])
    }

    @Test("one that has come as a whole, or over a link that was lost, is asked for once more")
    func onceMore() async throws {
        let loader = loader(nil)
        for _ in 0..<2 {
            loader.request(Self.idle, again: false)
            #expect(await link.asked() == [WrittenStream.idle])
            var whole = WrittenStream()
            try whole.clip(WrittenStream.idle, frames: 1, first: 0)
            hear(whole.messages.map(\.message), loader)
        }
        for _ in 0..<2 {
            loader.request(Self.talking, again: false)
            #expect(await link.asked() == [WrittenStream.talking])
            loader.linkChanged()
        }
    }

    @Test("one that comes while it is still being asked for has come")
    func atOnce() async throws {
        let loader = loader(nil)
        var whole = WrittenStream()
        try whole.clip(WrittenStream.idle, frames: 1, first: 0)
        link.set { [weak loader, messages = whole.messages.map(\.message)] in
            for message in messages { loader.map { $0.keep($0.receive(message, at: .zero).reading) } }
        }
        for name in [Self.idle, Self.idle, "another"] { loader.request(name, again: false) }
        #expect(await link.asked(2) == [WrittenStream.idle, WrittenStream.idle])
    }

    @Test("what could not be sent was not asked for")
    func unsent() async {
        let loader = loader(nil)
        link.set(isUp: false)
        for _ in 0..<2 { loader.request("a", again: false) }
        #expect(await link.asked(2) == ["a", "a"])
        link.set(isUp: true)
        for name in ["a", "a", "b"] { loader.request(ClipName(name), again: false) }
        #expect(await link.asked(2) == ["a", "b"])
    }

    @Test("what comes of a clip that was asked for is in the cache once it is whole, and only then")
    func kept() async throws {
        let loader = loader(cache)
        hear([Self.manifest([(Self.idle, 2, "v1"), (Self.talking, 2, "v1")])], loader)
        for name in [Self.idle, Self.talking] { loader.request(name, again: false) }
        _ = await link.asked(2)
        var stream = WrittenStream()
        try stream.clip(WrittenStream.idle, frames: 2, first: 0)
        hear(stream.messages.map(\.message), loader)
        try stream.clip(WrittenStream.talking, frames: 2, first: 100)
        hear(stream.messages.dropFirst(4).dropLast().map(\.message), loader)
        await loader.close(within: .seconds(86_400))
        let clip = try cache.clip(named: Self.idle, version: "v1", frames: 2)
        #expect(try clip.bytes(ofFrame: 1) == WrittenStream.picture(1))
        #expect(throws: ClipCacheError.self) { try cache.clip(named: Self.talking, version: "v1", frames: 2) }
    }

    // MARK: From the cache

    @Test("a clip that the cache has is heard as if it came, and the backend is not asked")
    func cached() async throws {
        try store(Self.idle, frames: 3)
        let loader = loader(cache)
        hear([Self.manifest([(Self.idle, 3, "1")])], loader)
        loader.request(Self.idle, again: false)
        let events = await heard(loader, until: Self.isEnd).dropFirst()
        let frames = (0..<3).map { index in
            let bytes = Self.frame(index)
            let picture = Payload(hash: contentHash(of: bytes), byteCount: bytes.count)
            return WireEvent.baseFrameArrived(Self.idle, index: index, picture: picture)
        }
        #expect(
            Array(events) == [.clipAnnounced(Self.idle, totalFrames: 3)] + frames + [
                .clipCompleted(Self.idle, totalFrames: 3)
            ])
        #expect(stream.bytes(of: contentHash(of: Self.frame(2))) == Self.frame(2))
        // The next one that is asked for is the first one.
        loader.request("other", again: false)
        #expect(await link.asked() == ["other"])
    }

    @Test("a clip in another version or length, one that the backend never named, and one that has holes is downloaded")
    func unusable() async throws {
        for name in ["version", "length", "unnamed", "again"] { try store(ClipName(name), frames: 2) }
        let loader = loader(cache)
        hear([Self.manifest([("version", 2, "2"), ("length", 3, "1"), ("again", 2, "1"), ("absent", 2, "1")])], loader)
        for name in ["version", "length", "unnamed", "absent"] { loader.request(ClipName(name), again: false) }
        loader.request("again", again: true)
        #expect(await link.asked(5) == ["version", "length", "unnamed", "absent", "again"])
    }

    @Test("a picture that is not what it was ends what is given of the clip, which is downloaded then")
    func damaged() async throws {
        try store(Self.idle, frames: 3)
        let path = cache.path(of: Self.idle).dropFirst(folder.path.count + 1)
        try folder.write([UInt8](repeating: 0, count: Self.frame(1).count), to: path + "/0001.webp")
        let loader = loader(cache)
        hear([Self.manifest([(Self.idle, 3, "1")])], loader)
        loader.request(Self.idle, again: false)
        #expect(await link.asked() == [WrittenStream.idle])
        #expect(heard().dropFirst().count == 2)
    }

    /// A stream on which a clip of the cache waits for room behind the first message, once nobody gives anything of it any more.
    /// - Parameter interrupt: happens while it waits.
    private func stream(_ interrupt: (ClipLoader, LiveStream) -> Void) async throws -> LiveStream {
        try store(Self.idle, frames: 3)
        let stream = LiveStream(roomLimit: 1)
        var loader: ClipLoader? = loader(cache, stream: stream)
        weak let held = loader
        let announced = AsyncStream<Void>.makeStream()
        loader?.listen { announced.continuation.yield() }
        _ = loader?.receive(Self.manifest([(Self.idle, 3, "1")]), at: .zero)
        _ = stream.next(0)
        loader?.request(Self.idle, again: false)
        for await _ in announced.stream { break }
        if let loader { interrupt(loader, stream) }
        // It is held by what gives the clip, for as long as that goes on.
        loader = nil
        while held != nil { try await Task.sleep(for: .milliseconds(1)) }
        return stream
    }

    @Test("no more of it is given once the backend has another version: the engine would mix two")
    func overtaken() async throws {
        let stream = try await stream { loader, stream in
            _ = loader.receive(Self.manifest([(Self.idle, 3, "2")]), at: .zero)
            stream.release()
        }
        #expect(stream.next(0)?.body == .wire(.clipAnnounced(Self.idle, totalFrames: 3)))
        guard case .wire(.manifestArrived) = stream.next(0)?.body else {
            Issue.record("nothing was given before there was room")
            return
        }
        #expect(stream.nextTime == nil)
    }

    @Test("nothing of the cache comes once the session ends, though nobody waits for room any more")
    func ended() async throws {
        let stream = try await stream { loader, stream in
            loader.stopGiving()
            stream.release()
            loader.request(Self.talking, again: false)
        }
        #expect(stream.next(0)?.body == .wire(.clipAnnounced(Self.idle, totalFrames: 3)))
        #expect(stream.nextTime == nil)
    }

    @Test("a cache that says nothing in time has nothing")
    func late() async throws {
        try store(Self.idle, frames: 1)
        let (reached, sink) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        var calls = DiskCalls()
        calls.refusal = { _ in
            sink.yield()
            gate.wait()
            gate.signal()
            return nil
        }
        let standing = ClipCache(
            ClipCacheFolder(cache.files.path, limit: 1_000_000, calls: calls), backend: cache.backend, agent: "a7")
        let loader = loader(standing, timeout: .milliseconds(1))
        hear([Self.manifest([(Self.idle, 1, "1"), (Self.talking, 1, "1")])], loader)
        // The disk is busy with the first one's folder, for good.
        for name in [Self.talking, Self.idle] {
            loader.request(name, again: name == Self.talking)
            #expect(await link.asked() == [name.rawValue])
            if name == Self.talking { for await _ in reached { break } }
        }
    }

    // MARK: Before there is a connection

    @Test("the idle clip of last time is announced with its version, and can be asked for at once")
    func begin() async throws {
        try store(Self.idle, frames: 2, version: "v9")
        let loader = loader(cache)
        await loader.begin()
        let entry = ManifestEntry(clip: Self.idle, frames: 2, version: "v9")
        #expect(heard() == [.manifestArrived(.clips([entry]))])
        loader.request(Self.idle, again: false)
        #expect(await heard(loader, until: Self.isEnd).count == 4)
    }

    @Test("nothing is announced once the backend speaks for itself, or where there is nothing")
    func noBeginning() async throws {
        try store(Self.idle, frames: 2)
        let (linked, told, bare) = (loader(cache), loader(cache), loader(nil))
        linked.linkChanged()
        await linked.begin()
        #expect(heard().isEmpty)
        hear([Self.manifest([(Self.talking, 1, "1")])], told)
        await told.begin()
        #expect(heard().count == 1)
        await bare.begin()
        #expect(heard().isEmpty)
    }
}
