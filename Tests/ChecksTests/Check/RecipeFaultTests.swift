import Debugger
import Decoding
import Engine
import Events
import PlaybackSupport
import Rewriting
import Sessions
import Settings
import Support
import Tapes
import Testing

@testable import Checks
@testable import Exports
@testable import Playback

/// Each recipe once through `check` and once through a debugger's timeline: both have to tell the same.
@Suite struct RecipeFaultTests {
    /// What a recipe makes of the demo, checked and heard.
    fileprivate struct Heard {
        var check: CheckResult
        var timeline: Timeline
        /// Faults that the timeline found by itself.
        var own: Set<Place>
    }

    fileprivate struct Place: Hashable {
        var kind: AuditFinding.Kind
        var time: Instant
        var frame: Int?
    }

    /// What only pixels or the sound itself tell, what only the end of a tape tells, and what a run says that passes over years
    /// of silence.
    private static func isFoundElsewhere(_ finding: AuditFinding) -> Bool {
        switch finding.kind {
        case .seam, .outside, .lips, .mouth, .color, .headerless, .length, .unanswered, .halfAnswer, .brokenOff: true
        case .decodeFailed: finding.frame != nil
        case .soundFailed: finding.found.hasPrefix("truncated: ")
        default: finding.found.hasPrefix(Note.Code.timeLimit.rawValue)
        }
    }

    private static func heard(_ recipe: String) throws -> Heard {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = [recipe]
        let path = folder.file("rewritten.cameo")
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: path)
        let open = try OpenTape(path)
        defer { open.close() }
        return try Heard(open.reader)
    }

    @Test(
        "every cause that check finds, and what begins long after it, is one stop of > and of <, and each finding marks its frame in the log and on the contact sheet",
        arguments: RewriteRecipe.all.map(\.id).filter { $0 != "N57" })
    func findings(id: String) throws {
        let heard = try Self.heard(id)
        let log = heard.timeline.log
        let (forward, backward) = (Self.stops(.forward, heard.timeline), Self.stops(.backward, heard.timeline))
        #expect(forward == backward.reversed())
        #expect(forward == Self.causes(log))
        let faults = log.faults(0...heard.timeline.history.count)
        for finding in heard.check.findings where finding.kind.isFault {
            let place = Place(finding)
            #expect(heard.own.contains(place) || Self.isFoundElsewhere(finding), "only check found \(finding)")
            let fault = try #require(faults.first { Place($0) == place }, "\(finding)")
            let frame = try #require(log.frame(markedBy: fault))
            #expect(log.faults(marking: frame).contains(fault))
            #expect(heard.check.marks[frame]?.contains(finding.kind) == true, "\(finding) marks \(frame)")
            let record = try #require(log.record(frame))
            let chosen = ChosenFrame(record: record, faults: heard.check.marks[frame] ?? [], duration: .zero)
            let label = SheetWriter.label(chosen)
            #expect(label.isMarked && label.status.contains(finding.kind.rawValue), "\(label)")
        }
        let known = Set(heard.check.findings.map(Place.init))
        for place in heard.own { #expect(known.contains(place), "only > finds \(place)") }
    }

    /// Where each row of the list of faults first shows, by itself or by what soon follows from it, and where consequences begin more
    /// than a second after their cause; the rows hold all faults.
    private static func causes(_ log: SessionLog) -> [EventCount] {
        let rows = log.faultRows(atMost: .max)
        #expect(rows.reduce(0) { $0 + $1.count } == log.faultCount)
        var (places, late): ([EventCount], [EventCount]) = ([], [])
        var cause: Fault?
        for row in rows {
            if row.isConsequence, let cause, let last = places.popLast() {
                let isLate = row.fault.heard > cause.heard && row.fault.time - cause.time > .seconds(1)
                if isLate { late.append(row.fault.heard) }
                places.append(isLate ? last : min(last, row.fault.heard))
            } else {
                cause = row.fault
                places.append(row.fault.heard)
            }
        }
        return Set(places + late).sorted()
    }

    private static func stops(_ direction: Search.Direction, _ timeline: Timeline) -> [EventCount] {
        let start = direction == .forward ? 0 : timeline.history.count + 1
        var search = Search(direction, from: start, [Breakpoint(.fault)])
        var places: [EventCount] = []
        while case .at(let heard) = search.next(in: timeline) { places.append(heard) }
        return places
    }

    @Test(
        "what check calls broken is said by name: no frame with a fault counts as SYNC",
        arguments: [
            ("SEAM", AuditFinding.Kind.seam, 1), ("N59a", .unplaced, 36), ("N59d", .outside, 36),
            ("N59e", .outside, 36), ("N60a", .outside, 36), ("N23", .late, 1), ("N42c", .gap, 1), ("N21", .note, 1),
        ])
    func kinds(id: String, kind: AuditFinding.Kind, least: Int) throws {
        let heard = try Self.heard(id)
        #expect((heard.check.kinds[kind] ?? 0) >= least, "\(heard.check.kinds)")
        #expect(heard.check.verdict == .beyond)
        let spoiled = FrameStatus(rawValue: kind.rawValue)
        if let spoiled { #expect(heard.check.figures.count(spoiled) >= least) }
        let counted = FrameStatus.allCases.reduce(0) { $0 + heard.check.figures.count($1) }
        #expect(counted == heard.timeline.log.frameCount)
    }

    @Test("N59 an overlay that lies off its base frame is said to be so, wholly or in part")
    func outside() throws {
        let partly = try Self.heard("N59d").check.findings.first { $0.kind == .outside }
        let wholly = try Self.heard("N59e").check.findings.first { $0.kind == .outside }
        #expect(partly?.found.hasPrefix("overlay partly outside: ") == true)
        #expect(partly?.found.hasSuffix(" at -20,-10") == true)
        #expect(wholly?.found.hasPrefix("overlay wholly outside: ") == true)
    }

    @Test("inspect lists what check finds, by kind, and says what it has not looked at", arguments: ["SEAM", "N59a"])
    func inspected(id: String) throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = [id]
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: folder.file("bad.cameo"))
        var options = CheckOptions()
        options.findingsKept = 1_000
        let check = Check.run(folder.file("bad.cameo"), options)
        let open = try OpenTape(folder.file("bad.cameo"))
        defer { open.close() }
        func lines(findsAll: Bool) throws -> [String] {
            var lines: [String] = []
            try Inspection(open.reader, of: "bad", TapePlaying(isFresh: false), findsAll: findsAll) { lines.append($0) }
                .summary(asJSON: false)
            return lines
        }
        let all = try lines(findsAll: true)
        for line in CheckText.lines(check.findings) { #expect(all.contains(line)) }
        #expect(all.contains { $0.hasPrefix("  trouble    ") && $0.contains(check.findings[0].kind.rawValue) })
        #expect(all.contains { $0.hasPrefix("  trouble    ") && !$0.contains("seams not tested") })
        let short = try lines(findsAll: false)
        #expect(short.contains { $0.hasPrefix("  trouble    ") && $0.hasSuffix("; seams not tested") })
        #expect(!short.contains("findings"))
    }

    @Test("a kind of finding is a fault when check judges it without being asked")
    func judged() {
        for kind in AuditFinding.Kind.allCases {
            let measures = CheckMeasure.allCases.filter { $0.kinds.contains(kind) }
            #expect(!measures.isEmpty, "no measure counts \(kind)")
            #expect(kind.isFault == measures.contains { $0.usual != nil }, "\(kind)")
        }
        #expect(CheckLimits().thresholds == AuditThresholds())
    }
}

