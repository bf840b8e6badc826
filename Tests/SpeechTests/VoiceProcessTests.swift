import Events
import Foundation
import Sound
import Support
import Testing

@testable import Speech

extension StartingPrograms {
    @Suite("A voice's program")
    struct VoiceProcessTests {
        private func process(of utterance: Utterance) throws -> Int32 {
            try #require(Int32(utterance.phonemes.first?.name.split(separator: " ").last ?? ""))
        }

        @Test("it says many sentences, one after the other, whoever asks at the same time")
        func manySentences() async throws {
            let voice = try VoiceScript(VoiceScript.plain).voice()
            let spoken = try await withThrowingTaskGroup(of: Utterance.self) { group in
                for number in 0..<20 { group.addTask { try await voice.say("sentence \(number)") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(spoken.map(\.text)).count == 20)
            #expect(spoken.allSatisfy { $0.sound.values == [Int16](repeating: 7, count: 100) })
            #expect(Set(try spoken.map(process)).count == 1)
            #expect(Set(spoken.map { $0.phonemes[0].name.prefix { $0 != " " } }).count == 20)
            await voice.close()
        }

        @Test("it is asked as the sentence is to be said, whatever is in it")
        func request() async throws {
            let script = try VoiceScript(
                """
                hello()
                id = read()["voices"]["id"]
                say({"voice": {"id": id, "name": "en-us", "language": "en-us"}})
                say({"done": {"id": id}})
                line = sys.stdin.readline()
                open(os.path.dirname(__file__) + "/request", "w").write(line)
                answer(json.loads(line)["say"]["id"])
                """)
            let voice = script.voice()
            let text = "a\u{0}b\u{1B}[31m \u{202E}אב\n😀 \"\\"
            _ = try await voice.say(text, VoiceManner(voice: "en-us+f3", rate: 80, pitch: 130))
            let request = try Data(contentsOf: URL(fileURLWithPath: script.file("request")))
            let manner = VoiceManner(voice: "en-us+f3", rate: 80, pitch: 130)
            #expect(Array(request) == VoiceRequest.say(id: 2, text: text, manner).line)
            await voice.close()
        }

        @Test(
            "without a voice's name a text in another script is said by a voice for it; its voices are asked for once")
        func voiceByScript() async throws {
            let script = try VoiceScript(
                """
                hello()
                log = open(os.path.dirname(__file__) + "/log", "w")
                while (request := read()) is not None:
                    if "voices" in request:
                        id = request["voices"]["id"]
                        for name, language in [("german", "de"), ("arab", "ar"), ("mandarin", "cmn")]:
                            say({"voice": {"id": id, "name": name, "language": language}})
                        say({"done": {"id": id}})
                        print("voices", file=log, flush=True)
                    else:
                        print(request["say"].get("voice"), file=log, flush=True)
                        answer(request["say"]["id"])
                """)
            let voice = script.voice()
            for text in ["Hello.", "你好。", "", "مرحبا", "سلام، چطوری؟", "Привет", "42"] { _ = try await voice.say(text) }
            _ = try await voice.say("你好。", VoiceManner(voice: "german"))
            // A language whose voice has another name.
            _ = try await voice.say("你好。", VoiceManner(voice: "ZH"))
            let log = try String(contentsOfFile: script.file("log"), encoding: .utf8).split(separator: "\n")
            // Nobody there speaks Russian, and an Arab does for Persian.
            #expect(
                log == ["None", "voices", "mandarin", "None", "arab", "arab", "None", "None", "german", "mandarin"])
            await voice.close()
        }

        @Test(
            "a voice speaks its language, under each name of that, and that of no other country",
            arguments: [
                ("cmn", "zh", true), ("nb", "no", true), ("en-us", "EN", true), ("en-us", "en_us", true),
                ("cmn", nil, true), ("de", "zh", false), ("en-us", "en-gb", false), ("nbx", "no", false),
            ])
        func language(spoken: String, wanted: String?, isSpoken: Bool) {
            #expect(VoiceDescription(name: "x", language: spoken, title: "X").speaks(wanted) == isSpoken)
        }

        @Test("its voices are listed")
        func voices() async throws {
            let voice = try VoiceScript(
                """
                hello()
                id = read()["voices"]["id"]
                say({"voice": {"id": id, "name": "b", "language": "de", "title": "B"}})
                say({"voice": {"id": id, "name": "a"}})
                say({"done": {"id": id}})
                read()
                """
            ).voice()
            #expect(
                try await voice.voices() == [
                    VoiceDescription(name: "b", language: "de", title: "B"),
                    VoiceDescription(name: "a", language: "", title: ""),
                ])
            await voice.close()
        }

