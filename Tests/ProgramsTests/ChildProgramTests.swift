import Events
import Platform
import Programs
import Testing

@testable import Files

@Suite("Programs that run beside us", .serialized)
struct ChildProgramTests {
    private func program(_ line: String, _ variables: [String: String] = [:]) throws -> ChildProgram {
        try ChildProgram(["/bin/sh", "-c", line], variables: variables, grace: .seconds(60))
    }

    private func outcome(_ child: ChildProgram, input: String = "", atMost limit: Int = 1 << 20) -> String {
        let outcome = child.output(
            for: Array(input.utf8), atMost: limit, until: Deadline(in: .seconds(120)), unless: [])
        switch outcome {
        case .ended(let end, let bytes): return "\(end.words): \(String(decoding: bytes, as: UTF8.self))"
        case .tooLong(let bytes): return "too long: \(String(decoding: bytes, as: UTF8.self))"
        case .late: return "late"
        case .stopped: return "stopped"
        }
    }

    @Test("the whole output is there for the whole input")
    func wholeOutput() throws {
        let text = String(repeating: "x", count: 300_000)
        #expect(try outcome(program("cat"), input: text) == "ended: " + text)
        #expect(try outcome(program("echo a; exit 3")) == "exited with status 3: a\n")
    }

    @Test("the signal that ended it has its name, and its meaning where the name says little")
    func signals() throws {
        #expect(try outcome(program("kill -9 $$")) == "was killed by signal 9 (SIGKILL): ")
        #expect(
            ProgramEnd.signaled(25).words
                == "was killed by signal 25 (SIGXFSZ: file size limit exceeded)")
        #expect(ProgramEnd.signaled(99).words == "was killed by signal 99")
    }

    @Test("what is beyond the limit is not there, one byte more or less counts")
    func limit() throws {
        #expect(try outcome(program("printf abcd"), atMost: 4) == "ended: abcd")
        #expect(try outcome(program("printf abcde"), atMost: 4) == "too long: abcd")
    }

    @Test("variables are added to ours, and stand for those of the same name")
    func variables() throws {
        let line = "printf '%s|%s' \"$CAMEO_TEST\" \"$HOME\"; [ -n \"$PATH\" ] && printf ' path'"
        let child = try program(line, ["CAMEO_TEST": "a \"b\" $(c)\n", "HOME": "elsewhere"])
        #expect(outcome(child) == "ended: a \"b\" $(c)\n|elsewhere path")
    }

    @Test("of its errors the first and the last line that say something are known")
    func errors() throws {
        let child = try program("printf '\\n \\nfirst\\n' >&2; seq 5000 >&2; printf 'last\\n\\n' >&2")
        #expect(outcome(child) == "ended: ")
        #expect(child.firstWords == "first")
        #expect(child.lastWords == "last")
        let silent = try program("true")
        #expect(outcome(silent) == "ended: " && silent.firstWords.isEmpty && silent.lastWords.isEmpty)
    }

    @Test("what is no program is said in the system's words")
    func notStarted() throws {
        #expect(throws: ProgramNotStarted.self) { try ChildProgram(["/no/such/program"], grace: .seconds(1)) }
    }

    @Test("a signal that ends the process ends it by that signal, not by what its program's end leads to")
    func endedBySignal() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            signal(SIGTERM, SIG_DFL)
            let child = try ChildProgram(["/bin/sleep", "1000"], grace: .seconds(60))
            _ = TemporaryFiles([])
            // While one is made, the signal's handler waits, with the program killed already.
            TemporaryFiles.make {
                kill(getpid(), SIGTERM)
                var nothing: ArraySlice<UInt8> = []
                if case .ended = child.next(sending: &nothing, until: Deadline(in: .seconds(60))) { exit(1) }
            }
        }
    }
}
