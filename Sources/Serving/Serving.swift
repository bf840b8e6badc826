import Events
import Files
import Platform
import Playback
import Settings
import Speaking
import Tapes
import Transport
import Wire

/// What `cameo serve` is told.
package struct ServeOptions: Sendable {
    package var path = ""
    package var listen = ListenAddress(host: "127.0.0.1", port: 5_003)
    package var speed = 1.0
    package var overlaps = false
    package var scenario: String?
    package var faults: [String] = []
    package var seed: Int?
    package var logs: String?
    /// One or both.
    package var transports = Set(SocketTransport.allCases)
    package var pingInterval = 25.0
    package var pingTimeout = 60.0
    package var isQuiet = false
    /// Answers messages by speaking, as it says; the path is that of a pack then.
    package var speech: SayOptions?
    /// A command that gets a message and prints the answer; `nil`: the message itself is the answer.
    package var replyCommand: String?

    package init() {}

    fileprivate func faultScenario() throws -> FaultScenario {
        var faults = try scenario.map { try ScenarioFile.read($0) } ?? FaultScenario()
        for fault in self.faults { try ScenarioFile.apply(fault, to: &faults) }
        if let seed { faults.seed = seed }
        return faults
    }
}

/// A stand-in backend that serves a tape or a pack until it is told to end.
package enum Serving {
    /// - Throws: `CommandError`, `TapeError`, `TransportError`.
    package static func run(_ options: ServeOptions) async throws {
        let scenario = try options.faultScenario()
        if let speech = options.speech {
            let speechSession = try speech.speechSession()
            let clips = speechSession.avatar.clips
            var backend = BackendOptions(clips.content, from: clips)
            backend.speech = SpokenAnswers(speechSession, replyCommand: options.replyCommand)
            do {
                try await serve(backend, scenario, options)
            } catch {
                await speechSession.voice.close()
                throw error
            }
            return await speechSession.voice.close()
        }
        if PackContent.isPack(options.path) {
            let pack = try PackContent(options.path)
            return try await serve(BackendOptions(pack.content, from: pack), scenario, options)
        }
        let tape = try OpenTape(options.path)
        defer { tape.close() }
        let content = try TapeContent(tape.reader, title: title(options.path))
        try await serve(BackendOptions(content.content, from: content), scenario, options, absent: content.absent)
    }

    /// The file's name without folder and ending.
    private static func title(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    private static func serve(
        _ backend: BackendOptions, _ scenario: FaultScenario, _ options: ServeOptions, absent: [ClipName] = []
    ) async throws {
        let output = ServerOutput(isQuiet: options.isQuiet)
        let logs = try options.logs.map { try LogFolder($0) { output.report($0) } }
        var backend = backend
        backend.host = options.listen.host
        backend.port = options.listen.port
        backend.scenario = scenario
        backend.speed = options.speed
        backend.overlaps = options.overlaps
        backend.session.pingInterval = Span(seconds: options.pingInterval)
        backend.session.pingTimeout = Span(seconds: options.pingTimeout)
        backend.session.transports = options.transports
        backend.report = { output.report($0) }
        backend.logs = logs
        let logging = Task { await logs?.run() }
        // Before anybody can be told where it listens, so that whoever was told can end it in order.
        let (ended, ending) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        let signals = EndingSignals(EndingSignals.all) { ending.yield($0) }
        defer { signals.cancel() }
        let served: Result<Void, any Error>
        do {
            let server = try await BackendServer(backend)
            served = Result { try announce(server, backend, absent, options, output) }
            if case .success = served { for await _ in ended { break } }
            await server.stop()
        } catch {
            served = .failure(error)
        }
        logs?.close()
        await logging.value
        output.flush()
        try served.get()
    }

    private static func announce(
        _ server: BackendServer, _ backend: BackendOptions, _ absent: [ClipName], _ options: ServeOptions,
        _ output: ServerOutput
    ) throws {
        let address = ListenAddress(host: server.host, port: server.port)
        let lines = LineOutput()
        try lines.write("listening on http://\(address.text)")
        try lines.flush()
        if !address.isLoopback {
            StandardError.write(
                "warning: whoever can reach \(address.text) may connect; nothing is encrypted, nobody is asked who they are"
            )
        }
        let (clips, messages) = (backend.content.clips, backend.content.messages)
        let frames = clips.reduce(0) { $0 + $1.frames.count }
        let says = backend.speech == nil ? "\(messages.count) messages" : "speaks"
        output.report("\(options.path): \(clips.count) clips with \(frames) frames, \(says)")
        if !absent.isEmpty {
            let names = absent.prefix(10).map(\.rawValue).joined(separator: ", ")
            output.report("left out of the manifest, for their pictures are not on the tape: \(names)")
        }
        if !backend.scenario.title.isEmpty { output.report("faults: \(backend.scenario.title)") }
    }
}
