import Events
import NIOCore
import NIOWebSocket
import SocketIO

/// A client's WebSocket, as the session's link or as one that it tries.
///
/// Owner: its channel's pipeline; on the server's event loop only.
final class ServerWebSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let core: ServerCore
    private var context: ChannelHandlerContext?
    private var isClosing = false
    /// What is written before the pipeline is ready.
    private var early: [EngineIOPacket] = []
    weak var client: ServerConnection?
    /// What the client has sent while it does not read.
    private var receivedWhileFull = 0

    init(_ core: ServerCore) { self.core = core }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let packets = early
        early = []
        if !packets.isEmpty { write(packets) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Whether more should be written.
    var hasRoom: Bool { context?.channel.isWritable ?? early.isEmpty }

    func write(_ packets: [EngineIOPacket]) {
        guard !isClosing else { return }
        guard let context else {
            early += packets
            return
        }
        for packet in packets {
            context.write(wrapOutboundOut(WebSocketFrame(packet, context.channel.allocator)), promise: nil)
        }
        context.flush()
    }

    /// Ends it as WebSockets are ended, after what was written.
    func close(_ code: WebSocketErrorCode = .normalClosure) {
        guard !isClosing else { return }
        isClosing = true
        guard let context else { return }
        let farewell = WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer(closing: code))
        context.writeAndFlush(wrapOutboundOut(farewell), promise: nil)
        // A client that does not read has a second to do so.
        core.loop.assumeIsolated().scheduleTask(in: .seconds(1)) { context.close(promise: nil) }
    }

    /// Ends it without a word.
    func cut() {
        isClosing = true
        context?.close(promise: nil)
    }

    /// The pipeline never came to be.
    func refused() {
        isClosing = true
        client?.lost(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text: receiveText(Array(frame.unmaskedData.readableBytesView))
        case .binary: receivePacket { .binary(Array(frame.unmaskedData.readableBytesView)) }
        case .ping:
            guard !isClosing, mayReceive() else { return }
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose:
            if isClosing { return context.close(promise: nil) }
            close()
            client?.lost(self)
        default: break
        }
    }

    /// Whether more is read of it; a client that sends and sends and does not read what it gets is sent away.
    private func mayReceive() -> Bool {
        if !hasRoom { receivedWhileFull += 1 }
        let limit = ServerLimits.receivedWhileFull
        guard receivedWhileFull > limit else { return true }
        client?.wrong(.tooLarge(what: "unread packets for a client", limit: limit))
        return false
    }

    private func receiveText(_ text: [UInt8]) {
        // RFC 6455, 8.1.
        guard String(validating: text, as: UTF8.self) != nil else { return fail(.notUTF8) }
        receivePacket { try EngineIOPacket(text: text) }
    }

    private func receivePacket(_ packet: () throws -> EngineIOPacket) {
        guard !isClosing, mayReceive() else { return }
        do {
            client?.receivePacket(try packet(), from: self)
        } catch {
            client?.wrong(error as? WireError ?? .badPacket(reason: "\(error)"))
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            receivedWhileFull = 0
            client?.pump()
        }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosing = true
        client?.lost(self)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What comes behind a fault is an error too; the farewell has its time all the same.
        guard !isClosing else { return }
        guard let fault = WebSocketFault(error, limit: core.options.session.maxPayload) else {
            // The link is lost, which is told when it is closed.
            return context.close(promise: nil)
        }
        fail(fault)
    }

    private func fail(_ fault: WebSocketFault) {
        guard !isClosing else { return }
        close(fault.code)
        client?.failed(self, .badPacket(reason: fault.reason))
    }
}
