import Events
import Platform
import SocketIO
import Support
import Synchronization
import Testing
import Transport

@testable import Live

@Suite("A connection whose user has to be asked for")
struct AuthenticatedConnectionTests {
    private let login = Credentials.login(email: "me@example.org", password: Secret("x"))

    private func options(_ port: Int, answerScale: Int = 1) throws -> ConnectionOptions {
        var options = ConnectionOptions(
            address: try BackendAddress("http://127.0.0.1:\(port)"), identity: BackendIdentity(user: "", agent: "1"))
        options.waitScale = 0.0001
        options.answerScale = answerScale
        return options
    }

    @Test("closing does not wait for a backend that is asked and says nothing", .timeLimit(.minutes(30)))
    func closingWhileAsked() async throws {
        let silent = try SilentListener()
        let connection = AuthenticatedConnection(try options(silent.port, answerScale: 1_000), as: login)
        let news = Task { await connection.next() }
        await silent.waitForCaller()
        await connection.close()
        let last = await news.value
        #expect(last == nil)
    }

    @Test("N47 a login where nobody is is tried again by the schedule, and anew by hand")
    func nobodyThere() async throws {
        let port = try SilentListener().port
        let connection = AuthenticatedConnection(try options(port), as: login)
        #expect(await attempts(connection) == Array(1...ReconnectSchedule.attemptLimit))
        connection.retry()
        guard case .connecting(attempt: 0) = await connection.next() else {
            Issue.record("the first attempt of another schedule")
            return
        }
        #expect(await attempts(connection) == Array(1...ReconnectSchedule.attemptLimit))
        await connection.close()
        let last = await connection.next()
        #expect(last == nil)
    }

    @Test("with a limit on the first link it ends before the schedule does, and begins anew by hand")
    func limit() async throws {
        let port = try SilentListener().port
        for credentials in [login, .user("me")] {
            var options = try options(port)
            (options.waitScale, options.connectLimit) = (1, .milliseconds(50))
            let connection = AuthenticatedConnection(options, as: credentials)
            for _ in 1...2 {
                let end = await lastReason(connection)
                #expect(end?.contains("no connection within 50ms (--connect-timeout)") == true, "\(end ?? "")")
                connection.retry()
            }
            await connection.close()
        }
    }

    /// Why it gives up.
    private func lastReason(_ connection: AuthenticatedConnection) async -> String? {
        while let news = await connection.next() {
            if case .gaveUp(let reason, let attempts) = news {
                #expect(attempts < ReconnectSchedule.attemptLimit)
                return reason.text
            }
        }
        return nil
    }

    /// Numbers of the attempts that are announced until it gives up.
    private func attempts(_ connection: AuthenticatedConnection) async -> [Int] {
        var attempts: [Int] = []
        while let news = await connection.next() {
            switch news {
            case .waiting(let attempt, _, after: _): attempts.append(attempt)
            case .connecting(let attempt): #expect(attempt == attempts.last)
            case .gaveUp: return attempts
            default: Issue.record("\(news)")
            }
        }
        return attempts
    }
}

/// Takes connections and never says anything; gone with the value.
private final class SilentListener: Sendable {
    struct Failed: Error {}

    private let descriptor: Int32
    let port: Int

    init() throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isListening else { throw Failed() }
    }

    deinit { close(descriptor) }

    /// Returns when somebody has connected and asked something.
    func waitForCaller() async {
        await withCheckedContinuation { continuation in
            onOwnThread { [descriptor] in
                let caller = accept(descriptor, nil, nil)
                var byte: UInt8 = 0
                _ = recv(caller, &byte, 1, Int32(MSG_PEEK))
                continuation.resume()
            }
        }
    }
}
