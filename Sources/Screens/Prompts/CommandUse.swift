import Engine
import Events
import Frames
import Keys
import Panels
import PictureInPicture

/// What a command can do on the open screen.
enum CommandUse: Hashable, Sendable {
    case useful
    /// There is nothing for it at the moment.
    case idle
    /// There never is, on what is shown here: no list of commands has it.
    case never
}

extension ScreenModel {
    func use(of command: Command, _ played: Played) -> CommandUse {
        if isWithoutSubject(command, played) { return .never }
        return isIdle(command, played) ? .idle : .useful
    }

    // MARK: The help

    /// What keys do; those that do nothing now at last.
    func helpGroups(_ played: Played) -> [HelpPanel.Group] {
        // A book has neither frames nor views of them, and neither has a hosted program.
        if screen == .debugger, debugger.isOfBook { return debugger.bookHelp(keys) }
        var idle: [(key: String, does: String)] = []
        var groups = keys.groups.map { group in
            HelpPanel.Group(
                group.title,
                group.rows.compactMap { row in
                    let use = use(of: row.command, played)
                    if use == .idle { idle.append((row.key, row.does)) }
                    return use == .useful ? (row.key, row.does) : nil
                })
        }
        if screen != .reader, screen != .host, !isOnlyCall(played) {
            groups += [HelpPanel.Group(viewsTitle, PictureView.allCases.map { ("", $0.words) })] + part.helpGroups
            let letters = FrameStatus.allCases.map { (String($0.letter), $0.meaning) }
            if screen == .debugger { groups.append(HelpPanel.Group("status letters, for F =", letters)) }
        }
        if played.call != nil || screen == .host {
            groups.append(HelpPanel.Group("signs on the tile", geometry.signs.legend.map { ($0.sign, $0.meaning) }))
        }
        if screen == .host {
            let sends = (opening.hostPrefix, "send it to the program")
            groups.insert(HelpPanel.Group("", [sends]), at: 0)
        }
        groups.append(HelpPanel.Group("not available now", idle))
        return groups.filter { !$0.keys.isEmpty }
    }

    /// Which key goes from one to the next.
    private var viewsTitle: String { "views" + keys.advice(": ", .nextView, " shows the next one") }

    // MARK: Commands

    /// A call whose members are not drawn here: it has no frames to step through, and no views of them.
    private func isOnlyCall(_ played: Played) -> Bool {
        played.call.map { $0.calledAvatars.isEmpty } == true && played.log.frameCount == 0
    }

    /// Whether what is shown has nothing for a command, now and later.
    private func isWithoutSubject(_ command: Command, _ played: Played) -> Bool {
        switch command {
        case .goLive: !opening.isGrowing
        case .say, .retryConnection: !opening.canTalk && screen != .host
        case .nextMember: !opening.canTalk && screen != .host && avatarMembers(played).count < 2
        case .share: !opening.sharing.isPossible
        case .frameForward, .frameBack, .chunkForward, .chunkBack, .why, .nextView, .previousView, .toggleOutline,
            .moreOnion, .lessOnion, .slotA, .slotB, .togglePair, .toggleProbe, .moveProbe, .savePicture, .export:
            isOnlyCall(played)
        case .toggleText(let lane): played.reader.map { lane != .original && !$0.hasText(in: lane) } ?? false
        case .toggleVoice, .toggleMusic, .addBookmark, .setSleepTimer, .extendSelection, .retryLoading:
            played.reader != nil && !played.book.isReadHere
        default: false
        }
    }

    /// Whether a command would only say that there is nothing for it.
    private func isIdle(_ command: Command, _ played: Played) -> Bool {
        switch command {
        case .conversation: !opening.canTalk && screen != .host && played.captions.isEmpty
        case .nextMatch where screen == .host, .previousMatch where screen == .host: !host.isScrolling
        case .nextMatch, .previousMatch:
            screen == .reader ? reader.matches?.sentences.isEmpty ?? true : stepping.log.search.isEmpty
        case .moreOnion, .lessOnion: picture.view != .onion
        case .togglePair: stepping.slotA == nil
        case .moveProbe: stepping.probe == nil
        case .toggleCaptions: !played.hasCaptions
        case .jumpBack: !stepping.jumps.hasEarlier(from: played.heard)
        case .jumpForward: !stepping.jumps.hasLater
        case .zoomIn, .zoomOut: screen == .player || screen == .debugger && !debugger.shown.timeline
        case .inspectorUp, .inspectorDown:
            played.source.statisticsScrollLimit == 0
                && (screen == .player || screen == .debugger && !debugger.shown.inspector)
        case .logUp, .logDown: screen == .player && player.log == .none
        case .chapters: played.reader?.book?.chapters.isEmpty ?? false
        case .retryLoading: played.reader.map { !$0.canRetry } ?? false
        default: false
        }
    }
}

extension BookReader {
    /// Whether the book has anything in a lane, as far as it has been loaded; what is still to come may have.
    fileprivate func hasText(in lane: Lane) -> Bool {
        guard let chunk else { return true }
        return chunk.sentences.contains { $0.lanes[lane] != nil }
    }
}
