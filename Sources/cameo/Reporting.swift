import ArgumentParser
import Events
import Files
import Playback
import Typesetting

/// Runs a command's work; an error becomes one line on standard error and the exit status that it stands for.
func reporting<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch let exit as ExitCode {
        throw exit
    } catch is ReaderGone {
        throw ExitCode.success
    } catch {
        throw report(error)
    }
}

/// Runs a command's work on the recordings that its user names; `-` is what comes on standard input.
func reading<Value>(_ names: [String], _ work: (InputFiles) async throws -> Value) async throws -> Value {
    let input = try InputFiles(names)
    defer { input.close() }
    do { return try await work(input) } catch { throw input.named(error) }
}

func report(_ error: any Error) -> ExitCode {
    let error = CommandError(error)
    // It may quote what a stranger wrote on a tape.
    complain(error.reason)
    return ExitCode(error.exitStatus)
}

/// One message on standard error, as long as the terminal is wide.
func complain(_ text: String) {
    StandardError.write("cameo: \(TerminalText.visible(text))", folding: FoldedLine.message)
}

/// Lines about a file that are no errors, on standard error.
/// - Parameter file: as the user named it; `-` is standard input.
func warn(_ notices: [String], of file: String) {
    let name = file == "-" ? InputFiles.inputName : file
    for line in notices { complain("\(OutsideText.shown(name, cells: Limits.shownNameCells)): \(line)") }
}
