import Cells
import Engine
import Events
import Keys
import Panels
import Sessions
import SocketIO
import Support
import Testing

@testable import Screens

@Suite("A conversation on the screen")
struct LiveCommandsTests {
    private static func live(_ events: [Event] = Screening.heard, connected: Bool = true) -> Screening {
        var screening = Screening(events) { $0.source = .live(isInsecure: false) }
        screening.change {
            $0.isGrowing = true
            $0.links[.main] = connected ? .connected(.webSocket) : .connecting(attempt: 2)
        }
        return screening
    }

    @Test("a message is sent with the clips that are ready, waits in the conversation, and is taken or not")
    func sending() throws {
        var screening = Self.live()
        screening.press(.say)
        guard case .send(let first)? = screening.type("hello").first else {
            Issue.record("nothing was sent: \(screening.model.prompt?.error ?? "")")
            return
        }
        #expect(first.text == "hello" && !first.ready.isEmpty && !first.goesLive && screening.model.prompt == nil)
        #expect(screening.model.conversation.lines.last?.state == .sending)
        screening.hear(.posted(first.number, failure: "status 500"))
        #expect(screening.model.conversation.lines.last?.state == .failed("status 500"))
        #expect(screening.model.notice == "Not sent: status 500")
        screening.timeline.move(to: 100)
        screening.press(.say)
        guard case .send(let second)? = screening.type("again").first else {
            Issue.record("nothing was sent: \(screening.model.prompt?.error ?? "")")
            return
        }
        #expect(second.goesLive && second.number != first.number)
        // What was said is typed again.
        screening.press(.say)
        screening.press(.named(.up))
        screening.press(.named(.up))
        #expect(screening.model.prompt?.editor.text == "hello")
    }

