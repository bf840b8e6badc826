import Frames

extension VideoSource {
    /// Reads the header of a file, and its first frame.
    /// - Returns: `nil` for a pipe, whose frames come only to whoever reads them as they come.
    package func beginning(_ pool: I420Pool) throws(VideoFailure) -> (format: I420StreamFormat, hasFrame: Bool)? {
        guard case .file(let input) = try open() else { return nil }
        var file = try VideoFile(input, self, pool)
        let first = try file.read(0, unless: { false })
        return (file.format, first != nil)
    }
}
