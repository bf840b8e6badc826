import Debugger
import Decoding
import Engine
import Events
import Exports
import Files
import Frames
import Panels
import Playback
import Screens
import Sessions
import Settings
import Tapes

/// Measures how many ticks the engine takes a second, talking all the time.
package enum EngineBench {
    /// Ticks a second of wall time over a stream of 60-frame chunks, two of them always waiting.
    package static func ticksPerSecond(ticks: Int = 300_000) -> Double {
        var engine = PlaybackEngine()
        let clip: ClipName = "talking_1_s_talking_1_e"
        var time = Instant.zero
        let feed = { (engine: inout PlaybackEngine, event: WireEvent) in
            var answers: [LocalInput] = []
            for effect in engine.handle(Event(time, .wire(event))) {
                guard case .decode(let job) = effect else { continue }
                answers.append(.pictureDecoded(job.key, job.generation, PixelSize(width: 176, height: 176)))
            }
            for answer in answers { _ = engine.handle(Event(time, .local(answer))) }
        }
        feed(&engine, .clipAnnounced(clip, totalFrames: 90))
        for index in 0..<90 { feed(&engine, .baseFrameArrived(clip, index: index, picture: payload(index))) }
        let started = ContinuousClock.now
        var chunk = 0
        for _ in 0..<ticks {
            while engine.queuedChunks < 2 {
                let frames = (0..<60).map { place in
                    OverlayFrame(
                        sequence: place, clip: clip, baseIndex: (chunk * 60 + place) % 90,
                        overlayID: "\(chunk % 4)/\(place)", picture: payload(1_000 + chunk % 4 * 60 + place))
                }
                feed(
                    &engine,
                    .audioArrived(AudioChunk(chunk: chunk, sound: payload(chunk), zone: .zero, totalFrames: 60)))
                feed(&engine, .overlaysArrived(OverlayBatch(chunk: chunk, batch: 0, totalBatches: 1, frames: frames)))
                feed(&engine, .chunkSent(chunk: chunk, totalSent: 60))
                chunk += 1
            }
            time += TimeSpan(microseconds: 16_667)
            _ = engine.handle(Event(time, .local(.ticked)))
        }
        return Double(ticks) / ((ContinuousClock.now - started) / .seconds(1))
    }

    private static func payload(_ number: Int) -> Payload {
        Payload(hash: ContentHash(words: (UInt64(number), 0, 0, 0)), byteCount: 2_000)
    }
}

