import Cells
import Events
import Keys
import Panels
import PictureInPicture
import Support
import Testing

@testable import Screens

/// A call that a pipe tells line by line.
@Suite("A call that is only watched")
struct WatchedCallTests {
    private static let told: [Event] = [
        Event(Instant(seconds: 1), .wire(.call(.state(.joined, call: "c")))),
        Event(Instant(seconds: 1), .wire(.call(.member("bob", [.name("Bob")])))),
        Event(Instant(seconds: 1), .local(.ticked)),
    ]

    private static func screening(_ size: CellSize = CellSize(columns: 110, rows: 30)) -> Screening {
        var screening = Screening(told) { ($0.source, $0.isWatchedOnly) = (.live(isInsecure: false), true) }
        screening.change { $0.isGrowing = true }
        screening.hear(.resized(ScreenGeometry(cells: size)))
        return screening
    }

    private static func help(_ screening: Screening) -> [HelpPanel.Group] {
        screening.model.helpGroups(screening.played)
    }

    @Test("call-pipe-enter: nothing offers to say something, and no key speaks of a picture")
    func enter() {
        var screening = Self.screening()
        screening.hear(.began)
        #expect(screening.model.notice == nil)
        let hints = screening.model.status(screening.model.layout(screening.played), screening.played, rate: 0).hints
        #expect(hints.say == nil && hints.retry == nil && hints.quit == "q")
        for key in [Key.named(.enter), .character(":")] {
            #expect(screening.press(key) == [])
            #expect(screening.model.prompt == nil)
            #expect(screening.model.notice == "This call can only be watched; nobody in it can hear you")
        }
        #expect(screening.press(.character("R")) == [] && screening.model.popup == nil)
        screening.press(.conversation)
        #expect(screening.model.notice == "Nothing has been said yet" && screening.model.popup == nil)
        var talking = Screening { $0.source = .live(isInsecure: false) }
        talking.hear(.began)
        #expect(talking.model.notice == "Press Enter to say something")
    }

    @Test("the help and the list of everything leave out what does nothing in a call, for good")
    func commands() {
        let screening = Self.screening()
        let rows = Self.help(screening).flatMap(\.keys).map(\.does)
        for does in [
            "say something to the avatar", "connect now", "one frame forward", "next view", "next chunk",
        ] {
            #expect(screening.model.keys.rows.contains { $0.does == does } && !rows.contains(does), "\(does)")
        }
        #expect(rows.contains("fit or fill") && rows.contains("step-debug screen") && rows.contains("back to live"))
        #expect(!Self.help(screening).contains { $0.title.hasPrefix("views") })
        let session = Screening { $0.source = .live(isInsecure: false) }
        #expect(Self.help(session).flatMap(\.keys).contains { $0.does == "say something to the avatar" })
        #expect(Self.help(session).contains { $0.title == "views: v shows the next one" })
    }

    @Test("the help says what the signs on the tile mean, as the tile draws them")
    func legend() throws {
        var screening = Self.screening()
        let title = "signs on the tile"
        let signs = try #require(Self.help(screening).first { $0.title == title }).keys
        for sign in ["▲", "⚑", "♪", "✗", "‖", "▄▆█"] { #expect(signs.contains { $0.key == sign }, "\(sign)") }
        screening.hear(
            .resized(ScreenGeometry(cells: CellSize(columns: 80, rows: 24), signs: .ascii)))
        let ascii = try #require(Self.help(screening).first { $0.title == title }).keys.map(\.key)
        #expect(ascii.allSatisfy { $0.allSatisfy(\.isASCII) } && Set(ascii).count == ascii.count)
        #expect(!Self.help(Screening()).contains { $0.title == title })
    }

    @Test("the log has columns of its own: when, what it is about, and what happened", arguments: [40, 80, 120])
    func log(columns: Int) throws {
        var screening = Self.screening(CellSize(columns: columns, rows: 24))
        screening.press(.toggleLogPage)
        var view = ScreenView()
        let panels = screening.draw(with: &view).panels
        let log = try #require(panels.first { $0.lines.first?.spans.contains { $0.text.contains("about") } == true })
        let lines = log.lines.map { $0.spans.map(\.text).joined() }
        let column = { (word: String, line: String) in
            line.range(of: word).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }
        let about = try #require(column("about", lines[0]))
        #expect(!lines[0].contains("chunk") && !lines[0].contains("base"))
        let tile = try #require(lines.first { $0.contains("placeholder: ") })
        #expect(column("tile", tile) == about && column("placeholder", tile) == column("what", lines[0]))
    }
}
