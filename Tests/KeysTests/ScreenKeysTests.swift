import Events
import Testing

@testable import Keys

@Suite("Keys of a screen")
struct ScreenKeysTests {
    private static func change(
        on screen: ScreenName? = nil, _ command: String, _ keys: String, line: Int = 1
    ) -> KeyChange {
        KeyChange(on: screen, command: command, keys: keys, line: line)
    }

    /// The step-debug screen steps with the space bar by itself.
    private static func builtIn() throws -> ScreenKeys {
        let own = try KeyMap.standard.changed(
            by: [change("frame_forward", "Space"), change("pause", "P")], in: "built in")
        return ScreenKeys(.standard, [.debugger: own])
    }

    @Test("what a screen has by itself stays where nobody changes it")
    func kept() throws {
        let keys = try Self.builtIn()
        #expect(try keys.changed(by: [], in: "c.toml") == keys)
        let changed = try keys.changed(by: [Self.change("mute", "F5")], in: "c.toml")
        #expect(changed[.debugger].command(for: .character(" ")) == .frameForward)
        #expect(changed[.player].command(for: .character(" ")) == .togglePause)
        for screen in ScreenName.allCases {
            #expect(changed[screen].command(for: .named(.function(5))) == .toggleMute)
            #expect(changed[screen].command(for: .character("m")) == nil)
        }
    }

    @Test("what is changed on one screen goes over what it has by itself, and counts more than what is changed on all")
    func own() throws {
        let changes = [
            Self.change("quit", "Q"), Self.change("pause", "E"), Self.change(on: .debugger, "pause", "x"),
            Self.change(on: .debugger, "probe", "X"),
        ]
        let changed = try Self.builtIn().changed(by: changes, in: "c.toml")
        #expect(changed[.player].command(for: .character("E")) == .togglePause)
        let debugger = changed[.debugger]
        #expect(debugger.command(for: .character("x")) == .togglePause && debugger.command(for: .character("E")) == nil)
        #expect(debugger.command(for: .character("X")) == .toggleProbe)
        #expect(debugger.command(for: .character(" ")) == .frameForward)
        #expect(debugger.command(for: .character("Q")) == .quit)
        #expect(changed.ownRows(of: .player) == [])
        #expect(Set(changed.ownRows(of: .debugger).map(\.command)) == [.togglePause, .frameForward, .toggleProbe])
    }

    @Test("a command that a screen has not is changed on the others")
    func missing() throws {
        let few = KeyMap(groups: Array(KeyMap.standard.groups.suffix(1)))
        let keys = ScreenKeys(.standard, [.debugger: few])
        let changed = try keys.changed(by: [Self.change("pause", "P")], in: "c.toml")
        #expect(changed[.debugger] == few && changed[.player].command(for: .character("P")) == .togglePause)
        #expect(throws: CommandError.self) {
            _ = try keys.changed(by: [Self.change(on: .debugger, "pause", "P")], in: "c.toml")
        }
    }

    @Test("a key that all screens are given stays, where one of them has it for something else, what it is there")
    func clash() throws {
        let keys = try Self.builtIn()
        let changed = try keys.changed(by: [Self.change("mute", "P", line: 7)], in: "c.toml")
        #expect(changed[.player].command(for: .character("P")) == .toggleMute)
        #expect(changed[.debugger].command(for: .character("P")) == .togglePause)
        #expect(changed[.debugger].command(for: .character("m")) == .toggleMute)
    }
}
