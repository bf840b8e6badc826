/// Paths as books name them, which may be those of the machine where a book was made (RL2).
package enum BookPath {
    private static let folders = ["media", "metadata"]

    /// What is left of a path below its job's folder: of an absolute one, and of an address, what begins with the last `media/` or
    /// `metadata/`, and all of it where there is none. `nil` for what names no file.
    package static func relative(_ text: String) -> String? {
        guard !text.isEmpty, text.utf8.count <= BookLimits.pathBytes, !text.utf8.contains(0) else { return nil }
        let path = isOfWindows(text) ? slashed(text) : text
        guard path.utf8.last != UInt8(ascii: "/") else { return nil }
        guard isAbsolute(path) else { return path }
        let parts = withoutQuery(path).split(separator: "/", omittingEmptySubsequences: false)
        guard let place = parts.dropFirst().lastIndex(where: { folders.contains(String($0)) }) else { return path }
        let rest = parts[place...]
        return rest.count > 1 && rest.last?.isEmpty == false ? rest.joined(separator: "/") : nil
    }

    /// With the bytes that `%41` and the like stand for; `nil` where there are none.
    package static func decoded(_ path: String) -> String? {
        var (bytes, isChanged) = ([UInt8](), false)
        var rest = Array(path.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
                isChanged = true
            } else {
                bytes.append(byte)
            }
        }
        return isChanged ? String(validating: bytes, as: UTF8.self) : nil
    }

    /// What stands behind the last slash.
    package static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func isAddress(_ path: String) -> Bool {
        ["http://", "https://"].contains { path.lowercased().hasPrefix($0) }
            || ["/api/", "/storage/"].contains { path.hasPrefix($0) }
    }

    private static func isAbsolute(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/") || isDrive(path) || path.contains("://")
    }

    private static func isDrive(_ path: String) -> Bool {
        let start = Array(path.utf8.prefix(3))
        return start.count == 3 && (0x61...0x7A).contains(start[0] | 0x20) && start[1] == UInt8(ascii: ":")
            && start[2] == UInt8(ascii: "/")
    }

    private static func isOfWindows(_ path: String) -> Bool {
        path.hasPrefix("\\\\") || isDrive(String(slashed(String(path.prefix(3)))))
    }

    private static func slashed(_ path: String) -> String {
        String(decoding: path.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }

    /// A file's name may have these characters, an address's path may not.
    private static func withoutQuery(_ path: String) -> Substring {
        isAddress(path) ? path.prefix { $0 != "?" && $0 != "#" } : path[...]
    }
}
