import Debugger
import Decoding
import Events
import Exports
import Panels
import Playback
import Screens
import Sessions
import Settings

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
        player.receiveInput(.settingsChanged(PlaybackOptions().playing.settings))
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
            try writing.write(log, atMost: LogWriting.linesAtOnce)
                || writing.restCount <= LogWriting.linesAtOnce
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
