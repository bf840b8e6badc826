import Events
import Foundation
import Speech
import Support
import Testing

@testable import Reading

/// Tests that start programs run one after the other: each of them takes a processor for as long as Python takes to start.
@Suite("Starting programs", .serialized) struct StartingPrograms {}

/// A voice in a few lines of Python: 10 ms for each scalar, a thousand samples a second, words as blanks divide them; a sample has the
/// number of its sentence. It writes down what it is asked.
final class ScriptedVoice: Sendable {
    let folder: Folder

    /// - Parameter change: runs for each sentence with `text`, `number`, `words`; may change `words`, call `refuse(reason)`, or end.
    init(_ change: String = "pass") throws {
        folder = try Folder()
        let lines = change.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n")
        try folder.writeProgram(Self.beginning + lines + "\n" + Self.end, to: "voice")
    }

    var process: Voice { .program(VoiceProcess(program: folder.file("voice"))) }

    /// At the end of a test: its folder is there until then.
    func stay() {}

    /// What was said, in order.
    var asked: [String] { (try? folder.lines(of: "asked")) ?? [] }

    private static let beginning = """
        #!/usr/bin/env python3
        import base64, json, os, struct, sys

        def say(**answer):
            sys.stdout.write(json.dumps(answer) + "\\n")
            sys.stdout.flush()

        class Refused(Exception): pass
        def refuse(reason): raise Refused(reason)

        def blanks(text):
            found, start = [], None
            for place, letter in enumerate(text + " "):
                if letter != " " and start is None: start = place
                if letter == " " and start is not None:
                    found.append((start, place - start, start * 10, place * 10))
                    start = None
            return found

        here = os.path.dirname(os.path.abspath(__file__))
        say(hello={"protocol": "cameo-voice", "version": 1, "name": "script"})
        number = 0
        for line in sys.stdin:
            kind, request = next(iter(json.loads(line).items()))
            id = request["id"]
            if kind == "voices":
                for name in ["en-gb", "en-us", "es", "pt-br"]:
                    say(voice={"id": id, "name": name, "language": name, "title": name})
                say(done={"id": id})
                continue
            text = request["text"]
            number += 1
            words = blanks(text)
            with open(here + "/asked", "a") as log: log.write(text + "\\n")
            try:

        """
    private static let end = """
            except Refused as reason:
                say(error={"id": id, "message": str(reason)})
                continue
            samples = [number] * (10 * len(text))
            pcm = base64.b64encode(struct.pack("<%dh" % len(samples), *samples)).decode()
            for place in range(0, len(pcm), 65536):
                say(sound={"id": id, "rate": 1000, "pcm": pcm[place : place + 65536]})
            for start, count, begin, end in words:
                say(word={"id": id, "start": start, "count": count, "from": begin, "to": end})
            say(done={"id": id})

        """
}
