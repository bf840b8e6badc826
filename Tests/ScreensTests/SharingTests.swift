import Cells
import Debugger
import Engine
import Events
import Frames
import Keys
import Panels
import PictureInPicture
import Support
import Testing

@testable import Screens

/// What somebody did before they pressed the key, from the step-debug screen or from the player's.
private struct Pressed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var steps = true
    let act: @Sendable (inout Screening) -> Void

    init(_ name: String, steps: Bool = true, _ act: @escaping @Sendable (inout Screening) -> Void) {
        (testDescription, self.steps, self.act) = (name, steps, act)
    }

    static let all: [Pressed] = [
        Pressed("nothing") { _ in },
        Pressed("another view") {
            $0.go(to: .chunk(1))
            $0.press(.nextView)
            $0.press(.nextView)
        },
        Pressed("a frame in a chunk") { $0.go(to: .place(FramePlace(chunk: 0, section: 0, sequence: 7))) },
        Pressed("a frame in which it idles") { $0.go(to: .time(Instant(seconds: 9))) },
        Pressed("panels") {
            $0.go(to: .chunk(0))
            $0.press(.toggleInspector)
            $0.press(.toggleStatistics)
        },
        Pressed("log only") {
            $0.go(to: .chunk(0))
            $0.press(.toggleLogPage)
        },
        Pressed("no panels") {
            for command in [Command.toggleInspector, .toggleLog, .toggleTimeline] { $0.press(command) }
        },
        Pressed("a filter and a search") {
            $0.go(to: .chunk(1))
            $0.press(.filter)
            $0.type("=S talk")
            $0.press(.search)
            $0.type("0:0.1")
        },
        Pressed("onion skins and an outline") {
            $0.go(to: .chunk(1))
            $0.press(.previousView)
            $0.press(.moreOnion)
            $0.press(.toggleOutline)
        },
        Pressed("two frames side by side") {
            $0.go(to: .chunk(0))
            $0.press(.slotA)
            $0.go(to: .chunk(1))
            $0.press(.slotB)
            $0.go(to: .time(Instant(seconds: 8)))
            $0.press(.togglePair)
        },
        Pressed("a timeline that was zoomed") {
            $0.go(to: .chunk(1))
            $0.press(.zoomIn)
            $0.press(.zoomIn)
        },
        Pressed("all of the timeline") { for _ in 0..<9 { $0.press(.zoomOut) } },
        Pressed("tile and filling") {
            $0.press(.nextTileMode)
            $0.press(.nextTileCorner)
            $0.press(.largerTile)
            $0.press(.toggleFilling)
        },
        Pressed("the player", steps: false) { $0.go(to: .place(FramePlace(chunk: 0, section: 0, sequence: 17))) },
        Pressed("the player with its log", steps: false) {
            $0.go(to: .chunk(1))
            $0.press(.toggleLog)
        },
        Pressed("the player with the timeline", steps: false) {
            $0.go(to: .chunk(1))
            $0.press(.toggleTimeline)
        },
        Pressed("the debugger of the player", steps: false) {
            $0.go(to: .chunk(1))
            $0.press(.toggleDebug)
        },
    ]
}

extension Screening {
    fileprivate mutating func go(to goal: Goal) {
        guard case .at(let place) = timeline.find(goal) else { return }
        timeline.move(to: place)
        hear(.arrived(.arrived([])))
    }

    /// Opened, and what it wants at first done.
    fileprivate init(opened set: (inout ScreenModel.Opening) -> Void) {
        self.init(Self.heard) { opening in
            opening.sharing = .tape(file: "a b.cameo", options: ["--fresh"])
            set(&opening)
        }
        change { ($0.isPaused, $0.isExhausted) = (true, true) }
        for action in hear(.began) {
            switch action {
            case .go(let goal), .play(let goal): go(to: goal)
            default: break
            }
        }
        turn()
    }
}

@Suite("A moment to share")
struct SharingTests {
    /// As a shell does; only what `ShellWord` writes.
    private static func words(_ command: String) -> [String] {
        var (words, word, isQuoted) = ([String](), "", false)
        for character in command {
            switch character {
            case "'": isQuoted.toggle()
            case " " where !isQuoted:
                words.append(word)
                word = ""
            default: word.append(character)
            }
        }
        return words + [word]
    }