        @Test("a crash is one sentence with the program's last words, and the next sentence starts it again")
        func crash() async throws {
            let voice = try VoiceScript(
                """
                hello()
                request = read()["say"]
                if request["text"] == "die":
                    sound(request["id"])
                    print("first words\\n\\nlast words\\x1b[31m", file=sys.stderr, flush=True)
                    os.kill(os.getpid(), signal.SIGKILL)
                if request["text"] == "end":
                    sys.exit(3)
                answer(request["id"])
                read()
                """
            ).voice()
            #expect(await voice.reason("die") == "voice was killed by signal 9 (SIGKILL): last words\u{1B}[31m")
            #expect(await voice.reason("live") == "said 100")
            await voice.close()
            let other = try VoiceScript("hello()\nread()\nsys.exit(3)").voice()
            #expect(await other.reason() == "voice exited with status 3")
            #expect(await other.reason() == "voice exited with status 3")
            await other.close()
        }

        @Test("one that has gone while nothing was asked of it is started again without a word")
        func goneMeanwhile() async throws {
            let voice = try VoiceScript("hello()\nanswer(read()[\"say\"][\"id\"])").voice()
            let first = try process(of: try await voice.say("one"))
            #expect(await eventually { !isRunning(first) || isZombie(first) })
            let second = try process(of: try await voice.say("two"))
            #expect(first != second)
            await voice.close()
        }

        @Test("the voice of docs/using/voices.md speaks")
        func documentedVoice() async throws {
            let text = try String(contentsOfFile: Repository.file("docs/using/voices.md"), encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                .drop { $0 != "    #!/usr/bin/env python3" }.prefix { $0.isEmpty || $0.hasPrefix("    ") }
            try #require(lines.count > 10)
            let script = try VoiceScript(program: lines.map { $0.dropFirst(4) }.joined(separator: "\n"))
            let voice = script.voice()
            let utterance = try await voice.say("Hi you.")
            #expect(utterance.sound.rate == 16_000 && utterance.sound.frameCount == 7 * 1_600)
            #expect(utterance.phonemes.map(\.name) == ["h", "i", "", "y", "o", "u", ""])
            #expect(try await voice.voices().map(\.name) == ["beep"])
            await voice.close()
        }

        @Test("what cannot be run is said with its path's name")
        func notThere() async throws {
            #expect(
                await VoiceProcess(program: "/nowhere/to/be/voice").reason()
                    == "cannot start voice: no such file")
            #expect(await VoiceProcess(program: "/").reason() == "cannot start /: permission denied")
        }

        @Test(
            "what is no voice says so",
            arguments: [
                (
                    "write(\"Usage: voice\\n\")",
                    "voice is not a voice: expected a greeting of cameo-voice, found Usage: voice"
                ),
                ("hello(2)", "voice is not a voice: expected version 1, found 2"),
                ("say({\"done\": {\"id\": 1}})", "found {\"done\": {\"id\": 1}}"),
                ("sys.exit(\"no model\")", "voice exited with status 1: no model"),
                ("", "voice ended"),
            ])
        func noVoice(body: String, expected: String) async throws {
            #expect(try await VoiceScript(body).voice().reason().hasSuffix(expected))
        }

