/// Keys of the screen that shows nothing but the face: few of those of all screens.
extension KeyMap {
    package static let face = KeyMap(
        groups: standard.groups.map { group in
            Group(title: group.title, rows: group.rows.filter { isOfFace($0.command) })
        }.filter { !$0.rows.isEmpty })

    private static func isOfFace(_ command: Command) -> Bool {
        switch command {
        case .togglePause, .toggleMute, .quieter, .louder, .secondsForward, .secondsBack, .toggleCaptions: true
        case .say, .conversation, .nextMember, .retryConnection: true
        case .toggleHelp, .repaint, .suspend, .close, .quit: true
        default: false
        }
    }
}
