import Checks
import Debugger
import Engine
import Events
import Exports
import Files
import Panels
import Platform

/// Files that are written from the step-debug screen.
extension RunLoop {
    /// Begins to write the lines that the log shows, those of the chosen range where there is one; `workOnLog` goes on.
    /// - Returns: what is wrong with the name; `nil` when it has begun.
    func writeLog(to path: String) -> String? {
        guard !path.isEmpty, let form = LogWriting.Form(path: path) else { return "ends in .txt .csv .ndjson .log" }
        guard !FileNames.isThere(path) else { return "exists already" }
        guard isLogSeen else { return Self.stillFiltering }
        let places = state.debug.log.selection(state.debug.landmarks.selection, in: playback.log)
        do {
            logWriting = try LogWriting(places, to: path, form)
        } catch {
            return error.reason
        }
        return nil
    }
}

// MARK: Pictures

extension RunLoop {
    /// The frames of the chosen range, else the one that is shown.
    private var exportRange: ClosedRange<Int>? {
        guard let selection = state.debug.landmarks.selection else {
            return playback.record.map { $0.ordinal...$0.ordinal }
        }
        guard let last = playback.log.frame(after: selection.upperBound) else { return nil }
        return min(playback.log.frame(after: selection.lowerBound) ?? 0, last)...last
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
        guard !FileNames.isThere(path) else { return "exists already" }
        guard exportJob == nil else { return "another export is still at work" }
        switch try? ExportTarget(path, isSheet: false) {
        case nil, .files: return "ends in .png .webp .gif .cast"
        default: break
        }
        var export = ExportOptions(output: path)
        export.choice.frames = FrameRange(range)
        (export.view, export.onionFrames) = (state.view, state.onionFrames)
        export.judged = state.debug.judged
        state.debug.exporting = .done(0, of: range.count)
        exportJob = ExportJob(playback.timeline, of: file, blobs, export) { [mailbox] in mailbox.post(.exporting($0)) }
        return nil
    }

    // MARK: Seams

    /// Looks at the pixels of all frames of the tape beside the loop (see `SeamTest`).
    func testSeams() {
        var check = CheckOptions()
        check.isFresh = options.isFresh
        (check.settings, check.adjusted) = (options.settings, options.adjusted)
        check.findingsKept = 10_000
        state.debug.seams = .looking
        let (tape, options, mailbox) = (tape.path, check, mailbox)
        onOwnThread {
            let found = Check.run(tape, options)
            mailbox.post(.faultsFound(found.findings, found.judged))
        }
    }

    func receive(_ findings: [AuditFinding], _ judged: Judged) {
        state.debug.seams = .found(findings, judged)
        let seams = findings.count { $0.kind == .seam }
        if seams > 0, state.message == nil {
            let count = seams == 1 ? "1 overlay fits" : "\(seams) overlays fit"
            state.message =
                "\(count) another base frame than the demanded one: \(stopsAtFaults ? ">" : "fault in b, then >") runs there"
        }
    }

    /// Once all has been heard: what is not in the log yet cannot be marked.
    func addSeams() {
        guard case .found(let findings, let judged) = state.debug.seams, playback.isExhausted else { return }
        state.debug.seams = .none
        state.debug.judged = judged
        defer {
            if let direction = state.debug.awaitedRun { run(direction, at: clock.now) }
            state.debug.awaitedRun = nil
        }
        guard !findings.isEmpty else { return }
        playback.add(found: findings)
        state.debug.timelineIndex = TimelineIndex()
        state.debug.landmarks.hits = BreakpointHits()
        setFilter(state.debug.log.filter)
        inspection = nil
        drawPanelsNext()
    }
}
