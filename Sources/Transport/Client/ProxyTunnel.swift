import NIOCore
import SocketIO

/// A proxy that makes no tunnel.
struct ProxyRefused: Error {
    let place: String
    let status: String

    var text: String { "the proxy \(place) answered with \(status)" }
}

/// Asks an HTTP proxy for a tunnel to a server (CONNECT: RFC 9110, 9.3.6), and gives way to what speaks through it.
///
/// Belongs to one channel: touched only on its event loop.
final class ProxyTunnel: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let proxy: HTTPProxy
    private let address: BackendAddress
    private var made: EventLoopPromise<Void>?
    private var answer: [UInt8] = []

    /// Bytes of the proxy's answer.
    private static let longest = 16 << 10
    private static let end = Array("\r\n\r\n".utf8)

    /// - Parameter made: succeeds when what is written goes to the server.
    init(_ proxy: HTTPProxy, to address: BackendAddress, _ made: EventLoopPromise<Void>) {
        (self.proxy, self.address, self.made) = (proxy, address, made)
    }

    /// The channel, when what is written to it goes to the server: at once without a proxy.
    static func open(
        _ channel: any Channel, through proxy: HTTPProxy?, to address: BackendAddress
    ) -> EventLoopFuture<any Channel> {
        guard let proxy else { return channel.eventLoop.makeSucceededFuture(channel) }
        let made = channel.eventLoop.makePromise(of: Void.self)
        do {
            try channel.pipeline.syncOperations.addHandler(ProxyTunnel(proxy, to: address, made))
        } catch {
            made.fail(error)
        }
        return made.futureResult.map { channel }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let place = "\(BackendAddress.bracketed(address.host)):\(address.port)"
        let login = proxy.basicCredentials.map { "Proxy-Authorization: Basic \($0)\r\n" } ?? ""
        let request = "CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\(login)\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        answer += unwrapInboundIn(data).readableBytesView
        let isWhole = answer.suffix(Self.end.count).elementsEqual(Self.end)
        guard isWhole || answer.count > Self.longest else { return }
        let line = String(decoding: answer.prefix(200).prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        let parts = line.split(separator: " ", maxSplits: 1)
        guard isWhole, line.hasPrefix("HTTP/1."), parts.count == 2, parts[1].hasPrefix("2") else {
            let isHTTP = line.hasPrefix("HTTP/1.") && parts.count == 2
            return fail(context, isHTTP ? "status \(parts[1])" : "something that is not HTTP")
        }
        let made = made
        self.made = nil
        context.pipeline.syncOperations.removeHandler(self).whenComplete { made?.completeWith($0) }
    }

    private func fail(_ context: ChannelHandlerContext, _ status: String) {
        made?.fail(ProxyRefused(place: proxy.authority, status: status))
        made = nil
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        made?.fail(error)
        made = nil
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(context, "a closed connection")
        context.fireChannelInactive()
    }
}
