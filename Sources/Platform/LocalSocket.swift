#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A socket that has a place among the files.
package enum LocalSocket {
    /// Connects to whoever listens there.
    /// - Parameter waits: whether a listener that is busy is waited for, without a limit; the descriptor does not block unless.
    /// - Returns: a descriptor that no program of ours inherits; `nil` with `errno`, also for a path that is too long for one, and
    ///   `EAGAIN` for a listener that is not waited for.
    package static func connect(to path: String, waits: Bool = true) -> Int32? {
        make { descriptor in
            if !waits { Descriptor.setNonBlocking(descriptor) }
            return withAddress(path) { systemConnect(descriptor, $0, $1) == 0 }
        }
    }

    /// Listens there, where nothing may be yet; only this user may connect.
    /// - Parameter waiting: how many may wait to be accepted.
    /// - Returns: a descriptor that does not block and that no program of ours inherits; `nil` with `errno`.
    package static func listen(at path: String, waiting: Int32) -> Int32? {
        make { descriptor in
            Descriptor.setNonBlocking(descriptor)
            guard withAddress(path, { systemBind(descriptor, $0, $1) == 0 }) else { return false }
            if chmod(path, 0o600) == 0, systemListen(descriptor, waiting) == 0 { return true }
            let code = errno
            unlink(path)
            errno = code
            return false
        }
    }

    /// Takes one who has connected.
    /// - Returns: a descriptor that does not block and that no program of ours inherits; `nil` with `errno`.
    package static func accept(from listener: Int32) -> Int32? {
        let descriptor = systemAccept(listener)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        Descriptor.setNonBlocking(descriptor)
        return descriptor
    }

    /// Two that are connected with each other, and that no program of ours inherits.
    /// - Returns: `nil` with `errno`.
    package static func pair() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// As whom the other side of a connection ran when it began; `nil` with `errno` where the system does not say.
    package static func user(of connection: Int32) -> uid_t? {
        #if canImport(Darwin)
            var (user, group) = (uid_t.max, gid_t.max)
            return getpeereid(connection, &user, &group) == 0 ? user : nil
        #else
            // A `ucred`, which Swift does not see: process, user, group.
            var found: (pid_t, uid_t, gid_t) = (0, .max, .max)
            var size = socklen_t(MemoryLayout.size(ofValue: found))
            guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &found, &size) == 0 else { return nil }
            return found.1
        #endif
    }

    private static func make(_ isReady: (Int32) -> Bool) -> Int32? {
        let descriptor = socket(AF_UNIX, stream, 0)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if isReady(descriptor) { return descriptor }
        let code = errno
        close(descriptor)
        errno = code
        return nil
    }

    /// - Returns: `false` with `errno` where the path is too long, or `body` says so.
    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            return false
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static var stream: Int32 {
        #if canImport(Darwin)
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }
}

// Here these names are the system's, inside the enum they are ours.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    connect(descriptor, address, size)
}

private func systemBind(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    bind(descriptor, address, size)
}

private func systemListen(_ descriptor: Int32, _ waiting: Int32) -> Int32 { listen(descriptor, waiting) }

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
