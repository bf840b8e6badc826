import Foundation
import Speech
import Support
import Testing

/// Tests that start programs run one after the other: each of them takes a processor for as long as Python takes to start.
@Suite("Starting programs", .serialized) struct StartingPrograms {}

/// A voice in a few lines of Python, in a folder of its own that goes with the value.
final class VoiceScript: Sendable {
    private let own: Folder

    /// - Parameter body: has `read()`, the next request as an object or `None`; `say(object)`; `hello()`.
    convenience init(_ body: String) throws {
        try self.init(program: Self.beginning + body + "\n")
    }

    /// - Parameter program: all of it.
    init(program: String) throws {
        own = try Folder()
        try own.writeProgram(program, to: "voice")
    }

    var folder: String { own.path }
    var path: String { own.file("voice") }
    func file(_ name: String) -> String { own.file(name) }

    /// With generous limits.
    func voice(_ change: (inout VoiceLimits) -> Void = { _ in }) -> ScriptedVoice { ScriptedVoice(self, change) }

    /// One that answers each sentence with a sample and its number and process as a phoneme.
    static let plain = """
        hello()
        while (request := read()) is not None:
            answer(request["say"]["id"])
        """

    private static let beginning = """
        #!/usr/bin/env python3
        import base64, json, os, signal, sys

        def read():
            line = sys.stdin.readline()
            return json.loads(line) if line else None

        def write(text):
            sys.stdout.write(text)
            sys.stdout.flush()

        def say(answer):
            write(json.dumps(answer) + "\\n")

        def hello(version=1):
            say({"hello": {"protocol": "cameo-voice", "version": version, "name": "script"}})

        def sound(id, samples=100):
            say({"sound": {"id": id, "rate": 1000, "pcm": base64.b64encode(b"\\x07\\x00" * samples).decode()}})

        def answer(id):
            sound(id)
            say({"phoneme": {"id": id, "name": f"{id} {os.getpid()}", "from": 0, "to": 100}})
            say({"done": {"id": id}})


        """
}

/// A voice whose program is a script, which is there for as long as the voice is.
struct ScriptedVoice {
    private let script: VoiceScript
    let process: VoiceProcess

    init(_ script: VoiceScript, _ change: (inout VoiceLimits) -> Void) {
        var limits = VoiceLimits()
        (limits.start, limits.silence, limits.sentence) = (.seconds(120), .seconds(120), .seconds(120))
        change(&limits)
        self.script = script
        process = VoiceProcess(program: script.path, limits: limits)
    }

    func say(_ text: String, _ manner: VoiceManner = VoiceManner()) async throws(VoiceError) -> Utterance {
        try await process.speak(text, manner)
    }
    func voices() async throws(VoiceError) -> [VoiceDescription] { try await process.voices() }
    func close() async { await process.close() }

    /// What went wrong, as a sentence.
    func reason(_ text: String = "hello") async -> String { await process.reason(text) }
}

extension VoiceProcess {
    func reason(_ text: String = "hello") async -> String {
        do throws(VoiceError) {
            return "said \(try await speak(text).sound.frameCount)"
        } catch {
            return error.reason
        }
    }
}

func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 }
