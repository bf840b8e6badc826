import Platform
import Programs
import Support
import Testing

@testable import Speech

@Suite("A program that answers", .serialized)
struct ReplyProgramTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func program(_ command: String, stays: Bool = false) -> ReplyProgram {
        ReplyProgram("cd '\(folder.path)'; " + command, stays: stays, isNumbered: true)
    }

    /// All sentences of an answer, and why there are no more.
    private func answer(
        of program: ReplyProgram, to line: String = "Hello"
    ) async -> (sentences: [String], reason: String?) {
        let reader = SentenceReader(.reply(program, to: line))
        var sentences: [String] = []
        do throws(VoiceError) {
            while let sentence = try await reader.next() { sentences.append(sentence.text) }
            return (sentences, nil)
        } catch {
            return (sentences, error.reason)
        }
    }

    /// Whether a process that has written its number into `pid` is there.
    private var isThere: Bool {
        guard let number = try? folder.text(of: "pid").split(separator: "\n").last, let pid = pid_t(number) else {
            return false
        }
        return kill(pid, 0) == 0
    }

    @Test("it gets the line on its standard input, and which one it is; its whole output is the answer")
    func once() async {
        let program = program("read line; printf 'Line %s: %s. Bye.' $CAMEO_CHAT_TURN \"$line\"")
        #expect(await answer(of: program).sentences == ["Line 1: Hello.", "Bye."])
        #expect(await answer(of: program, to: "you").sentences == ["Line 2: you.", "Bye."])
    }

    @Test("a sentence is there while the program still prints")
    func streamed() async throws {
        mkfifo(folder.file("gate"), 0o600)
        let reader = SentenceReader(.reply(program("echo One.; cat gate"), to: "x"))
        #expect(try await reader.next()?.text == "One.")
        let gate = open(folder.file("gate"), O_WRONLY)
        #expect(Descriptor.writeAll(Array("Two.".utf8), to: gate))
        close(gate)
        #expect(try await reader.next()?.text == "Two.")
        #expect(try await reader.next() == nil)
    }

    @Test("a character in two pieces is one, wrong bytes are none, and controls are left out")
    func strangeBytes() async {
        let pieces = program(
            "python3 -c 'import os; os.write(1, b\"Gr\\303\"); os.write(1, b\"\\274n. \\033[2J\\377\\0 Ok.\")'")
        let (sentences, reason) = await answer(of: pieces)
        #expect(reason == nil && sentences.first == "Grün.")
        #expect(
            !sentences.joined().unicodeScalars.contains { $0.value < 0x20 } && sentences.last?.hasSuffix("Ok.") == true)
    }

    @Test(
        "its end is said with its status or signal and the last line of its standard error",
        arguments: [
            ("echo Yes.; echo no >&2; echo out of words >&2; exit 3", ["Yes."], "exited with status 3: out of words"),
            ("nosuchprogram", [], "exited with status 127"), ("kill -9 $$", [], "was killed by signal 9 (SIGKILL)"),
            // What has no end when the command has is said all the same.
            ("printf 'One. And half'; exit 1", ["One.", "And half"], "exited with status 1"),
            ("echo No stop; kill -9 $$", ["No stop"], "was killed by signal 9 (SIGKILL)"),
        ])
    func failure(_ command: String, _ said: [String], _ words: String) async {
        let (sentences, reason) = await answer(of: program(command))
        #expect(sentences == said && reason?.contains("reply command \(words)") == true, "\(reason ?? "")")
    }

    @Test(
        "one that never ends is ended when nobody wants more of it, whether it says something or not",
        arguments: [
            "exec yes", "exec tr -d '\\n' </dev/zero", "exec sleep 1000",
        ])
    func endless(_ command: String) async throws {
        let program = program("echo $$ >pid; echo Begun.; " + command)
        var reader: SentenceReader? = SentenceReader(.reply(program, to: "x"))
        #expect(try await reader?.next()?.text == "Begun.")
        #expect(isThere)
        let next = Task { [reader] in try await reader?.next() }
        reader?.close()
        _ = try await next.value
        reader = nil
        #expect(await eventually { !isThere })
    }

    @Test("output without a sentence in it comes in pieces that are spoken")
    func noSentence() async throws {
        let reader = SentenceReader(.reply(program("exec yes a | tr -d '\\n'"), to: "x"))
        let length = try await reader.next()?.text.count ?? 0
        #expect((100...300).contains(length))
        reader.close()
    }

    // MARK: One that stays

    @Test("one that stays is started once, and an empty line ends its answer; those before the answer are none")
    func stays() async throws {
        let program = program(
            "echo $$ >>pid; while read line; do printf '\\n\\r\\n%s. One\\nmore.\\n\\n\\n' \"$line\"; done", stays: true
        )
        // What is pasted has lines, which are one for it.
        #expect(await answer(of: program, to: "a\nb").sentences.joined(separator: " ") == "a b. One\nmore.")
        #expect(await answer(of: program, to: "c").sentences.joined(separator: " ") == "c. One\nmore.")
        #expect(try folder.text(of: "pid").split(separator: "\n").count == 1 && isThere)
        program.close()
        #expect(await eventually { !isThere })
    }

    @Test("one that stays and goes is started again, and why it went is said")
    func goes() async throws {
        let program = program(
            "read line; echo \"$CAMEO_CHAT_TURN $line.\"; test $line = ok || { echo broken >&2; exit 4; }", stays: true)
        #expect(await answer(of: program, to: "ok").sentences == ["1 ok."])
        let (sentences, reason) = await answer(of: program, to: "bad")
        #expect(sentences == ["2 bad."] && reason == "reply command exited with status 4: broken")
        #expect(await answer(of: program, to: "ok").sentences == ["3 ok."])
    }

    @Test("one that is interrupted is ended, so that nothing of its answer is in the next one")
    func interrupted() async throws {
        let program = program(
            "echo $$ >>pid; while read line; do echo \"$line.\"; test $line = go && echo; done", stays: true)
        var reader: SentenceReader? = SentenceReader(.reply(program, to: "stay"))
        #expect(try await reader?.next()?.text == "stay.")
        reader?.close()
        reader = nil
        #expect(await answer(of: program, to: "go").sentences == ["go."])
        #expect(try folder.text(of: "pid").split(separator: "\n").count == 2)
        program.close()
    }

    @Test("where an answer is cut changes nothing")
    func cuts() {
        let bytes = Array("\n\r\nOne\r\n two\n\r\n\nThree\n\nx".utf8)
        func answers(_ size: Int) -> [String] {
            var (answers, splitter, taken) = ([""], AnswerSplitter(), bytes[...])
            while !taken.isEmpty {
                let (answer, rest) = splitter.receive(Array(taken.prefix(size)))
                answers[answers.count - 1] += String(decoding: answer, as: UTF8.self).filter { !$0.isNewline }
                let left = taken.dropFirst(size)
                taken = ArraySlice(Array(rest ?? []) + left)
                if rest != nil {
                    answers.append("")
                    splitter = AnswerSplitter()
                }
            }
            return answers
        }
        #expect(answers(100) == ["One two", "Three", "x"])
        for size in 1..<bytes.count { #expect(answers(size) == answers(100)) }
    }
}
