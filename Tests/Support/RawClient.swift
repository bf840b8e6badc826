import Foundation

/// A client made of a socket alone, which shares no code with the server: HTTP/1.1 and WebSocket by hand.
///
/// Its calls block, with a limit of 20 s; `offPool` keeps them off the threads that tests share.
package final class RawClient {
    package struct Failed: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package struct Response: Sendable {
        package var status = 0
        package var headers: [String: String] = [:]
        package var body: [UInt8] = []
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Parameter receiveBytes: of the kernel's buffer; small for a client that does not read.
    package init(port: Int, receiveBytes: Int32? = nil) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw Failed(description: "no socket") }
        if var size = receiveBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            // The descriptor is closed when the value goes, which it does here.
            throw Failed(description: "no connection: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }

    /// Resets the connection, as a killed program does.
    package func reset() {
        endsWithReset()
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// The connection is reset, and not closed, when the value goes.
    package func endsWithReset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failed(description: "cannot send: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Whether the other side has ended the connection; what comes before that is dropped.
    package func isEnded() -> Bool {
        while let more = try? read() { if more.isEmpty { return true } }
        return errno == ECONNRESET
    }

    /// The next bytes; none at the end.
    private func read() throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = piece.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw Failed(description: "nothing came: \(String(cString: strerror(errno)))") }
        return Array(piece.prefix(count))
    }

    private func receive(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            let more = try read()
            guard !more.isEmpty else { throw Failed(description: "the connection has ended") }
            buffer += more
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func line() throws -> String {
        var bytes: [UInt8] = []
        while true {
            let byte = try receive(1)
            if byte == [10] { return String(decoding: bytes, as: UTF8.self) }
            if byte != [13] { bytes += byte }
        }
    }

    // HTTP.

    package func request(
        _ method: String, _ path: String, headers: [String] = [], body: String? = nil
    ) throws -> Response {
        try ask(method, path, headers: headers, body: body)
        return try response()
    }

    package func ask(_ method: String, _ path: String, headers: [String] = [], body: String? = nil) throws {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        try send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    }

    package func response() throws -> Response {
        var response = Response()
        let first = try line().split(separator: " ")
        guard first.count >= 2, let status = Int(first[1]) else { throw Failed(description: "no status: \(first)") }
        response.status = status
        while true {
            let text = try line()
            if text.isEmpty { break }
            let parts = text.split(separator: ":", maxSplits: 1)
            response.headers[parts[0].lowercased()] =
                parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        if let length = response.headers["content-length"].flatMap({ Int($0) }) { response.body = try receive(length) }
        return response
    }

    // WebSocket.

    /// - Returns: the status: 101 when it is one now.
    package func openWebSocket(_ path: String) throws -> Int {
        try request(
            "GET", path,
            headers: [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
        ).status
    }

    package func sendFrame(_ bytes: [UInt8], opcode: UInt8 = 1) throws {
        var frame: [UInt8] = [0x80 | opcode]
        if bytes.count < 126 {
            frame.append(0x80 | UInt8(bytes.count))
        } else if bytes.count < 65_536 {
            frame += [0x80 | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        } else {
            frame.append(0x80 | 127)
            frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
        }
        let mask: [UInt8] = [1, 2, 3, 4]
        frame += mask
        frame += bytes.enumerated().map { $1 ^ mask[$0 % 4] }
        try send(frame)
    }

    package func say(_ text: String) throws { try sendFrame(Array(text.utf8)) }

    package struct Frame {
        package let opcode: UInt8
        package let bytes: [UInt8]
        package var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    package func frame() throws -> Frame {
        let head = try receive(2)
        var count = Int(head[1] & 127)
        if count == 126 { count = try receive(2).reduce(0) { $0 << 8 | Int($1) } }
        if count == 127 { count = try receive(8).reduce(0) { $0 << 8 | Int($1) } }
        return Frame(opcode: head[0] & 15, bytes: try receive(count))
    }

    /// Texts until one fulfills the condition, which is the last one; binary frames are counted as `<n bytes>`.
    @discardableResult
    package func texts(until condition: (String) -> Bool) throws -> [String] {
        var found: [String] = []
        while true {
            let frame = try frame()
            if frame.opcode == 8 { throw Failed(description: "the WebSocket was closed after \(found.suffix(3))") }
            found.append(frame.opcode == 2 ? "<\(frame.bytes.count) bytes>" : frame.text)
            if let last = found.last, condition(last) { return found }
        }
    }

    /// A client that has joined, by WebSocket.
    package static func joined(port: Int, user: String = "u1", instance: String = "t1", receiveBytes: Int32? = nil)
        throws
        -> RawClient
    {
        let client = try RawClient(port: port, receiveBytes: receiveBytes)
        let query = "user_id=\(user)&agent_id=1&instance_id=\(instance)&userResolution=512"
        let status = try client.openWebSocket("/socket.io/?EIO=4&transport=websocket&\(query)")
        guard status == 101 else { throw Failed(description: "status \(status)") }
        try client.texts { $0.hasPrefix("0{") }
        try client.say("40")
        try client.texts { $0.hasPrefix("40") }
        return client
    }

    package func wait(forEvent name: String) throws -> [String] { try texts { $0.contains("[\"\(name)\"") } }
}

/// Runs what blocks on a thread of its own.
package func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
}
