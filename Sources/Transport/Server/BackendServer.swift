import Events
import NIOCore
import NIOHTTP1
import NIOPosix

/// A stand-in backend: Engine.IO and Socket.IO for any number of clients, and the HTTP endpoints beside them.
///
/// Owner of a thread with one event loop, on which all its state is. Pictures are read on two threads beside it.
package final class BackendServer: Sendable {
    package let host: String
    /// The one that was taken, where 0 was asked for.
    package let port: Int
    private let group: MultiThreadedEventLoopGroup
    private let pool: NIOThreadPool
    private let core: NIOLoopBound<ServerCore>

    /// Listens.
    /// - Throws: `TransportError.unreachable` when the address cannot be had.
    package init(_ options: BackendOptions) async throws(TransportError) {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let pool = NIOThreadPool(numberOfThreads: 2)
        pool.start()
        let loop = group.next()
        do {
            core = try await loop.submit {
                NIOLoopBound(ServerCore(options, loop: loop, pool: pool), eventLoop: loop)
            }.get()
            let core = core
            port = try await loop.flatSubmit { core.value.listen(port: options.port) }.get()
        } catch {
            try? await group.shutdownGracefully()
            try? await pool.shutdownGracefully()
            throw .unreachable(address: "\(options.host):\(options.port)", reason: Self.words(for: error))
        }
        host = options.host
        self.group = group
        self.pool = pool
    }

    /// Says goodbye to the clients, lets the port go and ends.
    package func stop() async {
        let core = core
        try? await core.eventLoop.flatSubmit { core.value.stop() }.get()
        // Who still gives the loop something first: answers that are canceled, but have not ended, and what the pool has read.
        let answering = try? await core.eventLoop.submit { core.value.answering.map(\.value) }.get()
        for task in answering ?? [] { await task.value }
        try? await pool.shutdownGracefully()
        try? await group.shutdownGracefully()
    }

    private static func words(for error: any Error) -> String {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: "the port is in use by another program"
        case EACCES: "no permission to listen there"
        case EADDRNOTAVAIL: "not an address of this machine"
        default: LinkErrorText.text(error)
        }
    }
}
