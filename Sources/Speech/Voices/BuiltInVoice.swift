import Events
import Files
import Platform
import Programs

extension VoiceProcess {
    private static let programName = "cameo-espeak"

    /// The voice that is installed with this program.
    /// - Throws: `CommandError.unusable` when it is not.
    package static func builtIn() throws(CommandError) -> VoiceProcess {
        let path = getenv("PATH").map { String(cString: $0) }
        guard let program = ProgramPlace.find(programName, beside: Assets.programFolder(), path: path) else {
            throw .unusable("no \(programName) beside this program or in a folder of PATH")
        }
        return VoiceProcess(program: program)
    }
}

/// Who is to speak, and how.
package enum VoiceChoice: Hashable, Sendable {
    /// The one that comes with the program.
    case builtIn(VoiceManner)
    /// A command that gets the text and answers with sound.
    case command(String)

    package var manner: VoiceManner { if case .builtIn(let manner) = self { manner } else { VoiceManner() } }

    /// - Throws: as `VoiceProcess.builtIn`.
    package func voice() throws(CommandError) -> Voice {
        switch self {
        case .builtIn: .program(try VoiceProcess.builtIn())
        case .command(let command): .command(VoiceCommand(command))
        }
    }

    /// Asks for a voice that is named before a screen or a tape is opened for it: what speaks says only at its first sentence
    /// that it has none of that name.
    /// - Throws: `CommandError.unusable` where it has none, or does not speak at all.
    package func check() async throws(CommandError) {
        guard manner.voice != nil else { return }
        let program = try VoiceProcess.builtIn()
        do throws(VoiceError) {
            _ = try await program.speak("", manner)
        } catch {
            await program.close()
            guard case .refused(_, let message) = error else { throw .unusable(error.reason) }
            throw .unusable("\(message); cameo voices lists them")
        }
        await program.close()
    }
}
