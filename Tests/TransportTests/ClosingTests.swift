import Foundation
import Support
import Testing
import Transport

/// Closing ends everything from every state, and the news end after it.
@Suite("Closing a connection")
struct ClosingTests {
    enum State: CaseIterable {
        case connecting, waiting, refused, gaveUp, polling, webSocket
    }

    @Test("the end comes at once, whatever is under way", arguments: State.allCases)
    func everyState(state: State) async throws {
        let peer = try await peer(state)
        let client = Client(state == .polling ? .http : .ws, port: peer.port) {
            $0.partingMilliseconds = 40
            if state == .polling { $0.transports = .polling }
            $0.waitScale = state == .gaveUp ? 0.0001 : 1_000
        }
        _ = try await client.wait { Self.isReached(state, $0) ? true : nil }
        if state == .connecting { try await peer.expect("connection") }
        let start = ContinuousClock.now
        await client.connection.close()
        // 50 ms are meant; a busy machine gets nearly as much as the least of the waits and limits that were under way.
        #expect(ContinuousClock.now - start < .seconds(18))
        // A poll's connection that was still being made closes when it stands.
        #expect(
            await eventually(within: state == .polling ? .seconds(60) : .zero) { Self.openSockets(to: peer.port) == 0 }
        )
        try await client.drain()
        #expect(client.log.last == "end")
        let more = await client.connection.next()
        if let more { Issue.record("\(more)") }
    }

    /// Sockets that a process still holds, connected to that port; those that the system winds up alone belong to none. 0
    /// where the system has no such list.
    private static func openSockets(to port: Int) -> Int {
        guard let table = try? String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8) else { return 0 }
        let end = ":" + String(port, radix: 16, uppercase: true)
        return table.split(separator: "\n").count { line in
            let columns = line.split(separator: " ")
            return columns.count > 9 && columns[2].hasSuffix(end) && columns[9] != "0"
        }
    }

    private func peer(_ state: State) async throws -> Peer {
        switch state {
        case .connecting: return try await Peer("scripted.py", #"[[{"hold":true}]]"#)
        case .waiting, .gaveUp:
            let peer = try await Peer("backend.py", "--closed")
            try await peer.expect("closed")
            return peer
        case .refused: return try await Peer("backend.py", "--refuse", "no")
        case .polling, .webSocket: return try await Peer("backend.py")
        }
    }

    private static func isReached(_ state: State, _ news: ConnectionEvent) -> Bool {
        switch (state, news) {
        case (.connecting, .connecting), (.waiting, .waiting), (.refused, .refused), (.gaveUp, .gaveUp),
            (.polling, .connected), (.webSocket, .connected):
            true
        default: false
        }
    }

    @Test("a connection that is closed at the moment of its next attempt makes none")
    func atTheAttempt() async throws {
        let peer = try await peer(.waiting)
        for _ in 0..<300 {
            let client = Client(.http, port: peer.port) { $0.waitScale = 0.000_05 }
            _ = try await client.wait { if case .waiting = $0 { true } else { nil } }
            await client.connection.close()
            try await client.drain()
            #expect(client.log.last == "end")
        }
        // An attempt after all would have made an HTTP client that nobody ends, which its library does not forgive here.
    }

    @Test("a connection that nobody holds any more takes leave by itself")
    func letGo() async throws {
        let peer = try await Peer("backend.py")
        do {
            let client = Client(.ws, port: peer.port)
            _ = try await client.waitUntilConnected()
        }
        let reason = try await peer.expect("disconnect").object["reason"]
        #expect(reason == "client disconnect")
    }
}
