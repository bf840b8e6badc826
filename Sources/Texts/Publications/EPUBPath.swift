/// Places inside of a book: paths from its archive's own folder, never above it.
enum EPUBPath {
    /// What a reference means, as it stands in the file at `base`: `../text/a.xhtml#b`.
    /// - Returns: `nil` when it leads out of the book.
    static func resolve(_ reference: String, from base: String) -> (path: String, fragment: String?)? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? decoded(parts[1]) : nil
        guard let told = decoded(parts.first?.prefix { $0 != "?" } ?? ""), !hasScheme(told), !told.hasPrefix("/"),
            !told.utf8.contains(UInt8(ascii: "\\"))
        else { return nil }
        if told.isEmpty { return (base, fragment) }
        var path = base.split(separator: "/").dropLast().map(String.init)
        for part in told.split(separator: "/") where part != "." {
            if part == ".." {
                guard path.popLast() != nil else { return nil }
            } else {
                path.append(String(part))
            }
        }
        return path.isEmpty ? nil : (path.joined(separator: "/"), fragment)
    }

    /// Whether an entry of this name is inside of the folder that the archive is unpacked to.
    static func isBelow(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("/") && !name.utf8.contains(0x5C) && !hasScheme(name)
            && !name.split(separator: "/").contains("..")
    }

    /// `http:`, `C:`
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return text.utf8[..<colon].allSatisfy { (0x30...0x39).contains($0) || (0x41...0x7A).contains($0) || $0 == 0x2B }
    }

    /// `%20` is a space; `nil` when that is no UTF-8.
    private static func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hex(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt8? {
        digits.count == 2 ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}
