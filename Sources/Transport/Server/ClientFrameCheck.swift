import NIOCore
import NIOWebSocket

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
