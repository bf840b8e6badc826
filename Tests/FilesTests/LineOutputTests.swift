import Events
import Platform
import Testing

@testable import Files

/// Each in a process of its own, whose standard output it is.
@Suite struct LineOutputTests {
    @Test("lines come in their order and whole, those that are many without being flushed")
    func lines() async throws {
        let ended = try await #require(processExitsWith: .exitCode(7), observing: [\.standardOutputContent]) {
            let output = LineOutput()
            for number in 0..<20_000 { try output.write("line \(number)") }
            try output.flush()
            exit(7)
        }
        let text = String(decoding: ended.standardOutputContent, as: UTF8.self)
        #expect(text.contains((0..<20_000).map { "line \($0)\n" }.joined()))
    }

    @Test("a reader that has gone is an error of its own, and no end by a signal")
    func readerGone() async {
        await #expect(processExitsWith: .exitCode(7)) {
            guard let ends = Descriptor.pipe() else { return }
            close(ends.reading)
            dup2(ends.writing, STDOUT_FILENO)
            let output = LineOutput()
            try output.write("nobody reads it")
            do { try output.flush() } catch is ReaderGone { exit(7) }
        }
    }

    @Test("any other failure is said with its reason")
    func failure() async {
        await #expect(processExitsWith: .exitCode(7)) {
            // Put in its place in one step: what is closed could be the next file that any thread opens.
            let full = open("/dev/full", O_WRONLY)
            guard full >= 0, dup2(full, STDOUT_FILENO) == STDOUT_FILENO else { return }
            let output = LineOutput()
            try output.write("no room for it")
            do { try output.flush() } catch let error as CommandError {
                if error.reason == "standard output: \(errorWords(ENOSPC))", error.exitStatus == 1 { exit(7) }
            }
        }
    }

    @Test("that standard output is closed is said in words of its own")
    func closed() {
        #expect(LineOutput.failure(EBADF) == "standard output: closed")
        #expect(LineOutput.failure(ENOSPC) == "standard output: \(errorWords(ENOSPC))")
    }

    @Test("a line on standard error comes as a whole")
    func standardError() async throws {
        let ended = try await #require(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
            StandardError.write("a line of a test")
            exit(7)
        }
        #expect(String(decoding: ended.standardErrorContent, as: UTF8.self).contains("a line of a test\n"))
    }
}
