import Foundation
import Testing
import Transport
import Wire

@testable import App

/// Takes connections and never says a word.
private final class SilentServer {
    private let descriptor: Int32
    let port: Int

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        try #require(isBound)
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}

@Suite("Who the user is, asked before connecting")
struct IntroducedConnectionTests {
    private func options(_ port: Int) -> ConnectionOptions {
        ConnectionOptions(
            address: BackendAddress(scheme: .http, host: "127.0.0.1", port: port),
            identity: BackendIdentity(user: "", agent: "1"))
    }

    @Test(
        "leaving waits for no answer of a backend that does not give one", .timeLimit(.minutes(1)), arguments: 0..<3)
    func leaving(kind: Int) async throws {
        let introduction: Introduction = [
            .guest("guest_1"), .login(email: "a@b", password: Secret("x")), .user("u1"),
        ][kind]
        let server = try SilentServer()
        let connection = IntroducedConnection(options(server.port), as: introduction)
        let heard = Task {
            var count = 0
            while await connection.next() != nil { count += 1 }
            return count
        }
        while await !isUnderWay(connection, introduction) { await Task.yield() }
        let start = ContinuousClock.now
        await connection.close()
        _ = await heard.value
        // Ten seconds are a login's limit.
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(await connection.post(OutgoingMessage(text: "a", ready: [])) != nil)
        #expect(!connection.emit(WireMessage(name: "a", arguments: [])))
    }

    private func isUnderWay(_ connection: IntroducedConnection, _ introduction: Introduction) async -> Bool {
        if case .user = introduction { return true }
        return connection.isIntroducing
    }

    @Test("where nobody is, a login says so, and asks again when told to", .timeLimit(.minutes(1)))
    func nobody() async throws {
        let port = try SilentServer().port
        let connection = IntroducedConnection(options(port), as: .login(email: "a@b", password: Secret("x")))
        for _ in 0..<2 {
            guard case .refused(let message)? = await connection.next() else {
                Issue.record("expected a refusal")
                return
            }
            #expect(message.contains("connection refused"))
            connection.retry()
        }
        await connection.close()
        let end = await connection.next()
        #expect(end.map { "\($0)" } == nil)
    }

    @Test("a guest whom nobody makes known comes all the same")
    func guest() async throws {
        let port = try SilentServer().port
        let connection = IntroducedConnection(options(port), as: .guest("guest_7"))
        guard case .connecting(0)? = await connection.next() else {
            Issue.record("expected a connection")
            return
        }
        #expect(connection.user == "guest_7")
        await connection.close()
    }
}
