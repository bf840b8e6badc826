import Foundation
import Support
import Testing

extension OnATerminal {
    /// What `cameo say` makes, judged by what its mouths and its sound contain.
    @Suite(.serialized) struct LipSayTests {
        /// The first articles of the declaration of human rights.
        private static let texts = [
            "en-us": """
            All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience \
            and should act toward one another in a spirit of brotherhood. Everyone has the right to life, liberty and \
            security of person.
            """,
            "ru": """
            Все люди рождаются свободными и равными в своём достоинстве и правах. Они наделены разумом и совестью и \
            должны поступать в отношении друг друга в духе братства. Каждый человек имеет право на жизнь, на свободу и \
            на личную неприкосновенность.
            """,
            "ar": """
            يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً \
            بروح الإخاء. لكل فرد الحق في الحياة والحرية وسلامة شخصه.
            """,
            "hi": """
            सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा \
            की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।
            """,
            "cmn": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。人人有权享有生命、自由和人身安全。",
        ]

        private func lips(_ arguments: [String], in folder: Folder) async throws -> (lag: Double?, r: Double?) {
            let said = try await Program.run(
                [try Program.path(), "say"] + arguments + ["--headless", "--record", "said.cameo"], in: folder)
            #expect(said.status == 0, "\(said.errors)")
            let run = try await Program.run("inspect", "--lips", "--json", "said.cameo", in: folder)
            let found = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            return (found?["lag_ms"] as? Double, found?["correlation"] as? Double)
        }

        @Test("the built-in voice's lips are with its sound, in every script", arguments: texts.keys.sorted())
        func scripts(voice: String) async throws {
            let folder = try Folder()
            let found = try await lips([try #require(Self.texts[voice]), "--voice", voice], in: folder)
            let check = try await Program.run("check", "said.cameo", in: folder)
            #expect(check.status == 0, "\(check.output)")
            #expect(abs(try #require(found.lag)) < 34 && (found.r ?? 0) > 0.3, "\(found)")
        }

        @Test("the lips of a voice without phonemes are with its sound")
        func loudness() async throws {
            let folder = try Folder()
            let script = """
                import base64, json, struct, subprocess, sys
                voice = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                print(json.dumps({"say": {"id": 1, "text": sys.stdin.read()}}), file=voice.stdin, flush=True)
                pcm, rate = b"", 22050
                for line in voice.stdout:
                    kind, answer = next(iter(json.loads(line).items()))
                    if kind == "sound": pcm, rate = pcm + base64.b64decode(answer["pcm"]), answer["rate"]
                    if kind in ("done", "failed"): break
                head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(pcm), b"WAVE", b"fmt ", 16, 1, 1, rate, 2 * rate, 2, 16, b"data", len(pcm))
                sys.stdout.buffer.write(head + pcm)
                """
            try folder.write(script, to: "voice.py")
            let command = "python3 voice.py '\(try Program.path(of: "cameo-espeak"))'"
            let found = try await lips([try #require(Self.texts["en-us"]), "--voice-command", command], in: folder)
            #expect(abs(try #require(found.lag)) < 34 && (found.r ?? 0) > 0.3, "\(found)")
        }
    }
}
