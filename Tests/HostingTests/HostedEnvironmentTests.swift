import Testing

@testable import Hosting

@Suite("Variables of a command")
struct HostedEnvironmentTests {
    private func hosted(_ entries: [String], _ colors: HostedColors = .full, tile: String? = nil) -> [String] {
        HostedEnvironment(entries.map { Array($0.utf8) }).hosted(colors: colors, tile: tile)
            .entries.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("all others stay as they are and in order, also what is no text")
    func othersStay() {
        let odd = Array("ODD=".utf8) + [0xFF, 0x3D, 0x41]
        let entries = ["HOME=/home/a", "EMPTY=", "no equals", "LC_ALL=C"].map { Array($0.utf8) } + [odd]
        let hosted = HostedEnvironment(entries).hosted(colors: .few, tile: nil)
        #expect(hosted.entries == entries + [Array("TERM=xterm".utf8)])
    }

    @Test("the terminal is named for as many colors as there are")
    func colors() {
        let ours = ["TERM=screen", "COLORTERM=24bit"]
        #expect(hosted(ours, .few) == ["TERM=xterm"])
        #expect(hosted(ours, .indexed) == ["TERM=xterm-256color"])
        #expect(hosted(ours, .full) == ["TERM=xterm-256color", "COLORTERM=truecolor"])
    }

    @Test("nothing tells of the terminal or the multiplexer outside")
    func outer() {
        let names = [
            "KITTY_WINDOW_ID", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION", "WT_SESSION", "WT_PROFILE_ID",
            "WEZTERM_PANE", "ITERM_PROFILE", "LC_TERMINAL", "LC_TERMINAL_VERSION", "KONSOLE_VERSION", "ALACRITTY_LOG",
            "GHOSTTY_BIN_DIR", "TMUX", "TMUX_PANE", "STY", "LINES", "COLUMNS", "WINDOWID", "TERMCAP", "CAMEO_TILE",
        ]
        #expect(hosted(names.map { $0 + "=x" }, .few) == ["TERM=xterm"])
        let kept = ["KITTYX=1", "TERMINFO=/t", "MY_TMUX=1", "STYLE=1", "TERM_X=1", "LC_TERMS=1"]
        #expect(hosted(kept, .few) == kept + ["TERM=xterm"])
    }

    @Test("the tile's socket is named where there is one, in the place of another tile's")
    func tile() {
        #expect(hosted(["CAMEO_TILE=/old"], .few, tile: "/new") == ["TERM=xterm", "CAMEO_TILE=/new"])
    }

    @Test("a variable's value is that of the first one of its name, if it is text")
    func values() {
        let entries = [Array("A=1=2".utf8), Array("A=3".utf8), Array("AB=4".utf8), Array("ODD=".utf8) + [0xFF]]
        let environment = HostedEnvironment(entries)
        #expect(environment.value(of: "A") == "1=2" && environment.value(of: "AB") == "4")
        #expect(environment.value(of: "ODD") == nil && environment.value(of: "B") == nil)
    }

    @Test("that of this process is there")
    func ours() { #expect(HostedEnvironment.ours.value(of: "PATH")?.isEmpty == false) }
}
