import Events
import Programs

extension ChildProgram {
    /// - Parameters:
    ///   - name: in errors.
    ///   - grace: time that it has from the end of its input to its own end.
    /// - Throws: `VoiceError.notStarted` with `name`.
    package convenience init(_ command: [String], name: String, grace: Span) throws(VoiceError) {
        do throws(ProgramNotStarted) {
            try self.init(command, grace: grace)
        } catch {
            throw .notStarted(program: name, reason: error.reason)
        }
    }
}
