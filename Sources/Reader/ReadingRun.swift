import Events

/// Reads a book without a screen and a loudspeaker, as fast as it can be computed.
package struct ReadingRun {
    /// What has changed: of the moment, with what happened in it.
    package typealias Report = (Instant, ReaderRecord, [ReaderNote]) throws -> Void

    package private(set) var reader: BookReader
    private var player = VirtualPlayer()
    private var commands: ArraySlice<(time: Instant, command: ReaderCommand)>
    private var now = Instant.zero

    /// - Parameter commands: in the order of their times.
    package init(_ settings: ReaderSettings = .reported, commands: [(time: Instant, command: ReaderCommand)] = []) {
        reader = BookReader(settings)
        self.commands = commands[...]
    }

    /// To the end of the book, or of what is commanded.
    /// - Parameter load: the text of a chunk, or why there is none.
    package mutating func run(
        _ book: Book, load: (Int) -> Result<BookChunk, CommandError>, report: Report
    ) throws {
        try hear(.bookOpened(book), report)
        while !reader.isStopped {
            if try act(load, report) { continue }
            let next = [player.nextTime, reader.deadline, commands.first?.time].compactMap { $0 }.min()
            guard let next else { return }
            now = max(now, next)
        }
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
            try tell(report) { reader, now in reader.tick(at: now) }
            return true
        }
        return false
    }

    private mutating func hear(_ input: ReaderInput, _ report: Report) throws {
        try tell(report) { reader, now in reader.handle(input, at: now) }
    }

    private mutating func tell(_ report: Report, _ change: (inout BookReader, Instant) -> [ReaderNote]) throws {
        let before = reader.record
        let notes = change(&reader, now)
        if reader.record != before || !notes.isEmpty { try report(now, reader.record, notes) }
    }
}
