import Platform
import Programs
import Support
import Testing

@testable import Hosting

/// Each of these jobs would go on for a quarter of an hour.
@Suite("The end of a command")
struct HostedThreadTests {
    @Test("quitting ends its jobs as well, stopped ones and those in groups of their own")
    func jobsAreEnded() async throws {
        let watched = try WatchedCommand(
            HostedProgram([
                "bash", "-c",
                """
                sleep 1000 & echo one=$!
                set -m; sleep 1000 & echo two=$!; set +m
                sh -c 'kill -STOP $$; sleep 1000' & echo three=$!
                echo four=$(sleep 1000 > /dev/null & echo $!)
                echo ready; sleep 1000
                """,
            ]))
        #expect(await watched.hasWritten("ready"))
        var jobs: [pid_t?] = []
        for name in ["one", "two", "three", "four"] { jobs.append(await watched.number(name)) }
        watched.command.end()
        // There is nothing to wait for any more.
        for job in jobs.compactMap(\.self) { #expect(!Process.isThere(job)) }
        #expect(jobs.compactMap(\.self).count == 4 && !Process.isThere(watched.command.process))
        #expect(watched.end == .signaled(SIGHUP))
    }

    @Test("what hears the hang-up has time to act on it")
    func hangUpIsHeard() async throws {
        let folder = try Folder()
        let watched = try WatchedCommand(
            "trap 'echo kept > \"\(folder.file("saved"))\"; exit 7' HUP; echo ready; while :; do sleep 0.02; done")
        #expect(await watched.hasWritten("ready"))
        watched.command.end()
        #expect(watched.end == .exited(7))
        #expect(try folder.text(of: "saved") == "kept\n")
    }

    @Test("what does not want to go is killed after a while, also the command that ignores the hang-up")
    func stubborn() async throws {
        let watched = try WatchedCommand(
            """
            sh -c 'trap : HUP; echo job=$$; while :; do sleep 0.02; done' &
            trap '' HUP; echo ready; while :; do sleep 0.02; done
            """, grace: .milliseconds(100))
        #expect(await watched.hasWritten("ready"))
        let job = await watched.number("job")
        watched.command.end()
        #expect(watched.end == .signaled(SIGKILL) && !Process.isThere(watched.command.process))
        #expect(await Process.isGone(job))
    }

    @Test("what is to outlive its terminal stays: with nohup, and in a session of its own")
    func staying() async throws {
        let watched = try WatchedCommand(
            """
            nohup sleep 900 > /dev/null 2>&1 & echo ignoring=$!
            setsid sh -c 'echo apart=$$; exec sleep 900 > /dev/null 2>&1 < /dev/null' &
            sleep 900 & echo other=$!
            echo ready; sleep 900
            """)
        #expect(await watched.hasWritten("ready"))
        let (ignoring, apart) = (await watched.number("ignoring"), await watched.number("apart"))
        let other = await watched.number("other")
        defer { for process in [ignoring, apart] { Process.end(process) } }
        // Until it is what it is to be.
        for process in [ignoring, apart] {
            #expect(await eventually { process.map { ForegroundProcess($0).name } == "sleep" })
        }
        watched.command.end()
        #expect(await Process.isGone(other))
        #expect(ignoring.map(Process.isThere) == true && apart.map(Process.isThere) == true)
    }

    @Test("the jobs of a command that is killed go with it")
    func killed() async throws {
        let watched = try WatchedCommand(jobs: "sleep 1000 & echo job=$!; sh -c 'kill -9 $PPID'; sleep 1000")
        let job = await watched.number("job")
        #expect(await watched.outcome() == .signaled(SIGKILL))
        #expect(await Process.isGone(job))
    }

    @Test("a command goes with its value")
    func valueGoes() async throws {
        var watched: WatchedCommand? = try WatchedCommand("sleep 1000 & echo job=$!; sleep 1000")
        let (job, process) = (await watched?.number("job"), watched?.command.process)
        watched = nil
        #expect(await Process.isGone(job))
        #expect(await Process.isGone(process))
    }

    @Test("one that has ended is quit at once, and twice")
    func endedTwice() async throws {
        let watched = try WatchedCommand("exit 0")
        #expect(await watched.outcome() == .exited(0))
        watched.command.end()
        watched.command.end()
        #expect(watched.events == [.ended(.exited(0))])
    }
}
