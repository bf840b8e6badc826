import Foundation
import SocketIO
import Support
import Testing

@testable import Transport

/// A server whose certificate nobody knows.
@Suite("Certificates")
struct TrustTests {
    private static let certificate = Repository.file("Tests/Peers/loopback.pem")
    private static let key = Repository.file("Tests/Peers/loopback.key")

    private func server() async throws -> Peer {
        try await Peer("backend.py", "--certificate", Self.certificate, "--key", Self.key)
    }

    @Test("an unknown certificate is refused with one clear line", arguments: [BackendAddress.Scheme.wss, .https])
    func refused(scheme: BackendAddress.Scheme) async throws {
        let peer = try await server()
        let client = Client(scheme, port: peer.port)
        let reason = try await client.wait { if case .waiting(_, _, let reason) = $0 { reason } else { nil } }
        #expect(reason == .transportError("the server's certificate is self-signed; to trust it, give --ca-file"))
        #expect(peer.count("connect") == 0)
        await client.connection.close()
    }

    @Test(
        "it is taken when the user says so, or has named it as trusted, and packets travel",
        arguments: [BackendAddress.Scheme.wss, .https], [true, false])
    func taken(scheme: BackendAddress.Scheme, isInsecure: Bool) async throws {
        let peer = try await server()
        let client = Client(scheme, port: peer.port) {
            $0.isInsecure = isInsecure
            $0.certificateFile = isInsecure ? nil : Self.certificate
        }
        try await client.waitForWebSocket()
        client.connection.emit(WireMessage(name: "attachments", arguments: [3]))
        #expect(try await client.waitForMessage("attached").attachments.count == 3)
        await client.connection.close()
    }

    @Test("a peer that says no goodbye is not waited for for seconds")
    func shutdown() {
        let configuration = TrustSettings(isInsecure: false).configuration
        #expect(configuration.shutdownTimeout.nanoseconds == 40_000_000)
    }

    @Test("a file of certificates that is not there, and a port that speaks no TLS, are one clear line each")
    func mistakes() async throws {
        let peer = try await Peer("backend.py")
        for (file, expected) in [
            ("/nowhere/ca.pem", "the file of trusted certificates cannot be read"), (nil, "does not speak TLS"),
        ] {
            for scheme in [BackendAddress.Scheme.wss, .https] {
                let client = Client(scheme, port: peer.port) { $0.certificateFile = file }
                let reason = try await client.wait { if case .waiting(_, _, let reason) = $0 { reason } else { nil } }
                #expect(reason.text.contains(expected), "\(scheme): \(reason.text)")
                await client.connection.close()
            }
        }
    }
}
