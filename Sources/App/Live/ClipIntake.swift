import Engine
import Events
import Synchronization
import Tapes
import Wire

/// Where the engine's clips come from: from the cache where it has them, else from the backend, and what the backend sends
/// goes into the cache (reference 1.12). A cache that cannot be used is one without clips.
///
/// Used by the loop and by the task that receives; the mutex guards what both know.
final class ClipIntake: Sendable {
    private struct State {
        /// What the manifest says of each clip.
        var known: [ClipName: ManifestEntry] = [:]
        /// Clips that the backend was asked for over this link and that have not come as a whole.
        var asked: Set<ClipName> = []
        /// Those of them that are being written.
        var writing: Set<ClipName> = []
        var tell: (@Sendable () -> Void)?
    }

    private let agent: String
    private let connection: any LiveConnection
    private let stream: LiveStream
    private let clock: SessionClock
    private let store: ClipStore?
    private let state = Mutex(State())
    private let requests: AsyncStream<Request>.Continuation

    private struct Request: Sendable {
        var name: ClipName
        /// It came before, and not as a whole.
        var isAgain: Bool
    }

    /// - Parameter cache: `nil` for none.
    init(
        agent: String, connection: any LiveConnection, stream: LiveStream, clock: SessionClock, cache: ClipCache?
    ) {
        (self.agent, self.connection, self.stream, self.clock) = (agent, connection, stream, clock)
        store = cache.map(ClipStore.init)
        let (stream, requests) = AsyncStream<Request>.makeStream()
        self.requests = requests
        // One after the other, so that clips are asked for in the engine's order.
        Task.detached { [weak self] in
            for await request in stream { await self?.answer(request) }
        }
    }

    deinit { requests.finish() }

    /// Announces the idle clip that was there last time, so that its picture is on screen before there is a connection. Its
    /// version goes with it: the backend's manifest says later whether it still holds (N33).
    /// - Parameter tell: called whenever something from the cache is there to be heard.
    func begin(_ tell: @escaping @Sendable () -> Void) async {
        state.withLock { $0.tell = tell }
        guard let store, let idle = try? await store.lastKnown(named: ClipName.idle) else { return }
        let clips: JSON = .object(
            JSONObject([
                JSONObject.Member(
                    idle.name.rawValue, ["frames": .int(Int64(idle.frameCount)), "version": .string(idle.version)])
            ]))
        let entry = ManifestEntry(clip: idle.name, frames: idle.frameCount, version: idle.version)
        let isFirst = state.withLock { state in
            // The backend's own may be there by now.
            guard state.known.isEmpty else { return false }
            Self.learn([entry], &state)
            return stream.receive(Self.message("base_animations_manifest", ["animations": clips]), at: clock.now)
                .isFirst
        }
        if isFirst { tell() }
    }

    // MARK: What comes

    /// Puts a message from the backend on the stream, and what it has for the cache there.
    /// - Returns: whether nobody knows yet that there is something to hear.
    func receive(_ message: WireMessage, at time: Instant) -> (isFirst: Bool, event: WireEvent, blobs: [Blob]) {
        state.withLock { state in
            let received = stream.receive(message, at: time)
            if case .manifestArrived(.clips(let entries)) = received.event { Self.learn(entries, &state) }
            return (received.isFirst, received.event, received.blobs)
        }
    }

    /// What a message that was received has for the cache.
    func keep(_ event: WireEvent, _ blobs: [Blob]) async {
        switch event {
        case .clipAnnounced(let name, let total):
            if isWriting(name) { await store?.announce(total, of: name) }
        case .baseFrameArrived(let name, let index, let picture?):
            guard isWriting(name), let bytes = blobs.first(where: { $0.hash == picture.hash })?.bytes else { return }
            do {
                try await store?.write(bytes, frame: index, of: name)
            } catch {
                await giveUp(name)
            }
        case .clipCompleted(let name, _):
            let isWritten = state.withLock { state in
                state.asked.remove(name)
                return state.writing.remove(name) != nil
            }
            guard isWritten else { return }
            // One with holes is asked for again, and does not get into the cache.
            _ = try? await store?.finish(name)
        default: break
        }
    }