    /// Another program that is run with the command.
    private static func opened(_ command: String) throws -> Screening {
        var words = words(command)
        try #require(words.prefix(1) == ["cameo"] && words.contains("a b.cameo") && words.contains("--fresh"))
        let steps = words[1] == "step"
        var (view, tile) = (SavedView(), TileSettings())
        let fills = words.contains("--fill")
        words.removeFirst(2)
        while let word = words.first {
            words.removeFirst()
            guard word.hasPrefix("--") else { continue }
            let name = String(word.dropFirst(2))
            let text = words.first ?? ""
            switch name {
            case "tile": tile.mode = TileMode(rawValue: text) ?? .auto
            case "tile-corner": tile.corner = TileCorner(rawValue: text) ?? .topRight
            case "tile-size": tile.size = TileSize(rawValue: text) ?? .medium
            case "fill", "fresh": break
            default:
                let option = try #require(SavedView.Option(rawValue: name))
                let isTaken = view.take(option.isFlag ? "" : text, for: option)
                #expect(isTaken)
            }
        }
        return Screening(opened: { ($0.steps, $0.view, $0.tile, $0.fills) = (steps, view, tile, fills) })
    }

    @Test("opened, it is the same screen", arguments: Pressed.all)
    fileprivate func roundTrip(pressed: Pressed) throws {
        var screening = Screening(opened: { $0.steps = pressed.steps })
        pressed.act(&screening)
        screening.model.notice = nil
        var (before, after) = (ScreenView(), ScreenView())
        let shown = screening.draw(with: &before)
        let command = try screening.model.command(screening.played).get()
        #expect(screening.press(.share) == [.copy(command)])
        #expect(screening.model.notice == "Copied (if the terminal allows it): \(command)")
        var again = try Self.opened(command)
        #expect(again.timeline.heard == screening.timeline.heard, "\(command)")
        let shownAgain = again.draw(with: &after)
        #expect(shownAgain == shown, "\(command)")
        // Told once more, it is the same.
        #expect(try again.model.command(again.played).get() == command)
    }

