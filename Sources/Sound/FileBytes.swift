import Platform

/// Bytes of an open file, wherever they are wanted; it stays where it stands.
struct FileBytes {
    let descriptor: Int32

    /// 0 for what is no file.
    var count: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
    }

    /// As many as there are.
    func bytes(from start: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(start + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }
}
