import Events
import Foundation
import Sound
import Speech
import Support
import Testing

extension WithoutATerminal {
    /// The built-in voice as it is built: `cameo-espeak`, and `cameo voices`, which asks it.
    @Suite(.serialized)
    struct VoiceTests {
        private func voice() throws -> VoiceProcess { VoiceProcess(program: try Program.path(of: "cameo-espeak")) }

        private func text(of word: Utterance.Word, in utterance: Utterance) -> String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: Array(utterance.text.unicodeScalars)[word.scalars])
            return String(text)
        }

        private func words(_ utterance: Utterance) -> [String] { utterance.words.map { text(of: $0, in: utterance) } }

        /// The library goes on with the phase of its voice, which makes a sentence a cycle longer or shorter.
        private func isAsLong(_ first: Samples, _ second: Samples) -> Bool {
            abs((first.duration - second.duration).microseconds) < 20_000
        }

        @Test("every p of Peter Piper is heard, in its word, and begins with a closure")
        func peterPiper() async throws {
            let voice = try voice()
            let utterance = try await voice.speak("Peter Piper picked a peck of pickled peppers.")
            await voice.close()
            #expect(words(utterance) == ["Peter", "Piper", "picked", "a", "peck", "of", "pickled", "peppers"])
            let closed = utterance.phonemes.filter { $0.name == "p" }
            let homes = closed.compactMap { sound in
                utterance.words.first { $0.span.contains(sound.span.lowerBound) }.map { text(of: $0, in: utterance) }
            }
            #expect(homes == ["Peter", "Piper", "Piper", "picked", "peck", "pickled", "peppers", "peppers"])
            for sound in closed {
                #expect((60_000...200_000).contains((sound.span.upperBound - sound.span.lowerBound).microseconds))
                let first = utterance.sound.frame(at: sound.span.lowerBound)
                let silent = utterance.sound.values[first...].prefix { abs(Int($0)) < 64 }.count
                #expect(silent > utterance.sound.rate * 25 / 1_000, "the lips are closed for 25 ms at least")
            }
        }

        @Test("a command that speaks gets all of the environment but our passwords")
        func passwords() async throws {
            let folder = try Folder()
            _ = try await Program.run(
                "say", "--headless", "--record", "a.cameo", "hello", "--voice-command", "env >variables; exit 1",
                environment: ["CAMEO_PASSWORD": "hush", "CAMEO_LIBRARY_PASSWORD": "hush", "SHUSH": "hush"], in: folder)
            #expect(try folder.lines(of: "variables").filter { $0.hasSuffix("=hush") } == ["SHUSH=hush"])
        }

        private static let sentences: [(voice: String, text: String, words: [String])] = [
            ("en-us", "The quick brown fox, he said.", ["The", "quick", "brown", "fox", "he", "said"]),
            ("en-gb", "Don't! Well-known? e-mail.", ["Don't", "Well-known", "e-mail"]),
            (
                "en-us", "Dr. Smith paid $1,234.50 on 3/4/2021 at 10:30.",
                ["Dr", "Smith", "paid", "$1,234.50", "on", "3/4/2021", "at", "10:30"]
            ),
            (
                "de", "Der Bäcker backt Brötchen für 25 Kunden, z.B. für Jürgen.",
                ["Der", "Bäcker", "backt", "Brötchen", "für", "25", "Kunden", "z.B", "für", "Jürgen"]
            ),
            (
                "en-us", "“Yes”, he said. He said “no” and left.",
                ["Yes", "he", "said", "He", "said", "no", "and", "left"]
            ),
            ("de", "„Ja“, sagte er. »Nein«, sagte sie.", ["Ja", "sagte", "er", "Nein", "sagte", "sie"]),
            ("ar", "مرحبا بالعالم، كيف حالك؟", ["مرحبا", "بالعالم", "كيف", "حالك"]),
            (
                "en-us", "Hello - I am here. NATO's plan, the 1990's, Q&A's, 1 + 1.",
                ["Hello", "I", "am", "here", "NATO's", "plan", "the", "1990's", "Q&A's", "1", "+", "1"]
            ),
            ("ru", "В 2024 г., да.", ["В", "2024", "г", "да"]), ("de", "z. B. heute", ["z", "B", "heute"]),
            ("he", "שלום עולם", ["שלום", "עולם"]),
            ("fr-fr", "Qu'est-ce que c'est? L'eau.", ["Qu'est-ce", "que", "c'est", "L'eau"]),
            ("ru", "Привет, мир! Щука и ёж.", ["Привет", "мир", "Щука", "и", "ёж"]),
            ("hi", "नमस्ते दुनिया, आप कैसे हैं?", ["नमस्ते", "दुनिया", "आप", "कैसे", "हैं"]),
            ("en-us", "hello 😀 👩‍👩‍👧 world", ["hello", "😀", "👩‍👩‍👧", "world"]),
            (
                "en-us", "\u{202E}abc\u{202C} \u{E000}\u{0}def \u{1B}[31m e\u{301}te",
                ["abc", "def", "31m", "e\u{301}te"]
            ),
            ("en-us", "…", []),
            ("en-us", " \n\u{200B}", []),
            ("en-us", "", []),
        ]

        @Test("words are the text's, phonemes are IPA, and both go through the sound without gap or overlap")
        func sentences() async throws {
            let voice = try voice()
            for (name, text, expected) in Self.sentences {
                let utterance = try await voice.speak(text, VoiceManner(voice: name))
                #expect(words(utterance) == expected)
                let end = utterance.sound.duration
                #expect(utterance.sound.rate == 22_050 && utterance.sound.channels == 1)
                // From the first sample to the last; a time is told to the microsecond.
                var heard = TimeSpan.zero
                for sound in utterance.phonemes {
                    #expect(sound.span.lowerBound == heard)
                    heard = sound.span.upperBound
                    let isPlain = sound.name.unicodeScalars.allSatisfy {
                        $0.properties.isAlphabetic && !$0.properties.isUppercase || $0.properties.isDiacritic
                    }
                    #expect(isPlain, "\(sound.name) in \(text)")
                }
                #expect(abs((end - heard).microseconds) <= 1, "\(text)")
                #expect(utterance.phonemes.contains { !$0.name.isEmpty } == !expected.isEmpty)
                for (word, next) in zip(utterance.words, utterance.words.dropFirst()) {
                    #expect(word.span.upperBound <= next.span.lowerBound)
                    #expect(word.scalars.upperBound <= next.scalars.lowerBound)
                }
            }
            await voice.close()
        }

        @Test("a text commands nothing: no markup, no phonemes, no embedded settings, also none for the next sentence")
        func harmlessText() async throws {
            let voice = try voice()
            let before = try await voice.speak("two three")
            let embedded = try await voice.speak("\u{1}450S\u{1}90P\u{1}0A two three")
            #expect(words(embedded).first == "450S\u{1}90P\u{1}0A" && words(embedded).suffix(2) == ["two", "three"])
            #expect(embedded.sound.values.contains { abs(Int($0)) > 5_000 })
            let after = try await voice.speak("two three")
            #expect(after.phonemes.map(\.name) == before.phonemes.map(\.name) && isAsLong(after.sound, before.sound))
            // Read out, and not obeyed.
            let phonemes = try await voice.speak("[[h@l'oU]]")
            #expect(words(phonemes) == ["h@l'oU"] && phonemes.phonemes.map(\.name).contains("æ"))
            let markup = try await voice.speak("<speak><break time=\"5s\"/><audio src=\"/dev/zero\"/>x</speak>")
            #expect(words(markup) == ["speak><break", "time=\"5s\"/><audio", "src=\"/dev/zero\"/>x</speak"])
            await voice.close()
        }

        @Test("rate and pitch are percent of normal; what a voice cannot do is taken as near as can be")
        func manner() async throws {
            let voice = try voice()
            func say(_ rate: Int, _ pitch: Int) async throws -> Samples {
                try await voice.speak("one two three four five", VoiceManner(rate: rate, pitch: pitch)).sound
            }
            let normal = try await say(100, 100)
            let lengths = [
                try await say(150, 100).frameCount, normal.frameCount, try await say(60, 100).frameCount,
            ].map { Double($0) / Double(normal.frameCount) }
            #expect((0.5...0.85).contains(lengths[0]) && (1.3...2).contains(lengths[2]))
            let high = try await say(100, 160)
            #expect(high.values != normal.values && abs(high.duration.seconds - normal.duration.seconds) < 0.2)
            #expect(try await say(.max / 2_000_000_000_000, -7).frameCount > 0)
            #expect(isAsLong(try await say(100, 100), normal))
            await voice.close()
        }

        @Test("what cannot be said is refused with a reason, and the program goes on")
        func refusals() async throws {
            let voice = try voice()
            for name in ["xx", "", "../../../etc/passwd", "en-us+nobody", "en-us+../../x", "mb-en1"] {
                await #expect(throws: VoiceError.refused(program: "cameo-espeak", message: "no voice \(name)")) {
                    try await voice.speak("hello", VoiceManner(voice: name))
                }
            }
            await #expect(
                throws: VoiceError.refused(program: "cameo-espeak", message: "the text takes more than 300 s to say")
            ) { try await voice.speak(String(repeating: "😀 ", count: 1_000), VoiceManner(rate: 1)) }
            for name in ["en-us+f3", "EN-US", "fr-fr"] {
                #expect(try await voice.speak("hello", VoiceManner(voice: name)).phonemes.count > 3)
            }
            // No end of a sentence, of a word and of a number.
            for text in ["x", "é", "9", "😀", "a "].map({ String(repeating: $0, count: 2_000 / $0.unicodeScalars.count) }
            ) {
                let utterance = try await voice.speak(text)
                #expect(!utterance.words.isEmpty && utterance.sound.duration < .seconds(300))
            }
            await voice.close()
        }

        @Test("lines that are no request get an error each, and the program ends with its input")
        func lines() async throws {
            let folder = try Folder()
            let long = String(repeating: "x", count: 2_001)
            try folder.write(
                """
                nonsense
                {"say":{"id":7}}

                {"say":{"id":8,"text":"\(long)"}}
                {"sing":{"id":9}}
                \(String(repeating: "y", count: 200_000))
                {"say":{"id":10,"text":"","unknown":[1]}}
                """ + "\n{\"voices\":", to: "requests")
            let run = try await Program.run(
                ["/bin/sh", "-c", "\"$0\" < requests", try Program.path(of: "cameo-espeak")], in: folder)
            #expect(run.status == 0 && run.errors == "")
            #expect(
                run.lines.first?.hasPrefix(#"{"hello":{"protocol":"cameo-voice","version":1,"name":"espeak-ng "#)
                    == true)
            #expect(
                run.lines.dropFirst().first?.hasPrefix(#"{"error":{"id":null,"message":"the request is not JSON: "#)
                    == true
            )
            #expect(
                Array(run.lines.dropFirst(2)) == [
                    #"{"error":{"id":7,"message":"\"text\" is missing or not text"}}"#,
                    #"{"error":{"id":null,"message":"expected a line of 1 to 65536 bytes"}}"#,
                    #"{"error":{"id":8,"message":"the text has more than 2000 code points"}}"#,
                    #"{"error":{"id":null,"message":"expected an object with \"say\" or \"voices\""}}"#,
                    #"{"error":{"id":null,"message":"expected a line of 1 to 65536 bytes"}}"#,
                    #"{"done":{"id":10}}"#,
                ])
            let lonely = try await Program.run([try Program.path(of: "cameo-espeak"), "hello"], in: folder)
            #expect(lonely.status == 64 && lonely.errors.contains("docs/reference/voice-protocol.md"))
        }

        @Test("without its data the program says what is missing")
        func noData() async throws {
            let voice = try Program.path(of: "cameo-espeak")
            let folder = try Folder()
            let run = try await Program.run([voice], environment: ["ESPEAK_DATA_PATH": folder.path], in: folder)
            // Some builds of the library look in their own place nevertheless.
            #expect(run.status == 0 || run.status == 1 && run.errors.contains("install the package espeak-ng-data"))
        }

        /// The program in a folder of its own, beside a voice that is a script. Both are made by another process: one that this
        /// one starts meanwhile could hold them open for writing, and then they cannot be run.
        private func programBeside(_ script: String, in folder: Folder) async throws -> String {
            try folder.write(script, to: "script")
            let line =
                "cp script cameo-espeak && chmod +x cameo-espeak && { ln \"$0\" cameo || cp \"$0\" cameo; } 2>/dev/null"
            #expect(try await Program.shell(line, in: folder).status == 0)
            return folder.file("cameo")
        }

        @Test("what is wrong with the voice's program is one line, and what it wrote is made harmless")
        func brokenVoice() async throws {
            let folder = try Folder()
            let program = try await programBeside("#!/bin/sh\nprintf 'no \\033[31mdata\\n' >&2; exit 5\n", in: folder)
            let run = try await Program.run([program, "voices"], in: folder)
            #expect(run.status == 1 && run.output == "")
            #expect(run.errors == "cameo: cameo-espeak exited with status 5: no ^[[31mdata\n")
        }

        @Test(
            "a signal that ends the program ends its voice, which does not listen",
            arguments: [SIGTERM, SIGINT, SIGHUP])
        func endedBySignal(signal: Int32) async throws {
            let folder = try Folder()
            let script = """
                #!/bin/sh
                trap '' HUP INT TERM
                sh -c 'echo $$ > inner; exec sleep 1000' & until [ -s inner ]; do :; done
                echo $$ > outer; while :; do wait; done

                """
            let program = try await programBeside(script, in: folder)
            let child = try ChildProcess(
                [program, "voices"], environment: Program.environment(), folder: folder.path,
                input: .null, output: .null, errors: .null)
            #expect(await eventually { (try? folder.text(of: "outer"))?.hasSuffix("\n") == true })
            child.send(signal)
            #expect(await child.waitForEnd() == .signaled(signal))
            for name in ["inner", "outer"] {
                let process = try #require(Int32(try folder.text(of: name).dropLast()))
                #expect(await eventually { kill(process, 0) != 0 })
            }
        }

        @Test("cameo voices lists names, languages and titles, of one language if asked to, and as JSON")
        func voices() async throws {
            let folder = try Folder()
            let all = try await Program.run("voices", in: folder)
            #expect(all.status == 0 && all.errors == "")
            #expect(all.lines.count > 100)
            #expect(all.lines.contains { $0.contains(/^en-us +en-us +English \(America\)$/) })
            #expect(all.lines.contains { $0.contains(/^de +de +German$/) })
            let english = try await Program.run("voices", "--language", "EN", "--json", in: folder)
            #expect(english.lines.contains(#"{"name":"en-us","language":"en-us","title":"English (America)"}"#))
            #expect(english.lines.count > 3 && english.lines.allSatisfy { $0.contains(#""language":"en"#) })
            let none = try await Program.run("voices", "--language", "e", in: folder)
            #expect(none.status == 2 && none.output == "")
            #expect(none.errors == "cameo: no voice for e; list all with: cameo voices\n")
        }

        @Test("a voice is named by its language or its title, in capitals or not")
        func names() async throws {
            let folder = try Folder()
            func sound(_ voice: String) async throws -> [UInt8] {
                try? FileManager.default.removeItem(atPath: folder.file("a.cameo"))
                let run = try await Program.run(
                    "say", "Guten Tag", "--voice", voice, "--headless", "--record", "a.cameo", in: folder)
                #expect(run.status == 0, "\(run.errors)")
                let frames = try await Program.run("inspect", "--frames", "--json", "a.cameo", in: folder)
                return Array(frames.output.utf8)
            }
            let german = try await sound("de")
            for name in ["de-de", "DE_at", "German", "german", "deutsch"] { #expect(try await sound(name) == german) }
            #expect(try await sound("en-us") != german)
            let near = try await Program.run("say", "x", "--voice", "Germn", in: folder)
            #expect(near.status == 2 && near.errorLines.count == 1)
            #expect(near.errors.contains("no voice Germn; did you mean German?"), "\(near.errors)")
        }

        @Test(
            "the voice of docs/using/voices.md speaks, by an option and by a setting; what is none is refused in one line"
        )
        func program() async throws {
            let folder = try Folder()
            let page = try String(contentsOfFile: Repository.file("docs/using/voices.md"), encoding: .utf8)
            let start = try #require(page.range(of: "    #!/usr/bin/env python3"))
            let end = try #require(page.range(of: "## A command as a voice"))
            let lines = page[start.lowerBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
            try folder.write(lines.map { $0.dropFirst(4) }.joined(separator: "\n"), to: "beeper")
            let say = ["say", "Hi.", "--headless", "--record"]
            let plain = try await Program.run(
                [try Program.path()] + say + ["p.cameo", "--voice-program", "beeper"], in: folder)
            #expect(
                plain.status == 2 && plain.errors == "cameo: beeper: not executable; use chmod +x\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("beeper"))
            for words in [
                ["a.cameo", "--voice-program", "beeper"],
                ["b.cameo", "--voice-program", "./beeper", "--voice", "BEEPER"],
            ] {
                let run = try await Program.run([try Program.path()] + say + words, in: folder)
                #expect(run.status == 0, "\(run.errors)")
            }
            let set = try await Program.run(
                [try Program.path()] + say + ["c.cameo"], environment: ["CAMEO_VOICE_PROGRAM": "./beeper"], in: folder)
            #expect(set.status == 0, "\(set.errors)")
            let sounds = try await ["a.cameo", "b.cameo", "c.cameo"].asyncMap { name in
                try await Program.run("inspect", "--frames", "--json", name, in: folder).output
            }
            #expect(Set(sounds).count == 1)
            #expect(
                try await Program.run("voices", "--voice-program", "beeper", in: folder).lines == ["beep    Beeper"])
            for (words, reason) in [
                (["--voice-program", "absent"], "absent: no such file"),
                (["--voice-program", "."], ".: not a file"),
                (["--voice-program", "/bin/ls"], "ls is not a voice"),
                (
                    ["--voice-program", "beeper", "--voice", "horn"],
                    "no voice horn; list all with: cameo voices --voice-program beeper\n"
                ),
                (["--voice-program", "beeper", "--voice-command", "x"], "exclude each other"),
            ] {
                let run = try await Program.run([try Program.path()] + say + ["x.cameo"] + words, in: folder)
                #expect(run.status != 0 && run.errorLines.count == 1 && run.errors.contains(reason), "\(run.errors)")
            }
            #expect(!folder.exists("x.cameo"))
        }
    }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
