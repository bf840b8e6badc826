import Events
import JSON
import PlaybackSupport
import SocketIO
import Synchronization
import Transport

@testable import Live

/// A backend in memory: answers what is asked for, says what it is told to, loses its link when the test wants it.
final class ScriptedBackend: LiveConnection, Backend {
    private struct State {
        var news: [ConnectionEvent] = []
        var waiting: CheckedContinuation<ConnectionEvent?, Never>?
        var isClosed = false
        var emitted: [WireMessage] = []
        var posted: [OutgoingMessage] = []
        var retries = 0
        var logged: [[JSON]] = []
        var loggedEvents: [JSONObject] = []
        var links = 0
        var begunLogs = 0
        var endedLogs: [String] = []
        var failure: String?
    }

    private let state = Mutex(State())
    var backend: (any Backend)? { self }
    /// Messages about clips, and what is said, by name of the message that asks for it.
    let clips: [String: [WireMessage]]
    let manifest: JSON
    let answer: [WireMessage]
    private let keepsLog: Bool
    /// What it does when something is said to it, by number from 1 on, instead of answering; why it does not take it.
    let onPost: (@Sendable (ScriptedBackend, Int) async -> String?)?
    /// Before it gives a log, by number from 0 on.
    let onStartLog: @Sendable (Int) async -> Void
    let onClose: @Sendable () async -> Void

    /// - Parameters:
    ///   - hasHoles: whether each clip lacks a frame, however often it is asked for.
    ///   - isSilent: whether it takes messages and never answers.
    ///   - hasEnd: whether its answers have an end signal.
    ///   - keepsLog: whether the end of a log gets no answer.
    init(
        version: String = "a1", hasHoles: Bool = false, isSilent: Bool = false, hasEnd: Bool = true,
        keepsLog: Bool = false, profile: (name: String?, image: [UInt8]?) = (nil, nil),
        onPost: (@Sendable (ScriptedBackend, Int) async -> String?)? = nil,
        onStartLog: @escaping @Sendable (Int) async -> Void = { _ in },
        onClose: @escaping @Sendable () async -> Void = {}
    ) throws {
        (self.keepsLog, self.profile) = (keepsLog, profile)
        (self.onPost, self.onStartLog, self.onClose) = (onPost, onStartLog, onClose)
        var clips: [String: [WireMessage]] = [:]
        var manifest = JSONObject()
        for (name, frames, first) in [(WrittenStream.idle, 4, 0), (WrittenStream.talking, 20, 100)] {
            var stream = WrittenStream()
            try stream.clip(name, frames: frames, first: first)
            clips[name] = stream.messages.map(\.message)
            if hasHoles { clips[name]?.remove(at: 2) }
            manifest.append(name, ["frames": .int(Int64(frames)), "version": .string(version)])
        }
        self.clips = clips
        self.manifest = ["animations": .object(manifest)]
        var stream = WrittenStream()
        try stream.chunk(0, frames: 12, at: 0)
        if hasEnd { stream.say(0, "audio_end", [:]) }
        answer = isSilent ? [] : stream.messages.map(\.message)
    }

    var emitted: [WireMessage] { state.withLock(\.emitted) }
    var posted: [OutgoingMessage] { state.withLock(\.posted) }
    var begunLogs: Int { state.withLock(\.begunLogs) }
    /// How often it connected.
    var links: Int { state.withLock(\.links) }
    var retries: Int { state.withLock(\.retries) }
    /// Clips that were asked for, in order.
    var requestedClips: [String] {
        emitted.filter { $0.name == "request_specific_base_animation" }
            .compactMap { $0.arguments.first?.object?["animationType"]?.string }
    }
    func fail(posting reason: String?) { state.withLock { $0.failure = reason } }

    func connect() {
        state.withLock { $0.links += 1 }
        push(.connected(.webSocket))
    }

    func push(_ news: ConnectionEvent) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil { state.news.append(news) }
            return state.waiting
        }
        waiting?.resume(returning: news)
    }

    func push(_ messages: [WireMessage]) { for message in messages { push(.message(message, arrived: .now)) } }

    // MARK: What a session wants

    func next() async -> ConnectionEvent? {
        await withCheckedContinuation { continuation in
            let answer: ConnectionEvent?? = state.withLock { state in
                if !state.news.isEmpty { return .some(state.news.removeFirst()) }
                if state.isClosed { return .some(nil) }
                state.waiting = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    func emit(_ message: WireMessage) -> Bool {
        state.withLock { $0.emitted.append(message) }
        switch message.name {
        case "request_base_animations_manifest":
            push([WireMessage(name: "base_animations_manifest", arguments: [manifest])])
        case "request_specific_base_animation":
            push(clips[message.arguments.first?.object?["animationType"]?.string ?? ""] ?? [])
        default: break
        }
        return true
    }

    var user: String { "u1" }

    func retry() { state.withLock { $0.retries += 1 } }

    func close() async {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
        await onClose()
    }

    /// What it says of its agent.
    let profile: (name: String?, image: [UInt8]?)

    func profile(of agent: String) async -> (name: String?, image: [UInt8]?) { profile }
    func picture(at address: String) async throws(TransportError) -> [UInt8] { throw .unsendable(reason: "none") }
    func pastMessages() async -> [PastMessage] { [] }

    func startLog() async -> String? {
        let number = state.withLock { state in
            defer { state.begunLogs += 1 }
            return state.begunLogs
        }
        await onStartLog(number)
        return "2026-03-01_12000\(number)_terminal"
    }
    func closeLog(session: String) async {
        state.withLock { $0.endedLogs.append(session) }
        // Longer than anybody waits, but for whoever no longer wants to know.
        if keepsLog { try? await Task.sleep(for: .seconds(86_400)) }
    }
    func log(_ frames: [JSON], session: String) async { state.withLock { $0.logged.append(frames) } }
    func log(event: JSONObject, session: String) async { state.withLock { $0.loggedEvents.append(event) } }
    var loggedEvents: [JSONObject] { state.withLock(\.loggedEvents) }

    /// Frames of each request, and the sessions that were ended.
    var logged: [[JSON]] { state.withLock(\.logged) }
    var endedLogs: [String] { state.withLock(\.endedLogs) }

    func post(_ message: OutgoingMessage) async -> String? {
        let failure = state.withLock { state in
            state.posted.append(message)
            return state.failure
        }
        if let onPost { return await onPost(self, posted.count) }
        if failure == nil { push(answer) }
        return failure
    }
}
