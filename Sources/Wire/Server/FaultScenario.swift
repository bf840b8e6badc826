import Events
import JSON

/// What shall go wrong while a stand-in backend serves. The same scenario and seed do the same to the same events.
package struct FaultScenario: Hashable, Sendable {
    /// Which events the faults befall that count events or draw lots.
    package enum Reach: String, Hashable, Sendable, CaseIterable { case all, speech, clips }

    package var title = ""
    package var seed = 1
    package var events = Reach.all

    // Every event: how long it takes.
    package var delay = TimeSpan.zero
    var jitter = TimeSpan.zero
    /// Thousand bits a second; 0: no limit.
    package var bandwidth = 0

    // Some events, by lot.
    package var duplicate = 0.0
    var reorder = 0.0
    package var corrupt = 0.0
    var corruptJSON = 0.0

    // One event, by number.
    var stallAfter = 0
    package var stall = TimeSpan.zero
    var dropAfter = 0
    var dropInside = false
    var drops = 1
    var disconnectAfter = 0
    package var restartAfter = 0
    package var restart = TimeSpan.seconds(3)
    package var restarts = 1

    // Connections.
    package var refuse = 0
    package var connectError = ""
    package var connectErrors = 1_000_000
    /// `nil`: for as long as the connection lasts.
    package var pingsFor: TimeSpan?
    package var ignoreProbe = false

    // What is said.
    package var sayAfter = TimeSpan.zero
    package var says = 1
    /// `nil`: posts are answered as usual.
    package var postStatus: Int?
    package var postErrors = 1_000_000
    package var postDelay = TimeSpan.zero

    // Answers of a server with books.
    /// What their paths begin with.
    var libraryPath = ""
    /// `nil`: what was asked for comes as usual.
    var libraryStatus: Int?
    var libraryErrors = 1_000_000
    var libraryIgnoreRanges = false
    var libraryRefuseRanges = false
    var libraryForgetAfter = 0

    // Of a whole answer.
    var answerAfter = TimeSpan.zero
    package var oldChunk = TimeSpan.zero
    package var secondFirst = false
    /// The chunk's place in its message, from 0.
    package var noAudio: Int?
    var chunkPause = TimeSpan.zero
    var picturesLate = TimeSpan.zero

    package init() {}
}

/// A value in a scenario, as a file or a flag has it.
package enum FaultValue: Hashable, Sendable {
    case number(Double)
    case text(String)
    case flag(Bool)

    /// As a flag has it: `true`, `false`, a number, or any other text.
    package init(flag text: String) {
        switch text {
        case "true": self = .flag(true)
        case "false": self = .flag(false)
        default: self = JSON.string(text).lenientDouble.map { .number($0) } ?? .text(text)
        }
    }

    fileprivate var shown: String {
        switch self {
        case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
        case .text(let text): Oddities.shown(.string(text))
        case .flag(let flag): String(flag)
        }
    }
}

