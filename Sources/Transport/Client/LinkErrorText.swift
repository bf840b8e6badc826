import AsyncHTTPClient
import Events
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import Platform
import SocketIO

/// A peer that answered, but not with a link.
struct LinkRefused: Error {
    let status: Int
    /// The beginning of what it said.
    let body: String

    var text: String {
        if status == 404 { return "no backend at this address (status 404)" }
        // A page says nothing in one line.
        let isPage = body.first { !$0.isWhitespace } == "<"
        let words = isPage ? "" : body.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "the server answered with status \(status)" + (words.isEmpty ? "" : ": \(words)")
            + (isOfVersion ? Self.older : "")
    }

    /// Servers of the other revision say so in words of their own.
    private var isOfVersion: Bool {
        let words = body.lowercased()
        return words.contains("version")
            && ["unsupported", "not supported", "protocol"].contains { words.contains($0) }
    }

    private static let older =
        "; the server does not take Engine.IO 4 (Socket.IO 3 or later), and probably speaks Engine.IO 3 (Socket.IO 2)"
}

/// Status and beginning of an answer that is not the expected one.
struct RefusalText {
    private(set) var status = 0
    private var location: String?
    private var body: [UInt8] = []

    mutating func receiveHead(_ head: HTTPResponseHead) {
        (status, location) = (Int(head.status.code), head.headers.first(name: "Location"))
    }

    mutating func appendBody(_ buffer: ByteBuffer) {
        body += buffer.readableBytesView.prefix(Limits.shownAnswer - body.count)
    }

    /// Whether nothing more of it is shown.
    var isFull: Bool { body.count >= Limits.shownAnswer }

    var error: any Error {
        if Redirection.isOne(status) { return Redirection(status: status, location: location) }
        return LinkRefused(status: status, body: String(decoding: body, as: UTF8.self))
    }
}

/// A step of making a link took too long.
struct LinkTooSlow: Error {
    let what: String
    let waitedSeconds: Int
}

extension WireError {
    /// Of a server that goes on pinging and does not read the answers.
    static let pongsNotTaken = tooLarge(
        what: "pings, but the server rejects the answers", limit: Limits.waitingPongs)
    /// Of a server that wants each event acknowledged and does not read that.
    static let acknowledgementsNotTaken = badPacket(
        reason: "the server requests acknowledgements, but does not read them")
}

/// Errors of the libraries below as one line each.
enum LinkErrorText {
    static func reason(_ error: any Error) -> DisconnectReason {
        switch error {
        case let error as WireError: .protocolError(error.reason)
        case let error as NIOWebSocketError: .protocolError(text(error))
        case let error as NIOWebSocketFrameAggregator.Error: .protocolError(text(error))
        default: isOfNetwork(error) ? .noNetwork(text(error)) : .transportError(text(error))
        }
    }

    /// Whether this machine had no network, and not the peer a fault. A name that is not known is one that nobody could ask for.
    static func isOfNetwork(_ error: any Error) -> Bool {
        switch error {
        case let error as IOError: Network.isMissing(error.errnoCode)
        case let error as NIOConnectionError:
            error.connectionErrors.isEmpty ? !Network.isUp : error.connectionErrors.contains { isOfNetwork($0.error) }
        default: false
        }
    }

    static func text(_ error: any Error) -> String {
        switch error {
        case let error as LinkRefused: error.text
        case let error as Redirection: error.refusal
        case let error as ProxyRefused: error.text
        case let error as LinkTooSlow: "no \(error.what) within \(error.waitedSeconds) s"
        case let error as NIOConnectionError: text(error)
        case let error as SocketAddressError.UnknownHost: unknown(host: error.host)
        case let error as IOError: errorWords(error.errnoCode).lowercased()
        case let error as NIOSSLError: text(error)
        case let error as NIOSSLExtraError: text(error)
        case let error as ChannelError: text(error)
        case let error as HTTPClientError: text(error)
        case let error as HTTPParserError: text(error)
        case let error as NIOWebSocketError: text(error)
        case let error as WireError: error.reason
        default: firstLine("\(error)")
        }
    }

    private static func text(_ error: NIOConnectionError) -> String {
        if let tried = error.connectionErrors.first { return text(tried.error) }
        return unknown(host: error.host)
    }

    private static func unknown(host: String) -> String { "cannot resolve the host \(host)" }

    /// `CertificateFault` says why.
    static let unverified = "the server's certificate cannot be verified"

    private static func text(_ error: NIOSSLError) -> String {
        let shown = "\(error)"
        if shown.contains("CERTIFICATE_VERIFY_FAILED") { return unverified }
        if case .failedToLoadCertificate = error { return "the file of trusted certificates cannot be read" }
        if shown.contains("WRONG_VERSION_NUMBER") { return "the server does not speak TLS on this port" }
        return "TLS: \(firstLine(shown))"
    }

    private static func text(_ error: NIOSSLExtraError) -> String {
        error == .failedToValidateHostname
            ? "the server's certificate is for another host" : "TLS: \(firstLine("\(error)"))"
    }

    private static func text(_ error: ChannelError) -> String {
        switch error {
        case .connectTimeout(let time): "no connection within \(time.nanoseconds / 1_000_000_000) s"
        case .eof, .ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed: "the server closed the connection"
        // What the library says of a channel that goes while a WebSocket is asked for.
        case .inappropriateOperationForState: "the server closed the connection without an answer"
        default: firstLine("\(error)")
        }
    }

    private static func text(_ error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout: "no connection in time"
        case .deadlineExceeded, .readTimeout, .writeTimeout: "no answer in time"
        case .remoteConnectionClosed: "the server closed the connection"
        case .tlsHandshakeTimeout: "no TLS handshake in time"
        case .proxyAuthenticationRequired: "the proxy wants a name and a password"
        case .invalidProxyResponse: "the proxy does not connect to the server"
        case .httpProxyHandshakeTimeout: "no answer from the proxy in time"
        default: firstLine(error.shortDescription)
        }
    }

    private static func text(_ error: HTTPParserError) -> String {
        switch error {
        case .headerOverflow: "the server's answer has unterminated headers"
        case .invalidEOFState, .closedConnection: "the server's answer is truncated"
        case .invalidContentLength, .unexpectedContentLength, .invalidChunkSize:
            "the server's answer is not HTTP: invalid length"
        case .invalidHeaderToken: "the server's answer is not HTTP: invalid header"
        default: "the server's answer is not HTTP"
        }
    }

    private static func text(_ error: NIOWebSocketFrameAggregator.Error) -> String {
        switch error {
        case .nonFinalFragmentSizeIsTooSmall: "a WebSocket fragment that is too small"
        case .tooManyFragments: "a WebSocket message in more than \(Limits.socketFragments) fragments"
        case .accumulatedFrameSizeIsTooLarge: tooLarge
        case .receivedNewFrameWithoutFinishingPrevious:
            "a WebSocket message that starts before the previous one ended"
        case .didReceiveFragmentBeforeReceivingTextOrBinaryFrame:
            "a WebSocket continuation without a message"
        }
    }

    private static let tooLarge = "a WebSocket message of more than \(Limits.socketFrame) bytes"

    private static func text(_ error: NIOWebSocketError) -> String {
        switch error {
        case .invalidFrameLength: tooLarge
        case .fragmentedControlFrame, .multiByteControlFrameLength: "an invalid WebSocket control frame"
        }
    }

    private static func firstLine(_ text: String) -> String {
        String((text.split(whereSeparator: \.isNewline).first ?? "unknown").prefix(200))
    }
}