    @Test("a frame of a chunk is named by the stream's numbers, one in which it idles by its time")
    func places() throws {
        var screening = Screening(opened: { $0.steps = true })
        screening.go(to: .chunk(1))
        #expect(try screening.model.command(screening.played).get() == "cameo step 'a b.cameo' --fresh --at 1:0.0")
        screening.press(.nextView)
        #expect(
            try screening.model.command(screening.played).get()
                == "cameo step 'a b.cameo' --fresh --at 1:0.0 --view base")
        screening.press(.previousView)
        screening.go(to: .time(Instant(seconds: 9)))
        let time = try #require(Goal.time(screening.timeline.now).typed)
        #expect(try screening.model.command(screening.played).get() == "cameo step 'a b.cameo' --fresh --at \(time)")
    }

    @Test(
        "the frame that is on screen is meant, whatever has been heard since, playing and paused",
        arguments: [false, true])
    func betweenFrames(isPaused: Bool) throws {
        var screening = Screening(opened: { $0.steps = isPaused })
        let timeline = screening.timeline
        let between = try #require(
            (1...timeline.history.count).first { heard in
                guard let entry = timeline.log.frame(after: heard).flatMap(timeline.log.entry(ofFrame:)) else {
                    return false
                }
                return entry.heard < heard && entry.record?.position?.chunk == 0
            })
        screening.timeline.move(to: between)
        screening.change { $0.isPaused = isPaused }
        let sequence = try #require(screening.played.record?.position?.sequence)
        let command = try screening.model.command(screening.played).get()
        #expect(command == "cameo \(isPaused ? "step" : "play") 'a b.cameo' --fresh --at 0:0.\(sequence)")
        let again = try Self.opened(command)
        #expect(again.played.composite == screening.played.composite && again.played.composite != nil)
    }

    @Test("a fault that was told between two frames has a moment of its own, and W is about the frame that it marks")
    func faultBetweenFrames() throws {
        let split = Screening.heard.firstIndex { $0.time > Instant(seconds: 2) } ?? 0
        var screening = Screening(Array(Screening.heard[..<split])) { opening in
            (opening.steps, opening.sharing) = (true, .tape(file: "a", options: []))
        }
        let before = try #require(screening.played.record)
        let later = screening.played.timeline.edge.now + .milliseconds(5)
        screening.receive([Event(later, .wire(.ignored(name: "other")))])
        screening.say(1)
        let told = screening.timeline.heard
        screening.receive(Screening.heard[split...])
        screening.timeline.move(to: told)
        #expect(screening.played.record == before && before.position != nil)
        let time = try #require(Goal.time(screening.played.timeline.now).typed)
        #expect(try screening.model.command(screening.played).get() == "cameo step a --at \(time)")
        screening.press(.why)
        guard case .why(let why, _)? = screening.model.popup else {
            Issue.record("no reasons")
            return
        }
        #expect(why.record.ordinal == before.ordinal + 1)
        #expect(why.steps.contains { $0.sentence.contains("ODD") })
        // Where nothing was told since the frame is meant.
        screening.timeline.move(to: told - 1)
        let position = try #require(before.position)
        let place = "\(position.chunk):\(position.section).\(position.sequence)"
        #expect(try screening.model.command(screening.played).get() == "cameo step a --at \(place)")
    }

    @Test("the demo has a name of its own; where there is no tape it is said why")
    func others() throws {
        var demo = Screening(opened: { ($0.steps, $0.sharing) = (true, .tape(file: nil, options: [])) })
        #expect(try demo.model.command(demo.played).get() == "cameo step")
        demo.press(.toggleDebug)
        #expect(try demo.model.command(demo.played).get().hasPrefix("cameo demo --pause"))
        var dashed = Screening(opened: { ($0.steps, $0.sharing) = (true, .tape(file: "-x", options: [])) })
        // At the beginning, too: without a place it would open as it was left.
        #expect(try dashed.model.command(dashed.played).get() == "cameo step ./-x --at 0")
        var live = Screening(opened: { $0.sharing = .impossible("this session is on no tape that stays") })
        #expect(live.press(.share) == [] && live.model.notice == "Cannot share: this session is on no tape that stays")
        dashed.press(.share)
    }

    // MARK: Coming back

    @Test("what was left comes back, and it is said that it did; what has been played to its end begins anew")
    func comingBack() throws {
        var left = Screening(opened: { $0.steps = false })
        left.go(to: .chunk(1))
        let view = left.model.viewToKeep(left.played)
        #expect(view.at != nil && !view.isPaused)
        left.change { $0.isOver = true }
        #expect(left.model.viewToKeep(left.played).at == nil)
        var again = Screening(Screening.heard) { ($0.view, $0.comesBack) = (view, true) }
        #expect(again.hear(.began) == [.play(from: try #require(view.at))])
        #expect(again.model.notice == "Resumed at 1:0.0, where you stopped; Home starts over")
        // What was wrong with a file is not lost behind it.
        var wrong = Screening(Screening.heard) { ($0.view, $0.comesBack, $0.showsFigures) = (view, true, true) }
        wrong.hear(.remark("a.debug.toml:9: no"))
        wrong.hear(.began)
        #expect(wrong.model.notice == "a.debug.toml:9: no; Resumed at 1:0.0, where you stopped; Home starts over")
        // The key is the hosted program's there.
        var hosted = Screening(Screening.heard) { ($0.view, $0.comesBack, $0.isHosting) = (view, true, true) }
        hosted.hear(.began)
        #expect(hosted.model.notice == "Press Ctrl-] ? for the keys; Resumed at 1:0.0, where you stopped")
        // What nobody can guess: how to talk to whoever is on the screen. Of a tape there is nobody.
        var live = Screening(Screening.heard) { $0.source = .live(isInsecure: false) }
        live.hear(.began)
        #expect(live.model.notice == "Press Enter to say something")
        var clean = Screening(Screening.heard) { ($0.source, $0.isClean) = (.live(isInsecure: false), true) }
        clean.hear(.began)
        #expect(clean.model.notice == nil)
        var asked = Screening(Screening.heard) { $0.view = view }
        asked.hear(.began)
        #expect(asked.model.notice == nil)
    }
}
