import Events
import JSON
import SocketIO

/// The backend's HTTP side (specification 1.13): what is said goes here, and the answers come over the connection.
///
/// Every call has a time limit and a limit on the answer's size, and either gives what was asked for or throws one line.
package final class BackendHTTP: Sendable {
    private let caller: HTTPCaller
    private let options: ConnectionOptions
    private var address: BackendAddress { options.address }
    private var identity: BackendIdentity { options.identity }

    /// Takes address, identity, access and trust from the options.
    package init(_ options: ConnectionOptions) {
        self.options = options
        caller = HTTPCaller(
            options.trust, proxy: options.proxy, connectLimit: options.connectLimit, answerLimit: options.answerLimit,
            scale: options.answerScale)
    }

    /// Says something to the agent. The answer's body is not looked at.
    package func send(_ text: String, readyAnimations: [String]) async throws(TransportError) {
        let call: BackendCall
        do {
            call = try BackendCall.message(text, from: identity, readyAnimations: readyAnimations)
        } catch {
            throw .unsendable(reason: error.reason)
        }
        _ = try await answer(call)
    }

    /// From the first of the backend's places that has them.
    package func agents() async throws(TransportError) -> [BackendAgent] {
        var found: TransportError?
        for call in BackendCall.agents {
            do throws(TransportError) {
                return try await ask(call, BackendAnswer.agents)
            } catch {
                // Later places are fallbacks: what the first one says is what is shown. Nobody there is nobody anywhere.
                guard case .unexpectedAnswer = error else { throw error }
                found = found ?? error
            }
        }
        throw found ?? .unreachable(address: address.text, reason: "no endpoint for agents")
    }

    /// What the agent looks like: an encoded picture of at most `BackendCall.usualAnswer` bytes, which nobody has looked at yet.
    package func profileImage(of agent: String) async throws(TransportError) -> [UInt8] {
        try await answer(.profileImage(of: agent))
    }

    /// What a member of a call looks like: as above. Nobody but the backend is asked, and nobody it may point to.
    package func picture(at image: String) async throws(TransportError) -> [UInt8] {
        let call: BackendCall
        do {
            call = try BackendCall.picture(at: image, of: address)
        } catch {
            throw .unsendable(reason: error.reason)
        }
        return try await answer(call)
    }

    /// Makes a guest known to the backend.
    /// - Returns: the id that the backend gives, or the one that was asked for where it gives none.
    package func registerGuest(_ user: String) async throws(TransportError) -> String {
        let body = try await answer(.guest(user))
        return (try? BackendAnswer.user(body)) ?? user
    }

    /// - Returns: the user's id.
    package func login(email: String, password: Secret) async throws(TransportError) -> String {
        try await ask(.login(email: email, password: password), BackendAnswer.user)
    }

    package func history() async throws(TransportError) -> [PastMessage] {
        try await ask(.history(of: identity), BackendAnswer.history)
    }

    /// Whether the backend says at one of its places that it is there.
    /// - Parameter call: one of `BackendCall.healths`.
    package func health(_ call: BackendCall = .health) async throws(TransportError) { _ = try await answer(call) }

    /// Opens a connection, as far as the backend's first packet, and leaves it: by polling, or by WebSocket where the address or the
    /// user says so.
    /// - Returns: that packet.
    package func handshake() async throws(TransportError) -> EngineIOHandshake {
        if options.firstTransport == .webSocket { return try await WebSocketHandshake.first(options) }
        let call = BackendCall.handshake(at: options.endpoint, options.query)
        let body = try await answer(call, at: call.path)
        do throws(WireError) {
            var reader = EngineIOPayloadReader()
            let packets = try reader.receive(body)
            let last = try reader.end()
            if case .open(let handshake)? = packets.first ?? last { return handshake }
            throw .badPacket(reason: "another packet")
        } catch {
            throw .unexpectedAnswer(
                address: call.place(at: address.origin), expected: #"a packet beginning 0{"sid""#, found: error.reason)
        }
    }

    // MARK: - Session log

    /// - Returns: the session's id, which `set_session_id` tells the backend's own log.
    package func startLog(platform: String) async throws(TransportError) -> String {
        try await ask(.startLog(platform: platform, identity), BackendAnswer.logSession)
    }

    package func logFrames(_ frames: [JSON], session: String) async throws(TransportError) {
        _ = try await answer(.logFrames(frames, session: session))
    }

    package func logEvent(_ event: JSONObject, session: String) async throws(TransportError) {
        _ = try await answer(.logEvent(event, session: session))
    }

    package func endLog(session: String) async throws(TransportError) {
        _ = try await answer(.endLog(session: session))
    }

    /// Cancels what is under way; nothing can be asked any more.
    package func close() { caller.close() }

    // MARK: - One call

    private func ask<Value>(
        _ call: BackendCall, _ read: ([UInt8]) throws(WireError) -> Value
    ) async throws(TransportError) -> Value {
        let body = try await answer(call)
        do {
            return try read(body)
        } catch {
            throw .unexpectedAnswer(address: place(call), expected: "the answer of a backend", found: error.reason)
        }
    }

    private func answer(_ call: BackendCall) async throws(TransportError) -> [UInt8] {
        try await answer(call, at: options.access.target(address.path + call.path))
    }

    /// Follows redirections on the backend's host; what is posted stays a POST.
    /// - Parameter target: path and query, from the root of the host.
    private func answer(_ call: BackendCall, at target: String) async throws(TransportError) -> [UInt8] {
        var (request, address) = (call, address)
        request.path = target
        for _ in 0...Redirection.limit {
            let answer = try await ask(request, at: address)
            guard Redirection.isOne(answer.status) else { return try body(of: answer, request, address) }
            let redirection = Redirection(status: answer.status, location: answer.header("Location"))
            guard call.method == .get || answer.status != 303 else {
                throw unexpected(request, address, found: redirection.words)
            }
            do throws(Redirection) {
                (address, request.path) = try redirection.followed(from: address, path: String(request.plainPath))
            } catch {
                throw unexpected(request, address, found: error.refusal)
            }
        }
        throw unexpected(request, address, found: "more than \(Redirection.limit) redirections")
    }

    private func ask(_ request: BackendCall, at address: BackendAddress) async throws(TransportError) -> WholeAnswer {
        var headers = options.headers(
            target: request.path, isSecure: address.scheme.isSecure, accept: "application/json")
        headers.replaceOrAdd(name: "X-User-ID", value: identity.user)
        let (answer, failure) = await caller.ask(
            request, at: address.origin, headers: headers.map { ($0.name, $0.value) })
        options.cookies.receive(answer.headers, path: String(request.plainPath))
        if let failure { throw failure }
        return answer
    }

    private func body(
        of answer: WholeAnswer, _ request: BackendCall, _ address: BackendAddress
    ) throws(TransportError) -> [UInt8] {
        guard !request.expected.contains(answer.status) else { return answer.body }
        let words = BackendAnswer.refusal(status: answer.status, answer.body)
        throw unexpected(request, address, found: options.access.masked(words))
    }

    private func unexpected(_ call: BackendCall, _ address: BackendAddress, found: String) -> TransportError {
        .unexpectedAnswer(address: call.place(at: address.origin), expected: "status 2xx", found: found)
    }

    private func place(_ call: BackendCall) -> String { call.place(at: address.httpBase) }
}