    @Test("without a link, without a picture and without a whole clip nothing is sent before that was read")
    func notSent() {
        var screening = Self.live(connected: false)
        screening.press(.say)
        #expect(screening.type("hello") == [] && screening.model.prompt?.error == "Not connected to the backend")
        var empty = Self.live([])
        empty.press(.say)
        #expect(
            empty.type("hello") == []
                && empty.model.prompt?.error == "The avatar is still loading; send it again when you see a picture")
        var session = EngineRun()
        session.at(0, Stream.manifest([(Stream.idle, 3)]))
        session.at(0.1, .clipAnnounced(Stream.idle, totalFrames: 3))
        session.at(0.2, .baseFrameArrived(Stream.idle, index: 0, picture: Stream.payload(1)))
        session.run(to: 1)
        var partial = Self.live(session.heard)
        partial.press(.say)
        #expect(partial.type("hello") == [] && partial.model.prompt?.error == ScreenModel.onlyIdles)
        guard case .send? = partial.press(.named(.enter)).first else {
            Issue.record("a warned user is not sent")
            return
        }
    }

    @Test("of several avatars each stays on the screen in its turn, and behind the last one it is who speaks")
    func members() {
        let lea = Member("lea") ?? .main
        let told: [CallEvent] = [
            .state(.joined, call: "c"), .source("one", [.avatar(.main)]), .source("two", [.avatar(lea)]),
            .member("1", [.name("Mira"), .source("one")]), .member("2", [.source("two")]), .member("3", []),
        ]
        var screening = Self.live(Screening.heard + told.map { Event(Instant(seconds: 12), .wire(.call($0))) })
        func pinned(_ id: String, _ isPinned: Bool) {
            let pin = isPinned ? CallPin(isRemote: false, time: .seconds(1)) : nil
            let change = WireEvent.call(.member(id, [.pin(pin)]))
            _ = screening.timeline.receiveWireEvent(change, entry: 0, named: "", at: Instant(seconds: 12))
        }
        #expect(screening.press(.nextMember) == [.pin(.main)] && screening.model.notice == "Showing Mira")
        pinned("1", true)
        #expect(screening.press(.nextMember) == [.pin(lea)] && screening.model.notice == "Showing 2")
        pinned("1", false)
        pinned("2", true)
        #expect(screening.press(.nextMember) == [.pin(nil)] && screening.model.notice == "Showing the current speaker")
        // Of what was, only the view is another's.
        screening.timeline.move(to: 100)
        #expect(screening.press(.nextMember) == [] && screening.model.heldAvatar == .main)
        #expect(screening.press(.nextMember) == [] && screening.model.heldAvatar == lea)
        #expect(screening.press(.nextMember) == [] && screening.model.heldAvatar == nil)
        screening.timeline.moveToEdge()
        // Frames of two avatars are not compared.
        screening.press(.slotA)
        screening.timeline.focus = lea
        screening.press(.togglePair)
        #expect(
            screening.model.notice == "A is a frame of another avatar" && screening.model.pair(screening.played) == nil)
        screening.timeline.focus = .main
        screening.press(.togglePair)
        #expect(screening.model.pair(screening.played) != nil)
        screening.press(.togglePair)
        // Whoever is on the screen when it is sent, it is for the one who was when the line was opened.
        screening.timeline.focus = lea
        screening.press(.say)
        #expect(screening.model.prompt?.label == "say to 2:")
        screening.timeline.focus = .main
        screening.change { $0.links[lea] = .connected(.webSocket) }
        #expect(
            screening.type("hello") == []
                && screening.model.prompt?.error == "The avatar is still loading; send it again when you see a picture")
        screening.press(.named(.escape))
        screening.press(.say)
        guard case .send(let message)? = screening.type("hello").first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(message.member == .main && screening.model.conversation.lines.last?.name == "Mira")
        // What they say is told apart.
        screening.hear(.spoken(TextSegment(text: "hello"), by: "Mira", at: Instant(seconds: 1)))
        #expect(screening.model.conversation.lines.last?.name == "Mira")
        screening.hear(.history([PastMessage(text: "then", sender: "me")], of: "me", with: "2"))
        #expect(screening.model.conversation.lines.first?.name == "2")
    }

    @Test("what was said before stands above, and the chosen line stays the chosen one")
    func history() {
        var screening = Self.live()
        screening.hear(.spoken(TextSegment(text: "now"), at: Instant(seconds: 1)))
        screening.press(.conversation)
        #expect(screening.model.popup == .conversation(0))
        screening.hear(.history([PastMessage(text: "then", sender: "me")], of: "me"))
        #expect(screening.model.popup == .conversation(1))
        #expect(screening.model.conversation.lines.map(\.text) == ["then", "now"])
        screening.press(.named(.up))
        screening.press(.named(.enter))
        #expect(screening.model.prompt?.editor.text == "then" && screening.model.popup == nil)
    }

    @Test("a line that is only offered to be said again does not take the place of what was typed before")
    func offered() {
        var screening = Self.live()
        screening.press(.say)
        screening.type("hello")
        screening.press(.say)
        screening.press(.paste("half a line"))
        screening.press(.named(.escape))
        screening.press(.conversation)
        screening.press(.named(.enter))
        #expect(screening.model.prompt?.editor.text == "hello")
        screening.press(.named(.escape))
        screening.hear(.spoken(TextSegment(text: "Well."), at: Instant(seconds: 13)))
        // From what the avatar said it goes on.
        screening.press(.conversation)
        screening.press(.named(.enter))
        #expect(screening.model.prompt?.editor.text == "half a line")
    }

    @Test("on a tape what was said is a list of places, the one last heard chosen; Enter goes there")
    func recorded() throws {
        var screening = Screening(Screening.heard)
        screening.press(.conversation)
        #expect(screening.model.popup == nil && screening.model.notice == "This recording contains no text")
        screening.change {
            $0.isPaused = true
            $0.captions = [
                SaidLine(heard: 300, time: Instant(seconds: 1), isAsked: true, text: "How are you?"),
                SaidLine(heard: 500, time: Instant(seconds: 2), isAsked: false, text: "Fine, and you?"),
                SaidLine(heard: 900, time: Instant(seconds: 99), isAsked: false, text: "later"),
            ]
        }
        screening.press(.conversation)
        #expect(screening.model.popup == .conversation(1))
        var view = ScreenView()
        let popup = try #require(screening.draw(with: &view).popups.first)
        let lines = popup.lines.map { $0.spans.map(\.text).joined() }
        #expect(lines.contains { $0.contains("1.000") && $0.contains(" you     How are you?") }, "\(lines)")
        #expect(lines.contains { $0.contains("2.000") && $0.contains(" avatar  Fine, and you?") }, "\(lines)")
        #expect(lines.last?.contains("Enter jump") == true, "\(lines)")
        screening.press(.named(.up))
        #expect(screening.press(.named(.enter)) == [.go(to: .heard(300))])
        #expect(screening.model.popup == nil && screening.model.prompt == nil)
    }

    @Test("the conversation names the key that closes it, which may be another one")
    func closingKey() throws {
        for (keys, closing, name) in [
            ("h", Key.character("h"), "h"), ("E h", .character("E"), "E"), ("none", .named(.escape), "Esc"),
        ] {
            let change = KeyChange(command: "conversation", keys: keys, line: 1)
            let own = try ScreenKeys().changed(by: [change], in: "c.toml")
            var screening = Screening { ($0.source, $0.keys) = (.live(isInsecure: false), own) }
            screening.model.popup = .conversation(0)
            var view = ScreenView()
            let popup = try #require(screening.draw(with: &view).popups.first)
            let hint = popup.lines.last?.spans.map(\.text).joined() ?? ""
            #expect(hint.hasSuffix("  \(name) close"), "\(hint)")
            screening.press(closing)
            #expect(screening.model.popup == nil)
        }
    }

    @Test("keys are advised where they are keys, not letters of the line that is typed")
    func advisedKeys() {
        var screening = Self.live(connected: false)
        func hints() -> StatusState.Hints {
            screening.model.status(screening.model.layout(screening.played), screening.played, rate: 0).hints
        }
        #expect(hints().retry == "R" && hints().quit == "q")
        screening.press(.say)
        #expect(hints().retry == nil && hints().quit == nil && hints().help == nil)
    }

    @Test("an attempt is made at once where there is a session")
    func retry() {
        var screening = Self.live()
        #expect(screening.press(.retryConnection) == [.retryConnection])
    }

    @Test("what is to be said by itself is said once everything is there, and the program ends behind it")
    func opening() {
        var screening = Self.live([])
        screening.model.initialUtterance = InitialUtterance(text: "hello", stays: false)
        #expect(screening.turn() == [])
        var ready = Self.live()
        ready.model.initialUtterance = InitialUtterance(text: "hello", stays: false)
        guard case .send(let message)? = ready.turn().first else {
            Issue.record("nothing is said")
            return
        }
        #expect(message.text == "hello" && ready.turn() == [])
        ready.hear(.saidAll)
        ready.change { $0.isPaused = true }
        #expect(ready.turn() == [])
        ready.change { $0.isPaused = false }
        #expect(ready.turn() == [] && ready.turnWhileFading() == [.endSpeech])
        ready.hear(.trouble("the voice has ended"))
        #expect(ready.turn() == [.fail("the voice has ended")] && ready.model.notice == "the voice has ended")
        // What is typed meanwhile is answered first, also where all has been given to be heard.
        var typing = Self.live()
        typing.model.initialUtterance = InitialUtterance(text: "hello", stays: false)
        #expect(typing.turn().count == 1)
        typing.hear(.saidAll)
        typing.press(.say)
        #expect(typing.type("wait").count == 1 && typing.turn() == [])
        typing.hear(.saidAll)
        #expect(typing.turnWhileFading() == [.endSpeech])
        // Who stays goes on; and what was said before it was its turn ends nothing.
        for stays in [true, false] {
            var other = Self.live()
            other.model.initialUtterance = InitialUtterance(text: "hello", stays: stays)
            if !stays { other.hear(.saidAll) }
            #expect(other.turn().count == 1 && other.turn() == [])
            other.hear(.saidAll)
            #expect(other.model.notice == nil)
            #expect(other.turnWhileFading() == (stays ? [] : [.endSpeech]))
            #expect(other.model.notice == (stays ? "Press Enter to say more" : nil))
            // Once.
            other.model.notice = nil
            #expect(other.turn() == (stays ? [] : [.endSpeech]) && other.model.notice == nil)
        }
    }

    @Test("say-returns: what is typed while its last word fades away is heard before it ends")
    func typedWhileFading() {
        var screening = Self.live()
        screening.model.initialUtterance = InitialUtterance(text: "hello", stays: false)
        screening.turn()
        screening.hear(.saidAll)
        #expect(screening.turn() == [])
        screening.press(.say)
        screening.change { $0.now = $0.now + InitialUtterance.fading }
        #expect(screening.type("wait").count == 1)
        screening.hear(.saidAll)
        // Since then, and not since what was said before it.
        #expect(screening.turn() == [] && screening.turnWhileFading() == [.endSpeech])
    }

    @Test(
        "say-returns: the silence behind the last word begins anew where it was paused, or one was elsewhere",
        arguments: [true, false])
    func pausedWhileFading(isPaused: Bool) {
        var screening = Self.live()
        screening.model.initialUtterance = InitialUtterance(text: "hello", stays: false)
        screening.turn()
        screening.hear(.saidAll)
        #expect(screening.turn() == [])
        screening.change { played in
            played.isPaused = isPaused
            if !isPaused { played.timeline.move(to: 100) }
        }
        #expect(screening.turnWhileFading() == [])
        let timeline = screening.timeline
        screening.change { ($0.isPaused, $0.timeline) = (false, timeline) }
        #expect(screening.turn() == [] && screening.turnWhileFading() == [.endSpeech])
    }

    /// A chunk of one second that begins at 1 s and ends the message, whose mouth does as it is told, and whose words are told.
    private static func talking(
        until seconds: Double, _ viseme: String = "rest", words: [(from: Int64, to: Int64)] = [],
        then rest: [WireEvent] = []
    ) -> [Event] {
        var audio = AudioChunk(chunk: 0, group: 0, sound: Stream.payload(500_000), totalFrames: 30)
        audio.words = words.enumerated().map { place, word in
            SpokenWord(
                scalars: place * 4..<place * 4 + 3, span: .milliseconds(word.from)..<TimeSpan.milliseconds(word.to))
        }
        var session = EngineRun.loaded()
        session.at(1, [.audioArrived(audio), Stream.batch(0, shaped(30, viseme), of: 1), Stream.sent(0, 30)])
        session.at(1, rest + [.audioEnded])
        session.run(to: seconds)
        return session.heard
    }

    private static func shaped(_ count: Int, _ viseme: String) -> [OverlayFrame] {
        Stream.frames(0..<count).map { frame in
            var frame = frame
            frame.viseme = viseme
            return frame
        }
    }

    /// What it ends with when all has been given to be heard.
    private static func end(
        _ events: [Event], stays: Bool = false, trouble: String? = nil, levels: [UInt8]? = nil,
        lastWord: Range<Int>? = nil
    ) -> [ScreenAction] {
        var screening = live(events)
        screening.model.initialUtterance = InitialUtterance(text: "hello", stays: stays)
        screening.change { $0.lastWord = lastWord }
        if let levels { screening.setLevels(levels) }
        screening.turn()
        if let trouble { screening.hear(.trouble(trouble)) }
        screening.hear(.saidAll)
        #expect(screening.played.timeline.edge.isAnimating)
        return screening.turnWhileFading()
    }

    @Test(
        "say-returns: it ends with the last word, while the avatar is still on its way home; who stays sees it come home",
        arguments: ["rest", "ah"])
    func lastWord(viseme: String) {
        let words: [(from: Int64, to: Int64)] = [(100, 300), (400, 700)]
        #expect(Self.end(Self.talking(until: 1.5, viseme, words: words)) == [])
        let silent = Self.talking(until: 1.8, viseme, words: words)
        #expect(Self.end(silent) == [.endSpeech] && Self.end(silent, stays: true) == [])
        #expect(Self.end(silent, trouble: "no voice") == [.fail("no voice")])
    }

    @Test("say-returns: without words it ends with the sound, also where no mouth moves: a voice may tell no phonemes")
    func lastSound() {
        #expect(Self.end(Self.talking(until: 1.5)) == [] && Self.end(Self.talking(until: 1.9)) == [])
        #expect(Self.end(Self.talking(until: 2.3)) == [.endSpeech])
        // It is over earlier where it is known to be silent from there on; a soft end is none.
        let half = [UInt8](repeating: 200, count: 15) + [UInt8](repeating: 0, count: 15)
        #expect(Self.end(Self.talking(until: 1.4), levels: half) == [])
        #expect(Self.end(Self.talking(until: 1.7), levels: half) == [.endSpeech])
        let soft = [UInt8](repeating: 200, count: 15) + [UInt8](repeating: 9, count: 15)
        #expect(Self.end(Self.talking(until: 1.7), levels: soft) == [])
        #expect(Self.end(Self.talking(until: 1.5), trouble: "no voice") == [])
        #expect(Self.end(Self.talking(until: 2.3), trouble: "no voice") == [.fail("no voice")])
    }

    @Test("say-returns: nobody waits for the silence that leads home behind the words")
    func closingSilence() {
        let closing: [WireEvent] = [
            Stream.audio(1, frames: 30), Stream.batch(1, Self.shaped(30, "rest"), of: 1), Stream.sent(1, 30),
        ]
        func talking(until seconds: Double) -> [Event] {
            Self.talking(until: seconds, "ah", words: [(100, 700)], then: closing)
        }
        #expect(Self.end(talking(until: 1.5)) == [] && Self.end(talking(until: 1.8)) == [.endSpeech])
        // In it the caption knows the word that was heard last; of a voice that tells none it may be something that is heard.
        #expect(Self.end(talking(until: 2.4), lastWord: 0..<3) == [.endSpeech] && Self.end(talking(until: 2.4)) == [])
    }
}
