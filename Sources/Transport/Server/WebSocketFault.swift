import NIOCore
import NIOWebSocket

/// What a client does with its WebSocket that RFC 6455 forbids, or that is more than the server takes.
struct WebSocketFault: Error, Equatable {
    /// What the WebSocket is closed with (RFC 6455, 7.4.1).
    let code: WebSocketErrorCode
    /// One line: what was expected and what was found.
    let reason: String

    init(_ code: WebSocketErrorCode, expected: String, found: String) {
        (self.code, reason) = (code, "expected \(expected), found \(found)")
    }

    static let notUTF8 = WebSocketFault(
        .dataInconsistentWithMessage, expected: "UTF-8 in a text message of the WebSocket", found: "invalid bytes"
    )

    private static let opcodes: Set<WebSocketOpcode> = [.continuation, .text, .binary, .connectionClose, .ping, .pong]

    /// What is wrong with a frame of a client; `nil` when nothing is. No extension is ever agreed on, which alone could give a
    /// meaning to reserved bits and opcodes (RFC 6455, 5.1 and 5.2).
    init?(in frame: WebSocketFrame) {
        if frame.maskKey == nil {
            self.init(.protocolError, expected: "each WebSocket frame with a mask", found: "one without a mask")
        } else if !frame.reservedBits.isEmpty {
            let bits = [(1, frame.rsv1), (2, frame.rsv2), (3, frame.rsv3)].filter { $0.1 }.map { "RSV\($0.0)" }
            self.init(
                .protocolError, expected: "a WebSocket frame without reserved bits (no extension negotiated)",
                found: "one with " + bits.joined(separator: " and "))
        } else if !Self.opcodes.contains(frame.opcode) {
            self.init(
                .protocolError, expected: "a WebSocket frame with an opcode of 0 to 2 or 8 to 10",
                found: "one with \(UInt8(webSocketOpcode: frame.opcode))")
        } else {
            return nil
        }
    }

    /// What the libraries that read frames say; `nil` for an error that is none of the frames, as that of a link that is lost.
    /// - Parameter limit: bytes of a message.
    init?(_ error: any Error, limit: Int) {
        switch error {
        case let fault as WebSocketFault: self = fault
        case let error as NIOWebSocketError: self.init(error, limit)
        case let error as NIOWebSocketFrameAggregator.Error: self.init(error, limit)
        default: return nil
        }
    }

    private init(_ error: NIOWebSocketError, _ limit: Int) {
        switch error {
        case .invalidFrameLength: self.init(tooLong: "frame", limit)
        case .fragmentedControlFrame:
            self.init(.protocolError, expected: "an unfragmented WebSocket control frame", found: "a fragment")
        case .multiByteControlFrameLength:
            self.init(.protocolError, expected: "a WebSocket control frame of at most 125 bytes", found: "a longer one")
        }
    }

    private init(_ error: NIOWebSocketFrameAggregator.Error, _ limit: Int) {
        switch error {
        case .nonFinalFragmentSizeIsTooSmall, .tooManyFragments:
            let parts = ServerLimits.socketFragments
            self.init(
                .policyViolation, expected: "a WebSocket message in at most \(parts) fragments", found: "more")
        case .accumulatedFrameSizeIsTooLarge: self.init(tooLong: "message", limit)
        case .receivedNewFrameWithoutFinishingPrevious:
            self.init(
                .protocolError, expected: "the rest of a WebSocket message", found: "the beginning of another one")
        case .didReceiveFragmentBeforeReceivingTextOrBinaryFrame:
            self.init(.protocolError, expected: "the beginning of a WebSocket message", found: "a later part of one")
        }
    }

    private init(tooLong what: String, _ limit: Int) {
        self.init(.messageTooLarge, expected: "a WebSocket \(what) of at most \(limit) bytes", found: "a longer one")
    }
}

/// Holds back frames that a client must not send. Before parts are put together, for a whole message has lost masks and reserved
/// bits; the library's decoder lets them pass.
///
/// Owner: its channel's pipeline.
final class ClientFrameCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let fault = WebSocketFault(in: unwrapInboundIn(data)) {
            context.fireErrorCaught(fault)
        } else {
            context.fireChannelRead(data)
        }
    }
}
