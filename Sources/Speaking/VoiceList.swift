import Events
import JSON
import Speech
import Typesetting

/// `cameo voices`: what a program that speaks can speak with.
package enum VoiceList {
    /// - Parameters:
    ///   - speaker: the built-in voice in the place of a command, which has none to choose from.
    ///   - language: as in `en`, which is `en-us` as well, or `pt-br`; `nil` for all.
    ///   - width: of a line of the table at most.
    /// - Returns: a line a voice.
    /// - Throws: `CommandError.unusable` when there is no program, or no voice for that language; `VoiceError`.
    package static func lines(of speaker: VoiceChoice, language: String?, asJSON: Bool, toCells width: Int?)
        async throws -> [String]
    {
        let all = try await all(of: speaker)
        let voices = all.filter { $0.speaks(language) || $0.hasTitle(language) }
        guard !voices.isEmpty else {
            throw CommandError.unusable("no voice for \(language ?? "any language"); list all with: \(speaker.listing)")
        }
        return asJSON ? voices.map(json) : table(voices, toCells: width)
    }

    /// For shells that complete a name: those that every shell takes as they are.
    /// - Throws: as `lines`.
    package static func names(of speaker: VoiceChoice) async throws -> [String] {
        try await all(of: speaker).map(\.name).filter { name in
            name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_+".contains($0)) }
        }
    }

    private static func all(of speaker: VoiceChoice) async throws -> [VoiceDescription] {
        let program = try speaker.program()
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

    private static func table(_ voices: [VoiceDescription], toCells width: Int?) -> [String] {
        TextTable(voices.map { [$0.name, $0.language, $0.title].map(TerminalText.visible) }).lines(toCells: width)
    }

    private static func json(_ voice: VoiceDescription) -> String {
        let value: JSON = [
            "name": .string(voice.name), "language": .string(voice.language), "title": .string(voice.title),
        ]
        return value.text
    }
}
