package enum ProcessorCount {
    /// Processors that the system uses, at least 1.
    package static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
