import Terminal
import Testing

@testable import App

@Suite struct KeyMapTests {
    private static let commands: Set<Command> = [
        .togglePause, .stepForward, .toggleOutline, .toggleStatistics, .toggleLog, .nextView, .toggleCaptions,
        .toggleFilling, .savePicture, .toggleHelp, .repaint, .suspend, .close, .quit,
    ]

    @Test("no key does two things")
    func unique() {
        let keys = KeyMap.standard.rows.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test("every command has a key and one row of the help")
    func complete() {
        let map = KeyMap.standard
        #expect(Set(map.rows.map(\.command)) == Self.commands)
        #expect(map.rows.count == Self.commands.count)
        #expect(map.help.count == map.rows.count)
        #expect(map.rows.allSatisfy { !$0.keys.isEmpty && !$0.key.isEmpty && !$0.does.isEmpty })
        #expect(Set(map.help.map(\.does)).count == map.rows.count)
    }

    @Test(
        "the keys of the design do what it says",
        arguments: [
            (Key.character(" "), Command.togglePause), (.character("."), .stepForward),
            (.character("o"), .toggleOutline),
            (.character("v"), .nextView), (.character("i"), .toggleStatistics), (.character("l"), .toggleLog),
            (.character("s"), .savePicture), (.character("?"), .toggleHelp), (.control("l"), .repaint),
            (.control("z"), .suspend), (.character("q"), .quit), (.control("c"), .quit),
        ])
    func design(key: Key, command: Command) { #expect(KeyMap.standard.command(for: key) == command) }

    @Test(
        "other keys do nothing",
        arguments: [
            Key.character("Q"), .alt("q"), .named(.up), .paste("q"), .character("é"),
        ])
    func others(key: Key) { #expect(KeyMap.standard.command(for: key) == nil) }

    @Test("the views follow one another and come round again")
    func views() {
        let all = PictureView.allCases
        #expect(all.map(\.next) == Array(all.dropFirst()) + [.composite])
    }
}
