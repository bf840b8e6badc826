import NIOCore
import NIOWebSocket
import SocketIO

extension WebSocketFrame {
    /// A packet of Engine.IO in the WebSocket's own form: texts as text, attachments as they are.
    /// - Parameter maskKey: what a client masks it with; a server does not.
    init(_ packet: EngineIOPacket, maskKey: WebSocketMaskingKey? = nil, _ allocator: ByteBufferAllocator) {
        if case .binary(let bytes) = packet {
            self.init(fin: true, opcode: .binary, maskKey: maskKey, data: allocator.buffer(bytes: bytes))
        } else {
            self.init(fin: true, opcode: .text, maskKey: maskKey, data: allocator.buffer(bytes: packet.text ?? []))
        }
    }
}

extension ByteBuffer {
    /// What stands in the frame that ends a WebSocket.
    init(closing code: WebSocketErrorCode) {
        self.init()
        write(webSocketErrorCode: code)
    }
}
