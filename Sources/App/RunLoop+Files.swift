import Debugger
import Engine
import Events
import Panels
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files that are written from the step-debug screen.
extension RunLoop {
    /// The lines that the log shows, those of the chosen range where there is one.
    /// - Returns: what is wrong with the name; `nil` when it was written.
    func writeLog(to path: String) -> String? {
        guard !path.isEmpty else { return "ends in .txt .csv .ndjson .log" }
        guard access(path, F_OK) != 0 else { return "exists already" }
        state.debug.log.update(with: deck.log)
        let places = state.debug.log.selection(state.debug.landmarks.selection, in: deck.log)
        guard let text = logText(places, for: path) else { return "ends in .txt .csv .ndjson .log" }
        do {
            try OutputFile.write(Array(text.utf8), to: path)
        } catch {
            return error.message
        }
        state.message = "wrote \(places.count) lines to \(path)"
        return nil
    }

    private func logText(_ places: [Int], for path: String) -> String? {
        let log = deck.log
        switch path.split(separator: ".").last.map({ $0.lowercased() }) {
        case "txt": return LogExport.text(places, of: log).map { $0 + "\n" }.joined()
        case "csv": return LogExport.csv(places, of: log).map { $0 + "\r\n" }.joined()
        case "ndjson", "jsonl": return places.map { Self.json(log.entries[$0], log) + "\n" }.joined()
        case "log":
            return LogExport.original(places, of: log, session: "cameo", epoch: nil).map { $0 + "\n" }.joined()
        default: return nil
        }
    }

    private static func json(_ entry: LogEntry, _ log: SessionLog) -> String {
        let members = LogExport.fields(entry, in: log).map { field -> JSONObject.Member in
            switch field.value {
            case .nothing: .init(field.name, .null)
            case .text(let text): .init(field.name, .string(text))
            case .integer(let number): .init(field.name, .int(Int64(number)))
            case .time(let microseconds): .init(field.name, .double(Double(microseconds) / 1_000))
            }
        }
        return JSON.object(JSONObject(members)).text
    }
}

// MARK: Pictures

extension RunLoop {
    /// The frames of the chosen range, else the one that is shown.
    private var exportRange: ClosedRange<Int>? {
        guard let selection = state.debug.landmarks.selection else {
            return deck.record.map { $0.ordinal...$0.ordinal }
        }
        guard let last = deck.log.frame(after: selection.upperBound) else { return nil }
        return min(deck.log.frame(after: selection.lowerBound) ?? 0, last)...last
    }

    func askExport() {
        guard let range = exportRange else {
            state.message = "no picture yet"
            return
        }
        let name = range.count == 1 ? "frame-\(range.lowerBound)" : "frames-\(range.lowerBound)-\(range.upperBound)"
        ask(.export, name + ".png")
    }

    /// Writes the frames beside the loop, in the view that is chosen, as they were on screen: the status line says how far
    /// it is.
    /// - Returns: what is wrong with the name; `nil` when it has begun.
    func export(to path: String) -> String? {
        guard let range = exportRange else { return "no picture yet" }
        guard access(path, F_OK) != 0 else { return "exists already" }
        guard exportJob == nil else { return "another export is still at work" }
        switch try? ExportTarget(path, isSheet: false) {
        case nil, .files: return "ends in .png .webp .gif .cast"
        default: break
        }
        var export = ExportOptions(output: path)
        export.choice.frames = FrameRange(range)
        (export.view, export.onionFrames) = (state.view, state.onionFrames)
        state.debug.exporting = .done(0, of: range.count)
        exportJob = ExportJob(deck.timeline, of: options.file, blobs, export, mailbox)
        return nil
    }

    // MARK: Seams

    /// Looks at the pixels of all frames of the tape beside the loop (see `SeamTest`).
    func testSeams() {
        var check = CheckOptions()
        check.isFresh = options.isFresh
        check.settings = options.settings
        check.findingsKept = 10_000
        state.debug.seams = .looking
        let (tape, mailbox) = (tape.path, mailbox)
        Task.detached(priority: .utility) {
            var seams: [Int: String] = [:]
            for finding in Check.run(tape, check).findings where finding.kind == .seam {
                if let frame = finding.frame { seams[frame] = finding.found }
            }
            mailbox.post(.seamsFound(seams))
        }
    }

    func take(_ seams: [Int: String]) {
        state.debug.seams = .found(seams)
        if !seams.isEmpty, state.message == nil {
            let count = seams.count == 1 ? "1 overlay was" : "\(seams.count) overlays were"
            state.message = "\(count) made for another base frame: > runs there"
        }
    }

    /// Once all has been heard: what is not in the log yet cannot be marked.
    func addSeams() {
        guard case .found(let seams) = state.debug.seams, deck.isExhausted else { return }
        state.debug.seams = .none
        defer {
            if let direction = state.debug.awaitedRun { run(direction, at: clock.now) }
            state.debug.awaitedRun = nil
        }
        guard !seams.isEmpty else { return }
        deck.addSeams(seams)
        state.debug.timelineIndex = TimelineIndex()
        state.debug.landmarks.hits = BreakpointHits()
        state.debug.log.setFilter(state.debug.log.filter, in: deck.log)
        inspection = nil
        drawPanelsNext()
    }
}