    /// There is another link, or none: what is half there is asked for again, as a whole.
    func linkChanged() async {
        state.withLock { ($0.asked, $0.writing) = ([], []) }
        await store?.abandonAll()
    }

    private static func learn(_ entries: [ManifestEntry], _ state: inout State) {
        for entry in entries.prefix(Limits.clips) { state.known[entry.clip] = entry }
    }

    private func isWriting(_ name: ClipName) -> Bool { state.withLock { $0.writing.contains(name) } }

    private func giveUp(_ name: ClipName) async {
        _ = state.withLock { $0.writing.remove(name) }
        await store?.abandon(name)
    }

    // MARK: What is wanted

    /// Sees to it that the clip comes, as a whole.
    func request(_ name: ClipName, again: Bool) { requests.yield(Request(name: name, isAgain: again)) }

    private func answer(_ request: Request) async {
        guard !request.isAgain, let cached = await cached(request.name) else {
            return await download(request.name, again: request.isAgain)
        }
        Task { if await !give(cached) { await download(request.name, again: false) } }
    }

    private func cached(_ name: ClipName) async -> CachedClip? {
        guard let store, let known = state.withLock({ $0.known[name] }) else { return nil }
        return try? await store.clip(named: name, version: known.version, frames: known.frames)
    }

    /// Lets the engine hear a clip as if it came from the backend; no more of it once the backend has another version.
    /// - Returns: `false` when a picture turns out not to be what it was.
    private func give(_ clip: CachedClip) async -> Bool {
        guard let store else { return false }
        let (name, count): (JSON, JSON) = (.string(clip.name.rawValue), .int(Int64(clip.frameCount)))
        put("animation_total_frames", ["animation_type": name, "total_frames": count], of: clip)
        for index in 0..<clip.frameCount {
            guard let bytes = try? await store.bytes(ofFrame: index, of: clip) else { return false }
            await stream.waitForRoom()
            let frame: JSONObject = [
                "animation_type": name, "frame_index": .int(Int64(index)),
                "frame_data": ["data": WireMessage.placeholder(0)],
            ]
            put("receive_base_frame", frame, [bytes], of: clip)
        }
        put("animation_frames_complete", ["animation_type": name, "total_frames": count], of: clip)
        return true
    }

    private func download(_ name: ClipName, again: Bool) async {
        guard again || !state.withLock({ $0.asked.contains(name) }) else { return }
        if let store, let known = state.withLock({ $0.known[name] }),
            (try? await store.begin(name, version: known.version, frames: known.frames)) != nil
        {
            state.withLock { _ = $0.writing.insert(name) }
        }
        let isSent = connection.emit(
            WireMessage(
                name: "request_specific_base_animation",
                arguments: [["agentId": .string(agent), "animationType": .string(name.rawValue)]]))
        state.withLock { state in
            if isSent { state.asked.insert(name) } else { state.writing.remove(name) }
        }
    }

    private func put(_ name: String, _ data: JSONObject, _ attachments: [[UInt8]] = [], of clip: CachedClip) {
        let tell = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.known[clip.name]?.version == clip.version else { return nil }
            let isFirst = stream.receive(Self.message(name, data, attachments), at: clock.now).isFirst
            return isFirst ? state.tell : nil
        }
        tell?()
    }

    static func isFromCache(_ message: StoredMessage) -> Bool {
        message.arguments.first?.object?["source"]?.string == "cache"
    }

    /// In the backend's own words, marked as not coming from it: the tape is complete, and says what was received.
    private static func message(_ name: String, _ data: JSONObject, _ attachments: [[UInt8]] = []) -> WireMessage {
        var data = data
        data.append("source", "cache")
        return WireMessage(name: name, arguments: [.object(data)], attachments: attachments)
    }
}
