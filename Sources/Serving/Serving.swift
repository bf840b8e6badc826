import Events
import Files
import Platform
import Playback
import Settings
import SocketIO
import Speaking
import Tapes
import Transport
import Wire

/// What a stand-in backend shows and says.
package enum Served: Sendable {
    case tape(String)
    /// Clips alone: nothing is said.
    case pack(String)
    /// Answers messages by speaking what a command prints that gets the message; the message itself where there is none.
    case speech(SpeakerOptions, replyCommand: String?)
    /// Books of the jobs in a folder.
    case library(ServedBooks)

    /// What a path names where nothing is spoken: folders are packs.
    package init(path: String) { self = PackContent.isPack(path) ? .pack(path) : .tape(path) }

    /// Where what is shown is read.
    fileprivate var path: String {
        switch self {
        case .tape(let path), .pack(let path): path
        case .speech(let speaker, _): speaker.avatar
        case .library(let books): books.folder
        }
    }
}

/// Books that are served, and to whom.
package struct ServedBooks: Sendable {
    package let folder: String
    /// Who may read, once they have logged in; `nil` for everybody.
    package var owner: (name: String, password: Secret)?
    /// Whether finished books are served as jobs, as before somebody moves them to the library.
    package var staysJobs = false

    package init(_ folder: String) { self.folder = folder }
}

/// What clients may connect by.
package enum ServedTransports: String, CaseIterable, Sendable {
    case both, polling
    case webSocket = "websocket"

    var transports: Set<SocketTransport> {
        switch self {
        case .both: Set(SocketTransport.allCases)
        case .polling: [.polling]
        case .webSocket: [.webSocket]
        }
    }
}

/// What `cameo serve` is told.
package struct ServeOptions: Sendable {
    package let served: Served
    package var listen = ListenAddress.usual
    package var allowedOrigins: [String] = []
    package var speed = 1.0
    package var overlaps = false
    package var scenario: String?
    package var faults: [String] = []
    package var seed: Int?
    package var logs: String?
    package var transports = ServedTransports.both
    package var pingInterval = 25.0
    package var pingTimeout = 60.0
    package var isQuiet = false

    package init(_ served: Served) { self.served = served }

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
        switch options.served {
        case .tape(let path):
            let tape = try OpenTape(path)
            defer { tape.close() }
            let content = try TapeContent(tape.reader, title: title(path))
            try await serve(BackendOptions(content.content, from: content), scenario, options, absent: content.absent)
        case .pack(let path):
            let pack = try PackContent(path)
            try await serve(BackendOptions(pack.content, from: pack), scenario, options)
        case .speech(let speaker, let replyCommand):
            let idle = scenario.recordedOnly
            guard idle.isEmpty else {
                throw CommandError.unusable(
                    "\(idle.joined(separator: ", ")): affects answers of recordings, not of --speech")
            }
            let speechSession = try speaker.speechSession()
            let clips = speechSession.avatar.clips
            var backend = BackendOptions(clips.content, from: clips)
            backend.speech = SpokenAnswers(speechSession, replyCommand: replyCommand)
            do {
                try await serve(backend, scenario, options)
            } catch {
                await speechSession.voice.close()
                throw error
            }
            await speechSession.voice.close()
        case .library(let books):
            let library = try ServedLibrary(books.folder, owner: books.owner, staysJobs: books.staysJobs)
            let nothing = BackendContent(title: title(books.folder), clips: [], messages: [])
            var backend = BackendOptions(nothing, from: NoContent())
            backend.library = library
            let (count, jobs) = library.counts
            try await serve(
                backend, scenario, options, what: "\(plural(count, "book")) in the library, \(plural(jobs, "job"))")
        }
    }

    /// The file's name without folder and ending.
    private static func title(_ path: String) -> String {
        let name = FileNames.last(of: path)
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    private static func serve(
        _ backend: BackendOptions, _ scenario: FaultScenario, _ options: ServeOptions, absent: [ClipName] = [],
        what: String? = nil
    ) async throws {
        let output = ServerOutput(isQuiet: options.isQuiet)
        let logs = try options.logs.map { try LogFolder($0) { output.report($0) } }
        var backend = backend
        backend.host = options.listen.host
        backend.port = options.listen.port
        backend.allowedOrigins = options.allowedOrigins
        backend.scenario = scenario
        backend.speed = options.speed
        backend.overlaps = options.overlaps
        backend.session.pingInterval = TimeSpan(seconds: options.pingInterval)
        backend.session.pingTimeout = TimeSpan(seconds: options.pingTimeout)
        backend.session.transports = options.transports.transports
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
            served = Result { try announce(server, backend, absent, what, options, output) }
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
        _ server: BackendServer, _ backend: BackendOptions, _ absent: [ClipName], _ what: String?,
        _ options: ServeOptions, _ output: ServerOutput
    ) throws {
        let address = ListenAddress(host: server.host, port: server.port)
        let lines = LineOutput()
        try lines.write("listening on http://\(address.text)")
        try lines.flush()
        if !address.isLoopback {
            let risk =
                switch options.served {
                case .library(let books) where books.owner != nil: "no encryption, not even for passwords"
                case .library: "no encryption, no login; use --reader NAME or listen on 127.0.0.1"
                default: "no encryption, no login; listen on 127.0.0.1 to prevent that"
                }
            StandardError.write("cameo: \(address.text): anyone who can reach it can connect: \(risk)")
        }
        let (clips, messages) = (backend.content.clips, backend.content.messages)
        let frames = clips.reduce(0) { $0 + $1.frames.count }
        let says = backend.speech == nil ? plural(messages.count, "message") : "speaks"
        output.report(
            "\(options.served.path): \(what ?? "\(plural(clips.count, "clip")) with \(plural(frames, "frame")), \(says)")"
        )
        if !absent.isEmpty {
            let names = absent.prefix(10).map(\.rawValue).joined(separator: ", ")
            output.report("omitted from the manifest because their pictures are not on the tape: \(names)")
        }
        if !backend.scenario.title.isEmpty { output.report("faults: \(backend.scenario.title)") }
    }
}

/// Where only books are served, nothing is shown.
private struct NoContent: BackendContentSource {
    func message(at place: BackendContent.Place) throws -> WireMessage {
        throw CommandError.failed("no pictures")
    }
}
