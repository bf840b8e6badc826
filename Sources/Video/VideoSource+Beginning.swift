import Frames

extension VideoSource {
    /// Reads the header of a file, and its first frame.
    /// - Parameter isWhole: looks at the lines in front of all other frames, too.
    /// - Returns: `nil` for a pipe, whose frames come only to whoever reads them as they come.
    package func beginning(
        _ pool: I420Pool, isWhole: Bool = false
    ) throws(VideoFailure) -> (format: I420StreamFormat, hasFrame: Bool)? {
        guard case .file(let input) = try open() else { return nil }
        var file = try VideoFile(input, self, pool)
        let first = try file.read(0, unless: { false })
        if isWhole { try file.survey() }
        return (file.format, first != nil)
    }
}
