import NIOCore
import NIOHTTP1
import SocketIO

/// Why a client gets no session.
enum SessionRefusal: Error {
    case answer(HTTPAnswer)
    /// The connection ends without a word.
    case cut
}

/// The answer that a request waits for: given once, at any later time.
///
/// Owner: whoever answers; used on the server's event loop only.
final class HTTPExchange {
    private weak var connection: HTTPConnection?
    private(set) var isOver = false
    /// Called when the client goes away before it is answered.
    var lost: (() -> Void)?

    init(_ connection: HTTPConnection) { self.connection = connection }

    func answer(_ answer: HTTPAnswer) {
        guard !isOver else { return }
        isOver = true
        connection?.write(answer)
    }

    /// - Parameter answer: its head; the body comes in pieces.
    func answer(_ answer: HTTPAnswer, _ body: AnswerBody, _ sending: BodySending) {
        guard !isOver else { return }
        isOver = true
        connection?.write(answer, body, sending)
    }

    func refuse(_ refusal: SessionRefusal) {
        switch refusal {
        case .answer(let answer): self.answer(answer)
        case .cut: cut()
        }
    }

    func connectionLost() {
        guard !isOver else { return }
        isOver = true
        lost?()
    }

    /// Closes the connection without a word.
    func cut() {
        guard !isOver else { return }
        isOver = true
        connection?.cut()
    }
}

/// One request, whole.
struct HTTPRequest {
    let head: HTTPRequestHead
    let target: HTTPTarget
    let body: [UInt8]
    /// Whose it is, for what is counted by address: an IPv4 address, or the first half of an IPv6 address, which is one customer's.
    let peer: String

    var method: HTTPMethod { head.method }
    func header(_ name: String) -> String? { head.headers.first(name: name) }

    /// Both headers are needed: with one of them the request is like any other, and others may follow it.
    var wantsWebSocket: Bool {
        head.method == .GET && names("websocket", in: "upgrade") && names("upgrade", in: "connection")
    }

    private func names(_ word: String, in header: String) -> Bool {
        head.headers[canonicalForm: header].contains { $0.lowercased() == word }
    }
}

extension SocketAddress {
    /// As in `HTTPRequest.peer`.
    var peer: String {
        guard case .v6(let found) = self else { return ipAddress ?? "" }
        let bytes = withUnsafeBytes(of: found.address.sin6_addr) { Array($0) }
        // An IPv4 address in the form of IPv6, as where one socket listens for both.
        if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return bytes.suffix(4).map(String.init).joined(separator: ".")
        }
        let groups = stride(from: 0, to: 8, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":") + "::/64"
    }
}

extension HTTPRequestHead {
    /// Whether its sender wants to speak something else behind it, so that nothing there can be read as HTTP.
    var asksForAnotherProtocol: Bool { method == .CONNECT || headers.contains(name: "upgrade") }

    /// In memory, about.
    var byteCount: Int { headers.reduce(uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}
