import Events
import JSON
import SocketIO
import Tapes
import Typesetting

/// `cameo inspect --questions`: what a tape tells about the specification's open questions.
package struct ProbeInspection {
    private let tape: TapeReader

    package init(_ tape: TapeReader) { self.tape = tape }

    /// Whether a backend sent what is on the tape, so that the answers say something about it.
    package func isRecordedFromBackend() throws -> Bool {
        try tape.meta()["source"].map { (try? BackendAddress($0)) != nil } ?? false
    }

    /// Two lines a question, or JSON, one object a question.
    package func lines(asJSON: Bool) throws -> [String] {
        try answers().flatMap { answer -> [String] in
            if asJSON { return [Self.json(answer).text] }
            let evidence = answer.evidence.isEmpty ? "" : "  (\(answer.evidence))"
            return [
                "\(answer.question.rawValue). \(answer.question.text)",
                "   " + OutsideText.shown(answer.answer + evidence, cells: 2 * Limits.shownNameCells),
            ]
        }
    }

    private func answers() throws -> [OpenAnswer] {
        var questions = ProtocolProbe()
        var cursor = TapeCursor(tape)
        while let entry = try cursor.next() {
            guard entry.member.isMain else { continue }
            switch entry.kind {
            case .wire:
                let message = try entry.message()
                // What the cache gave says nothing about the backend.
                if message.isFromCache { continue }
                questions.receiveMessage(message, at: entry.time) { hash in (try? tape.blob(hash)) ?? nil }
            case .local: questions.receiveInput(try entry.input(), at: entry.time)
            }
        }
        questions.finish()
        return questions.answers
    }

    private static func json(_ answer: OpenAnswer) -> JSON {
        [
            "question": .number(answer.question.rawValue), "text": .string(answer.question.text),
            "answer": .string(answer.answer), "evidence": .string(answer.evidence),
        ]
    }
}