extension FaultScenario {
    /// One name that a scenario may set: the one table for files, flags and docs.
    package struct Setting: Sendable {
        package enum Form: Sendable {
            case whole(WritableKeyPath<FaultScenario, Int> & Sendable, ClosedRange<Int>)
            /// From 0 on, and -1 for none.
            case wholeOrNone(WritableKeyPath<FaultScenario, Int?> & Sendable, upTo: Int)
            case milliseconds(WritableKeyPath<FaultScenario, TimeSpan> & Sendable, upTo: Int)
            /// -1 for none.
            case millisecondsOrNone(WritableKeyPath<FaultScenario, TimeSpan?> & Sendable, upTo: Int)
            /// A final HTTP status, and 0 for none.
            case status(WritableKeyPath<FaultScenario, Int?> & Sendable)
            case share(WritableKeyPath<FaultScenario, Double> & Sendable)
            case flag(WritableKeyPath<FaultScenario, Bool> & Sendable)
            case text(WritableKeyPath<FaultScenario, String> & Sendable)
            case reach
        }

        package let name: String
        package let form: Form
        package let help: String

        init(_ name: String, _ form: Form, _ help: String) {
            self.name = name
            self.form = form
            self.help = help
        }

        /// As in an error.
        package var expected: String {
            switch form {
            case .whole(_, let range): Self.whole(range)
            case .milliseconds(_, let most): Self.whole(0...most)
            case .wholeOrNone(_, let most), .millisecondsOrNone(_, let most): Self.whole(-1...most)
            case .status: "0 or \(Self.whole(FaultScenario.statuses))"
            case .share: "a share from 0 to 1"
            case .flag: "true or false"
            case .text: "a text of at most \(FaultScenario.longestText) bytes"
            case .reach: Reach.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            }
        }

        private static func whole(_ range: ClosedRange<Int>) -> String {
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
    }

    private static let longestText = 1_000
    private static let counts = 0...1_000_000
    /// Those of final answers: behind one below 200 a client goes on waiting for another (RFC 9110, 15.2).
    private static let statuses = 200...599
    private static let day = 86_400_000
    private static let tenMinutes = 600_000

    package static let settings: [Setting] = [
        Setting("title", .text(\.title), "description of the scenario, printed at the start"),
        Setting("seed", .whole(\.seed, 0...1_000_000_000), "random seed"),
        Setting("events", .reach, "events affected by random and counting faults"),
        Setting("delay-ms", .milliseconds(\.delay, upTo: day), "delay of every event"),
        Setting("jitter-ms", .milliseconds(\.jitter, upTo: day), "random extra delay, up to this; the order stays"),
        Setting(
            "bandwidth-kbit", .whole(\.bandwidth, 0...10_000_000), "kilobits per second for each client; 0: no limit"
        ),
        Setting("duplicate", .share(\.duplicate), "share of events sent twice"),
        Setting("reorder", .share(\.reorder), "share of events sent after the next one"),
        Setting("corrupt", .share(\.corrupt), "share of events with corrupted pictures and sound"),
        Setting("corrupt-json", .share(\.corruptJSON), "share of events with invalid JSON"),
        Setting(
            "stall-after", .whole(\.stallAfter, counts),
            "number of events before a pause of `stall-ms`; 0: never"),
        Setting("stall-ms", .milliseconds(\.stall, upTo: day), "length of that pause; pings continue"),
        Setting("drop-after", .whole(\.dropAfter, counts), "number of events before the connection is cut; 0: never"),
        Setting("drop-inside", .flag(\.dropInside), "cut it in the middle of the next event's attachments"),
        Setting("drops", .whole(\.drops, counts), "how many connections of a room are cut"),
        Setting(
            "disconnect-after", .whole(\.disconnectAfter, counts),
            "number of events before the server disconnects; 0: never"
        ),
        Setting(
            "restart-after", .whole(\.restartAfter, counts),
            "number of events, over all clients, before the server goes down; 0: never"),
        Setting(
            "restart-ms", .milliseconds(\.restart, upTo: day), "downtime; the port is closed meanwhile"),
        Setting("restarts", .whole(\.restarts, counts), "how many times"),
        Setting("refuse", .whole(\.refuse, counts), "number of first connections to close immediately"),
        Setting("connect-error", .text(\.connectError), "message of a CONNECT_ERROR"),
        Setting("connect-errors", .whole(\.connectErrors, counts), "number of first clients to refuse"),
        Setting(
            "pings-for-ms", .millisecondsOrNone(\.pingsFor, upTo: day),
            "time after connecting when pings stop; -1: never"),
        Setting("ignore-probe", .flag(\.ignoreProbe), "ignore upgrades to WebSocket"),
        Setting(
            "say-after-ms", .milliseconds(\.sayAfter, upTo: day),
            "time after a message's start when an unsolicited one starts"),
        Setting("says", .whole(\.says, counts), "how many times in each room"),
        Setting(
            "post-status", .status(\.postStatus),
            "HTTP status of `POST /messages`, without speech; 0: as usual"),
        Setting("post-errors", .whole(\.postErrors, counts), "number of first posts answered that way"),
        Setting("post-delay-ms", .milliseconds(\.postDelay, upTo: tenMinutes), "delay of the answer to a post"),
        Setting(
            "answer-after-ms", .milliseconds(\.answerAfter, upTo: tenMinutes),
            "delay from a request to the start of its message"),
        Setting(
            "old-chunk-ms", .milliseconds(\.oldChunk, upTo: tenMinutes),
            "time after a send when pictures and count of the interrupted message's first chunk are repeated; 0: never"),
        Setting("second-chunk-first", .flag(\.secondFirst), "send a message's second chunk before its first"),
        Setting(
            "no-audio", .wholeOrNone(\.noAudio, upTo: 1_000_000),
            "chunk, counted from 0 in its message, whose `receive_audio` is dropped; -1: none"),
        Setting(
            "chunk-pause-ms", .milliseconds(\.chunkPause, upTo: tenMinutes),
            "extra delay between chunks"),
        Setting(
            "pictures-late-ms", .milliseconds(\.picturesLate, upTo: tenMinutes),
            "delay of pictures and their counts"),
        Setting(
            "library-path", .text(\.libraryPath), "path prefix of the `--library` answers affected"
        ),
        Setting("library-status", .status(\.libraryStatus), "their HTTP status; 0: as usual"),
        Setting("library-errors", .whole(\.libraryErrors, counts), "number of first answers affected"),
        Setting("library-ignore-ranges", .flag(\.libraryIgnoreRanges), "send whole files even for range requests"),
        Setting("library-refuse-ranges", .flag(\.libraryRefuseRanges), "answer 416 to every range request"),
        Setting(
            "library-forget-after", .whole(\.libraryForgetAfter, counts),
            "number of answers before all logins are reset"),
    ]

    package static func setting(_ name: String) -> Setting? { settings.first { $0.name == name } }

    /// - Throws: `WireError.badField` when there is no such name, or the value is not what it takes.
    package mutating func set(_ name: String, _ value: FaultValue) throws(WireError) {
        guard let setting = Self.setting(name) else {
            throw .badField(
                name: name, reason: "is not a fault; expected \(Self.settings.map(\.name).joined(separator: ", "))")
        }
        guard set(setting.form, value) else {
            throw .badField(name: name, reason: "expected \(setting.expected), found \(value.shown)")
        }
    }

    private mutating func set(_ form: Setting.Form, _ value: FaultValue) -> Bool {
        switch (form, value) {
        case (.whole(let path, let range), .number(let number)):
            guard let whole = Self.whole(number, in: range) else { return false }
            self[keyPath: path] = whole
        case (.wholeOrNone(let path, let most), .number(let number)):
            guard let whole = Self.whole(number, in: -1...most) else { return false }
            self[keyPath: path] = whole < 0 ? nil : whole
        case (.milliseconds(let path, let most), .number(let number)):
            guard let whole = Self.whole(number, in: 0...most) else { return false }
            self[keyPath: path] = .milliseconds(Int64(whole))
        case (.millisecondsOrNone(let path, let most), .number(let number)):
            guard let whole = Self.whole(number, in: -1...most) else { return false }
            self[keyPath: path] = whole < 0 ? nil : .milliseconds(Int64(whole))
        case (.status(let path), .number(let number)):
            guard number == 0 || Self.whole(number, in: Self.statuses) != nil else { return false }
            self[keyPath: path] = Self.whole(number, in: Self.statuses)
        case (.share(let path), .number(let number)):
            guard (0...1).contains(number) else { return false }
            self[keyPath: path] = number
        case (.flag(let path), .flag(let flag)): self[keyPath: path] = flag
        case (.text(let path), .text(let text)):
            guard text.utf8.count <= Self.longestText else { return false }
            self[keyPath: path] = text
        case (.reach, .text(let text)):
            guard let reach = Reach(rawValue: text) else { return false }
            events = reach
        default: return false
        }
        return true
    }
    private static func whole(_ number: Double, in range: ClosedRange<Int>) -> Int? {
        Int(exactly: number).flatMap { range.contains($0) ? $0 : nil }
    }
}
