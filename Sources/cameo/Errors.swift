import ArgumentParser
import Cells
import Events
import Files

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

func report(_ error: any Error) -> ExitCode {
    let error = CommandError(error)
    // It may quote what a stranger wrote on a tape.
    StandardError.write("cameo: \(TextCells.visible(error.reason))")
    return ExitCode(error.exitStatus)
}

/// Lines about a file that are no errors, on standard error.
func warn(_ notices: [String], of file: String) {
    for line in notices {
        StandardError.write(
            "cameo: \(OutsideText.shown(file, cells: Limits.shownNameCells)): \(TextCells.visible(line))")
    }
}
