import Events
import Programs

extension ChildProgram {
    /// - Parameters:
    ///   - variables: that it finds in its environment beside ours.
    ///   - name: in errors.
    ///   - grace: time that it has from the end of its input to its own end.
    /// - Throws: `VoiceError.notStarted` with `name`.
    package convenience init(
        _ command: [String], variables: [String: String] = [:], name: String, grace: Span
    ) throws(VoiceError) {
        do throws(ProgramNotStarted) {
            try self.init(command, variables: variables, grace: grace)
        } catch {
            throw .notStarted(program: name, reason: error.reason)
        }
    }
}
