import Testing

@testable import Keys

@Suite struct KeyMapTests {
    @Test("no key does two things")
    func unique() {
        let keys = KeyMap.standard.rows.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test("every command has one row of the help, and says in it what it does")
    func complete() {
        let rows = KeyMap.standard.rows
        #expect(Set(rows.map(\.command)).count == rows.count)
        #expect(Set(rows.map(\.does)).count == rows.count)
        for row in rows {
            #expect(!row.key.isEmpty && !row.does.isEmpty)
            #expect(!row.keys.isEmpty || [.tenth(0), .moveProbe(.right)].contains(row.command))
            for key in row.keys { #expect(KeyMap.standard.command(for: key) == row.command) }
        }
    }

    @Test("digits go to tenths", arguments: 0...9)
    func tenths(digit: Int) {
        #expect(KeyMap.standard.command(for: .character(Character(String(digit)))) == .tenth(digit))
    }

    @Test(
        "each usual key has its command",
        arguments: [
            (Key.character(" "), Command.togglePause), (.character("."), .frameForward),
            (.character("o"), .toggleOutline),
            (.character("v"), .nextView), (.character("i"), .toggleStatistics), (.character("l"), .toggleLog),
            (.character("s"), .savePicture), (.character("?"), .toggleHelp), (.control("l"), .repaint),
            (.control("z"), .suspend), (.character("q"), .quit), (.control("c"), .quit),
            (.character(","), .frameBack), (.character("n"), .chunkForward), (.character("N"), .chunkBack),
            (.named(.left), .secondsBack), (.named(.right), .secondsForward), (.character("g"), .askPlace),
            (.character("["), .slower), (.character("]"), .faster), (.named(.backspace), .normalSpeed),
            (.character("L"), .goLive), (.character("d"), .toggleDebug), (.character("t"), .toggleTimeline),
            (.character("b"), .breakpoints), (.character("M"), .addMark), (.character("'"), .marks),
            (.character("e"), .export), (.character("/"), .search),
        ])
    func design(key: Key, command: Command) { #expect(KeyMap.standard.command(for: key) == command) }

    @Test(
        "other keys do nothing",
        arguments: [
            Key.character("Q"), .alt("q"), .named(.insert), .paste("q"), .character("é"), .character("٣"),
        ])
    func others(key: Key) { #expect(KeyMap.standard.command(for: key) == nil) }

    @Test(
        "what only takes note of the frame that is shown keeps the playhead",
        arguments: [Command.slotA, .slotB, .savePicture, .selectRange, .nextStatus])
    func keepsPlayhead(command: Command) {
        #expect(command.keepsPlayhead)
    }
}
