import Events

/// Reads a book without a screen and a loudspeaker, as fast as it can be computed.
package struct ReadingRun {
    /// What has changed: of the moment, with what happened in it.
    package typealias Report = (Instant, ReaderRecord, [ReaderNote]) throws -> Void

    package private(set) var reader: BookReader
    private var player = VirtualPlayer()
    private var commands: ArraySlice<(time: Instant, command: ReaderCommand)>
    private var now = Instant.zero
    private let settings: ReaderSettings
    /// Since it was taken last; `nil` for a tick.
    private var heard: [(time: Instant, input: ReaderInput?)] = []

    /// - Parameter commands: in the order of their times.
    package init(_ settings: ReaderSettings = .reported, commands: [(time: Instant, command: ReaderCommand)] = []) {
        reader = BookReader()
        self.settings = settings
        self.commands = commands[...]
    }

    /// To the end of the book, or of what is commanded.
    /// - Parameter load: the text of a chunk, or why there is none.
    package mutating func run(
        _ book: Book, load: (Int) -> Result<BookChunk, CommandError>, report: Report
    ) throws {
        try begin(book, report: report)
        while try step(load: load, report: report) {}
    }

    package mutating func begin(_ book: Book, report: Report) throws {
        try hear(.began(settings), report)
        try hear(.bookOpened(book), report)
    }

    /// What is due now, or else the next moment at which something is.
    /// - Returns: `false` at the end.
    package mutating func step(load: (Int) -> Result<BookChunk, CommandError>, report: Report) throws -> Bool {
        guard !reader.isStopped else { return false }
        if try act(load, report) { return true }
        let next = [player.nextTime, reader.deadline, commands.first?.time].compactMap { $0 }.min()
        guard let next else { return false }
        now = max(now, next)
        return true
    }

    /// One thing that is due now.
    private mutating func act(_ load: (Int) -> Result<BookChunk, CommandError>, _ report: Report) throws -> Bool {
        if let place = reader.wantedChunks.first {
            switch load(place) {
            case .success(let chunk): try hear(.chunkLoaded(place, chunk), report)
            case .failure(let error): try hear(.chunkFailed(place, reason: error.reason), report)
            }
            return true
        }
        if let event = player.follow(reader.sound, at: now) ?? player.event(at: now) {
            try hear(.sound(reader.generation, event), report)
            return true
        }
        if let command = commands.first, command.time <= now {
            commands.removeFirst()
            try hear(.command(command.command), report)
            return true
        }
        if let deadline = reader.deadline, deadline <= now {
            heard.append((now, nil))
            try tell(report) { reader, now in reader.tick(at: now) }
            return true
        }
        return false
    }

    /// All that the reader has heard since the last call.
    package mutating func takeHeard() -> [(time: Instant, input: ReaderInput?)] {
        defer { heard = [] }
        return heard
    }

    private mutating func hear(_ input: ReaderInput, _ report: Report) throws {
        heard.append((now, input))
        try tell(report) { reader, now in reader.handle(input, at: now) }
    }

    private mutating func tell(_ report: Report, _ change: (inout BookReader, Instant) -> [ReaderNote]) throws {
        let before = reader.record
        let notes = change(&reader, now)
        if reader.record != before || !notes.isEmpty { try report(now, reader.record, notes) }
    }
}
