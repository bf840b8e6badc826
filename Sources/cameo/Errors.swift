import App
import ArgumentParser

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Runs a command's work; an error becomes one line on standard error and the exit status that it stands for.
func reporting<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch let exit as ExitCode {
        throw exit
    } catch {
        throw report(error)
    }
}

func report(_ error: any Error) -> ExitCode {
    let error = AppError(error)
    fputs("cameo: \(error.message)\n", stderr)
    return ExitCode(error.exitStatus)
}
