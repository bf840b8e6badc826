/// Calls of the system on open files, tried again where a signal broke them off.
package enum Descriptor {
    /// Milliseconds on a clock that only goes forward.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Of the terminal that it is; `nil` for anything else, and where it does not say.
    package static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    /// Waits until `descriptor` has one of `events`; the events that it has, 0 when the time is up.
    package static func wait(_ descriptor: Int32, _ events: Int32, milliseconds: Int64) -> Int32 {
        let deadline = now + milliseconds
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let left = max(deadline - now, 0)
            let count = poll(&entry, 1, Int32(clamping: left))
            if count >= 0 { return count == 0 ? 0 : Int32(entry.revents) }
            if errno != EINTR { return Int32(POLLERR) }
        }
    }

    /// Whether nothing more comes, by what `poll` has told.
    package static func isOver(_ events: Int32) -> Bool { events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 }

    /// What can be read now, at most `limit` bytes; empty at the end of input and where a
    /// terminal had something and has not any more, `nil` with `errno` on an error.
    package static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
        var failure = false
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let got = read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            failure = got == nil
            count = got ?? 0
        }
        return failure ? nil : bytes
    }

    /// Fills `buffer`, or as much of it as comes until the input ends.
    /// - Returns: bytes that came; `nil` with `errno` on an error.
    package static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int? {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            guard let count = read(descriptor, into: rest) else { return nil }
            guard count > 0 else { break }
            filled += count
        }
        return filled
    }

    /// Bytes from a place of a file on, wherever it is read otherwise; fewer than `count` where it ends before.
    /// - Returns: `nil` with `errno` on an error.
    package static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
        var failure = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 || errno != EINTR {
                    failure = got < 0
                    return
                }
            }
        }
        return failure ? nil : bytes
    }

    /// Bytes that were put into `buffer`; 0 at the end of input, `nil` with `errno` on an error.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        while true {
            let count = platformRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { return nil }
        }
    }

    /// Waits until all of `bytes` are taken, also where somebody else has set the descriptor not to block; `false`, with
    /// `errno`, when that is not possible.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                guard let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest)) else { return false }
                // What is wrong with it the next write says.
                if count == 0 { _ = wait(descriptor, Int32(POLLOUT), milliseconds: 60_000) }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Bytes that were taken; 0 when there is no room now, `nil` with `errno` on an error.
    package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
        while true {
            let count = platformWrite(descriptor, bytes.baseAddress, bytes.count)
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            if errno != EINTR { return nil }
        }
    }

    /// What a descriptor that does not block has.
    package enum Reading {
        case bytes([UInt8])
        case nothing
        case end
    }

    package static func readAvailable(_ descriptor: Int32, atMost bytes: Int = 64 << 10) -> Reading {
        guard descriptor >= 0 else { return .nothing }
        guard let piece = read(descriptor, limit: bytes) else { return errno == EAGAIN ? .nothing : .end }
        return piece.isEmpty ? .end : .bytes(piece)
    }

    /// A pipe that no program of ours inherits.
    package static func pipe() -> (reading: Int32, writing: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard platformPipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Gives the numbers of standard input, output and errors that are closed to something that can be used for nothing: else the
    /// next file that is opened would be taken for them. Reading and writing then fail with `EBADF`, as they would have.
    /// For the very start, before anything else is opened.
    package static func holdStandardNumbers() {
        for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // The lowest number that is free is the one that is looked at.
            _ = open("/dev/null", mode)
        }
    }

    package static func setNonBlocking(_ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    }
}

// Here these names are the system's, inside the enum they are ours.
private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func platformWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}

private func platformPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

/// A file that is open, until it is closed or nobody has it any more.
package final class OpenFile {
    package private(set) var descriptor: Int32

    /// - Parameters:
    ///   - flags: of `open`; it is closed in programs that are started.
    ///   - rights: of a new file; by default all may read it, and its owner write it.
    /// - Returns: `nil` with `errno` when it cannot be opened.
    package init?(_ path: String, _ flags: Int32 = O_RDONLY, rights: mode_t = 0o644) {
        descriptor = open(path, flags | O_CLOEXEC, rights)
        if descriptor < 0 { return nil }
    }

    /// - Parameter descriptor: of an open file, whose owner this is from now on.
    package init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close() }

    /// - Returns: `false` with `errno` when what was written last may not be there.
    package func close() -> Bool {
        guard descriptor >= 0 else { return true }
        defer { descriptor = -1 }
        return platformClose(descriptor) == 0
    }
}

private func platformClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

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
