/// Room on the disk that a file is on, or will be.
package struct DiskSpace: Sendable {
    /// Bytes that this user may still write.
    package let free: Int
    /// Bytes of the whole disk.
    package let total: Int

    /// What recordings and logs leave to all other programs, in bytes: a twentieth of a small disk.
    private static let mostReserved = 256 << 20

    package init(free: Int, total: Int) { (self.free, self.total) = (free, total) }

    /// - Parameter path: of a file or a folder that is there.
    /// - Returns: `nil` where the system does not say.
    package init?(at path: String) {
        var found = statvfs()
        guard statvfs(path, &found) == 0, found.f_blocks > 0 else { return nil }
        let unit = Int(clamping: found.f_frsize)
        func bytes(_ blocks: some BinaryInteger) -> Int {
            let (product, isTooLarge) = Int(clamping: blocks).multipliedReportingOverflow(by: unit)
            return isTooLarge ? .max : product
        }
        self.init(free: bytes(found.f_bavail), total: bytes(found.f_blocks))
    }

    /// Whether enough is left for other programs when so much more has been written.
    package func fits(_ bytes: Int) -> Bool { free - bytes >= min(Self.mostReserved, total / 20) }
}
