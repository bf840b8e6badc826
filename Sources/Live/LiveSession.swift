import Engine
import Events
import JSON
import Playback
import Sessions
import SocketIO
import Tapes
import Transport

/// What a session needs of its connection; a `BackendConnection`, outside of tests.
package protocol LiveConnection: Sendable {
    /// What happened next; `nil` once it is closed. For one caller.
    func next() async -> ConnectionEvent?
    /// - Returns: whether it is sent; without a link nothing is.
    @discardableResult func emit(_ message: WireMessage) -> Bool
    func retry()
    func close() async
    /// As whom; empty while that is not known yet.
    var user: String { get }
    /// The backend's other side; `nil` while nobody knows as whom it is to be talked to.
    var backend: (any Backend)? { get }
}

/// What the user says to the backend.
package struct OutgoingMessage: Hashable, Sendable {
    package var text: String
    /// Clips that can be drawn, for the backend to choose from (K48).
    var ready: [ClipName]
}

/// The backend's HTTP side; a `BackendHTTP`, outside of tests.
package protocol Backend: Sendable {
    /// - Returns: why the backend did not take it; `nil` when it did.
    func post(_ message: OutgoingMessage) async -> String?
    /// - Returns: what was said in earlier sessions, the oldest first; nothing where that is not kept.
    func pastMessages() async -> [PastMessage]
    /// - Returns: the log's name; `nil` where there is none.
    func startLog() async -> String?
    func log(_ frames: [JSON], session: String) async
    /// - Parameter event: with its type, details, source and time.
    func log(event: JSONObject, session: String) async
    func closeLog(session: String) async
    /// - Returns: the agent's name, where it has one besides its id, and its picture, encoded.
    func profile(of agent: String) async -> (name: String?, image: [UInt8]?)
    /// - Returns: what lies at an address of its own, encoded.
    func picture(at address: String) async throws(TransportError) -> [UInt8]
}

