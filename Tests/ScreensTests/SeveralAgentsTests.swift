import Debugger
import Engine
import Events
import Panels
import PictureInPicture
import Sessions
import Support
import Testing

@testable import Screens

@Suite("Several agents on one tape")
struct SeveralAgentsTests {
    private let lea: Member

    init() throws { lea = try #require(Member("lea")) }

    /// The same message of both, Lea's four seconds later, in a call of theirs.
    private var events: [Event] {
        let told: [CallEvent] = [
            .state(.joined, call: "c"), .source("one", [.avatar(.main)]), .source("two", [.avatar(lea)]),
            .member("1", [.name("Mira"), .publishesVideo(true), .source("one")]),
            .member("2", [.name("Lea"), .publishesVideo(true), .source("two")]),
        ]
        let later = Screening.heard.map { Event($0.time + .seconds(4), $0.body) }
        return told.map { Event(.zero, .wire(.call($0))) } + .merged([(.main, Screening.heard), (lea, later)])
    }

    private func opened(_ set: (inout ScreenModel.Opening) -> Void = { _ in }) -> Screening {
        var screening = Screening(events) { opening in
            (opening.steps, opening.sharing) = (true, .tape(file: "two.cameo", options: []))
            set(&opening)
        }
        screening.change { ($0.isPaused, $0.isExhausted) = (true, true) }
        return screening
    }

    /// Where this is in the log of one of them, who is on the screen then.
    private func show(_ member: Member, at goal: Goal, _ screening: inout Screening) throws {
        screening.timeline.focus = member
        screening.timeline.move(to: try #require(screening.timeline.find(goal).place))
    }

    @Test("with nothing but the face, too, the key for the next agent does what it does where there are several")
    func face() {
        var screening = opened { ($0.steps, $0.isClean) = (false, true) }
        screening.press(.nextMember)
        #expect(screening.model.screen == .face && screening.model.heldAvatar != nil)
        #expect(screening.model.notice?.hasPrefix("q\u{A0}quit") != true)
    }

    @Test("what is told of a frame says whose it is, unless the screen is about that one by itself")
    func told() throws {
        var screening = opened()
        try show(.main, at: .chunk(1), &screening)
        let place = try #require(screening.model.view(screening.played).at)
        #expect(screening.model.view(screening.played).agent == nil)
        try show(lea, at: .chunk(1), &screening)
        let view = screening.model.view(screening.played)
        #expect(view.agent == "2" && view.at == place)
        let command = try screening.model.command(screening.played).get()
        #expect(command.hasPrefix("cameo step two.cameo --agent 2 --at 1:0.0"))
        // The tile shows who speaks there, and the user has held on to the first one.
        #expect(screening.played.call?.shownAvatar == lea)
        screening.timeline.focus = .main
        #expect(screening.model.view(screening.played).agent == "1")
    }

    @Test("at its end a call has nobody any more, and the tape still knows whose frame it is")
    func ended() {
        let over = Event(Instant(seconds: 20), .wire(.call(.state(.left, call: "c"))))
        for avatars in [[], [CallAvatar(id: "2", avatar: lea, name: "Lea")]] {
            var screening = Screening(events + [over]) { ($0.steps, $0.avatars) = (true, avatars) }
            screening.timeline.focus = lea
            #expect(screening.model.view(screening.played).agent == avatars.first?.id)
        }
    }

    @Test("a screen that begins with an agent is about that one before anything of it is heard")
    func held() throws {
        var view = SavedView()
        for (option, text) in [(SavedView.Option.agent, "2"), (.at, "1:0.0")] {
            let isTaken = view.take(text, for: option)
            #expect(isTaken)
        }
        var screening = opened { ($0.view, $0.heldAvatar) = (view, lea) }
        #expect(screening.model.heldAvatar == lea)
        let goal = try #require(view.at)
        #expect(screening.hear(.began).contains(.go(to: goal)))
        try show(lea, at: goal, &screening)
        #expect(screening.model.view(screening.played).agent == "2")
    }

    @Test("a kept view has places of one agent only, and none of who spoke last on a tape that was over")
    func kept() throws {
        var stepping = opened()
        try show(.main, at: .chunk(0), &stepping)
        stepping.press(.slotA)
        #expect(stepping.model.view(stepping.played).slotA != nil)
        try show(lea, at: .chunk(1), &stepping)
        let view = stepping.model.viewToKeep(stepping.played)
        #expect(view.slotA == nil && view.agent == "2" && view.at != nil)
        var playing = opened { $0.steps = false }
        try show(lea, at: .chunk(1), &playing)
        playing.change { $0.isOver = true }
        let over = playing.model.viewToKeep(playing.played)
        #expect(over.agent == nil && over.at == nil)
        playing.model.heldAvatar = lea
        #expect(playing.model.viewToKeep(playing.played).agent == "2")
    }

    @Test("what changed since the frame before is told of whom the screen is about")
    func changes() throws {
        var screening = opened()
        try show(lea, at: .chunk(1), &screening)
        let changes = InspectorState(screening.played).changes
        let fields = screening.timeline.session.fields(of: lea)
        #expect(!changes.isEmpty)
        for change in changes {
            #expect(fields.first { $0.name == change.name }?.value == change.after, "\(change.name)")
        }
    }

    @Test("what stopped a run is on the screen with whom it is about, whoever was held on to")
    func stopped() throws {
        var screening = opened()
        screening.model.heldAvatar = lea
        let time = Instant(seconds: 3)
        let finding = AuditFinding(.seam, at: time, expected: "a", found: "b")
        screening.timeline.addMediaFindings([finding])
        let place = screening.timeline.history.heard(before: time) + 1
        screening.timeline.move(to: place)
        screening.timeline.focus = lea
        screening.hear(.arrived(.arrived([Breakpoint(.late)], of: lea)))
        #expect(screening.model.heldAvatar == lea)
        screening.hear(.arrived(.arrived([], of: .main)))
        #expect(screening.model.heldAvatar == lea)
        screening.hear(.arrived(.arrived([Breakpoint(.fault)], of: .main)))
        #expect(screening.model.heldAvatar == .main)
        #expect(screening.model.notice?.hasPrefix("Stopped: \(finding.shownWords)") == true)
        // What else holds there is said, too, but not that it is late: that is a fault.
        let words = screening.model.notice ?? ""
        screening.hear(.arrived(.arrived([Breakpoint(.late), Breakpoint(.fault), Breakpoint(.chunkStart)])))
        #expect(screening.model.notice == words + "; first frame of a chunk")
        screening.hear(.arrived(.arrived([Breakpoint(.chunkEnd), Breakpoint(.modeChange)])))
        #expect(screening.model.notice == "Stopped: end of a chunk; mode change")
        // Each whole, and how many more there are.
        let many = AuditFinding.Kind.faults.filter { $0 != .seam }.map {
            AuditFinding($0, at: time, expected: "a", found: "one of many that have rather long words for it")
        }
        screening.timeline.addMediaFindings(many)
        screening.timeline.move(to: place)
        screening.hear(.arrived(.arrived([Breakpoint(.fault)], of: .main)))
        screening.hear(.remark("from the backend: something"))
        let said = screening.model.notice ?? ""
        #expect(said.hasPrefix(words + "; ") && !said.contains("…") && said.count < 500, "\(said)")
        #expect(said.contains(/words for it; [0-9]+ more$/), "\(said)")
    }
}
