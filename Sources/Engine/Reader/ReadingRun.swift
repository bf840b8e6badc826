import Events

/// Reads a book without a screen and a loudspeaker, as fast as it can be computed.
package struct ReadingRun {
    /// Receives each change: the moment, the new state, and what happened.
    package typealias Report = (Instant, ReaderRecord, [ReaderNote]) throws -> Void

    package private(set) var reader: BookReader
    private var player = VirtualPlayer()
    private var commands: ArraySlice<(time: Instant, command: ReaderCommand)>
    private var now = Instant.zero
    private let settings: ReaderSettings
    /// Inputs since they were last taken; `nil` for a tick.
    private var received: [(time: Instant, input: ReaderInput?)] = []

    /// - Parameter commands: sorted by time.
    package init(_ settings: ReaderSettings = .reported, commands: [(time: Instant, command: ReaderCommand)] = []) {
        reader = BookReader()
        self.settings = settings
        self.commands = commands[...]
    }

    package mutating func begin(_ book: Book, report: Report) throws {
        try hear(.began(settings), report)
        try hear(.bookOpened(book), report)
    }

    /// The index of a chunk whose text is needed to continue; `nil` if none is.
    package var wantedChunk: Int? { reader.isStopped ? nil : reader.wantedChunks.first }

    /// Takes the text of the requested chunk, or the reason why there is none.
    package mutating func load(
        _ result: Result<BookChunk, CommandError>, at place: Int, report: Report
    ) throws {
        switch result {
        case .success(let chunk): try hear(.chunkLoaded(place, chunk), report)
        case .failure(let error): try hear(.chunkFailed(place, reason: error.reason), report)
        }
    }

    /// Does what is due now, or else goes to the next moment at which something is due. Call it only if no chunk is
    /// wanted.
    /// - Returns: `false` at the end of the book, or of the commands.
    package mutating func step(report: Report) throws -> Bool {
        guard !reader.isStopped else { return false }
        if try act(report) { return true }
        let next = [player.nextTime, reader.deadline, commands.first?.time].compactMap { $0 }.min()
        guard let next else { return false }
        now = max(now, next)
        return true
    }

    /// Does one thing that is due now.
    private mutating func act(_ report: Report) throws -> Bool {
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
            received.append((now, nil))
            try tell(report) { reader, now in reader.tick(at: now) }
            return true
        }
        return false
    }

    /// Everything that the reader has received since the last call.
    package mutating func takeHeard() -> [(time: Instant, input: ReaderInput?)] {
        defer { received = [] }
        return received
    }

    private mutating func hear(_ input: ReaderInput, _ report: Report) throws {
        received.append((now, input))
        try tell(report) { reader, now in reader.handle(input, at: now) }
    }

    private mutating func tell(_ report: Report, _ change: (inout BookReader, Instant) -> [ReaderNote]) throws {
        let before = reader.record
        let notes = change(&reader, now)
        if reader.record != before || !notes.isEmpty { try report(now, reader.record, notes) }
    }
}

/// A player without a loudspeaker, on a clock that jumps. It loads and seeks at once, reports its position every 100
/// ms, and stops where it is told to.
package struct VirtualPlayer: Hashable, Sendable {
    private var request: ReaderSound?
    /// Position at the last change, and the time of that change.
    private var position = TimeSpan.zero
    private var since = Instant.zero
    private var reports = 0
    private var hasStopped = false

    private static let period = TimeSpan.milliseconds(100)

    package init() {}

    /// Applies a changed request, and returns its result.
    package mutating func follow(_ next: ReaderSound?, at now: Instant) -> ReaderSoundEvent? {
        guard next != request else { return nil }
        let before = request
        request = next
        guard let next else { return nil }
        if before?.generation != next.generation {
            (position, since, reports, hasStopped) = (next.start, now, 0, false)
            // It would never end.
            guard next.sound.duration != nil || next.stop != nil else { return .failed(reason: "no sound") }
            return .ready(duration: next.sound.duration)
        }
        if before?.isRunning != next.isRunning || before?.percent != next.percent {
            if let before, before.isRunning { position = position(at: now, of: before) }
            (since, reports) = (now, 0)
        }
        return nil
    }

    private func position(at now: Instant, of request: ReaderSound) -> TimeSpan {
        guard request.isRunning, !hasStopped else { return position }
        let reached = position + (now - since).part(request.percent, of: 100)
        return end(of: request).map { min(reached, $0) } ?? reached
    }

    private func end(of request: ReaderSound) -> TimeSpan? {
        [request.stop, request.sound.duration].compactMap { $0 }.min()
    }

    /// When it reports next; `nil` while it is silent.
    package var nextTime: Instant? {
        guard let request, request.isRunning, !hasStopped else { return nil }
        let report = since + Self.period * Int64(reports + 1)
        return min(report, endTime(of: request) ?? report)
    }

    private func endTime(of request: ReaderSound) -> Instant? {
        guard let end = end(of: request) else { return nil }
        // Rounded up: not before it is there.
        let left = max(.zero, end - position) * 100 + TimeSpan(microseconds: Int64(request.percent) - 1)
        return since + left.part(1, of: request.percent)
    }

    /// Its report at that time.
    package mutating func event(at now: Instant) -> ReaderSoundEvent? {
        guard let request, let next = nextTime, next <= now else { return nil }
        if let end = endTime(of: request), end <= now {
            position = self.end(of: request) ?? position
            (since, hasStopped) = (now, true)
            return request.stop.map { $0 <= position } == true ? .reached : .ended
        }
        reports += 1
        return .moved(position(at: now, of: request))
    }
}