        @Test(
            "a wrong answer is one sentence",
            arguments: [
                ("write(\"nonsense\\n\")", "not JSON: "),
                ("say({\"done\": {\"id\": request[\"id\"] + 1}})", "expected an answer to 1, found one to 2"),
                ("hello()", "a second greeting"),
                ("write(\"\\xff\\xfe\\n\")", "not JSON: "),
                (
                    "say({\"word\": {\"id\": 1, \"start\": 3, \"count\": 9, \"from\": 0, \"to\": 1}})",
                    "a word at 3+9 of"
                ),
                ("sound(1)\nsay({\"sound\": {\"id\": 1, \"rate\": 8000, \"pcm\": \"\"}})", "samples a second changes"),
                (
                    "while True: say({\"phoneme\": {\"id\": 1, \"name\": \"a\", \"from\": 0, \"to\": 1}})",
                    "20000 phonemes"
                ),
                ("while True: sound(1, 100000)", "more than 600 s or 64 MiB of sound"),
                ("while True: write(\"x\" * 65536)", "a line of more than 1048576 bytes"),
            ])
        func wrongAnswers(body: String, expected: String) async throws {
            let voice = try VoiceScript("hello()\nrequest = read()[\"say\"]\n\(body)\nread()").voice()
            let found = await voice.reason()
            #expect(found.hasPrefix("voice: invalid answer: "))
            #expect(found.contains(expected), "\(found)")
            await voice.close()
        }

        @Test("what it refuses itself is said in its words, and it goes on")
        func refused() async throws {
            let voice = try VoiceScript(
                """
                hello()
                while (request := read()) is not None:
                    id = request["say"]["id"]
                    say({"error": {"id": id, "message": "no such voice"}}) if id == 1 else answer(id)
                """
            ).voice()
            #expect(await voice.reason() == "voice: no such voice")
            #expect(await voice.reason() == "said 100")
            await voice.close()
        }

        @Test("silence ends with the deadline, before the greeting, in a sentence, and in one without end")
        func silence() async throws {
            let mute = try VoiceScript("signal.pause()").voice { $0.start = .milliseconds(50) }
            #expect(await mute.reason() == "voice: no greeting within 1 s")
            let silent = try VoiceScript("hello()\nread()\nsignal.pause()").voice { $0.silence = .milliseconds(50) }
            #expect(await silent.reason() == "voice: no answer within 1 s")
            let endless = try VoiceScript("hello()\nread()\nwhile True: say({\"progress\": {}})")
                .voice { $0.sentence = .milliseconds(200) }
            #expect(await endless.reason() == "voice: no end of the sentence within 1 s")
            let loud = try VoiceScript("hello()\nread()\nwhile True: sys.stderr.write(\"x\" * 99)")
                .voice { $0.silence = .milliseconds(200) }
            let noise = await loud.reason()
            #expect(noise.hasPrefix("voice: no answer within 1 s"), "\(noise)")
        }

        @Test("what it writes on standard error does not hold it up, and is kept to a line")
        func standardError() async throws {
            let voice = try VoiceScript(
                """
                hello()
                while (request := read()) is not None:
                    sys.stderr.write("0123456789" * 200000 + "\\nend\\n")
                    answer(request["say"]["id"]) if request["say"]["text"] != "die" else sys.exit(1)
                """
            ).voice()
            #expect(await voice.reason() == "said 100")
            #expect(await voice.reason("die") == "voice exited with status 1: end")
            await voice.close()
        }

        @Test("one that does not listen is no end of us, and neither is one that takes only part of a sentence")
        func deafPrograms() async throws {
            let text = String(repeating: "\u{1}", count: 200_000)
            let deaf = try VoiceScript("hello()\nos.close(0)\nsignal.pause()")
                .voice { ($0.silence, $0.textScalars) = (.milliseconds(300), 1_000_000) }
            #expect(await deaf.reason(text) == "voice: no answer within 1 s")
            let gone = try VoiceScript("hello()\nos.read(0, 10)\nsys.exit(4)").voice { $0.textScalars = 1_000_000 }
            #expect(await gone.reason(text) == "voice exited with status 4")
        }