extension RecipeFaultTests.Heard {
    fileprivate init(_ tape: TapeReader) throws {
        var options = CheckOptions()
        options.findingsKept = 10_000
        options.marksFrames = true
        let watch = CheckWatch(tape, options)
        var run = try VirtualRun(tape, isFresh: false, watcher: watch) { watch.keepPicture($0, $1) }
        try watch.follow(&run) { _ in }
        check = CheckResult(file: "rewritten.cameo")
        watch.end(&check)
        check.judge(by: options.limits)
        var player = FeedPlayer(try TapeFeed(tape, isFresh: false))
        player.receiveInput(.settingsChanged(PlaybackSettings()))
        let sounds = SoundPrefetcher(tape) { _, _ in }
        defer { sounds.close() }
        var (forward, runner) = (FastForward(), EffectRunner(atOnce: AtOnceDecoder(tape, sounds: sounds)))
        while try forward.step(&player, &runner, { _, _ in }) {}
        timeline = player.timeline
        own = Set(timeline.log.faults(0...timeline.history.count).map(RecipeFaultTests.Place.init))
        timeline.addMediaFindings(check.findings)
    }
}

extension RecipeFaultTests.Place {
    fileprivate init(_ fault: Fault) { self.init(kind: fault.kind, time: fault.time, frame: fault.frame) }
    fileprivate init(_ finding: AuditFinding) {
        self.init(kind: finding.kind, time: finding.time, frame: finding.frame)
    }
}
