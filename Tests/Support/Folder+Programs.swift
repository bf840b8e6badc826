import Foundation

extension Folder {
    /// A text that can be run. Another process writes it: a program cannot be run as long as anybody holds a descriptor through which it
    /// is written, and processes that other tests start at that moment hold all of this one's for a while.
    package func writeProgram(_ text: String, to name: String) throws {
        let source = try write(text, to: name + ".text")
        let arguments = ["cp \"$0\" \"$1\" && chmod 755 \"$1\"", source, file(name)]
        var words = (["sh", "-c"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", nil, nil, &words, environ) == 0 else {
            throw CocoaError(.executableLoad)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
