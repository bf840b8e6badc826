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
