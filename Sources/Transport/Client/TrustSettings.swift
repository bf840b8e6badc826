import NIOCore
import NIOSSL

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
