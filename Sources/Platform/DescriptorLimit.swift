/// How many files and sockets the system lets this process have open.
package enum DescriptorLimit {
    /// The limit in force; `nil` when the system does not say, or sets none.
    package static var current: Int? {
        var limit = rlimit()
        #if canImport(Darwin)
            let result = getrlimit(RLIMIT_NOFILE, &limit)
        #else
            let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #endif
        return result == 0 ? Int(exactly: limit.rlim_cur) : nil
    }
}
