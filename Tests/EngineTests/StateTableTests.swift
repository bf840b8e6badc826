import Events
import Support
import Testing

@testable import Engine

/// One test a row of the state table, specification 3.12, run for every column. A cell of the table that is `-` is a column
/// in which the event is heard and nothing changes.
@Suite("State table 3.12")
struct StateTableTests {
    // MARK: Time

    @Test("3.12 period elapsed: the mode moves on by one, or its timer runs", arguments: Column.allCases)
    func periodElapsed(_ column: Column) throws {
        var scene = Scene(column)
        try #require(scene.column == column)
        let index = scene.engine.baseIndex
        let cursor = scene.engine.message.active?.cursor
        let before = scene.composite
        scene.ticks(column == .idle ? 5 : 3)
        #expect(scene.column == column)
        switch column {
        case .idle, .transition, .finishing, .returning: #expect(scene.engine.baseIndex == index + 1)
        case .playing: #expect(scene.engine.message.active?.cursor == cursor.map { $0 + 1 })
        case .waiting, .holding, .gap:
            #expect(scene.composite == before)
            #expect(scene.engine.message.active?.cursor == cursor)
        }
    }

    @Test("3.12 period elapsed: at the end of a clip the next mode begins")
    func endOfClip() {
        var idle = Scene(.idle)
        #expect(idle.until { $0.composite?.clip == Stream.idleBack && $0.composite?.baseIndex == 0 } != nil)
        #expect(idle.until { $0.composite?.clip == Stream.idle && $0.composite?.baseIndex == 0 } != nil)

        var transition = Scene(.transition)
        #expect(transition.until { $0.column != .transition } != nil)
        #expect(transition.column == .playing)
        #expect(transition.position?.frame == 0)
        #expect(transition.session.records.filter { $0.mode == .transition }.map(\.baseIndex) == Array(0..<15))

        var finishing = Scene(.finishing)
        #expect(finishing.until { $0.column != .finishing } != nil)
        #expect(finishing.column == .returning)
        #expect(finishing.session.records.filter { $0.mode == .finishingBase }.map(\.baseIndex) == Array(5..<40))

        var options = Scene.Options()
        options.homeHoles = 1
        var homeless = Scene(.finishing, options)
        #expect(homeless.until { $0.column != .finishing } != nil)
        #expect(homeless.column == .idle)

        var returning = Scene(.returning)
        #expect(returning.until { $0.column != .returning } != nil)
        #expect(returning.column == .idle)
        #expect(returning.composite?.clip == Stream.idle && returning.composite?.baseIndex == 0)
        #expect(returning.session.records.filter { $0.mode == .returnTransition }.map(\.baseIndex) == Array(0..<15))
    }

    // MARK: Chunks become known

    @Test("3.12 chunk announced, not yet startable: it is queued and nothing else", arguments: Column.allCases)
    func announced(_ column: Column) {
        var scene = Scene(column)
        let chunk = column == .idle ? 0 : column == .holding ? 2 : 1
        let before = scene.composite
        scene.receive(Stream.audio(chunk, frames: 12))
        #expect(scene.isQueued(chunk))
        #expect(scene.column == column)
        #expect(scene.composite == before)
        scene.ticks()
        #expect(scene.column == column)
        #expect(scene.isQueued(chunk))
    }