/// Measures steps back, by frame or, of a book's tape, by word; what the timeline keeps, and looks through the log, over a whole tape.
package struct StepBench {
    package let frames: Int
    package let events: Int
    /// Milliseconds of each step, sorted.
    package let steps: [Double]
    package let hearing: Double
    package let copies: (count: Int, byteCount: Int)
    /// Of all that was heard and said.
    let pastBytes: Int
    /// Milliseconds of each part of it, between two of which keys are answered: a filter, a search that finds nothing, and
    /// the log as a file.
    package let filter: [Double]
    package let search: [Double]
    package let writing: [Double]

    /// - Throws: what reading a tape can.
    package init(_ path: String, steps count: Int = 2_000) throws {
        let tape = try OpenTape(path)
        defer { tape.close() }
        var player = FeedPlayer(try TapeFeed(tape.reader, isFresh: false))
        player.receive(.settingsChanged(PlaybackOptions().playing.settings))
        var (forward, runner) = (FastForward(), EffectRunner(atOnce: AtOnceDecoder(tape.reader, sounds: nil)))
        let started = ContinuousClock.now
        while try forward.step(&player, &runner, { _, _ in }) {}
        hearing = (ContinuousClock.now - started) / .seconds(1)
        var timeline = player.timeline
        (frames, events, copies) = (timeline.log.frameCount, timeline.history.count, timeline.copies)
        pastBytes = timeline.log.entries.byteCount + timeline.history.moments.byteCount
        var steps: [Double] = []
        // Places spread over the tape without a pattern, and without chance: the same in each run.
        var place = 0
        // Of a book's tape it is a word back.
        let goal = timeline.reader == nil ? Goal.frames(-1) : .words(-1)
        for _ in 0..<count {
            place = (place + 2_654_435_761) % max(1, timeline.history.count)
            timeline.move(to: place)
            let started = ContinuousClock.now
            if case .at(let target) = timeline.find(goal) { timeline.move(to: target) }
            steps.append((ContinuousClock.now - started) / .milliseconds(1))
        }
        self.steps = steps.sorted()
        (filter, search) = Self.looks(through: timeline.log)
        writing = try Self.writing(timeline.log, beside: path)
    }

    private static func looks(through log: SessionLog) -> (filter: [Double], search: [Double]) {
        var view = LogView()
        view.update(with: log)
        view.search = "~ not there ~"
        var match = LogMatch(.forward, from: -1, in: view)
        let search = parts { match.next(in: view, log, atMost: Stepping.linesAtOnce) != .notYet }
        view.setFilter(LogFilter(text: "~ not there ~"), in: log, atMost: 0)
        let filter = parts {
            view.update(with: log, atMost: Stepping.linesAtOnce)
            return view.unseenCount(of: log) == 0
        }
        return (filter, search)
    }

    private static func writing(_ log: SessionLog, beside tape: String) throws(CommandError) -> [Double] {
        // Never finished, so that no file comes to be; the last part is left out for that.
        var writing = try LogWriting(Array(log.entries.indices), to: tape + ".log.txt", .txt)
        return try parts { () throws(CommandError) in
            try writing.write(log, atMost: ScreenFiles.linesWrittenAtOnce)
                || writing.restCount <= ScreenFiles.linesWrittenAtOnce
        }
    }

    private static func parts<Failure>(_ isOver: () throws(Failure) -> Bool) throws(Failure) -> [Double] {
        var parts: [Double] = []
        while true {
            let started = ContinuousClock.now
            let isOver = try isOver()
            parts.append((ContinuousClock.now - started) / .milliseconds(1))
            if isOver { return parts }
        }
    }

    /// Lines for people.
    package var text: String {
        let median = steps.isEmpty ? 0 : steps[steps.count / 2]
        let rounded = { (value: Double) in (value * 100).rounded() / 100 }
        return """
            \(plural(frames, "frame")), \(plural(events, "event")) read in \(rounded(hearing)) s; \(copies.count) engine snapshots, \
            \(rounded(Double(copies.byteCount) / 1_048_576)) MiB; \
            history \(rounded(Double(pastBytes) / 1_048_576)) MiB
            \(plural(steps.count, "step")) back: median \(rounded(median)) ms, worst \(rounded(steps.last ?? 0)) ms
            the log: \(words(filter, "to filter")), \(words(search, "to search")), \(words(writing, "to write"))
            """
    }

    private func words(_ parts: [Double], _ what: String) -> String {
        "\(Int(parts.reduce(0, +))) ms \(what) in parts of at most \(((parts.max() ?? 0) * 100).rounded() / 100) ms"
    }
}

/// Measures what a frame of a Y4M file costs: to be read and parsed, and to become the pixels of a tile.
package struct VideoBench {
    private var frames = 0
    private var reading = Duration.zero
    private var scaling = Duration.zero

    /// The tile that budgets are about (picture-in-picture 5.3).
    private static let cells = CellSize(columns: 39, rows: 15)

    /// - Throws: what reading the file does; `I420StreamError`.
    package init(_ path: String) throws {
        let clock = ContinuousClock()
        var parser = Y4MParser(I420Pool())
        var format: I420StreamFormat?
        var scaler: I420Scaler?
        var last = clock.now
        try ChunkedFileReader.read(path) { piece in
            var piece = piece
            while let event = try parser.next(&piece) {
                switch event {
                case .began(let found): (format, scaler) = (found, nil)
                case .frame(let frame):
                    let read = clock.now
                    reading += read - last
                    if let format, scaler == nil { scaler = Self.scaler(format) }
                    if let scaler { precondition(scaler.image(of: frame).size.width == Self.cells.columns) }
                    last = clock.now
                    scaling += last - read
                    frames += 1
                case .dropped: break
                }
            }
        }
    }

    private static func scaler(_ format: I420StreamFormat) -> I420Scaler? {
        let area = PictureArea(cells: cells, filling: .fill)
        guard let crop = I420Crop(of: format.layout.size, aspect: format.aspect, in: area) else { return nil }
        return I420Scaler(format.layout, crop, YUVConversion(matrix: .bt601, range: format.range))
    }

    package var text: String {
        "\(plural(frames, "frame")), \(microseconds(scaling)) us each to scale, \(microseconds(reading)) us to read"
    }

    private func microseconds(_ time: Duration) -> Int { frames == 0 ? 0 : Int(time / .microseconds(1)) / frames }
}
