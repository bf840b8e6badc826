import Engine
import Events
import Support
import Testing

@testable import Debugger
@testable import Sessions

@Suite struct AuditTests {
    @Test("a good message has no findings, and its figures are right")
    func good() {
        var audited = Audited.message()
        audited.run(to: 8)
        #expect(audited.findings == [])
        let figures = audited.audit.figures
        #expect(figures.chunks == 2)
        #expect(figures.messages == 1)
        #expect(figures.count(.sync) == figures.frames)
        #expect(figures.gaps.count == 0 && figures.freezes.count == 0 && figures.holds.count == 0)
        #expect(figures.starts.firstAudio.longest == .zero)
        #expect(figures.starts.firstDraw.count == 1)
    }

    @Test("K65 a base frame other than the demanded one is reported, though the engine says SYNC")
    func wrongIndex() throws {
        var audited = Audited.message()
        audited.misdraw = { record, composite in
            guard record.position?.chunk == 1, record.position?.sequence == 5, var drawn = composite else {
                return composite
            }
            drawn.baseIndex += 2
            return drawn
        }
        audited.run(to: 8)
        let finding = try #require(audited.findings.first)
        #expect(audited.findings.count == 1)
        #expect(finding.kind == .desyncIndex)
        #expect(finding.position?.chunk == 1 && finding.position?.sequence == 5)
        #expect(finding.expected.hasPrefix("talking_1_s_talking_1_e/35 with"))
        #expect(finding.found.hasPrefix("talking_1_s_talking_1_e/37 with"))
        #expect(audited.audit.figures.desyncs == 1)
        #expect(audited.audit.figures.count(.sync) == audited.audit.figures.frames - 1)
    }

    @Test("K65 another picture under the right number is reported")
    func wrongPicture() {
        var audited = Audited.message()
        audited.misdraw = { record, composite in
            guard record.position?.sequence == 5, var drawn = composite else { return composite }
            drawn.base = Stream.payload(987_654)
            return drawn
        }
        audited.run(to: 8)
        #expect(audited.findings.map(\.kind) == [.desyncIndex, .desyncIndex])
    }

    @Test("K65, K66 another clip, a missing overlay and another overlay each have their status")
    func otherFaults() {
        let faults: [(AuditFinding.Kind, @Sendable (inout Composite) -> Void)] = [
            (.desyncClip, { $0.clip = Stream.idle }), (.noOverlay, { $0.overlay = nil }),
            (.desyncOverlay, { $0.overlay?.key = PictureKey("other") }),
        ]
        for (kind, change) in faults {
            var audited = Audited.message()
            audited.misdraw = { record, composite in
                guard record.position?.chunk == 0, record.position?.sequence == 9, var drawn = composite else {
                    return composite
                }
                change(&drawn)
                return drawn
            }
            audited.run(to: 8)
            #expect(audited.findings.map(\.kind) == [kind])
        }
    }

    @Test("K65 an engine that takes another frame's demand is found out by the stream")
    func otherDemand() {
        // What the engine hears is shifted by one; the audit hears the stream.
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        audited.session.at(1, Stream.chunk(0, frames: 12))
        audited.session.at(1, .audioEnded)
        audited.session.run(to: 4)
        var engine = PlaybackEngine()
        for event in audited.session.heard {
            var shifted = event
            if case .wire(.overlaysArrived(var batch)) = event.body {
                batch.frames[4].baseIndex += 1
                shifted.body = .wire(.overlaysArrived(batch))
            }
            let effects = engine.handle(shifted)
            audited.findings += audited.audit.receiveEvent(event, by: engine)
            for case .show(let record) in effects {
                audited.findings += audited.audit.receiveFrame(record, engine.framePlan.composite)
            }
        }
        #expect(audited.all(.desyncIndex).map { $0.position?.sequence } == [4])
        #expect(audited.all(.desyncIndex).first?.expected.hasSuffix(" according to the stream") == true)
    }

