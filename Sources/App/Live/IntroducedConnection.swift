import Engine
import Events
import Synchronization
import Transport
import Wire

/// As whom somebody talks to a backend.
package enum Introduction: Hashable, Sendable {
    case user(String)
    /// A guest of this name; the backend may give another one.
    case guest(String)
    case login(email: String, password: Secret)
}

/// A connection for which the backend is asked first who the user is, where that has to be asked.
///
/// The mutex guards what comes to be once that is known.
final class IntroducedConnection: LiveConnection, Backend {
    private struct State {
        var connection: BackendConnection?
        var http: BackendHTTP?
        var user = ""
        /// What asks who the user is, while it does.
        var introducing: BackendHTTP?
        var isClosed = false
        /// Who waits for another attempt at an introduction that failed.
        var waiting: CheckedContinuation<Void, Never>?
        var hasFailed = false
    }

    private let options: ConnectionOptions
    private let introduction: Introduction
    private let state = Mutex(State())

    init(_ options: ConnectionOptions, as introduction: Introduction) {
        (self.options, self.introduction) = (options, introduction)
        // Whom nobody has to ask for is there at once.
        if case .user(let user) = introduction { begin(as: user) }
    }

    // MARK: A connection

    func next() async -> ConnectionNews? {
        while true {
            let (connection, isClosed) = state.withLock { ($0.connection, $0.isClosed) }
            if let connection { return await connection.next() }
            if isClosed { return nil }
            if state.withLock(\.hasFailed) {
                await waitForRetry()
            } else if let refusal = await introduce() {
                state.withLock { $0.hasFailed = true }
                return .refused(message: refusal)
            }
        }
    }

    @discardableResult func emit(_ message: WireMessage) -> Bool {
        state.withLock(\.connection)?.emit(message) ?? false
    }

    var user: String { state.withLock(\.user) }

    func retry() {
        let (connection, waiting) = state.withLock { state in
            defer { (state.waiting, state.hasFailed) = (nil, false) }
            return (state.connection, state.waiting)
        }
        connection?.retry()
        waiting?.resume()
    }

    func close() async {
        let (connection, http, waiting) = state.withLock { state in
            state.isClosed = true
            defer { (state.waiting, state.introducing) = (nil, nil) }
            return (state.connection, [state.http, state.introducing], state.waiting)
        }
        waiting?.resume()
        // Nobody waits for an answer any more.
        for http in http { http?.close() }
        await connection?.close()
    }

    private func waitForRetry() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isClosed || !state.hasFailed { return true }
                state.waiting = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    // MARK: The introduction

    var isIntroducing: Bool { state.withLock { $0.introducing != nil } }

    /// - Returns: why there is none; `nil` when there is.
    private func introduce() async -> String? {
        let http = BackendHTTP(options)
        let isClosed = state.withLock { state in
            if !state.isClosed { state.introducing = http }
            return state.isClosed
        }
        defer {
            if isClosed || state.withLock({ $0.introducing != nil }) { http.close() }
            state.withLock { $0.introducing = nil }
        }
        if isClosed { return nil }
        do throws(TransportError) {
            switch introduction {
            case .user(let user): begin(as: user)
            // Where guests are not made known, they may come all the same.
            case .guest(let name): begin(as: (try? await http.registerGuest(name)) ?? name)
            case .login(let email, let password): begin(as: try await http.login(email: email, password: password))
            }
            return nil
        } catch {
            return error.reason
        }
    }

    private func begin(as user: String) {
        var options = options
        options.identity.user = user
        let made = options
        state.withLock { state in
            guard !state.isClosed else { return }
            state.connection = BackendConnection(made)
            state.user = user
            state.http = BackendHTTP(made)
        }
    }

    // MARK: The HTTP side

    func post(_ message: OutgoingMessage) async -> String? {
        guard let http = state.withLock(\.http) else { return "there is no link to the backend" }
        do throws(TransportError) {
            try await http.send(message.text, readyAnimations: message.ready.map(\.rawValue))
            return nil
        } catch {
            return error.reason
        }
    }

    func startLog() async -> String? {
        guard let http = state.withLock(\.http) else { return nil }
        return try? await http.startLog(platform: BackendLog.platform)
    }

    func log(_ frames: [JSON], session: String) async {
        try? await state.withLock(\.http)?.logFrames(frames, session: session)
    }

    func endLog(session: String) async { try? await state.withLock(\.http)?.endLog(session: session) }
}
