import Platform
import Programs
import Support
import Testing

@testable import Hosting

@Suite("The guard of a session")
struct SessionGuardTests {
    /// All in a process of its own, which kills itself: what it leaves has to go.
    @Test(
        "after SIGKILL of our process its command is gone with all its jobs, but for what is to stay, and so is the guard"
    )
    func killed() async throws {
        let folder = try Folder()
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let lines = """
                cd '\(path)'
                sleep 800 & echo $! > job
                sh -c 'trap : HUP; echo $$ > deaf; while :; do sleep 0.02; done' &
                sh -c 'trap "" HUP; echo $$ > ignoring; exec sleep 800' > /dev/null 2>&1 &
                sh -c 'kill -STOP $$; sleep 800' & echo $! > stopped
                echo $$ > command; echo ready; sleep 800
                """
            let watched = try WatchedCommand(lines)
            // The guard is started just before its command.
            let guardian = watched.command.guardian.process
            let file = try #require(OpenFile(path + "/guard", O_WRONLY | O_CREAT))
            _ = Descriptor.writeAll(Array("\(guardian)\n".utf8), to: file.descriptor)
            let isReady = await eventually {
                watched.take()
                return watched.text.contains("ready") && access(path + "/deaf", F_OK) == 0
                    && access(path + "/ignoring", F_OK) == 0 && watched.command.foreground?.name == "sh"
            }
            if isReady { kill(getpid(), SIGKILL) }
        }
        func number(_ name: String) throws -> pid_t? { try folder.lines(of: name).first.flatMap { pid_t($0) } }
        let ignoring = try number("ignoring")
        defer { Process.end(ignoring) }
        for name in ["command", "job", "deaf", "stopped", "guard"] {
            #expect(try await Process.isGone(number(name)), "\(name)")
        }
        #expect(ignoring.map(Process.isThere) == true)
    }

    @Test("it has nothing of ours but its line, and a session of its own")
    func alone() async throws {
        let guardian = try SessionGuard()
        defer { guardian.dismiss() }
        let folder = "/proc/\(guardian.process)"
        #expect(await eventually { ForegroundProcess(guardian.process).name == "cameo-guard" })
        #expect(await eventually { Self.names(in: folder + "/fd") == ["0"] })
        #expect(getsid(guardian.process) == guardian.process)
    }

    @Test("at the end of its line it goes by itself, and at an orderly end without doing anything")
    func lineEnds() async throws {
        let untold = try SessionGuard()
        close(untold.line)
        #expect(await Process.isGone(untold.process))
        kill(untold.process, SIGKILL)
        waitpid(untold.process, nil, 0)
        let watched = try WatchedCommand("exit 0")
        #expect(await watched.outcome() == .exited(0))
        watched.command.end()
        // Waited for as well: no trace of it is left.
        #expect(kill(watched.command.guardian.process, 0) != 0)
    }

    @Test("it ends the session of which it was told once its line ends, whatever asks it to end itself before")
    func told() async throws {
        let watched = try WatchedCommand("sleep 1000 & echo job=$!; echo ready; sleep 1000")
        #expect(await watched.hasWritten("ready"))
        let job = await watched.number("job")
        let other = try SessionGuard()
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGPIPE, SIGUSR1] { kill(other.process, number) }
        var process = watched.command.process
        _ = withUnsafeBytes(of: &process) { Descriptor.write(other.line, $0) }
        close(other.line)
        #expect(await Process.isGone(job))
        waitpid(other.process, nil, 0)
        // The terminal is still there, so that nobody hangs up on the command itself: that ends with what it waits for, or is killed.
        #expect(try await [.exited(128 + SIGHUP), .signaled(SIGKILL)].contains(#require(watched.outcome())))
    }

    private static func names(in folder: String) -> [String] {
        guard let list = opendir(folder) else { return [] }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
