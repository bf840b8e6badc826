import Events
import Platform
import Programs
import Support
import Testing

@testable import Hosting

@Suite("The terminal of a command")
struct HostedTerminalTests {
    private let other = HostedSize(
        cells: CellSize(columns: 77, rows: 11), pixels: PixelSize(width: 770, height: 220))

    @Test("its size is known from the start, and each change is told of")
    func size() async throws {
        let watched = try WatchedCommand(
            "trap 'stty size' WINCH; stty size; echo ready; while :; do sleep 0.02; done")
        #expect(await watched.hasWritten("30 100\r\nready"))
        watched.command.resize(other)
        #expect(await watched.hasWritten("11 77\r\n"))
    }

    @Test("its size in pixels is known")
    func pixels() async throws {
        let watched = try WatchedCommand("echo terminal=$(tty); read x")
        #expect(await watched.hasWritten("\r\n"))
        let path = try #require(watched.lines.first { $0.hasPrefix("terminal=") }).dropFirst(9)
        let file = try #require(OpenFile(String(path), O_RDWR | O_NOCTTY))
        func pixels() -> [UInt16] {
            var size = winsize()
            _ = ioctl(file.descriptor, UInt(TIOCGWINSZ), &size)
            return [size.ws_xpixel, size.ws_ypixel]
        }
        #expect(pixels() == [1_000, 600])
        watched.command.resize(other)
        #expect(pixels() == [770, 220])
        watched.command.resize(HostedSize(cells: CellSize(columns: 100_000, rows: -1)))
        #expect(pixels() == [0, 0])
    }

    @Test("it is the terminal of a session that the command leads, and in the foreground there")
    func controllingTerminal() async throws {
        let watched = try WatchedCommand(
            """
            tty; echo through > /dev/tty
            set -- $(cut -d')' -f2 /proc/$$/stat); echo group=$3; echo session=$4; echo front=$6
            """)
        #expect(await watched.outcome() == .exited(0))
        #expect(watched.lines.first?.hasPrefix("/dev/") == true)
        #expect(watched.lines.contains("through"))
        for name in ["group", "session", "front"] { #expect(await watched.number(name) == watched.command.process) }
    }

    @Test("the command has no other descriptor of ours, and signals as a new process has them")
    func nothingInherited() async throws {
        let open = Descriptor.pipe()
        let watched = try WatchedCommand("ls /proc/self/fd; grep -E 'Sig(Blk|Ign)' /proc/self/status")
        #expect(await watched.outcome() == .exited(0))
        // The last one is that of the folder itself.
        let words = watched.text.split { $0.isWhitespace }.map(String.init)
        #expect(words.prefix { !$0.hasPrefix("Sig") } == ["0", "1", "2", "3"])
        let masks = words.dropFirst(4).filter { !$0.hasPrefix("Sig") }.compactMap { UInt64($0, radix: 16) }
        // 32 and 33 are the C library's own, which sees to them itself.
        #expect(masks.count == 2 && masks.allSatisfy { $0 & ~(3 << 31) == 0 })
        for end in [open?.reading, open?.writing] { if let end { close(end) } }
    }

    @Test("its modes are a new terminal's, with the keys of the one that the user knows")
    func freshModes() async throws {
        let usual = try WatchedCommand("stty -a")
        #expect(await usual.outcome() == .exited(0))
        let words = Set(usual.text.split { $0.isWhitespace || $0 == ";" })
        #expect(
            words.isSuperset(of: ["icanon", "echo", "isig", "ixon", "iutf8", "icrnl", "opost", "onlcr", "echoctl"]))
        for key in ["intr = ^C", "erase = ^?", "susp = ^Z", "eof = ^D", "werase = ^W"] {
            #expect(usual.text.contains(key), "\(key)")
        }
        var keys = FreshModes.modes(keys: nil)
        withUnsafeMutableBytes(of: &keys.c_cc) { $0[Int(VERASE)] = 8 }
        keys.c_lflag = 0
        let known = try WatchedCommand(HostedProgram(["stty", "-a"]), keys: keys)
        #expect(await known.outcome() == .exited(0))
        #expect(known.text.contains("erase = ^H") && known.text.contains("intr = ^C"))
        #expect(!known.text.contains("-icanon"))
    }

    @Test("a terminal that is gone takes everything, and nobody has its keys")
    func gone() async throws {
        let watched = try WatchedCommand("echo one; read x; exit 0")
        #expect(await watched.hasWritten("one"))
        watched.command.end()
        #expect(watched.command.foreground == nil)
        watched.command.resize(WatchedCommand.size)
        #expect(watched.command.write([1]))
    }

    @Test("who has the keys can be asked")
    func foreground() async throws {
        let watched = try WatchedCommand("echo ready; exec sleep 1000")
        #expect(await eventually { watched.command.foreground?.name == "sleep" })
        let found = try #require(watched.command.foreground)
        #expect(found.process == watched.command.process)
    }

    @Test("Ctrl-C ends what runs in the foreground")
    func interrupt() async throws {
        let watched = try WatchedCommand("echo ready; exec sleep 1000")
        #expect(await watched.hasWritten("ready"))
        watched.type("\u{3}")
        #expect(await watched.outcome() == .signaled(SIGINT))
    }

    @Test("a shell has job control: Ctrl-Z stops, jobs lists, fg continues, Ctrl-C ends")
    func jobControl() async throws {
        let variables = ["PATH=/usr/bin:/bin", "PS1=ready> ", "TERM=xterm", "HISTFILE="]
        let shell = try WatchedCommand(
            HostedProgram(["bash", "--noprofile", "--norc", "--noediting", "-i"]),
            environment: HostedEnvironment(variables.map { Array($0.utf8) }))
        #expect(await shell.hasWritten("ready> "))
        shell.type("sleep 1234\n")
        #expect(await eventually { shell.command.foreground?.name == "sleep" })
        shell.type("\u{1A}")
        #expect(await shell.hasWritten("ready> ", times: 2))
        #expect(shell.command.foreground?.process == shell.command.process)
        shell.type("jobs\n")
        #expect(await shell.hasWritten("Stopped                 sleep 1234", times: 2))
        shell.type("fg\n")
        #expect(await eventually { shell.command.foreground?.name == "sleep" })
        shell.type("\u{3}")
        #expect(await shell.hasWritten("ready> ", times: 4))
        shell.type("exit 9\n")
        #expect(await shell.outcome() == .exited(9))
    }
}