        @Test("a sentence that is too long is not even begun")
        func tooLong() async throws {
            let voice = VoiceProcess(program: "/nowhere")
            let text = String(repeating: "é", count: 2_001)
            await #expect(throws: VoiceError.tooLongText(found: 2_001, limit: 2_000)) { try await voice.speak(text) }
        }

        @Test("a sentence that is given up is over at once; its late answers are not the next one's")
        func canceled() async throws {
            let script = try VoiceScript(
                """
                hello()
                first = read()["say"]["id"]
                open(os.path.dirname(__file__) + "/asked", "w")
                second = read()["say"]["id"]
                answer(first)
                answer(second)
                read()
                """)
            let voice = script.voice()
            let task = Task { try await voice.say("one") }
            #expect(await eventually { FileManager.default.fileExists(atPath: script.file("asked")) })
            task.cancel()
            await #expect(throws: VoiceError.canceled) { try await task.value }
            let second = try await voice.say("two")
            #expect(second.phonemes.count == 1 && second.phonemes[0].name.hasPrefix("2 "))
            #expect(second.sound.frameCount == 100)
            await voice.close()
        }

        @Test("one that is given up before it was asked is not started")
        func cancelledBefore() async throws {
            let voice = VoiceProcess(program: "/nowhere")
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await voice.speak("one")
            }
            await #expect(throws: VoiceError.canceled) { try await task.value }
        }

        @Test("closing ends the program, one that does not care by force, and gives up what is being said")
        func closing() async throws {
            let script = try VoiceScript(
                """
                hello()
                id = read()["say"]["id"]
                answer(id)
                read()
                open(os.path.dirname(__file__) + "/asked", "w")
                while True: signal.pause()
                """)
            let voice = script.voice { $0.grace = .milliseconds(50) }
            let process = try process(of: try await voice.say("one"))
            let task = Task { try await voice.say("two") }
            #expect(await eventually { FileManager.default.fileExists(atPath: script.file("asked")) })
            await voice.close()
            await #expect(throws: VoiceError.canceled) { try await task.value }
            #expect(!isRunning(process))
            await #expect(throws: VoiceError.canceled) { try await voice.say("three") }
        }

        @Test("one that nobody holds any more is gone")
        func letGo() async throws {
            let script = try VoiceScript("hello()\nanswer(read()[\"say\"][\"id\"])\nwhile True: signal.pause()")
            let process = try await Self.processOfVoiceLetGo(script)
            #expect(await eventually { !isRunning(process) })
        }

        private static func processOfVoiceLetGo(_ script: VoiceScript) async throws -> Int32 {
            let voice = script.voice()
            return try VoiceProcessTests().process(of: try await voice.say("one"))
        }

        @Test("it has no terminal, none of our other descriptors, and signals as a new process has them")
        func inheritance() async throws {
            let kept = open("/dev/null", O_RDONLY)
            defer { close(kept) }
            let script = try VoiceScript(
                """
                def is_open(descriptor):
                    try: os.fstat(descriptor)
                    except OSError: return False
                    return True
                def has_terminal():
                    try: os.close(os.open("/dev/tty", os.O_RDWR))
                    except OSError: return False
                    return True
                found = [d for d in range(3, 1024) if is_open(d)]
                blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [])
                with open(os.path.dirname(__file__) + "/found", "w") as file:
                    print(found, has_terminal(), os.getpid() == os.getsid(0), blocked, file=file)
                \(VoiceScript.plain)
                """)
            let voice = script.voice()
            _ = try await voice.say("one")
            let found = try String(contentsOfFile: script.file("found"), encoding: .utf8)
            // The script itself may be open while Python reads it.
            #expect(found == "[] False True set()\n" || found == "[3] False True set()\n")
            await voice.close()
        }

        private func isZombie(_ process: Int32) -> Bool {
            let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
            return status.contains(") Z ")
        }
    }
}
