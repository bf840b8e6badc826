import Events
import SocketIO
import Synchronization
import Transport

/// As whom somebody talks to a backend.
package enum Credentials: Hashable, Sendable {
    case user(String)
    /// A guest of this name; the backend may give another one.
    case guest(String)
    case login(email: String, password: Secret)
}

/// A connection for which the backend is asked first who the user is, where that has to be asked.
///
/// The mutex guards how far that is.
package final class AuthenticatedConnection: LiveConnection {
    private struct State {
        var step = Step.asks(isAgain: false)
        /// Asks for the user at this moment.
        var prompt: BackendHTTP?
        /// Who waits for another attempt at a login that failed.
        var waiting: CheckedContinuation<Void, Never>?
        var schedule = ReconnectSchedule()
        /// Since when there has been no link.
        var began = ContinuousClock.now
    }

    /// What there is once it is known who the user is.
    private struct Established {
        var connection: BackendConnection
        var http: BackendHTTP
        var user: String
    }

    /// How far it is with its credentials.
    private enum Step {
        /// Once more: that is told first.
        case asks(isAgain: Bool)
        /// Nobody was there: tries again by itself, by the schedule of connections.
        case waits(TimeSpan)
        /// Refused or abandoned, until `retry`.
        case stopped
        case established(Established)
        /// With what there was by then: its last news are still to be taken.
        case closed(Established?)

        var established: Established? {
            switch self {
            case .established(let established): established
            case .closed(let established): established
            case .asks, .waits, .stopped: nil
            }
        }
    }

    private let options: ConnectionOptions
    private let credentials: Credentials
    private let state = Mutex(State())

    package init(_ options: ConnectionOptions, as credentials: Credentials) {
        (self.options, self.credentials) = (options, credentials)
        // Whom nobody has to ask for is there at once.
        if case .user(let user) = credentials { begin(as: user) }
    }

    // MARK: A connection

    package func next() async -> ConnectionEvent? {
        while true {
            switch state.withLock(\.step) {
            case .asks(isAgain: true): if let attempt = beginAgain() { return .connecting(attempt: attempt) }
            case .asks(isAgain: false): if let event = await authenticate() { return event }
            case .waits(let wait): await pause(wait)
            case .stopped: await pause(nil)
            case .established(let established), .closed(let established?):
                return await established.connection.next()
            case .closed(nil): return nil
            }
        }
    }

    /// - Returns: the number of the attempt that begins; `nil` when none does any more.
    private func beginAgain() -> Int? {
        state.withLock { state in
            guard case .asks = state.step else { return nil }
            state.step = .asks(isAgain: false)
            return state.schedule.attempts
        }
    }

    @discardableResult package func emit(_ message: WireMessage) -> Bool {
        established?.connection.emit(message) ?? false
    }

    package var user: String { established?.user ?? "" }
    package var backend: (any Backend)? { established?.http }
    private var established: Established? { state.withLock(\.step).established }

    package func retry() {
        let connection = state.withLock { state in
            if case .stopped = state.step {
                state.schedule.reset()
                state.began = .now
            }
            return state.step.established?.connection
        }
        connection?.retry()
        goOn()
    }

    package func close() async {
        let (established, prompt, waiting) = state.withLock { state in
            let established = state.step.established
            state.step = .closed(established)
            defer { state.waiting = nil }
            return (established, state.prompt, state.waiting)
        }
        waiting?.resume()
        // Nobody waits for an answer any more.
        prompt?.close()
        established?.http.close()
        await established?.connection.close()
    }

    /// Waits that long, or without end, or until somebody wants to go on.
    private func pause(_ wait: TimeSpan?) async {
        let alarm = wait.map { wait in
            Task.detached { [weak self, scale = options.waitScale] in
                try? await Task.sleep(for: .seconds(wait.seconds * scale))
                if !Task.isCancelled { self?.goOn() }
            }
        }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                switch state.step {
                case .asks, .established, .closed: return true
                case .waits, .stopped:
                    state.waiting = continuation
                    return false
                }
            }
            if isOver { continuation.resume() }
        }
        alarm?.cancel()
    }

    /// The next attempt is due.
    private func goOn() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            switch state.step {
            case .established, .closed: return nil
            case .asks, .waits, .stopped: state.step = .asks(isAgain: true)
            }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    // MARK: Credentials

    /// - Returns: why there is none; `nil` when there is, or nobody wants it any more.
    private func authenticate() async -> ConnectionEvent? {
        let http = BackendHTTP(options)
        defer {
            state.withLock { $0.prompt = nil }
            http.close()
        }
        let isWanted = state.withLock { state in
            if case .closed = state.step { return false }
            state.prompt = http
            return true
        }
        guard isWanted else { return nil }
        do throws(TransportError) {
            switch credentials {
            case .user(let user): begin(as: user)
            // Where guests are not made known, they may come all the same.
            case .guest(let name): begin(as: (try? await http.registerGuest(name)) ?? name)
            case .login(let email, let password): begin(as: try await http.login(email: email, password: password))
            }
            return nil
        } catch {
            return fail(error)
        }
    }

    /// Nobody there is no refusal: a backend that is being started is waited for, as by a connection.
    private func fail(_ error: TransportError) -> ConnectionEvent? {
        state.withLock { state in
            if case .closed = state.step { return nil }
            state.step = .stopped
            switch error {
            case .unexpectedAnswer, .unsendable: return .refused(message: error.reason)
            case .unreachable, .noNetwork, .timedOut:
                let reason = DisconnectReason(error)
                let left = timeLeft(state)
                if let limit = options.connectLimit, left == .zero {
                    return .gaveUp(.notInTime(limit, last: reason.words), attempts: state.schedule.attempts + 1)
                }
                guard let next = state.schedule.next() else {
                    return .gaveUp(reason, attempts: state.schedule.attempts)
                }
                let wait = left.map { min(next, $0) } ?? next
                state.step = .waits(wait)
                return .waiting(attempt: state.schedule.attempts, wait, after: reason)
            }
        }
    }

    /// For the first link; `nil` without a limit.
    private func timeLeft(_ state: State) -> TimeSpan? {
        options.connectLimit.map { limit in max(.zero, limit - TimeSpan(ContinuousClock.now - state.began)) }
    }

    private func begin(as user: String) {
        var options = options
        options.identity.user = user
        let wanted = options
        state.withLock { state in
            if case .closed = state.step { return }
            var made = wanted
            made.connectingSince = state.began
            state.step = .established(
                Established(connection: BackendConnection(made), http: BackendHTTP(made), user: user))
        }
    }
}

extension DisconnectReason {
    fileprivate init(_ error: TransportError) {
        if case .noNetwork = error { self = .noNetwork(error.reason) } else { self = .transportError(error.reason) }
    }
}