    @Test("K65 what an earlier message demanded of a frame that was never played is not demanded of a later one's")
    func demandsOfOthers() {
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        for message in 0..<7 {
            let time = 1 + Double(message) * 0.6
            audited.session.at(time, Stream.audio(0, frames: 12, sound: 50 + message))
            audited.session.at(time, Stream.batch(0, Stream.frames(0..<12), of: 1), Stream.sent(0, 12))
            audited.session.at(time + 0.01, Stream.chunk(1, frames: 12, from: message * 5))
        }
        audited.session.at(5, .audioEnded)
        audited.run(to: 9)
        #expect(audited.all(.desyncIndex).isEmpty)
    }

    @Test("K18 a picture that changes while it is held is reported")
    func changedWhileHeld() {
        var audited = Audited.message(second: 2.6)
        audited.misdraw = { record, composite in
            guard record.status == .held, var drawn = composite else { return composite }
            drawn.overlay = nil
            return drawn
        }
        audited.run(to: 9)
        #expect(audited.all(.desyncOverlay).count >= 1)
    }

    @Test("a chunk that comes too late leaves a gap of the time between the two", arguments: [300, 900, 3_000])
    func gap(milliseconds: Int64) throws {
        // Chunk 0 ends one second after its first frame.
        var audited = Audited.message(second: 2 + Double(milliseconds) / 1_000)
        audited.run(to: 12)
        let gap = try #require(audited.all(.gap).first?.amount)
        #expect(audited.all(.gap).count == 1)
        #expect(abs(gap.milliseconds - Double(milliseconds)) < 70)
        #expect(audited.audit.figures.gaps.longest == gap)
    }

    @Test("the gap's limit is one period unless another one is given")
    func gapLimit() {
        var thresholds = AuditThresholds()
        thresholds.gap = .milliseconds(500)
        var audited = Audited.message(thresholds, second: 2.3)
        audited.run(to: 12)
        #expect(audited.all(.gap).count == 0)
        #expect(audited.audit.figures.gaps.count == 1)
    }

    @Test(
        "a message that takes the place of one whose next chunk was waited for leaves a gap, with no event in between")
    func gapUntilAnotherMessage() throws {
        var session = EngineRun.loaded(Audited.clips)
        session.at(1, LocalInput.sent)
        session.at(1.5, Stream.audio(0, frames: 60), Stream.batch(0, Stream.frames(0..<60), of: 1), Stream.sent(0, 60))
        session.at(1.6, Stream.audio(1, frames: 30))
        // Chunk 0 ends at 3.5 seconds.
        session.at(3.9, LocalInput.sent)
        session.run(to: 4)
        let gaps = Audited(session).all(.gap)
        #expect(gaps.count == 1)
        #expect(abs(try #require(gaps.first?.amount).milliseconds - 400) < 70)
    }

    @Test("a frame that waits for its picture is a freeze from 50 ms beyond its period on")
    func freeze() throws {
        for (wait, isFreeze) in [(40, false), (200, true)] {
            var audited = Audited.message()
            let slow = Stream.frame(12).overlayID
            audited.session.decoding = { job in
                job.key.rawValue == slow ? .after(.milliseconds(1) * Int64(400 + wait)) : .after(.zero)
            }
            audited.run(to: 8)
            #expect(audited.all(.freeze).isEmpty == !isFreeze)
            #expect(audited.audit.figures.holds.count == 1)
            guard isFreeze else { continue }
            let finding = try #require(audited.all(.freeze).first)
            #expect(finding.position?.sequence == 12)
            #expect(finding.amount == audited.audit.figures.freezes.longest)
            #expect(finding.amount == audited.audit.figures.holds.longest)
            // Lists show this without what was expected.
            #expect(finding.found.hasPrefix("picture stood still for "))
        }
    }

