/// Names of a book's files, which are found as those who made the book meant them, where there is no file of the exact name.
struct PublicationNames {
    /// Unicode's forms of a letter (NFC, NFD) are the same to Swift.
    private let exact: Set<String>
    /// Those that differ in capitals alone: the first one.
    private var folded: [String: String] = [:]
    /// Package files, the one nearest to the top first.
    let packages: [String]

    /// - Parameter names: in their order, as `EPUBPath.entry` gives them.
    init(_ names: [String]) {
        exact = Set(names)
        folded.reserveCapacity(names.count)
        for name in names where folded[name.lowercased()] == nil { folded[name.lowercased()] = name }
        // Some programs write the names of references as those of files.
        for name in names where name.utf8.contains(UInt8(ascii: "%")) {
            let decoded = EPUBPath.decoded(name).lowercased()
            if folded[decoded] == nil { folded[decoded] = name }
        }
        let packages = names.filter { $0.lowercased().hasSuffix(".opf") }
        func depth(_ name: String) -> Int { name.utf8.count { $0 == UInt8(ascii: "/") } }
        self.packages = packages.enumerated().sorted { (depth($0.element), $0.offset) < (depth($1.element), $1.offset) }
            .map(\.element)
    }

    var hasContainer: Bool { file(EPUBContainer.path) != nil }

    func contains(_ name: String) -> Bool { exact.contains(name) }

    /// The file of this name, else one whose capitals are others.
    func file(_ name: String) -> String? { exact.contains(name) ? name : folded[name.lowercased()] }
}

/// Places inside of a book: paths from its archive's own folder, never above it.
enum EPUBPath {
    typealias Place = (path: String, fragment: String?)

    /// What a reference means, as it stands in the file at `base`: `../text/a.xhtml#b`.
    ///
    /// First as the standard reads it: percent-encoded, `..` never above the top, a leading slash the top. Where no file has that name,
    /// a name that has `%20` in it, or `#`; one that was encoded twice; one of other capitals; one from the top.
    /// - Returns: `nil` when it leads out of the book; a place that is no file where none is found.
    static func resolve(_ reference: String, from base: String, in names: PublicationNames) -> Place? {
        guard reference.utf8.count <= longest else { return nil }
        let reference = trimmed(reference)
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? decoded(parts[1]) : nil
        let literal = String(parts.first?.prefix { $0 != "?" } ?? "")
        let plain = decoded(literal)
        if plain.isEmpty { return (base, fragment) }
        for (form, fragment) in [(plain, fragment), (literal, fragment), (decoded(plain), fragment)]
            + [(reference, nil), (decoded(reference), nil)]
        {
            if let found = joined(form, base, names.contains) { return (found, fragment) }
        }
        for from in [base, ""] {
            for form in [plain, literal, decoded(plain)] {
                if let path = path(form, from: from)?.path, let found = names.file(path) { return (found, fragment) }
            }
            // With a slash in front of a path that does not begin at the top.
            let bare = String(plain.drop { $0 == "/" || $0 == "\\" })
            if let path = path(bare, from: base)?.path, let found = names.file(path) { return (found, fragment) }
        }
        guard !hasScheme(plain), let place = path(plain, from: base), !place.isAbove else { return nil }
        return (place.path, fragment)
    }

    private static let longest = 4_096

    private static func joined(_ form: String, _ base: String, _ isThere: (String) -> Bool) -> String? {
        guard let path = path(form, from: base)?.path, isThere(path) else { return nil }
        return path
    }

    /// - Returns: `nil` for the top itself; `isAbove` where it would lead out, and stays at the top.
    private static func path(_ relative: String, from base: String) -> (path: String, isAbove: Bool)? {
        let relative = slashed(relative)
        var path = relative.hasPrefix("/") ? [] : base.split(separator: "/").dropLast().map(String.init)
        var isAbove = false
        for part in relative.split(separator: "/") where part != "." {
            if part == ".." {
                isAbove = path.popLast() == nil || isAbove
            } else {
                path.append(String(part))
            }
        }
        return path.isEmpty ? nil : (path.joined(separator: "/"), isAbove)
    }

    /// The name of an archive's entry, as a path from its top: programs of Windows write backslashes, others a slash or `./` in front.
    /// - Returns: `nil` for one that is outside of the folder that the archive is unpacked to.
    static func entry(_ name: String) -> String? {
        let name = slashed(name)
        if !name.hasPrefix("/"), !name.hasPrefix("."), !name.contains("//"), !name.contains("/.") {
            return name.isEmpty || hasScheme(name) ? nil : name
        }
        let parts = name.split(separator: "/").filter { $0 != "." }
        guard !parts.isEmpty, !parts.contains(".."), !hasScheme(name) else { return nil }
        return parts.joined(separator: "/") + (name.hasSuffix("/") ? "/" : "")
    }

    private static func slashed(_ text: String) -> String {
        text.utf8.contains(UInt8(ascii: "\\")) ? String(text.map { $0 == "\\" ? "/" : $0 }) : text
    }

    static func trimmed(_ text: String) -> String {
        guard let first = text.utf8.first, let last = text.utf8.last, first <= 0x20 || last <= 0x20 else { return text }
        let start = text.utf8.drop { $0 <= 0x20 }
        guard let end = start.lastIndex(where: { $0 > 0x20 }) else { return "" }
        return String(text[start.startIndex...end])
    }

    /// `http:`, `C:`
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return text.utf8[..<colon].allSatisfy { (0x30...0x39).contains($0) || (0x41...0x7A).contains($0) || $0 == 0x2B }
    }

    /// `%20` is a space; what is no UTF-8 then is Windows-1252.
    fileprivate static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hex(rest.prefix(2)), value > 0 {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        if let whole = String(validating: bytes, as: UTF8.self) { return whole }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(Unicode.Scalar(windows1252: byte)) }
        return String(scalars)
    }

    private static func hex(_ digits: ArraySlice<UInt8>) -> UInt8? {
        digits.count == 2 && digits.first != UInt8(ascii: "+")
            ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}
