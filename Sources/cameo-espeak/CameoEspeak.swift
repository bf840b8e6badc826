// SPDX-License-Identifier: GPL-3.0-or-later

import Bytes
import Platform

/// The voice of libespeak-ng, by the protocol of docs/reference/voice-protocol.md: requests on standard input, answers on standard output.
///
/// A program of its own, since that library is under the GPL and the rest of Cameo is not.
@main
enum CameoEspeak {
    static func main() {
        guard CommandLine.arguments.count < 2 else {
            complain(
                "takes no arguments; it speaks the protocol of docs/reference/voice-protocol.md on standard input and output"
            )
            exit(64)
        }
        do throws(EspeakError) {
            let answers = try AnswerLines.takingStandardOutput()
            try serve(try Espeak(), answers)
        } catch {
            complain(error.reason)
            exit(1)
        }
    }

    private static func serve(_ library: Espeak, _ answers: AnswerLines) throws(EspeakError) {
        try answers.hello(name: library.title)
        var lines = LineSplitter(longest: Request.longest)
        while let request = next(&lines) {
            do throws(EspeakError) {
                switch request.kind {
                case .voices: try answers.voices(library.voices.list, id: request.id)
                case .say(let sentence): try answers.utterance(try library.speak(sentence), id: request.id)
                case .unusable(let reason): throw .refused(reason)
                }
                try answers.done(id: request.id)
            } catch .refused(let reason) {
                try answers.error(reason, id: request.id)
            }
        }
    }

    /// Waits for the next line of standard input; `nil` at the end.
    private static func next(_ lines: inout LineSplitter) -> Request? {
        while true {
            if let line = lines.next() { return Request(try? line.get()) }
            guard let piece = Descriptor.read(STDIN_FILENO, limit: 8_192), !piece.isEmpty else { return nil }
            lines.receive(piece)
        }
    }

    private static func complain(_ words: String) {
        let line = Array("cameo-espeak: \(words)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
