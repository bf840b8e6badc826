import Events
import NIOCore
import NIOPosix
import NIOSSL
import Platform
import SocketIO

/// Why a certificate could not be verified, which the TLS library does not say: the server is asked for it once more, and nothing is
/// sent to it.
enum CertificateFault {
    /// Whether this is the error that can be explained.
    static func isOne(_ reason: DisconnectReason) -> Bool { reason == .transportError(LinkErrorText.unverified) }

    private static let limit = TimeAmount.seconds(5)

    /// One line; the error itself where nothing more is to be had.
    static func words(
        at address: BackendAddress, _ trust: TrustSettings, through proxy: HTTPProxy?, on loop: any EventLoop
    ) -> EventLoopFuture<String> {
        let found = loop.makePromise(of: String.self)
        let alarm = loop.scheduleTask(in: limit) { found.succeed(LinkErrorText.unverified) }
        ClientBootstrap(group: loop).connectTimeout(limit)
            .connect(host: proxy?.host ?? address.host, port: proxy?.port ?? address.port)
            .flatMap { channel in
                found.futureResult.whenComplete { _ in channel.close(promise: nil) }
                channel.closeFuture.whenComplete { _ in found.succeed(LinkErrorText.unverified) }
                return ProxyTunnel.open(channel, through: proxy, to: address)
            }
            .flatMapThrowing { channel in
                let handler = try trust.handler(host: address.host) { chain, verdict in
                    found.succeed(words(of: chain, trust, now: WallClock.microseconds / 1_000_000))
                    verdict.succeed(.failed)
                }
                try channel.pipeline.syncOperations.addHandler(handler)
            }
            .whenFailure { _ in found.succeed(LinkErrorText.unverified) }
        found.futureResult.whenComplete { _ in alarm.cancel() }
        return found.futureResult
    }

    /// - Parameters:
    ///   - chain: the server's own certificate first.
    ///   - now: seconds since 1970.
    static func words(of chain: [NIOSSLCertificate], _ trust: TrustSettings, now: Int64) -> String {
        guard let own = chain.first, let names = (try? own.toDERBytes()).flatMap({ CertificateNames(der: $0) }) else {
            return LinkErrorText.unverified
        }
        for certificate in chain {
            let whose = certificate == own ? "the server's certificate" : "a certificate in the server's chain"
            let (begin, end) = (Int64(certificate.notValidBefore), Int64(certificate.notValidAfter))
            if end < now { return "\(whose) expired on \(date(end)): renew it" }
            if begin > now {
                return "\(whose) is not valid before \(date(begin)); this machine's clock says \(date(now))"
            }
        }
        let advice =
            trust.certificateFile == nil
            ? "; to trust it, give --ca-file" : "; the file of --ca-file does not cover it"
        if names.isSelfSigned { return "the server's certificate is self-signed" + advice }
        let issuer = names.issuerName.map { " (\($0))" } ?? ""
        let alone = chain.count == 1 ? ", or the server omits the certificates between" : ""
        return "the server's certificate is from an unknown authority\(issuer)\(alone)" + advice
    }

    private static func date(_ seconds: Int64) -> String { CalendarTime.text(seconds: seconds) }
}
