// SPDX-License-Identifier: GPL-3.0-or-later

import JSON
import Platform

/// What the program says, a JSON object a line.
struct AnswerLines {
    private let descriptor: Int32
    /// Samples of one line: 0.7 s, 44 KB of text.
    private static let piece = 16 << 10

    /// From now on whatever the library prints goes to standard error.
    static func takingStandardOutput() throws(EspeakError) -> AnswerLines {
        let descriptor = dup(STDOUT_FILENO)
        guard descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw .outputClosed }
        return AnswerLines(descriptor: descriptor)
    }

    func hello(name: String) throws(EspeakError) {
        try send([["hello": ["protocol": "cameo-voice", "version": 1, "name": .string(name)]]])
    }

    func voices(_ voices: [VoiceTable.Voice], id: Int64?) throws(EspeakError) {
        try send(
            voices.map {
                [
                    "voice": [
                        "id": number(id), "name": .string($0.name), "language": .string($0.language),
                        "title": .string($0.title),
                    ]
                ]
            })
    }

    /// Times first: whoever draws can begin while the sound still comes.
    func utterance(_ spoken: Spoken, id: Int64?) throws(EspeakError) {
        let words = spoken.words.map { word -> JSON in
            [
                "word": [
                    "id": number(id), "start": .number(word.scalars.lowerBound),
                    "count": .number(word.scalars.count), "from": time(word.from, spoken),
                    "to": time(word.to, spoken),
                ]
            ]
        }
        let phonemes = spoken.phonemes.map { phoneme -> JSON in
            [
                "phoneme": [
                    "id": number(id), "name": .string(phoneme.name), "from": time(phoneme.from, spoken),
                    "to": time(phoneme.to, spoken),
                ]
            ]
        }
        try send(words + phonemes)
        for start in stride(from: 0, to: spoken.samples.count, by: Self.piece) {
            let samples = spoken.samples[start..<min(start + Self.piece, spoken.samples.count)]
            let bytes = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            try send([
                [
                    "sound": [
                        "id": number(id), "rate": .number(spoken.rate), "pcm": .string(Base64.encode(bytes)),
                    ]
                ]
            ])
        }
    }

    func done(id: Int64?) throws(EspeakError) { try send([["done": ["id": number(id)]]]) }

    func error(_ reason: String, id: Int64?) throws(EspeakError) {
        try send([["error": ["id": number(id), "message": .string(reason)]]])
    }

    private func number(_ id: Int64?) -> JSON { id.map(JSON.int) ?? .null }

    /// Milliseconds, to the microsecond.
    private func time(_ samples: Int, _ spoken: Spoken) -> JSON {
        .double((Double(samples) * 1_000_000 / Double(spoken.rate)).rounded() / 1_000)
    }

    private func send(_ values: [JSON]) throws(EspeakError) {
        var bytes: [UInt8] = []
        for value in values {
            value.write(to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        guard Descriptor.writeAll(bytes, to: descriptor) else { throw .outputClosed }
    }
}
