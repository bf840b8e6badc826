import Events
import Foundation
import Support
import Testing

@testable import Reading

/// A dictionary that is a command of the shell.
@Suite(.serialized) struct LookupCommandTests {
    private static func command(_ line: String, _ change: (inout LookupLimits) -> Void = { _ in }) -> LookupCommand {
        var limits = LookupLimits()
        limits.answer = .seconds(120)
        change(&limits)
        return LookupCommand(line, limits: limits)
    }

    private static func answer(
        _ command: LookupCommand, _ words: String = "lamp", _ language: String? = nil, _ other: String? = nil
    ) async -> [String] {
        do throws(LookupError) {
            return try await command.paragraphs(of: words, language: language, other: other)
        } catch {
            return ["error: " + error.reason]
        }
    }

    @Test("the words are a line, and variables with their languages; quotes and commands in them are words")
    func words() async {
        let line =
            #"cat; printf '%s|%s|%s' "$CAMEO_LOOKUP_WORDS" "$CAMEO_LOOKUP_LANGUAGE" "$CAMEO_LOOKUP_OTHER_LANGUAGE""#
        let words = #"“a"b $(touch x) `c`; d’e”,"#
        let bare = #"a"b $(touch x) `c`; d’e"#
        #expect(await Self.answer(Self.command(line), words, "English", "es") == ["\(bare)\n\(bare)|English|es"])
        #expect(
            await Self.answer(Self.command(line), "one\u{0}two\n three\u{1B}[2J") == [
                "one two three [2J\none two three [2J||"
            ])
    }

    @Test("what is no word is not looked up")
    func nothing() async {
        #expect(await Self.answer(Self.command("echo asked"), " … — “”") == [])
    }

    @Test("blank lines part paragraphs, their lines stay apart; tabs and line ends of Windows are blanks and ends")
    func paragraphs() async {
        let text = #"\n\nlamp\r\n\n\n  1. light\n\t2. \303\244\n \n"#
        #expect(await Self.answer(Self.command("printf '\(text)'")) == ["lamp", "  1. light\n    2. ä"])
        #expect(await Self.answer(Self.command("true")) == [])
        #expect(await Self.answer(Self.command(#"printf '\n \n'"#)) == [])
        // What is no UTF-8 is no end of it.
        #expect(await Self.answer(Self.command(#"printf 'a\377b'"#)) == ["a\u{FFFD}b"])
    }

    @Test("a failure is its status and the first line of its errors, whatever it said")
    func failure() async {
        #expect(
            await Self.answer(Self.command("echo found; printf '\\nno lamp\\nat all\\n' >&2; exit 20"))
                == ["error: the lookup command exited with status 20: no lamp"])
        #expect(await Self.answer(Self.command("exit 1")) == ["error: the lookup command exited with status 1"])
        #expect(
            await Self.answer(Self.command("kill -9 $$")) == [
                "error: the lookup command was killed by signal 9 (SIGKILL)"
            ])
    }

    @Test("one that writes without end is shown as far as the limit, one that writes just as much is whole")
    func long() async {
        let most = await Self.answer(Self.command("printf abcd") { $0.answerBytes = 4 })
        #expect(most == ["abcd"])
        let more = await Self.answer(Self.command("printf abcde") { $0.answerBytes = 4 })
        #expect(more == ["abcd", "(truncated)"])
        let endless = await Self.answer(Self.command("yes"))
        #expect(endless.count == 2 && endless[0].utf8.count <= LookupLimits().answerBytes)
    }

    @Test("one that takes too long is ended")
    func late() async {
        let slow = Self.command("exec sleep 1000") { $0.answer = .milliseconds(50) }
        #expect(await Self.answer(slow) == ["error: the lookup command gave no answer within 1 s"])
    }

    @Test("giving up ends the command with all that it has started; closing does, too, and lets no other one begin")
    func givingUp() async throws {
        let folder = try Folder()
        let command = Self.command(
            "cd '\(folder.path)'; sh -c 'echo $$ > inner; exec sleep 1000' & until [ -s inner ]; do :; done; "
                + "echo $$ > outer; wait")
        func process(_ name: String) -> Int32? {
            let text = try? String(contentsOfFile: folder.file(name), encoding: .utf8)
            return text.flatMap { $0.hasSuffix("\n") ? Int32($0.dropLast()) : nil }
        }
        let task = Task { try await command.paragraphs(of: "one") }
        #expect(await eventually { process("outer") != nil })
        let processes = ["inner", "outer"].compactMap(process)
        task.cancel()
        await #expect(throws: LookupError.canceled) { try await task.value }
        #expect(processes.count == 2)
        for process in processes { #expect(await eventually { kill(process, 0) != 0 }) }
        let other = Task { try await command.paragraphs(of: "two") }
        await command.close()
        await #expect(throws: LookupError.canceled) { try await other.value }
        await #expect(throws: LookupError.canceled) { try await command.paragraphs(of: "three") }
    }
}
