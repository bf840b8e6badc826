import CCurses
import Platform

/// Small pieces of POSIX that several files need.
enum Descriptor {
    /// Milliseconds on a clock that only goes forward.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Waits until `descriptor` has one of `events`; the events that it has, 0 when the time is up.
    static func wait(_ descriptor: Int32, _ events: Int32, milliseconds: Int64) -> Int32 {
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
    static func isOver(_ events: Int32) -> Bool { events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 }

    /// What can be read now, at most `limit` bytes; empty at the end of input and where a
    /// terminal had something and has not any more, `nil` with `errno` on an error.
    static func read(_ descriptor: Int32, limit: Int) -> [UInt8]? {
        var failure = false
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var got = -1
            repeat { got = platformRead(descriptor, buffer.baseAddress, limit) } while got < 0 && errno == EINTR
            failure = got < 0
            count = max(got, 0)
        }
        return failure ? nil : bytes
    }

    /// Bytes that were taken; 0 when there is no room now, `nil` with `errno` on an error.
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
        while true {
            let count = platformWrite(descriptor, bytes.baseAddress, bytes.count)
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            if errno != EINTR { return nil }
        }
    }
}

// Here `read` and `write` are the system's, inside the enum they are ours.
private func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func platformWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
