import Events
import NIOCore
import NIOSSL
import SocketIO

/// How to reach a backend.
package struct ConnectionOptions: Sendable {
    package var address: BackendAddress
    package var identity: BackendIdentity
    /// Where the socket is, and what the backend's gateway wants to be told.
    package var access = BackendAccess()
    /// Shared by all copies: the socket and the HTTP side of one client.
    package var cookies = CookieStore()
    /// Between this machine and the backend; `nil` for none.
    package var proxy: HTTPProxy?
    /// Addresses with `ws` and `wss` use WebSocket whatever this says.
    package var transports = TransportChoice.auto
    /// Takes any certificate. Whoever sets it says so on the screen.
    package var isInsecure = false
    /// Path of a PEM file with certificates to trust besides the system's; `nil` for none.
    package var certificateFile: String?
    /// Bytes that may wait for the consumer before the socket is no longer read; one message more may be there.
    package var waitingLimit = 32 << 20
    /// Bytes of events that may wait to be sent.
    package var sendingLimit = 8 << 20
    /// How long closing waits at most for the server to have heard the last words.
    package var partingMilliseconds = 40
    /// How long the first link may take, all attempts together; `nil`: as long as the reconnect schedule goes on.
    package var connectLimit: TimeSpan?
    /// How long an answer over HTTP may take, its connection included; `nil`: as is usual for what is asked.
    package var answerLimit: TimeSpan?
    /// Since when it has been tried; `nil`: since the connection began.
    package var connectingSince: ContinuousClock.Instant?
    /// Factor on the waits of the reconnect schedule; 1 but for tests.
    package var waitScale = 1.0
    /// Factor on how long an answer over HTTP may take; 1 but for tests.
    package var answerScale = 1

    package init(address: BackendAddress, identity: BackendIdentity) {
        self.address = address
        self.identity = identity
    }

    package var endpoint: SocketEndpoint { SocketEndpoint(address, path: access.path) }
    /// Of each request for the socket, not encoded yet.
    var query: [(name: String, value: String)] { identity.query + access.sentQuery }

    var partingTime: TimeAmount { .milliseconds(Int64(partingMilliseconds)) }

    var firstTransport: SocketTransport {
        address.scheme.isWebSocket || transports == .webSocket ? .webSocket : .polling
    }

    var mayMove: Bool { !address.scheme.isWebSocket && transports == .auto }
}

extension ConnectionOptions {
    var trust: TrustSettings { TrustSettings(isInsecure: isInsecure, certificateFile: certificateFile) }
}

/// Which certificates a client believes.
struct TrustSettings: Sendable {
    var isInsecure: Bool
    var certificateFile: String?

    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if isInsecure { configuration.certificateVerification = .none }
        if let certificateFile { configuration.additionalTrustRoots = [.file(certificateFile)] }
        // A peer that is gone says no goodbye, and is not waited for: closing takes no longer than this.
        configuration.shutdownTimeout = .milliseconds(40)
        return configuration
    }

    /// Reads the system's certificates, which takes some milliseconds.
    /// - Parameter verify: in place of the library's own judgement.
    func handler(
        host: String, _ verify: NIOSSLCustomVerificationCallback? = nil
    ) throws -> NIOSSLClientHandler {
        let context = try NIOSSLContext(configuration: configuration)
        let name = Self.serverName(host)
        if let verify {
            return try NIOSSLClientHandler(
                context: context, serverHostname: name, customVerificationCallback: verify)
        }
        return try NIOSSLClientHandler(context: context, serverHostname: name)
    }

    /// An address of digits is no name that a server could have a certificate for; NIOSSL compares it by itself.
    private static func serverName(_ host: String) -> String? {
        (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
    }
}
