import Testing

@testable import Keys

@Suite struct KeyNameTests {
    @Test(
        "keys are read as people write them",
        arguments: [
            ("space", Key.character(" ")), ("Space", .character(" ")), ("q", .character("q")), ("Q", .character("Q")),
            ("é", .character("é")), ("Ctrl-L", .control("l")), ("ctrl-l", .control("l")), ("Ctrl-]", .control("]")),
            ("Alt-x", .alt("x")), ("Alt-X", .alt("X")), ("Left", .named(.left)), ("shift-tab", .named(.tab, .shift)),
            ("Ctrl-Alt-Up", .named(.up, [.control, .alt])), ("F1", .named(.function(1))),
            ("f12", .named(.function(12))),
            ("PgUp", .named(.pageUp)), ("Esc", .named(.escape)), ("-", .character("-")), ("F", .character("F")),
        ])
    func read(text: String, key: Key) { #expect(KeyName.key(text) == key) }

    @Test(
        "what no terminal sends as a key of its own is none",
        arguments: [
            "", "qq", "F0", "F13", "F+1", "Ctrl-i", "Ctrl-M", "Ctrl-h", "Ctrl-J", "Ctrl-1", "Ctrl-é", "Shift-a",
            "Ctrl-",
            "Alt-", "Ctrl-Ctrl-a", "Ctrl-Alt-a", "Hyper-x",
        ])
    func none(text: String) { #expect(KeyName.key(text) == nil) }

    @Test("every key of the usual map can be written down and read again")
    func roundTrip() {
        for key in KeyMap.standard.rows.flatMap(\.keys) { #expect(KeyName.key(KeyName.text(key)) == key) }
    }

    @Test("every command that can have other keys has a name of its own, of small letters")
    func names() {
        let rows = KeyMap.standard.rows
        let names = rows.compactMap(\.command.name)
        #expect(names.count == rows.count - 2 && Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { ("a"..."z").contains($0) || $0 == "_" } })
        for (command, name) in [
            (Command.togglePause, "pause"), (.frameForward, "frame_forward"), (.slotA, "slot_a"), (.quit, "quit"),
            (.goLive, "go_live"), (.toggleHelp, "help"),
        ] { #expect(command.name == name) }
    }
}
