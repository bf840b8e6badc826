import Events
import Frames
import JSON
import Panels
import Testing

@testable import Screens

@Suite("What is on screen, as options and as a file")
struct KeptViewTests {
    private static let texts: [(SavedView.Option, String)] = [
        (.agent, "2"), (.at, "2/4:0.24"), (.view, "from-demanded"), (.onion, "5"), (.outline, ""),
        (.panel, "log,statistics"),
        (.timeline, "2.000s..4.500s"), (.filter, "=HK talking"), (.search, "a b"), (.slotA, "4:0.2"),
        (.slotB, "12433ms"),
        (.pair, ""), (.pause, ""),
    ]

    @Test("all of it is told in the form in which it is read, also in a file")
    func roundTrip() throws {
        var view = SavedView()
        for (option, text) in Self.texts {
            let isTaken = view.take(text, for: option)
            #expect(isTaken, "\(option)")
        }
        #expect(view.options.map(\.option) == SavedView.Option.allCases)
        #expect(view.options.map(\.text) == Self.texts.map(\.1))
        guard case .object(let read) = try JSON.parse(JSON.object(view.json).text) else {
            Issue.record("no object")
            return
        }
        #expect(SavedView(read) == view)
        #expect(SavedView().options.isEmpty && SavedView().isEmpty)
    }

    @Test(
        "what is wrong is refused, and it is said what is expected",
        arguments: [
            (.agent, ""), (.agent, "a\u{1B}[31mb"), (.at, "nowhere"), (.at, ""), (.view, "sideways"), (.onion, "0"),
            (.onion, "many"), (.panel, "log,clock"),
            (.panel, ""), (.timeline, "2s"), (.timeline, "4s..2s"), (.filter, "=Q?"), (.slotA, "x"),
            (.search, String(repeating: "a", count: 1_001)), (.search, "a\u{1B}[31mb"),
        ] as [(SavedView.Option, String)])
    func wrong(option: SavedView.Option, text: String) {
        var view = SavedView()
        let isTaken = view.take(text, for: option)
        #expect(!isTaken)
        #expect(!SavedView.expected(option).isEmpty)
    }

    @Test("of a stranger's file only what can be read counts")
    func strange() {
        let view = SavedView(["at": "nowhere", "view": 3, "filter": "talk", "panels": ["log"], "other": "x"])
        #expect(view.options.map(\.option) == [.filter] && view.filter?.text == "talk")
    }

    @Test("what is asked for counts more than what was kept")
    func over() {
        var (asked, kept) = (SavedView(), SavedView())
        _ = asked.take("c1", for: .at)
        _ = kept.take("c2", for: .at)
        _ = kept.take("base", for: .view)
        let both = asked.over(kept)
        #expect(both.at == .chunk(1) && both.view == .base)
    }

    @Test("places of two agents do not mix: those that were kept go where another agent's are asked for")
    func overOfAgents() {
        func view(_ texts: (SavedView.Option, String)...) -> SavedView {
            var view = SavedView()
            for (option, text) in texts { _ = view.take(text, for: option) }
            return view
        }
        let kept = view((.agent, "2"), (.at, "c2"), (.slotA, "c1"), (.pair, ""), (.view, "base"))
        #expect(view((.onion, "4")).over(kept).at == .chunk(2) && view((.onion, "4")).over(kept).agent == "2")
        #expect(view((.at, "c3")).over(kept) == view((.at, "c3"), (.view, "base")))
        #expect(view((.agent, "1")).over(kept) == view((.agent, "1"), (.view, "base")))
        let same = view((.agent, "2"), (.at, "c3")).over(kept)
        #expect(same.at == .chunk(3) && same.slotA == .chunk(1) && same.showsPair)
    }

    @Test(
        "a shell reads each word as it was",
        arguments: [
            ("call.cameo", "call.cameo"), ("a b.cameo", "'a b.cameo'"), ("it's", "'it'\\''s'"), ("", "''"),
            ("$HOME/*", "'$HOME/*'"), ("~/x", "'~/x'"), ("=HK talk", "'=HK talk'"), ("é", "'é'"), ("4:0.24", "4:0.24"),
            // Neither a terminal nor a line of input obeys it when it is pasted, whatever the shell.
            ("a\u{3}\ntouch x #", "$'a\\003\\012touch x #'"), ("\u{1B}[201~'; x\\", "$'\\033[201~\\047; x\\134'"),
            ("\u{9B}\u{202E}", "$'\\302\\233\\342\\200\\256'"),
        ])
    func quoted(text: String, expected: String) { #expect(ShellWord.quoted(text) == expected) }
}