    @Test("N29 frames whose clip is not there are a freeze inside of each chunk, and no gap between two")
    func clipNotThere() {
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        audited.session.at(1, Stream.chunk(0, frames: 12))
        audited.session.at(1, Stream.chunk(1, frames: 12, clip: "other"))
        audited.session.at(1, Stream.chunk(2, frames: 15, clip: "other"))
        audited.session.at(1, Stream.chunk(3, frames: 12) + [.audioEnded])
        audited.run(to: 8)
        let freezes = audited.all(.freeze)
        #expect(freezes.map { $0.position?.chunk } == [1, 2] && freezes.map { $0.position?.sequence } == [0, 0])
        #expect(freezes.allSatisfy { $0.found.hasSuffix(" too long: its frames are of a missing clip") })
        #expect(zip(freezes, [400.0, 500]).allSatisfy { abs(($0.amount?.milliseconds ?? 0) - $1) < 5 }, "\(freezes)")
        #expect(audited.all(.gap).isEmpty && audited.audit.figures.freezes.count == 2)
    }

    @Test("a gap behind frames whose clip is not there begins with their chunk's end")
    func gapBehindMissingClip() throws {
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        audited.session.at(1, Stream.chunk(0, frames: 12))
        audited.session.at(1, Stream.chunk(1, frames: 15, clip: "other"))
        audited.session.at(2.3, Stream.chunk(2, frames: 12) + [.audioEnded])
        audited.run(to: 8)
        let gap = try #require(audited.all(.gap).first?.amount)
        #expect(audited.all(.gap).map { $0.position?.chunk } == [2])
        // The chunks in front of it end at 1.9 seconds.
        #expect(abs(gap.milliseconds - 400) < 70)
        #expect(audited.all(.freeze).map { $0.position?.chunk } == [1])
    }

    @Test("on a recording a tick that comes late is a stall of its host, and no freeze; neither is a pause")
    func lateTick() throws {
        var audited = Audited(ticks: .recorded)
        audited.session = Audited.message().session
        audited.session.ticks = .perSecond(60)
        audited.session.run(to: 8)
        let events = audited.session.heard
        let late = { (event: Event) in event.time > Instant(seconds: 1.5) && event.time < Instant(seconds: 1.8) }
        audited.play(events.filter { $0.body != .local(.ticked) || !late($0) })
        #expect(audited.findings.isEmpty, "\(audited.findings)")
        let stalls = audited.audit.figures.stalls
        #expect(stalls.count == 1 && audited.audit.figures.freezes.count == 0)
        #expect(stalls.longest > .milliseconds(250) && stalls.longest < .milliseconds(320))
        #expect(audited.audit.stall.map { $0.upperBound - $0.lowerBound } == stalls.longest)

        var paused = Audited(ticks: .recorded)
        paused.play(
            events.filter { $0.time <= Instant(seconds: 1.5) } + [Event(Instant(seconds: 1.5), .local(.paused))]
                + [Event(Instant(seconds: 4), .local(.resumed))]
                + events.filter { $0.time > Instant(seconds: 1.5) }.map {
                    Event($0.time + .milliseconds(2_500), $0.body)
                })
        #expect(paused.all(.freeze).count == 0)
        #expect(paused.all(.gap).count == 0)
    }

