import SocketIO

/// The head of an answer with a file or a part of it (reader 1.7, 1.16).
package struct FileAnswer: Hashable, Sendable {
    package let head: HTTPAnswer
    /// Of the file; `nil` where none of it is sent.
    package let bytes: Range<Int>?

    package init(_ path: String, size: Int, range: String?) {
        let accepts = HTTPAnswer.Header("Accept-Ranges", "bytes")
        // A page of a stranger's book runs no program in the reader's name.
        let own = [accepts, .init("Content-Security-Policy", "sandbox"), .init("X-Content-Type-Options", "nosniff")]
        let type = MediaType.name(of: path)
        switch ByteRange(range, size: size) {
        case .whole:
            head = HTTPAnswer(200, type: type, headers: own, body: [])
            bytes = 0..<size
        case .part(let part):
            let range = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
            head = HTTPAnswer(206, type: type, headers: own + [.init("Content-Range", range)], body: [])
            bytes = part
        case .outside:
            var refusal = HTTPAnswer.detail(416, "Requested range not satisfiable")
            refusal.headers = [accepts, .init("Content-Range", "bytes */\(size)")]
            head = refusal
            bytes = nil
        }
    }
}

/// Which bytes of a file a request wants (reader 1.7, 1.16).
package enum ByteRange: Hashable, Sendable {
    case whole
    /// Within the file, and never empty.
    case part(Range<Int>)
    /// None of the file's: 416, also for what is no range at all.
    case outside

    /// - Parameters:
    ///   - header: `bytes=0-99`, `bytes=100-` or `bytes=-5`; of several ranges the first counts.
    ///   - size: of the file.
    package init(_ header: String?, size: Int) {
        guard let header else {
            self = .whole
            return
        }
        self = Self.part(header, size: size).map { .part($0) } ?? .outside
    }

    private static func part(_ header: String, size: Int) -> Range<Int>? {
        let unit = "bytes="
        guard header.lowercased().hasPrefix(unit) else { return nil }
        let first = header.dropFirst(unit.count).prefix { $0 != "," }
        let ends = first.split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let count = number(ends[1]), count > 0, size > 0 else { return nil }
            return max(0, size - count)..<size
        }
        guard let start = number(ends[0]), start < size else { return nil }
        if ends[1].isEmpty { return start..<size }
        guard let last = number(ends[1]), last >= start else { return nil }
        return start..<min(last, size - 1) + 1
    }

    /// Digits alone; more than there are numbers is the largest one.
    private static func number(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}
