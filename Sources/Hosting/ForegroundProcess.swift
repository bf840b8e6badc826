import Platform

/// The first process of the group that a terminal's keys go to.
package struct ForegroundProcess: Hashable, Sendable {
    package let process: pid_t
    /// Of its program, as the system has it: cut to 15 bytes by Linux, and whatever it gave itself. `nil` when it has ended before the
    /// others of its group, and where the system does not say.
    package let name: String?
    /// In which it works; `nil` likewise, and where that is another user's.
    package let folder: String?

    init(_ process: pid_t) {
        self.process = process
        #if os(Linux)
            let bytes = OpenFile("/proc/\(process)/comm").flatMap { Descriptor.read($0.descriptor, limit: 64) }
            name = bytes.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
            folder = Self.target(of: "/proc/\(process)/cwd")
        #else
            name = nil
            folder = nil
        #endif
    }

    private static func target(of link: String) -> String? {
        var name = [CChar](repeating: 0, count: 4_096)
        let count = readlink(link, &name, name.count)
        return count > 0 ? String(validating: name[..<count], as: UTF8.self) : nil
    }
}