    @Test("a recording in which the stream goes on without ticks stood still to its end; one that was left did not")
    func noTick() throws {
        var session = Audited.message().session
        session.at(8, Stream.chunk(2, frames: 20, from: 50))
        session.ticks = .perSecond(60)
        session.run(to: 8)
        let stopped = session.heard.filter { $0.body != .local(.ticked) || $0.time < Instant(seconds: 1.5) }
        for (ticks, count) in [(AuditTicks.recorded, 1), (.made, 0), (.live, 0)] {
            var audited = Audited(ticks: ticks)
            audited.play(stopped)
            audited.finish()
            let stalls = audited.audit.figures.stalls
            #expect(audited.all(.freeze).isEmpty && stalls.count == count)
            #expect(count == 0 || stalls.longest > .milliseconds(6_400) && stalls.longest < .milliseconds(6_600))
        }
        // A tick that comes when the link has closed shows nobody anything.
        let left = Event(Instant(seconds: 1.5), .local(.linkClosed))
        var audited = Audited(ticks: .recorded)
        audited.play(
            session.heard.filter { $0.time < Instant(seconds: 1.5) } + [left]
                + [Event(Instant(seconds: 2.4), .local(.ticked))])
        audited.finish()
        #expect(audited.audit.figures.stalls.count == 0)
        // Without a link the call that it leaves tells of it; with one that is any call's.
        for isLost in [true, false] {
            let lost = isLost ? [Event(Instant(seconds: 1.4), .local(.linkLost(reason: "reset")))] : []
            let call = Event(Instant(seconds: 1.5), .wire(.call(.state(.left, call: "c"))))
            audited = Audited(ticks: .recorded)
            audited.play(
                session.heard.filter { $0.time < Instant(seconds: 1.4) } + lost + [call]
                    + [Event(Instant(seconds: 2.4), .local(.ticked))])
            audited.finish()
            #expect((audited.audit.figures.stalls.count == 0) == isLost)
        }
    }

    @Test(
        "a tick that comes late is a freeze on a screen that talks, and a stall of the host of a recording at any time",
        arguments: [(AuditTicks.made, 0, 0), (.live, 0, 1), (.recorded, 1, 1)])
    func ticks(of whose: AuditTicks, idling: Int, talking: Int) {
        var session = Audited.message().session
        session.ticks = .perSecond(60)
        session.run(to: 8)
        for (start, count) in [(0.4, idling), (1.5, talking)] {
            let gap = Instant(seconds: start)...Instant(seconds: start + 0.3)
            var audited = Audited(ticks: whose)
            audited.play(session.heard.filter { $0.body != .local(.ticked) || !gap.contains($0.time) })
            let freezes = audited.findings.count { $0.kind == .freeze && $0.frame == nil }
            #expect(freezes == (whose == .live ? count : 0), "\(start)")
            #expect(audited.audit.figures.stalls.count == (whose == .recorded ? count : 0), "\(start)")
        }
    }

