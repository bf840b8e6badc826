import Platform
import Programs
import Support
import Testing

@testable import Hosting

@Suite("A command on a terminal of its own")
struct HostedCommandTests {
    @Test("all that it wrote can be taken when its end is told of, which is last; and its status is known")
    func wholeOutput() async throws {
        let watched = try WatchedCommand("seq 1 200000; exit 3")
        #expect(await watched.outcome() == .exited(3))
        #expect(watched.lines == (1...200_000).map(String.init) + [""])
        #expect(watched.events.last == .ended(.exited(3)))
        #expect(watched.events.filter { $0 != .outputReady }.count == 1)
    }

    @Test("that there is output is said once until it is taken")
    func announcements() async throws {
        let watched = try WatchedCommand("echo a; read x; echo b; read x; echo c; read x")
        // As typed, echoed, and written again.
        for (count, key) in ["a\r\n", "a\r\n\r\nb\r\n", "a\r\n\r\nb\r\n\r\nc\r\n"].enumerated() {
            #expect(await watched.hasWritten(key))
            #expect(watched.command.takeOutput { $0.count } == nil)
            if count < 2 { watched.type("\n") }
        }
        let before = watched.events.count
        watched.type("\n")
        #expect(await eventually { watched.end != nil })
        // The echo of the last key, which nobody took.
        #expect(watched.events.count == before + 2)
        #expect(watched.command.takeOutput { Array($0) } == Array("\r\n".utf8))
    }

    @Test("the signal that ended it is known")
    func signal() async throws {
        #expect(try await WatchedCommand("kill -9 $$").outcome() == .signaled(SIGKILL))
        #expect(try await WatchedCommand("kill -TERM $$").outcome() == .signaled(SIGTERM))
    }

    @Test("it gets its arguments and variables byte by byte, and no others")
    func argumentsAndVariables() async throws {
        let odd = Array("ODD=".utf8) + [0xFF, 0xFE]
        let environment = HostedEnvironment([Array("PATH=/usr/bin:/bin".utf8), odd, Array("EMPTY=".utf8)])
        let listed = try WatchedCommand(HostedProgram(["env"]), environment: environment)
        #expect(await listed.outcome() == .exited(0))
        let lineEnd = Array("\r\n".utf8)
        #expect(listed.take() == Array(environment.entries.map { $0 + lineEnd }.joined()))
        let called = try WatchedCommand(
            HostedProgram(name: "/bin/sh", arguments: ["other", "-c", "echo \"$0\"", "a  \"b\""]))
        #expect(await called.outcome() == .exited(0))
        #expect(called.text == "a  \"b\"\r\n")
    }

    @Test("what cannot be run is said in the system's words, with a shell's statuses")
    func notRun() async throws {
        let folder = try Folder()
        try folder.write("text", to: "plain")
        try folder.writeProgram("echo \"read by sh: $1\"\n", to: "text")
        try folder.writeProgram("#!/no/such/reader\n", to: "unreadable")
        func failure(_ name: String, path: String = "/bin") -> HostedCommandError? {
            do {
                _ = try WatchedCommand(
                    HostedProgram([name]), environment: HostedEnvironment([Array("PATH=\(path)".utf8)]))
                return nil
            } catch { return error as? HostedCommandError }
        }
        for name in ["no-such-program", "/no/such/program", "./no-such-program", ""] {
            #expect(failure(name) == .notFound(command: name))
        }
        #expect(failure("plain", path: "/bin:\(folder.path)") == .notExecutable(command: "plain", code: EACCES))
        #expect(failure(folder.file("plain")) == .notExecutable(command: folder.file("plain"), code: EACCES))
        #expect(failure(folder.path) == .notExecutable(command: folder.path, code: EISDIR))
        #expect(failure(folder.file("unreadable"))?.ownStatus == 127)
        let missing = try #require(failure("no-such-program"))
        #expect(missing.reason == "no-such-program: command not found")
        #expect(missing.ownStatus == 127 && failure(folder.path)?.ownStatus == 126 && missing.isOfInput)
        let text = try WatchedCommand(HostedProgram([folder.file("text"), "a b"]))
        #expect(await text.outcome() == .exited(0))
        #expect(text.text == "read by sh: a b\r\n")
    }