/// A conversation with a backend: puts what comes on the stream, asks for what the engine wants, sends what the user says.
///
/// Main actor; a task of its own takes what the connection has.
@MainActor
package final class LiveSession: @MainActor ClipSource {
    package let options: LiveOptions
    package let tape: LiveTape
    private let connection: any LiveConnection
    /// `nil` unless the user wants it.
    private let log: BackendLog?
    private var logging = LoggedFrames()
    private let clock: SessionClock
    /// That the agent is a member of; `nil` where nobody tells of one, or somebody else does.
    private let call: AgentCall?
    private let clips: ClipLoader
    private var receiving: Task<Void, Never>?
    /// Sends what was said last.
    private var posting: Task<Void, Never>?
    package private(set) var link = LinkState.connecting(attempt: 0)
    private var hadLink = false
    /// Tells what was said in earlier sessions; `nil` where nobody wants that, and once it is asked for.
    private var tellHistory: (@Sendable (LiveEvent) -> Void)?

    package init(
        _ options: LiveOptions, _ connection: any LiveConnection, _ tape: LiveTape, _ clock: SessionClock,
        in call: AgentCall? = nil
    ) {
        (self.options, self.connection, self.call) = (options, connection, call)
        log = options.logsFrom.map { BackendLog(connection, epoch: $0) }
        (self.tape, self.clock) = (tape, clock)
        clips = ClipLoader(
            agent: options.identity.agent, connection: connection, stream: tape.stream, for: options.member,
            clock: clock, cache: options.cache, timeout: options.cacheTimeouts.answer)
    }

    /// Beside it the cache is asked for a picture: a disk may take longer than a connection.
    /// - Parameters:
    ///   - wake: called from anywhere when there is something to hear.
    ///   - report: called from anywhere with what the user is to know of the link and of what came; the loop gives it back to
    ///     `receive` when it gets to it.
    ///   - wantsHistory: whether it is also told what was said in earlier sessions, once.
    package func start(
        wake: @escaping @Sendable () -> Void, report: @escaping @Sendable (LiveEvent) -> Void,
        wantsHistory: Bool = false
    ) {
        let receiver = Receiver(
            options: options, connection: connection, stream: tape.stream, clips: clips, clock: clock, call: call,
            wake: wake, report: report, oddities: UntoldOddities(from: options.isCall ? nil : "the backend"))
        let log = log
        if wantsHistory { tellHistory = report }
        clips.listen(wake)
        call?.begin()
        Task.detached { [clips] in await clips.begin() }
        receiving = Task.detached { [connection] in
            var introduction: Task<Void, Never>?
            while let event = await connection.next() {
                await receiver.receive(event)
                guard case .connected = event else { continue }
                if let log { Self.begin(log, connection) }
                introduction = introduction ?? Task.detached { await receiver.introduce() }
            }
            introduction?.cancel()
        }
    }

    /// What the task knows that takes what the connection has.
    private struct Receiver: Sendable {
        let options: LiveOptions
        let connection: any LiveConnection
        let stream: LiveStream
        let clips: ClipLoader
        let clock: SessionClock
        let call: AgentCall?
        let wake: @Sendable () -> Void
        let report: @Sendable (LiveEvent) -> Void
        let oddities: UntoldOddities

        /// Everything that came is on the stream before anybody is told; the link's own news have their place among it.
        func receive(_ event: ConnectionEvent) async {
            call?.receive(event, of: options.member)
            switch event {
            case .message(let message, let arrived):
                await stream.waitForRoom()
                let (isFirst, reading) = clips.receive(message, at: clock.instant(of: arrived))
                if isFirst { wake() }
                clips.keep(reading)
            case .connected(let transport):
                if !options.isCall {
                    clips.linkChanged()
                    stream.receiveInput(.linkRestored, at: clock.now, for: options.member)
                }
                report(.link(.connected(transport)))
            case .upgraded: report(.link(.connected(.webSocket)))
            case .keptToPolling: report(.remark("WebSocket was cut twice; using polling from now on"))
            case .connecting(let attempt): report(.link(.connecting(attempt: attempt)))
            case .lost(let reason):
                clips.linkChanged()
                stream.receiveInput(.linkEnded(reason: reason.text), at: clock.now, for: options.member)
                wake()
            case .waiting(let attempt, let wait, after: let reason):
                report(
                    .link(
                        .waiting(
                            until: clock.now + wait, attempt: attempt, attempts: ReconnectSchedule.attemptLimit,
                            reason: reason.text, words: reason.words)))
            case .refused(let message): report(.link(.refused(reason: message)))
            case .gaveUp(let reason, let attempts):
                report(.link(.gaveUp(attempts: attempts, reason: reason.words)))
            case .odd(let error):
                await stream.waitForRoom()
                if stream.receiveMessage(WireMessage(unreadable: error), at: clock.now, for: options.member) { wake() }
                if oddities.add(error.reason) { report(.odd(oddities)) }
            case .remark(let error): if oddities.add(error.reason) { report(.odd(oddities)) }
            case .ended where stream.received.messages == 0:
                let name = options.title
                report(
                    .nothing(
                        name == InputFiles.inputName ? "\(name) is empty" : "\(name): closed before the first line"))
            case .ended:
                let end = "\(options.title) has ended; "
                // It may be over before anybody has read what was wrong.
                report(.trouble(end + (oddities.summary ?? "the call is unchanged")))
            }
        }

        /// Asks the backend once how the agent is called and what it looks like.
        func introduce() async {
            guard let call, let profile = await connection.backend?.profile(of: options.identity.agent) else { return }
            call.introduce(options.member, name: profile.name, image: profile.image)
            wake()
        }
    }

    /// Takes its own news when the loop gets to them: the link is what has been told of it.
    package func receive(_ event: LiveEvent) {
        guard case .link(let link) = event else { return }
        self.link = link
        hadLink = hadLink || link.isConnected
        guard link.isConnected, let tellHistory else { return }
        self.tellHistory = nil
        Task.detached { [connection] in
            tellHistory(.history(await connection.backend?.pastMessages() ?? [], of: connection.user))
        }
    }

    /// The backend's own lines go into the same log (specification 1.5).
    private nonisolated static func begin(_ log: BackendLog, _ connection: any LiveConnection) {
        let beginning = log.begin()
        Task {
            guard let name = await beginning.value else { return }
            connection.emit(WireMessage(request: .logSession, arguments: [["session_id": .string(name)]]))
        }
    }

    /// What the engine says has happened, for the backend's log where somebody wants that.
    /// - Parameter timeline: as it is behind all of it.
    package func record(_ reports: [Effect], _ timeline: Timeline) {
        guard let log else { return }
        var own = timeline
        own.focus = options.member
        logging.receive(reports.of(options.member), own, log)
    }

    /// What a picture took on its way to the terminal, for the same.
    package func record(_ timing: FrameTiming, of record: FrameRecord) {
        guard let log, let event = logging.events.receiveTiming(timing, of: record) else { return }
        log.record(event, at: clock.now)
    }

    // MARK: What the engine wants

    package func requestManifest() {
        connection.emit(
            WireMessage(request: .manifest, arguments: [["agentId": .string(options.identity.agent)]]))
    }

    /// - Parameter missing: frames that did not come when the clip was asked for first; there is no asking for frames, so it is
    ///   asked for as a whole again.
    package func requestClip(_ name: ClipName, missing: [Int]) { clips.request(name, again: !missing.isEmpty) }

    // MARK: What the user wants

    /// Puts what the user says on the stream, lets the engine hear it, and sends it: everything of the message before is cleared by
    /// then (specification 1.13). What came meanwhile stands before it on the stream.
    /// - Parameters:
    ///   - number: comes back with what became of it.
    ///   - report: called from anywhere.
    package func send(
        _ text: String, number: Int, ready: [ClipName], through playback: inout PlaybackController,
        _ report: @escaping @Sendable (PostOutcome) -> Void
    ) {
        tape.stream.send(text, ready: ready, at: clock.now, for: options.member)
        try? playback.advance(to: clock.now)
        let generation = playback.timeline.edgeSession[options.member]?.generation ?? 0
        let (connection, before, message) = (connection, posting, OutgoingMessage(text: text, ready: ready))
        // Behind what was said before it.
        posting = Task.detached {
            await before?.value
            let failure = await Self.post(message, connection)
            report(PostOutcome(number: number, generation: generation, failure: failure))
        }
    }

    private nonisolated static func post(_ message: OutgoingMessage, _ connection: any LiveConnection) async -> String?
    {
        guard let backend = connection.backend else { return "not connected to the backend" }
        return await backend.post(message)
    }

    /// Puts on the tape what did not come over the connection.
    package func keep(_ message: WireMessage, at now: Instant) { tape.stream.receiveMessage(message, at: now) }

    /// The backend has not taken it.
    package func refuse(_ generation: Generation, at now: Instant) {
        tape.stream.receiveInput(.refused(generation), at: now, for: options.member)
    }

    /// For what a call names by its address.
    package var backend: @Sendable () -> (any Backend)? { { [connection] in connection.backend } }

    /// Tries again at once, where nothing is tried by itself any more or the next attempt is far.
    package func retry() { connection.retry() }

    /// Ends the connection, then the tape, on which is all that came.
    /// - Parameter hearRest: lets the engine hear what has come by then; gives what is not on the tape yet.
    /// - Returns: why the recording ended early, if it did and somebody wanted it.
    package func end(_ hearRest: () -> [RecordedEvent]) async -> CommandError? {
        await hangUp()
        if !tape.isTemporary { tape.recorder.record(hearRest()) }
        return await tape.close(hadLink: hadLink)
    }

    /// Ends the connection. All that was received is on the stream when this returns, where the tape is to stay.
    package func hangUp() async {
        clips.stopGiving()
        // Whoever waits for the disk waits no longer: of the connection no more can come than waits already.
        tape.stream.release()
        await endLog()
        // Nor is it waited for what nobody is to hear.
        if tape.isTemporary { receiving?.cancel() }
        await connection.close()
        await receiving?.value
        call?.leave()
        await clips.close(within: options.cacheTimeouts.parting)
    }

    /// A backend that does not answer keeps nobody from leaving.
    private func endLog() async {
        guard let log else { return }
        _ = await Timeout.wait(atMost: options.logParting) { await log.end() }
    }

    /// Its figures, as they are shown.
    package var figures: SessionFigures {
        let (identity, received) = (options.identity, tape.stream.received)
        var transport: String?
        if case .connected(let link) = link { transport = link.rawValue }
        return SessionFigures(
            address: options.title, transport: transport,
            room: Room(user: connection.user, agent: identity.agent, instance: identity.instance).name,
            messages: received.messages,
            bytes: received.bytes, waitingBytes: tape.stream.byteCount)
    }
}

/// What a session tells the loop.
package enum LiveEvent: Sendable {
    case link(LinkState)
    /// What was said in earlier sessions, and who the user is.
    case history([PastMessage], of: String)
    /// Something came that is no message; not told again until it is taken.
    case odd(UntoldOddities)
    /// Something about the connection that those who debug want to know.
    case remark(String)
    /// What was to be said cannot be, or not all of it.
    case trouble(String)
    /// It has ended without a single message, so that nothing is there to be shown.
    case nothing(String)
    /// All has been said that there was to say.
    case saidAll
}

/// What became of a message that was sent.
package struct PostOutcome: Sendable {
    /// Of the line in the conversation, or of the message among those that a recording says.
    package var number: Int
    /// That began with it.
    package var generation: Generation
    package var failure: String?

    package init(number: Int, generation: Generation, failure: String? = nil) {
        (self.number, self.generation, self.failure) = (number, generation, failure)
    }
}
