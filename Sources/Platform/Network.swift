/// What the machine has of a network.
package enum Network {
    /// Whether anything but this machine itself can be reached at all: an interface besides the loopback is up and has an address.
    package static var isUp: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        // Where nobody can say, it is not said that there is none.
        guard getifaddrs(&first) == 0, let first else { return true }
        defer { freeifaddrs(first) }
        return sequence(first: first) { $0.pointee.ifa_next }.contains { interface in
            guard let family = interface.pointee.ifa_addr?.pointee.sa_family else { return false }
            let flags = Int(interface.pointee.ifa_flags)
            let isUsable = flags & Int(IFF_UP) != 0 && flags & Int(IFF_LOOPBACK) == 0
            return isUsable && (Int32(family) == AF_INET || Int32(family) == AF_INET6)
        }
    }

    /// Whether an error of the system says that there is no way out of this machine.
    package static func isMissing(_ code: Int32) -> Bool { code == ENETUNREACH || code == ENETDOWN }
}
