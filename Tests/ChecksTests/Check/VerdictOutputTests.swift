import Events
import Files
import Platform
import Testing

@testable import Checks

/// Each in a process of its own, whose standard output it is.
@Suite struct VerdictOutputTests {
    @Test("a reader that has gone has read enough: nothing fails")
    func readerGone() async {
        await #expect(processExitsWith: .exitCode(7)) {
            guard let ends = Descriptor.pipe() else { return }
            close(ends.reading)
            dup2(ends.writing, STDOUT_FILENO)
            let output = VerdictOutput()
            for _ in 0..<3 {
                output.write("nobody reads it")
                output.flush()
            }
            try output.finish()
            exit(7)
        }
    }

    @Test("any other failure is kept until the end, the first one, and counts more than the verdict")
    func failure() async {
        await #expect(processExitsWith: .exitCode(7)) {
            // Put in its place in one step: what is closed could be the next file that any thread opens.
            let full = open("/dev/full", O_WRONLY)
            guard full >= 0, dup2(full, STDOUT_FILENO) == STDOUT_FILENO else { return }
            let output = VerdictOutput()
            output.write("no room for it")
            output.flush()
            output.write("nor for this")
            do throws(CommandError) { try output.finish() } catch {
                if error == .unwritten("standard output: \(errorWords(ENOSPC))") { exit(7) }
            }
        }
    }

    @Test("what is written before the end is there")
    func written() async throws {
        let ended = try await #require(processExitsWith: .exitCode(7), observing: [\.standardOutputContent]) {
            let output = VerdictOutput()
            output.write("a verdict")
            try output.finish()
            exit(7)
        }
        #expect(String(decoding: ended.standardOutputContent, as: UTF8.self).contains("a verdict\n"))
    }
}
