import Platform

/// The first process of the group that a terminal's keys go to.
package struct ForegroundProcess: Hashable, Sendable {
    package let process: pid_t
    /// Of its program, as the system has it: cut to 15 bytes by Linux, and whatever it gave itself. `nil` when it has ended before the
    /// others of its group, and where the system does not say.
    package let name: String?

    init(_ process: pid_t) {
        self.process = process
        #if os(Linux)
            let bytes = OpenFile("/proc/\(process)/comm").flatMap { Descriptor.read($0.descriptor, limit: 64) }
            name = bytes.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
        #else
            name = nil
        #endif
    }
}
