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
            throw .unusable(
                "\(programName): not found next to cameo or in PATH; "
                    + "reinstall Cameo, or use --voice-program or --voice-command")
        }
        return VoiceProcess(program: program)
    }
}

/// Who is to speak, and how.
package enum VoiceChoice: Hashable, Sendable {
    /// The one that comes with the program.
    case builtIn(VoiceManner)
    /// A program of the user's that speaks by the protocol, by its path or by its name in a folder of `PATH`.
    case program(String, VoiceManner)
    /// A command that gets the text and answers with sound.
    case command(String)

    package var manner: VoiceManner {
        switch self {
        case .builtIn(let manner), .program(_, let manner): manner
        case .command: VoiceManner()
        }
    }

    /// - Throws: `CommandError.unusable` where the program is not there, or is none.
    package func voice() throws(CommandError) -> Voice {
        if case .command(let command) = self { return .command(VoiceCommand(command)) }
        return .program(try program())
    }

    /// The one that has voices to choose from: a command has none, and the built-in voice stands in its place.
    /// - Throws: as `voice`.
    package func program() throws(CommandError) -> VoiceProcess {
        guard case .program(let file, _) = self else { return try VoiceProcess.builtIn() }
        return VoiceProcess(program: try VoiceProcess.place(of: file))
    }

    /// Asks before a screen or a tape is opened for it: what speaks says only at its first sentence that it is none, or has no voice
    /// of that name.
    /// - Throws: `CommandError.unusable` where it is so.
    package func check() async throws(CommandError) {
        switch self {
        case .command: return
        case .builtIn(let manner) where manner.voice == nil: return
        case .builtIn(let manner), .program(_, let manner): try await check(try program(), manner)
        }
    }

    /// The command that lists the voices to choose from.
    package var listing: String {
        guard case .program(let file, _) = self else { return "cameo voices" }
        return "cameo voices --voice-program \(ShellWord.quoted(file))"
    }

    private func check(_ program: VoiceProcess, _ manner: VoiceManner) async throws(CommandError) {
        let voices = manner.voice == nil ? [] : (try? await program.voices()) ?? []
        do throws(VoiceError) {
            // A program may speak with another voice where it does not know one.
            if let asked = manner.voice, !voices.isEmpty, voices.name(meant: asked) == nil {
                throw .refused(program: "", message: "no voice \(asked.prefix(40))")
            }
            _ = try await program.speak("", manner)
        } catch {
            await program.close()
            guard case .refused(_, let message) = error, let asked = manner.voice else { throw .unusable(error.reason) }
            let near = NearestName.of(asked, in: voices.flatMap { [$0.name, $0.title] })
            throw .unusable(
                "\(message); " + (near.map { "did you mean \($0)? " } ?? "") + "list all with: \(listing)")
        }
        await program.close()
    }
}

extension VoiceProcess {
    /// - Parameter file: with a slash in it a path; else what is there under that name, or in a folder of `PATH`.
    /// - Throws: `CommandError.unusable`: what is there is no program.
    static func place(of file: String) throws(CommandError) -> String {
        guard let status = FileStatus(file) else {
            let code = errno
            let path = getenv("PATH").map { String(cString: $0) }
            if !file.contains("/"), let found = ProgramPlace.find(file, beside: nil, path: path) { return found }
            throw .unusable(
                "\(FileNames.fault(file, FileNames.unreadable(file, code))); expected a voice program")
        }
        guard status.kind == .file else { throw .unusable("\(file): not a file; expected a voice program") }
        guard access(file, X_OK) == 0 else {
            throw .unusable("\(file): not executable; use chmod +x")
        }
        return file.contains("/") ? file : "./" + file
    }
}