    @Test("3.12 next is startable: it starts, or stays queued where something plays", arguments: Column.allCases)
    func startable(_ column: Column) {
        var scene = Scene(column)
        let chunk = column == .idle ? 0 : 1
        scene.receive(Stream.whole(chunk))
        scene.ticks()
        switch column {
        case .transition, .playing, .waiting:
            #expect(scene.column == column)
            #expect(scene.isQueued(1))
        case .idle, .holding, .gap, .finishing, .returning:
            #expect(scene.column == .playing)
            #expect(scene.position?.chunk == chunk)
            #expect(scene.position?.frame == 0)
            #expect(scene.engine.record?.status == .sync)
        }
        #expect(scene.engine.returnClip == nil)
        if column == .holding { #expect(scene.session.reports.map(\.chunk) == [0]) }
    }

    @Test("3.12 next is startable, column I: by the bridge where it is loaded")
    func startableByBridge() {
        var options = Scene.Options()
        options.hasBridge = true
        var scene = Scene(.idle, options)
        scene.receive(Stream.whole(0))
        scene.ticks()
        #expect(scene.column == .transition)
        #expect(scene.composite?.clip == Stream.bridge && scene.composite?.baseIndex == 0)
        #expect(scene.isQueued(0))
    }

    @Test(
        "3.12 next is startable, columns G F R: no bridge although it is loaded",
        arguments: [Column.gap, .finishing, .returning])
    func noBridgeButFromIdle(_ column: Column) {
        var options = Scene.Options()
        options.hasBridge = true
        var scene = Scene(column, options)
        scene.receive(Stream.whole(1))
        scene.ticks()
        #expect(scene.column == .playing)
        #expect(scene.position?.chunk == 1)
    }

    // MARK: Pictures

    @Test("3.12 current frame's picture not ready: P waits and keeps the composite")
    func pictureNotReady() throws {
        let scene = Scene(.waiting)
        #expect(scene.column == .waiting)
        #expect(scene.engine.message.active?.cursor == Scene.stuckFrame)
        #expect(scene.composite?.baseIndex == Scene.stuckFrame - 1)
        #expect(scene.composite?.overlay?.picture == Stream.payload(1_000_000 + (Scene.stuckFrame - 1) * 100))
        #expect(scene.engine.record?.status == .held)
    }

    @Test("3.12 a picture not ready changes nothing but in P", arguments: Column.allCases.filter { $0 != .playing })
    func pictureNotReadyElsewhere(_ column: Column) {
        var scene = Scene(column)
        let chunk = column == .idle ? 0 : column == .holding ? 2 : 1
        scene.receive(Stream.audio(chunk, frames: 12))
        scene.receive(
            Stream.batch(
                chunk,
                [Stream.frame(0, id: "stuck", )].map { frame in
                    var frame = frame
                    frame.picture = Stream.payload(Scene.stuckPicture)
                    return frame
                }))
        let before = scene.engine.mode
        scene.ticks(2)
        #expect(scene.engine.mode == before)
        #expect(scene.isQueued(chunk))
    }

    @Test("3.12 picture becomes ready: W draws it, elsewhere nothing changes", arguments: Column.allCases)
    func pictureReady(_ column: Column) throws {
        var scene = Scene(column)
        let generation = scene.engine.generation
        guard column == .waiting else {
            let before = scene.state
            scene.receive(.pictureDecoded(PictureKey("somewhere/else"), generation, PixelSize(width: 9, height: 9)))
            let isSame = scene.state == before
            #expect(isSame)
            return
        }
        let key = PictureKey("\(Stream.talking.rawValue)/5/J1_X5_M0.webp")
        scene.receive(.pictureDecoded(key, generation, PixelSize(width: 100, height: 80)))
        #expect(scene.engine.record?.status == .held, "only a tick changes the picture")
        scene.ticks()
        #expect(scene.column == .playing)
        #expect(scene.composite?.overlay?.key == key)
        #expect(scene.engine.record?.status == .sync)
    }

    @Test("3.12 wait limit: W goes past the frame after 500 ms and says so")
    func waitLimit() throws {
        var scene = Scene(.waiting)
        let took = try #require(scene.until { $0.column != .waiting })
        #expect(took >= .milliseconds(466) && took <= .milliseconds(534))
        #expect(scene.column == .playing)
        #expect(scene.engine.message.active?.cursor == Scene.stuckFrame + 1)
        #expect(scene.composite?.baseIndex == Scene.stuckFrame + 1)
        #expect(scene.session.count(.skipDrawTimeout) == 1)
    }

    // MARK: The last frame

    @Test("3.12 at last frame, next is startable: done, evicted, frame 0 of the next in the same tick")
    func lastFrameNextStartable() throws {
        var scene = Scene(.playing)
        scene.receive(Stream.whole(1, frames: 12, from: 70))
        #expect(scene.until { $0.position?.chunk == 1 } != nil)
        #expect(scene.column == .playing)
        #expect(scene.position?.frame == 0)
        #expect(!scene.session.records.contains { $0.status == .held })
        let gone = scene.session.effects.flatMap { entry -> [PictureKey] in
            if case .discard(let keys) = entry.effect { keys } else { [] }
        }
        #expect(gone.count == Scene.longChunk)
        #expect(scene.session.reports.map(\.shown) == [Scene.longChunk])
    }

    @Test("3.12 at last frame, next exists but is not startable: H")
    func lastFrameNextNotStartable() {
        var scene = Scene(.playing)
        scene.receive(Stream.audio(1, frames: 12))
        #expect(scene.until { $0.column != .playing } != nil)
        #expect(scene.column == .holding)
        #expect(scene.composite?.overlay?.picture == Stream.payload(1_000_000 + 59 * 100))
        #expect(scene.engine.record?.status == .held)
    }

    @Test("3.12 hold limit 1 s: the chunk is done, G keeps the composite")
    func holdLimit() throws {
        var scene = Scene(.holding)
        let before = scene.composite
        #expect(scene.session.reports.isEmpty)
        let took = try #require(scene.until { $0.column != .holding })
        #expect(took >= .milliseconds(980) && took <= .milliseconds(1_034))
        #expect(scene.column == .gap)
        #expect(scene.composite == before)
        #expect(scene.session.reports.map(\.chunk) == [0])
    }

    @Test("3.12 at last frame, no next, not finished: G keeps the composite")
    func lastFrameOpen() {
        var scene = Scene(.playing)
        #expect(scene.until { $0.column != .playing } != nil)
        #expect(scene.column == .gap)
        #expect(scene.composite?.overlay != nil)
        #expect(scene.session.reports.map(\.shown) == [Scene.longChunk])
    }

    @Test("3.12 gap limit 1 s: F, and the message stays open")
    func gapLimit() throws {
        var scene = Scene(.gap)
        let took = try #require(scene.until { $0.column != .gap })
        #expect(took >= .milliseconds(980) && took <= .milliseconds(1_034))
        #expect(scene.column == .finishing)
        #expect(scene.engine.message.phase == .open)
        #expect(scene.composite?.overlay == nil)
    }

    @Test(
        "3.12 at last frame, finished: F, R or I by the return clip and the index", arguments: [Column.playing, .gap])
    func lastFrameFinished(_ column: Column) {
        // Defined and not at the clip's end: F. At its end: R if loaded, else I. None: I.
        let length = column == .gap ? Scene.shortChunk : Scene.longChunk
        for (talking, home, holes, wanted) in [
            (length + 10, true, 0, Column.finishing), (length + 10, true, 1, .finishing), (length, true, 0, .returning),
            (length, true, 1, .idle), (length + 10, false, 0, .idle), (length, false, 0, .idle),
        ] {
            var options = Scene.Options()
            options.talkingFrames = talking
            options.hasHome = home
            options.homeHoles = holes
            var scene = Scene(column, options)
            scene.receive(.audioEnded)
            #expect(scene.until { $0.column != column } != nil)
            #expect(scene.column == wanted, "talking \(talking), home \(home), holes \(holes)")
            if wanted == .finishing { #expect(scene.composite?.baseIndex == length) }
        }
    }

    // MARK: End signals

    @Test("3.12 audio_end: the end signal is kept, and ends only what is finished", arguments: Column.allCases)
    func audioEnd(_ column: Column) {
        var scene = Scene(column)
        if column == .idle { scene.receive(Stream.audio(0, frames: 12)) }
        scene.receive(.audioEnded)
        #expect(scene.engine.hasEndSignal)
        #expect(scene.column == column, "an event changes no mode")
        scene.ticks()
        #expect(scene.column == (column == .gap ? .finishing : column))
    }

    @Test(
        "3.12 play_base_animation: stored with the end signal, until the return clip has begun",
        arguments: Column.allCases)
    func playBaseAnimation(_ column: Column) {
        var scene = Scene(column)
        let hadEnded = scene.engine.hasEndSignal
        scene.receive(.baseAnimationRequested(Stream.home))
        switch column {
        case .idle:
            scene.ticks()
            #expect(scene.column == .returning)
            #expect(scene.composite?.clip == Stream.home)
            #expect(scene.until { $0.column == .idle } != nil)
            return
        case .returning:
            #expect(scene.engine.message.pendingBaseAtEnd == nil)
            #expect(scene.engine.hasEndSignal == hadEnded)
        default:
            #expect(scene.engine.message.pendingBaseAtEnd == Stream.home)
            #expect(scene.engine.hasEndSignal)
        }
        #expect(scene.column == column)
        scene.ticks()
        #expect(scene.column == (column == .gap ? .finishing : column))
    }

    @Test("3.12 play_base_animation, column F: the stored clip is the one that leads back")
    func storedWhileFinishing() {
        let other: ClipName = "talking_1_e_hi_1_s"
        var scene = Scene(.finishing)
        scene.receive(Stream.clip(other, frames: 6))
        scene.receive(.baseAnimationRequested(other))
        #expect(scene.until { $0.column == .returning } != nil)
        #expect(scene.composite?.clip == other)
    }

    // MARK: Limits of clips

    @Test("3.12 finishing limit 5 s: I, with a note; other columns have no such limit")
    func finishingLimit() throws {
        var options = Scene.Options()
        options.talkingFrames = 400
        var scene = Scene(.finishing, options)
        let took = try #require(scene.until { $0.column != .finishing })
        #expect(took >= .milliseconds(4_980) && took <= .milliseconds(5_034))
        #expect(scene.column == .idle)
        #expect(scene.session.count(.timeLimit) == 1)

        var idle = Scene(.idle)
        idle.wait(6_000)
        #expect(idle.column == .idle)
        #expect(!idle.session.has(.timeLimit))
    }

    @Test("3.12 clip limit (length + 1 s): T goes to P, R to I", arguments: [Column.transition, .returning])
    func clipLimit(_ column: Column) throws {
        var scene = Scene(column)
        // Two ticks a second take two periods a second off a clip of 15: its length and a second pass first.
        scene.session.ticks = .perSecond(2)
        let start = scene.session.now
        while scene.column == column, scene.session.now < start + .seconds(10) { scene.wait(50) }
        let took = scene.session.now - start
        #expect(took > .milliseconds(1_400) && took <= .milliseconds(2_600))
        #expect(scene.column == (column == .transition ? .playing : .idle))
    }

    // MARK: Clips

    @Test("3.12 needed clip not loaded, column I: the last picture stays")
    func idleClipMissing() {
        var session = EngineRun(ticks: .perSecond(60))
        session.at(0, Stream.clip(Stream.talking, frames: 20))
        session.at(1, Stream.chunk(0, frames: 12))
        session.at(1, .audioEnded)
        session.run(to: 0.9)
        #expect(session.engine.framePlan.composite == nil)
        session.run(to: 4)
        #expect(session.engine.modeName == .idle)
        #expect(session.engine.composite?.clip == Stream.talking)
        #expect(session.engine.composite?.baseIndex == 11)
    }

    @Test("3.12 needed clip not loaded, column T: a bridge with holes is not begun")
    func bridgeMissing() {
        var scene = Scene(.idle)
        scene.receive(Array(Stream.clip(Stream.bridge, frames: 15).dropLast(2)))
        scene.receive(Stream.whole(0))
        scene.ticks()
        #expect(scene.column == .playing)
    }

    @Test(
        "3.12 needed clip not loaded, overlay columns: composite held, noted once, time goes on",
        arguments: [Column.playing, .waiting, .holding, .gap])
    func talkingClipMissing(_ column: Column) throws {
        var options = Scene.Options()
        options.talkingFrames = 0
        var scene = Scene(column, options)
        try #require(scene.column == column)
        let idle = scene.composite
        #expect(idle?.clip.rawValue.hasPrefix("idle") == true)
        let cursor = scene.engine.message.active?.cursor
        #expect(scene.session.count(.missingBaseClip) == 1)
        scene.ticks(12)
        #expect(scene.session.count(.missingBaseClip) == 1)
        #expect(scene.composite == idle)
        if column == .playing { #expect(scene.engine.message.active?.cursor == cursor.map { $0 + 5 }) }
        let asked = scene.session.effects.filter { $0.effect == .requestClip(Stream.talking, missing: []) }
        #expect(asked.count == 1)
    }

    @Test("3.12 needed clip not loaded, columns F and R: I")
    func returnClipMissing() {
        var options = Scene.Options()
        options.homeHoles = 3
        var scene = Scene(.finishing, options)
        #expect(scene.until { $0.column != .finishing } != nil)
        #expect(scene.column == .idle)
        #expect(!scene.session.modes.contains(.returnTransition))

        // A return clip that loses its frames on the way runs to its end over the picture before it.
        var returning = Scene(.returning)
        for index in 0..<15 { returning.receive(.baseFrameFailed(Stream.home, index: index, reason: "torn")) }
        #expect(returning.until { $0.column == .idle } != nil)
    }

    @Test(
        "3.12 clip finished loading: I bridges by it, P draws it now, F returns by it; elsewhere nothing changes",
        arguments: Column.allCases)
    func clipLoaded(_ column: Column) {
        var options = Scene.Options()
        switch column {
        case .idle:
            var scene = Scene(.idle)
            scene.receive(Stream.clip(Stream.bridge, frames: 15))
            #expect(scene.column == .idle)
            scene.receive(Stream.whole(0))
            scene.ticks()
            #expect(scene.column == .transition)
        case .playing, .waiting:
            options.talkingFrames = 0
            var scene = Scene(column, options)
            scene.receive(Stream.clip(Stream.talking, frames: 80))
            #expect(scene.composite?.clip != Stream.talking, "only a tick changes the picture")
            #expect(scene.until { $0.composite?.clip == Stream.talking } != nil)
            #expect(scene.engine.record?.status == .sync)
            if column == .playing { #expect(scene.engine.message.active.map { $0.cursor <= 3 } == true) }
        case .finishing:
            options.homeHoles = 1
            var scene = Scene(.finishing, options)
            scene.receive(Stream.clip(Stream.home, frames: 15))
            #expect(scene.until { $0.column != .finishing } != nil)
            #expect(scene.column == .returning)
        case .transition, .holding, .gap, .returning:
            var scene = Scene(column)
            let mode = scene.engine.mode
            let composite = scene.composite
            scene.receive(Stream.clip("hi_1_s_hi_1_e", frames: 4))
            #expect(scene.engine.mode == mode)
            #expect(scene.composite == composite)
            scene.ticks()
            #expect(scene.column == column)
        }
    }

    // MARK: New messages

    @Test("3.12 send: everything of the clearing list goes, I", arguments: Column.allCases)
    func send(_ column: Column) {
        var scene = Scene(column)
        if column != .idle { scene.receive(Stream.audio(7, frames: 3)) }
        var composite = scene.composite
        composite?.overlay = nil
        let generation = scene.engine.generation
        scene.receive(.sent)
        let engine = scene.engine
        #expect(scene.column == .idle)
        #expect(engine.generation == generation + 1)
        #expect(engine.clip == Stream.idle && engine.baseIndex == 0)
        #expect(engine.accumulator == .zero)
        #expect(engine.message.active == nil && engine.message.queue.isEmpty && engine.message.played.isEmpty)
        #expect(engine.message.nextExpected == 0 && !engine.hasEndSignal && engine.message.gateSince == nil)
        #expect(engine.message.pendingBaseAtEnd == nil && engine.returnClip == nil)
        #expect(engine.ledger.entries.isEmpty && engine.ledger.decodedBytes == 0 && engine.message.heldAside.isEmpty)
        #expect(engine.composite == composite, "the base is kept until idle draws")
        let last = scene.session.effects.map(\.effect)
        #expect(last.contains(.stopSound))
        #expect(last.contains(.discardAll(before: generation + 1)))
        scene.ticks(2)
        #expect(scene.composite?.clip == Stream.idle && scene.composite?.overlay == nil)
    }

    @Test("3.12 unsolicited chunk-0 audio: a new generation that keeps the new chunk", arguments: Column.allCases)
    func unsolicited(_ column: Column) {
        var scene = Scene(column)
        let generation = scene.engine.generation
        scene.receive(Stream.audio(0, frames: 12, sound: 777))
        #expect(scene.column == .idle)
        #expect(scene.engine.message.queue.map(\.index) == [0])
        #expect(scene.engine.message.queue.first?.sound == Stream.payload(777))
        #expect(scene.engine.generation == (column == .idle ? generation : generation + 1))
        #expect(scene.engine.message.phase == .open)
        #expect(scene.session.has(.newMessage) == (column != .idle))
        scene.receive(Stream.batch(0, Stream.frames(0..<12), of: 1))
        #expect(scene.until { $0.position?.chunk == 0 && $0.engine.record?.mode == .overlay } != nil)
    }

    @Test("3.12 unsolicited chunk-0 audio, column H: it belongs to a chunk 0 that had none")
    func firstAudioWhileHolding() {
        var options = Scene.Options()
        options.hasAudio = false
        var scene = Scene(.holding, options)
        scene.receive(Stream.audio(0, frames: Scene.shortChunk))
        #expect(scene.column == .holding)
        #expect(scene.engine.generation == 0)
        #expect(scene.session.soundStarts(ofChunk: 0).count == 1)
    }

    // MARK: Sound

    @Test("3.12 audio of chunk arrives: stored; for the playing chunk it starts late", arguments: Column.allCases)
    func audioArrives(_ column: Column) throws {
        var options = Scene.Options()
        options.hasAudio = false
        var scene = Scene(column, options)
        let isPlaying = [.playing, .waiting, .holding].contains(column)
        let chunk = isPlaying || column == .transition || column == .idle ? 0 : 1
        if column == .idle || chunk == 1 { scene.receive(Stream.batch(chunk, Stream.frames(0..<3))) }
        scene.receive(Stream.audio(chunk, frames: column == .idle ? 12 : Scene.longChunk, sound: 4_711))
        #expect(scene.column == column)
        let stored =
            scene.engine.message.active?.chunk.index == chunk
            ? scene.engine.message.active?.chunk : scene.engine.message.queue.first
        #expect(stored?.sound == Stream.payload(4_711))
        let starts = scene.session.soundStarts(ofChunk: chunk)
        #expect(starts.count == (isPlaying ? 1 : 0))
        #expect(scene.session.has(.audioLate) == isPlaying)
        if column == .waiting { #expect(starts.first?.offset == scene.engine.period * 5) }
        if column == .holding { #expect(starts.first?.offset == scene.engine.period * 5) }
    }

    @Test(
        "3.12 audio of chunk ends, sound clock: P is done, W jumps past, elsewhere nothing changes",
        arguments: Column.allCases)
    func audioEndsOnSoundClock(_ column: Column) {
        var scene = Scene(column)
        var settings = PlaybackSettings()
        settings.clock = .sound
        scene.receive(.settingsChanged(settings))
        scene.receive(.soundDecoded(chunk: 0, 0, duration: .seconds(2)))
        let mode = scene.engine.mode
        scene.receive(.soundEnded(chunk: 0, 0))
        #expect(scene.engine.mode == mode)
        scene.ticks()
        switch column {
        case .playing, .waiting:
            #expect(scene.column == .gap)
            #expect(scene.session.reports.map(\.chunk) == [0])
            let skipped = scene.session.records.filter { $0.status == .skipped }.compactMap { $0.position?.frame }
            #expect(skipped == Array((column == .playing ? 1 : Scene.stuckFrame)..<Scene.longChunk))
            #expect(scene.session.reports.first?.skipped == skipped.count)
        default: #expect(scene.column == column)
        }
    }

    @Test("3.12 audio of chunk ends, wall clock: nothing changes", arguments: Column.allCases)
    func audioEndsOnWallClock(_ column: Column) {
        var scene = Scene(column)
        scene.receive(.soundDecoded(chunk: 0, 0, duration: .seconds(2)))
        scene.receive(.soundEnded(chunk: 0, 0))
        scene.ticks()
        #expect(scene.column == column)
        #expect(!scene.session.records.contains { $0.status == .skipped })
    }

    // MARK: The link

    @Test("3.12 link lost: what is complete plays out, what is not no longer counts", arguments: Column.allCases)
    func linkLost(_ column: Column) throws {
        var scene = Scene(column)
        if column != .idle { scene.receive(Stream.audio(5, frames: 12)) }
        let mode = scene.engine.mode
        let composite = scene.composite
        scene.receive(.linkLost(reason: "gone"))
        #expect(scene.engine.mode == mode)
        #expect(scene.composite == composite)
        #expect(!scene.isQueued(5))
        switch column {
        case .idle:
            let state = scene.state
            scene.receive(.linkLost(reason: "gone"))
            let isSame = scene.state == state
            #expect(isSame)
        case .transition, .playing, .waiting:
            #expect(!scene.engine.hasEndSignal)
            #expect(scene.until { $0.column == .finishing } == nil, "60 frames on a clip of 40 end at its end")
            #expect(scene.session.reports.map(\.shown) == [column == .waiting ? 59 : 60])
        case .holding, .gap:
            let took = try #require(scene.until { $0.column != column })
            #expect(took >= .milliseconds(980))
            #expect(scene.column == (column == .holding ? .gap : .finishing))
        case .finishing, .returning: #expect(scene.until { $0.column == .idle } != nil)
        }
        #expect(scene.until { $0.column == .idle } != nil)
        #expect(!scene.engine.isAnimating)
    }

    @Test("3.12 link lost while the first chunk is buffering: nothing of the message is waited for")
    func linkLostWhileBuffering() {
        var scene = Scene(.idle)
        scene.receive(Stream.audio(0, frames: 12))
        #expect(scene.engine.isAnimating)
        scene.receive(.linkLost(reason: "gone"))
        #expect(!scene.engine.isAnimating)
        #expect(scene.session.effects.contains { $0.effect == .restMessage(0) })
    }

    @Test("3.12 link back: the manifest is asked for, half-assembled chunks are dropped", arguments: Column.allCases)
    func linkBack(_ column: Column) {
        var scene = Scene(column)
        scene.receive(Stream.audio(column == .idle ? 0 : 5, frames: 12))
        let mode = scene.engine.mode
        let composite = scene.composite
        scene.receive(.linkRestored)
        #expect(scene.session.effects.contains { $0.effect == .requestManifest })
        #expect(!scene.engine.message.queue.contains { !$0.isComplete })
        #expect(scene.engine.mode == mode)
        #expect(scene.composite == composite)
    }

    // MARK: Duplicates, pauses

    @Test("3.12 duplicate or late frame: counted; the missing one fills its place in W", arguments: Column.allCases)
    func duplicate(_ column: Column) {
        var scene = Scene(column)
        if column == .idle { scene.receive(Stream.batch(0, Stream.frames(0..<2))) }
        let mode = scene.engine.mode
        let composite = scene.composite
        let before = scene.engine.counters
        scene.receive(Stream.batch(0, [Stream.frame(0)]))
        let after = scene.engine.counters
        #expect(after.duplicates + after.late == before.duplicates + before.late + 1)
        #expect(scene.engine.mode == mode)
        scene.ticks()
        #expect(scene.column == column)
        if column != .idle, column != .finishing, column != .returning, column != .transition {
            #expect(scene.composite == composite)
        }
    }

    @Test("3.12 late frame, column W: it is drawn when it is the missing one")
    func missingFrameArrives() {
        var scene = Scene(.idle)
        scene.receive(Stream.audio(0, frames: 30))
        scene.receive(Stream.batch(0, Stream.frames(0..<12)))
        #expect(scene.until { $0.column == .waiting } != nil)
        #expect(scene.engine.message.active?.cursor == 12)
        scene.receive(Stream.batch(0, Stream.frames(12..<13)))
        scene.ticks()
        #expect(scene.position?.frame == 12)
        #expect(scene.engine.record?.status == .sync)
    }

    @Test(
        "3.12 pause and step: the clock and every limit stand still, a step is one period", arguments: Column.allCases)
    func pauseAndStep(_ column: Column) {
        var scene = Scene(column)
        scene.receive(.paused)
        let clock = scene.engine.clock
        let mode = scene.engine.mode
        let composite = scene.composite
        scene.wait(20_000)
        #expect(scene.engine.clock == clock)
        #expect(scene.engine.mode == mode)
        #expect(scene.composite == composite)
        let cursor = scene.engine.message.active?.cursor
        let index = scene.engine.baseIndex
        scene.receive(.stepped)
        let period = column == .idle ? scene.engine.idlePeriod : scene.engine.period
        #expect(scene.engine.clock == clock + period)
        #expect(scene.column == column)
        switch column {
        case .idle, .transition, .finishing, .returning: #expect(scene.engine.baseIndex == index + 1)
        case .playing: #expect(scene.engine.message.active?.cursor == cursor.map { $0 + 1 })
        case .waiting, .holding, .gap: #expect(scene.composite == composite)
        }
        scene.receive(.resumed)
        scene.ticks()
        #expect(scene.column == column, "the pause does not count toward a limit")
    }
}