    @Test(
        "drift is picture time minus sound time, and reported after three frames in a row, sound ahead sooner than behind",
        arguments: [
            (TimeSpan.milliseconds(40), 0), (.milliseconds(100), 0), (.milliseconds(150), 1), (.milliseconds(-20), 0),
            (.milliseconds(-100), 1),
        ])
    func drift(lag: TimeSpan, count: Int) throws {
        var audited = Audited.message()
        audited.session.run(to: 1.0)
        for step in 1..<50 {
            let time = Instant(seconds: 1) + .milliseconds(Int64(step) * 20)
            let position = TimeSpan.milliseconds(Int64(step) * 20) - lag
            guard position > .zero else { continue }
            audited.session.schedule(time, .local(.soundMoved(chunk: 0, 0, position: position)))
        }
        audited.run(to: 8)
        let figures = audited.audit.figures
        let drift = try #require(figures.drift)
        #expect(abs(drift.last.milliseconds - lag.milliseconds) < 20, "\(drift)")
        let side = try #require(lag < .zero ? figures.soundAhead : figures.soundBehind)
        #expect(abs(side.milliseconds - abs(lag.milliseconds)) < 20, "\(figures)")
        #expect(audited.all(.drift).count == count)
        let words = lag < .zero ? "ahead of" : "behind"
        #expect(
            audited.all(.drift).allSatisfy { $0.found.hasSuffix(" ms \(words) the picture for 3 frames in a row") })
        // Nobody stood still.
        #expect(figures.stalls.count == 0)
    }

    @Test(
        "a recorder that stood still between two chunks, or in one, makes neither a gap nor drift",
        arguments: [1.5, 1.95])
    func stalledRecorder(at seconds: Double) {
        var session = Audited.message(second: 1.2).session
        session.ticks = .atDeadlines
        session.run(to: 8)
        let start = Instant(seconds: seconds)
        // All that comes after it comes 3.9 seconds later.
        let events = session.heard.map { $0.time <= start ? $0 : Event($0.time + .milliseconds(3_900), $0.body) }
        var audited = Audited(ticks: .recorded)
        audited.play(events)
        audited.finish()
        #expect(audited.findings.isEmpty, "\(audited.findings)")
        #expect(audited.audit.figures.stalls.longest > .milliseconds(3_800))
    }

    @Test("the time that an idle clip takes to come is measured")
    func idleClip() {
        var audited = Audited()
        audited.session.at(0, .clipAnnounced(Stream.idle, totalFrames: 10))
        for index in 0..<10 {
            audited.session.at(
                0.15 * Double(index), .baseFrameArrived(Stream.idle, index: index, picture: Stream.payload(index)))
        }
        audited.run(to: 3)
        #expect(audited.findings.isEmpty && audited.audit.figures.idleClip == .milliseconds(1_350))
    }

    @Test("a message counts from its send, else from the first that is heard of it")
    func start() throws {
        var thresholds = AuditThresholds()
        thresholds.start = .milliseconds(600)
        for (sends, findings) in [(false, 0), (true, 1)] {
            var audited = Audited(thresholds)
            audited.session.loadClips(Audited.clips)
            if sends { audited.session.at(1, .sent) }
            audited.session.at(2, Stream.chunk(0, frames: 30))
            audited.session.at(2, .audioEnded)
            audited.run(to: 8)
            #expect(audited.all(.start).count == findings)
            let first = audited.audit.figures.starts.firstAudio.longest
            #expect(first == (sends ? .seconds(1) : .zero))
        }
    }

    struct Unshown: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How long nothing was shown until the next send, in milliseconds; `nil` where that is no fault.
        let amount: Double?
        let script: @Sendable (inout EngineRun) -> Void

        init(_ name: String, _ amount: Double?, _ script: @escaping @Sendable (inout EngineRun) -> Void) {
            (testDescription, self.amount, self.script) = (name, amount, script)
        }
    }

    private static let soundAlone: [WireEvent] =
        [Stream.audio(0, frames: 30), Stream.sent(0, 30), .audioEnded]

    @Test(
        "an answer of which nothing was shown before the next send has begun too late, where somebody waited for it",
        arguments: [
            Unshown("sound alone", 7_000) {
                $0.at(1, LocalInput.sent)
                $0.at(2, soundAlone)
                $0.at(8, LocalInput.sent)
            },
            Unshown("nothing at all", 7_000) {
                $0.at(1, LocalInput.sent)
                $0.at(8, LocalInput.sent)
            },
            Unshown("nobody sent it, and another one comes", 5_500) {
                $0.at(2, soundAlone)
                $0.at(7.5, LocalInput.sent)
            },
            Unshown("sound alone, until we left", 6_000) {
                $0.at(1, LocalInput.sent)
                $0.at(2, soundAlone)
                $0.at(7, LocalInput.linkClosed)
            },
            Unshown("nothing at all, until we left: it is not answered", nil) {
                $0.at(1, LocalInput.sent)
                $0.at(7, LocalInput.linkClosed)
            },
            Unshown("at the limit", nil) {
                $0.at(1, LocalInput.sent)
                $0.at(6, LocalInput.sent)
            },
            Unshown("one that asks for nothing", nil) {
                $0.at(1, .userSaid(" "))
                $0.at(1, LocalInput.sent)
                $0.at(8, .userSaid("why?"))
                $0.at(8, LocalInput.sent)
            },
            Unshown("a pause", nil) {
                $0.at(1, LocalInput.sent)
                $0.at(2, soundAlone)
                $0.at(2.1, LocalInput.paused)
                $0.at(7.5, LocalInput.resumed)
                $0.at(8, LocalInput.sent)
            },
            Unshown("one that was not taken", nil) {
                $0.at(1, LocalInput.sent)
                $0.at(2, LocalInput.refused(1))
                $0.at(8, LocalInput.sent)
            },
            Unshown("frames", nil) {
                $0.at(1, LocalInput.sent)
                $0.at(2, Stream.chunk(0, frames: 30))
                $0.at(8, LocalInput.sent)
            },
        ])
    func unshown(_ one: Unshown) {
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        one.script(&audited.session)
        audited.run(to: 9)
        #expect(audited.all(.start).map { $0.amount?.milliseconds } == (one.amount.map { [$0] } ?? []))
        let longest = audited.audit.figures.starts.firstDraw.longest.milliseconds
        #expect(one.amount.map { longest == $0 } ?? (longest < 5_001))
    }

    @Test("lost, late and duplicate frames are counted and found")
    func stream() throws {
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        let frames = Stream.frames(0..<30)
        audited.session.at(
            1, Stream.audio(0, frames: 30), Stream.batch(0, Array(frames.prefix(12)) + frames.suffix(15)))
        audited.session.at(1, Stream.batch(0, [frames[3]]), Stream.sent(0, 30), .audioEnded)
        audited.session.at(1.8, Stream.batch(0, [frames[12]]))
        audited.run(to: 10)
        // One of the three came after all, though not in time.
        #expect(audited.audit.figures.lost == 2)
        #expect(audited.all(.lost).count == 1)
        #expect(audited.audit.figures.duplicates == 1)
        #expect(audited.all(.duplicate).count == 1)
        #expect(audited.audit.figures.late == 1)
        #expect(audited.audit.figures.count(.noOverlay) == 3)
        let bare = audited.all(.noOverlay)
        let late = try #require(audited.all(.late).first)
        #expect(late.found.hasPrefix("1 picture of chunk 0 arrived too late: frame 0.12; due at 1."))
        #expect(late.found.contains(", received at 1.800 s, ") && late.found.hasSuffix(" ms late"))
        #expect(late.frame == bare.first?.frame && late.place(namesMessage: false)?.typed == "0:0.12")
        let due = try #require(late.due)
        #expect(late.arrived == Instant(seconds: 1.8) && late.amount == Instant(seconds: 1.8) - due)
        #expect(bare.first.map { $0.time >= due } == true)
        let lost = try #require(audited.all(.lost).first)
        #expect(lost.found.contains("lost 2: 13–14; due at 1.") && lost.frame == bare.dropFirst().first?.frame)
        #expect(lost.position?.sequence == 13 && lost.due.map { $0 > due } == true && lost.arrived == nil)
        let again = audited.all(.duplicate).first
        #expect(
            again?.found
                == "1 of chunk 0 received again: frame 0.3, first received at 1.000 s, again at 1.000 s")
        #expect(again?.position?.sequence == 3 && again?.frame == nil)
        #expect(bare.allSatisfy { $0.expected == "every frame of the chunk" })
        #expect(bare.allSatisfy { $0.found.hasPrefix("frame never arrived; previous picture kept (") })
        // The picture before them stood for three periods more, which is told when that is over.
        let stood = audited.all(.freeze).filter { $0.found.hasSuffix("its frames never arrived") }
        #expect(stood.map(\.time) == bare.prefix(1).map(\.time) && stood.map(\.frame) == [nil])
        #expect(stood.first?.amount.map { 95..<105 ~= $0.milliseconds } == true)
        #expect(audited.audit.figures.freezes.count == audited.all(.freeze).count)
    }

    @Test("of a batch of which some come too late it is said how many")
    func lateInPart() {
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        audited.session.at(1, Stream.chunk(0, frames: 30))
        audited.session.at(1, Stream.audio(1, frames: 30), Stream.sent(1, 30))
        audited.session.at(1, Stream.batch(1, Stream.frames(0..<2), number: 0, of: 2))
        audited.session.at(2.25, Stream.batch(1, Stream.frames(2..<30), number: 1, of: 2), .audioEnded)
        audited.run(to: 10)
        let late = audited.audit.figures.late
        #expect((2..<28).contains(late))
        let found = audited.all(.late)
        let places = late > 1 ? "frames 0.2–\(late + 1)" : "frame 0.2"
        let words = "\(late) of 28 pictures of chunk 1 in one batch arrived too late: \(places); due at "
        #expect(found.count == 1 && found[0].found.hasPrefix(words), "\(found.map(\.found))")
        #expect(found.first?.frame == audited.all(.noOverlay).first?.frame)
    }

    @Test("pictures that come when their chunk is over are late, and nothing is said to have come twice")
    func lateWhenOver() {
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        audited.session.at(
            1, Stream.audio(0, frames: 30), Stream.batch(0, Stream.frames(0..<25), number: 0, of: 2),
            Stream.sent(0, 30))
        audited.session.at(1, Stream.chunk(1, frames: 60))
        audited.session.at(3.5, Stream.batch(0, Stream.frames(25..<30), number: 1, of: 2), .audioEnded)
        audited.run(to: 10)
        #expect(audited.audit.figures.lost == 5 && audited.audit.figures.late == 5)
        let late = audited.all(.late)
        #expect(late.count == 1 && late[0].position?.sequence == 25)
        #expect(late[0].found.hasPrefix("5 pictures of chunk 0 arrived too late: frames 0.25–29; due at "))
        #expect(audited.all(.duplicate).isEmpty && audited.audit.figures.duplicates == 0)
    }

    @Test("a guess says what was expected of it, and not the same twice")
    func guess() {
        let record = FrameRecord(
            ordinal: 3, mode: .overlay, generation: 1, clip: Stream.talking, baseIndex: 7,
            demandedClip: Stream.talking, demandedIndex: 7, status: .guess, due: .zero, shown: .zero)
        var audit = Audit()
        let composite = Composite(clip: Stream.talking, baseIndex: 7, base: Stream.payload(1))
        let found = audit.receiveFrame(record, composite).filter { $0.kind == .guess }
        #expect(found.map(\.expected) == ["a frame of this message"])
        #expect(found.map(\.found) == ["frame may belong to an older message: \(Stream.talking.rawValue)/7"])
    }

    @Test("frames at a chunk's end that never came are a freeze to the end of their time, and one alone is none")
    func missingEnd() {
        for (count, isFreeze) in [(1, false), (5, true)] {
            var audited = Audited()
            audited.session.loadClips(Audited.clips)
            audited.session.at(
                1, Stream.audio(0, frames: 30), Stream.batch(0, Stream.frames(0..<30 - count)), Stream.sent(0, 30),
                .audioEnded)
            audited.run(to: 10)
            audited.finish()
            #expect(audited.audit.figures.count(.noOverlay) == count && audited.audit.figures.lost == count)
            let stood = audited.all(.freeze).filter { $0.found.hasSuffix("its frames never arrived") }
            #expect(stood.count == (isFreeze ? 1 : 0) && audited.all(.gap).isEmpty)
            guard isFreeze else { continue }
            #expect(stood.first?.amount.map { 160..<175 ~= $0.milliseconds } == true)
        }
    }

    @Test("a frame without its overlay counts as such, also where its status is another fault")
    func hiddenWithoutOverlay() {
        var audited = Audited.message()
        audited.misdraw = { record, composite in
            guard record.position?.sequence == 5, var drawn = composite else { return composite }
            (drawn.baseIndex, drawn.overlay) = (drawn.baseIndex + 1, nil)
            return drawn
        }
        audited.run(to: 8)
        #expect(audited.findings.map(\.kind) == [.desyncIndex, .noOverlay, .desyncIndex, .noOverlay])
        #expect(audited.all(.noOverlay).map(\.frame) == audited.all(.desyncIndex).map(\.frame))
        #expect(audited.all(.noOverlay).first?.found.hasPrefix("drawn without ") == true)
        #expect(audited.audit.figures.withoutOverlay == 2 && audited.audit.figures.count(.noOverlay) == 0)
    }

    @Test("of a chunk that was passed over it is said what of it came after all")
    func lateParts() {
        var audited = Audited()
        audited.session.loadClips(Audited.clips)
        audited.session.at(1, Stream.chunk(0, frames: 30))
        audited.session.at(1.2, Stream.chunk(2, frames: 60, from: 30))
        audited.session.at(5, Stream.sent(1, 20))
        audited.session.at(5.1, Stream.audio(1, frames: 20))
        audited.session.at(5.2, Stream.batch(1, Stream.frames(0..<20)), .audioEnded)
        audited.run(to: 12)
        let words = [
            "the announcement of chunk 1 arrived too late; due at ", "the sound of chunk 1 arrived too late; due at ",
            "pictures of chunk 1 in a batch of 20 arrived too late: frames 0.0–19; due at ",
        ]
        let late = audited.all(.late)
        #expect(late.count == 3 && zip(late, words).allSatisfy { $0.found.hasPrefix($1) }, "\(late.map(\.found))")
        // It would have had its turn in front of the chunk that took its place.
        #expect(Set(late.map(\.due)).count == 1 && late.allSatisfy { $0.frame == nil && $0.chunk == 1 })
    }

    @Test("an overlay that cannot be decoded is a fault of its frame, when that is due and once")
    func undecodable() throws {
        var audited = Audited.message()
        audited.session.decoding = { $0.key.rawValue.contains("J1_X7_") ? .fails(after: .zero) : .after(.zero) }
        audited.run(to: 8)
        audited.finish()
        let failed = audited.all(.decodeFailed)
        let bare = audited.all(.noOverlay)
        // One in each chunk.
        #expect(failed.count == 2 && failed.map(\.frame) == bare.map(\.frame) && failed.map(\.time) == bare.map(\.time))
        #expect(failed.map(\.position?.chunk) == [0, 1])
        #expect(audited.audit.figures.notes[.decodeFailed] == 2)
    }

    @Test("an overlay that cannot be decoded, and whose message is given up before its frame, is told of all the same")
    func undecodableUnseen() {
        for isSent in [true, false] {
            var audited = Audited.message()
            audited.session.decoding = { $0.key.rawValue.contains("J1_X27_") ? .fails(after: .zero) : .after(.zero) }
            if isSent { audited.session.at(1.2, LocalInput.sent) }
            audited.run(to: 1.6)
            #expect(audited.all(.decodeFailed).map(\.time) == (isSent ? [Instant(seconds: 1.2)] : []))
            audited.finish()
            let failed = audited.all(.decodeFailed)
            #expect(failed.count == 1 && failed.first?.frame == nil)
            #expect(failed.first?.found.contains(" of a frame that was never shown: ") == true)
        }
    }

    @Test("memory stays bounded: what has been played is forgotten")
    func bounded() {
        var demands = AuditDemands()
        for chunk in 0..<50 {
            for event in Stream.chunk(chunk, frames: 60) { demands.receive(event) }
            demands.forget(chunk: chunk)
        }
        #expect(demands.frameCount == 0)
    }

    @Test("of a message with any number of chunks no more are waited for than the engine keeps")
    func manyChunks() {
        var waits = AuditWaits()
        for chunk in 0..<Limits.waitingChunks + 500 {
            let time = Instant(microseconds: Int64(chunk))
            waits.receiveEvent(Event(time, .wire(.audioArrived(AudioChunk(chunk: chunk)))), generation: 1)
            let batch = OverlayBatch(chunk: chunk, frames: [OverlayFrame(sequence: 0)])
            waits.receiveEvent(Event(time, .wire(.overlaysArrived(batch))), generation: 1)
        }
        #expect(waits.sounds.count == Limits.waitingChunks && waits.pictures.count == Limits.waitingChunks)
    }
}
