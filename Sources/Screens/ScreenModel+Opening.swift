import Events
import Keys
import Panels
import PictureInPicture

extension ScreenModel {
    /// What is known of it before anything is heard.
    package struct Opening: Equatable, Sendable {
        package enum Source: Equatable, Sendable {
            case tape
            /// A tape that is being recorded.
            case growingTape
            /// A session with a backend.
            /// - isInsecure: anybody could be at the other end, since no certificate is verified.
            case live(isInsecure: Bool)
        }

        package var keys = ScreenKeys()
        /// Begins on the step-debug screen, behind which there is nothing.
        package var steps = false
        /// Begins on the screen on which books are read.
        package var isReading = false
        /// Begins on the screen of a hosted program, behind which there is nothing.
        package var isHosting = false
        /// What is typed there before a key that is ours.
        package var hostPrefix = "Ctrl-]"
        package var source = Source.tape
        /// A call that a pipe tells line by line: nothing can be said to anybody in it.
        package var isWatchedOnly = false
        /// How the picture and the player's screen begin.
        package var fills = false
        package var showsLog = false
        /// Pictures of a book that is read.
        package var showsIllustrations = true
        package var tile = TileSettings()
        /// What the avatar is called.
        package var avatar: String?
        /// What is said by itself.
        package var initialUtterance: InitialUtterance?
        /// Nothing but the face, where that is what is shown.
        package var isClean = false
        /// The player's screen has what otherwise only the debugger shows: status words, names and figures.
        package var showsFigures = false
        /// Said when all has been played.
        package var whatToTryNext: String?
        /// What is typed is answered by a program of the user's: the line for it is always open.
        package var isChat = false
        /// A voice of this machine says it, and nobody looks for faults in that but with the debugger.
        package var isSpokenHere = false
        /// Lines are said that come from elsewhere.
        package var isScripted = false
        /// What is to be seen at first.
        package var view = SavedView()
        /// The place of it is the one at which the user left the tape.
        package var comesBack = false
        /// All who have an avatar on a tape, where there are several; and whom the screen is about from the beginning on, who may not
        /// have been heard of then.
        package var avatars: [CallAvatar] = []
        package var heldAvatar: Member?
        package var sharing = Sharing.impossible("there is no recording")
        /// What the user has set, or could.
        package var settings: [ListedSetting] = []

        package init() {}

        var isLive: Bool { if case .live = source { true } else { false } }
        /// Somebody hears what is typed.
        var canTalk: Bool { isLive && !isWatchedOnly }
        /// More is to come by itself.
        var isGrowing: Bool { source != .tape }
    }
}

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