    @Test("it is held up while nobody takes its output, which takes no more memory, and goes on after that")
    func backPressure() async throws {
        let folder = try Folder()
        let watched = try WatchedCommand(
            "stty raw; head -c 3000000 /dev/zero | tr '\\0' x; : > '\(folder.file("done"))'")
        #expect(await eventually { watched.command.terminal.state.withLock { $0.isWaitingForRoom } })
        #expect(!folder.exists("done") && watched.end == nil)
        let first = try #require(watched.command.takeOutput { $0.count })
        #expect(first <= OutputBuffer.limit && first > OutputBuffer.limit - OutputBuffer.pieceBytes)
        #expect(await watched.outcome() == .exited(0))
        #expect(first + watched.take().count == 3_000_000)
        #expect(folder.exists("done"))
    }

    @Test("while its output is read, more comes, and no more than that")
    func takenWhileRead() async throws {
        let watched = try WatchedCommand("echo one; read x; echo two; exec sleep 1000")
        #expect(await eventually { watched.events.count == 1 })
        let inner = watched.command.takeOutput { bytes in
            watched.type("\n")
            for _ in 0..<12_000 where watched.events.count < 2 { poll(nil, 0, 10) }
            return [bytes.count, watched.command.takeOutput { $0.count } ?? 0]
        }
        #expect(inner == [5, 0] && watched.events.count == 2)
        #expect(await watched.hasWritten("two"))
    }

    @Test(
        "input waits for a command that does not read, up to a limit and never in part, and its output comes meanwhile")
    func inputWaits() async throws {
        let go = try Folder()
        let watched = try WatchedCommand(
            """
            stty raw -echo; echo ready
            while [ ! -e '\(go.file("go"))' ]; do sleep 0.02; done
            seq 1 50000; echo; echo filled; head -c 1048576 | cksum
            """)
        #expect(await watched.hasWritten("ready"))
        let half = [UInt8](repeating: UInt8(ascii: "a"), count: InputQueue.limit / 2)
        #expect(watched.command.write(half) && watched.command.write(half))
        // The terminal itself keeps a little of it.
        var refused = [UInt8](repeating: UInt8(ascii: "z"), count: InputQueue.limit)
        refused[0] = UInt8(ascii: "y")
        #expect(!watched.command.write(refused))
        try go.write("", to: "go")
        #expect(await watched.hasWritten("filled"))
        #expect(await watched.outcome() == .exited(0))
        let expected = try WatchedCommand("head -c 1048576 /dev/zero | tr '\\0' a | cksum")
        #expect(await expected.outcome() == .exited(0))
        #expect(watched.text.hasSuffix(expected.text.replacing("\r\n", with: "\n")))
    }

    @Test("its end does not wait for a child that has its terminal, which is gone then")
    func childIsLeft() async throws {
        let watched = try WatchedCommand(jobs: "sleep 1000 & echo job=$!; exit 5")
        let job = await watched.number("job")
        #expect(await watched.outcome() == .exited(5))
        watched.command.end()
        #expect(await Process.isGone(job))
    }

    /// Usually the system takes the terminal from all at the end of the session's first process.
    @Test("neither does it where the system leaves the terminal to the child", .enabled(if: access(perl, X_OK) == 0))
    func heldTerminal() async throws {
        let lines = """
            $SIG{HUP} = 'IGNORE'; ioctl(STDIN, \(TIOCNOTTY), 0) or die; $SIG{HUP} = 'DEFAULT';
            my $job = fork; if (!$job) { sleep 1000; exit } print "job=$job\n"; exit 5
            """
        let watched = try WatchedCommand(HostedProgram([Self.perl, "-e", lines]))
        let job = await watched.number("job")
        #expect(await watched.outcome() == .exited(5))
        watched.command.end()
        #expect(await Process.isGone(job))
    }

    private static let perl = "/usr/bin/perl"

    @Test("one that closes its terminal and goes on is waited for, and heard when it opens it again")
    func closedTerminal() async throws {
        let watched = try WatchedCommand(
            "exec < /dev/null > /dev/null 2>&1; sleep 0.3; echo back > /dev/tty; exec sleep 1000")
        #expect(await watched.hasWritten("back\r\n"))
        #expect(watched.events == [.outputReady])
    }
}
