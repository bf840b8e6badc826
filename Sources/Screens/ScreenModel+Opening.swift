import Debugger
import Events
import Keys
import Panels

/// How the screen begins, and how the step-debug screen is opened.
extension ScreenModel {
    /// Paused at the first frame, where the program was opened on the step-debug screen.
    mutating func begin(_ played: Played) -> [ScreenAction] {
        if opening.isChat, !opening.isScripted { beginChat(played) }
        notice = notice ?? firstAdvice
        takeUp(opening.view, played)
        guard opening.steps else { return beginPlaying(played) }
        let actions = openDebugger(played)
        // A tape that grows has no last frame yet, and what is new is at its end.
        guard !opening.isGrowing else { return actions + (opening.view.at.map { stepping.go(to: $0) } ?? []) }
        return actions + stepping.go(to: opening.view.at ?? .start)
    }

    /// What whoever sees the screen for the first time cannot guess.
    private var firstAdvice: String? {
        if opening.isHosting {
            return keys.hint(of: .toggleHelp).map { "Press \(opening.hostPrefix) \($0) for the keys" }
        }
        guard opening.canTalk, screen == .player, initialUtterance == nil, script == nil else { return nil }
        return keys.hint(of: .say).map { "Press \($0) to say something" }
    }

    private mutating func beginPlaying(_ played: Played) -> [ScreenAction] {
        guard let place = opening.view.at else { return opening.view.isPaused ? [.togglePause] : [] }
        return opening.view.isPaused ? stepping.go(to: place) : stepping.play(from: place)
    }

    /// Pauses what is played.
    private mutating func openDebugger(_ played: Played) -> [ScreenAction] {
        open(.debugger)
        // Of a book the frames of its face say nothing.
        if played.reader != nil, stepping.log.filter.isEmpty {
            stepping.setFilter(LogFilter(isOfBook: true), in: played.log)
        }
        let pauses = played.isPaused ? [] : [ScreenAction.togglePause]
        // A book that goes on would be read to nobody.
        let stops = played.book.isReadHere && played.reader?.wantsToPlay == true ? [.read(.pause)] + pauses : pauses
        return stops + testSeams(played)
    }

    /// Looks at the pixels of all frames and hears all of them ahead, the first time that a tape which is whole is debugged.
    mutating func testSeams(_ played: Played) -> [ScreenAction] {
        let isComplete = !opening.isGrowing || hasRecordingEnded
        guard stepping.seams == .notBegun, isComplete, !opening.isHosting, !played.book.isReadHere else {
            return []
        }
        stepping.seams = .looking()
        return [.runAhead, .testSeams]
    }

    mutating func run(_ run: Run, _ played: Played) -> [ScreenAction] {
        let tests = run.isToOtherFault || Stepping.needsPixels(played) ? testSeams(played) : []
        return tests + apply(stepping.run(run, played, keys))
    }

    /// The step-debug screen, for a command that only it can carry out. A panel's key opens that panel and nothing else: what plays
    /// goes on.
    mutating func openDebugger(for command: Command, _ played: Played) -> [ScreenAction] {
        if command == .toggleTimeline || command == .toggleInspector, screen == .player {
            debugger.beginPeek(log: player.log != .none)
            open(.debugger)
            return apply(pass(.opened(by: command), played) ?? .nothing)
        }
        return openDebugger(played) + apply(pass(.opened(by: command), played) ?? .nothing)
    }
}
