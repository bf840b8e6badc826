import Cells
import Events
import Speech
import Wire

/// `cameo voices`: what the built-in voice's program can speak with.
package enum VoiceList {
    /// - Parameters:
    ///   - language: as in `en`, which is `en-us` as well, or `pt-br`; `nil` for all.
    /// - Returns: a line a voice.
    /// - Throws: `CommandError.unusable` when there is no program, or no voice for that language; `VoiceError`.
    package static func lines(language: String?, asJSON: Bool) async throws -> [String] {
        let voices = try await all().filter { $0.speaks(language) }
        guard !voices.isEmpty else {
            throw CommandError.unusable("no voice speaks \(language ?? "anything"); cameo voices lists them all")
        }
        return asJSON ? voices.map(json) : table(voices)
    }

    /// For shells that complete a name: those that every shell takes as they are.
    /// - Throws: as `lines`.
    package static func names() async throws -> [String] {
        try await all().map(\.name).filter { name in
            name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_+".contains($0)) }
        }
    }

    private static func all() async throws -> [VoiceDescription] {
        let program = try VoiceProcess.builtIn()
        let voices: [VoiceDescription]
        do throws(VoiceError) {
            voices = try await program.voices()
        } catch {
            await program.close()
            throw error
        }
        await program.close()
        return voices
    }

    private static func table(_ voices: [VoiceDescription]) -> [String] {
        let rows = voices.map { [$0.name, $0.language, $0.title].map(TextCells.visible) }
        let widths = (0..<2).map { column in rows.map { TextCells.cellWidth(of: $0[column]) }.max() ?? 0 }
        return rows.map {
            TextCells.padded($0[0], toCells: widths[0]) + "  " + TextCells.padded($0[1], toCells: widths[1]) + "  "
                + $0[2]
        }
    }

    private static func json(_ voice: VoiceDescription) -> String {
        let value: JSON = [
            "name": .string(voice.name), "language": .string(voice.language), "title": .string(voice.title),
        ]
        return value.text
    }
}
