import Testing
import Transport
import Wire

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
        // 50 ms are meant; a busy machine gets more, but less than any of the waits and limits that were under way.
        #expect(ContinuousClock.now - start < .seconds(5))
        try await client.drain()
        #expect(client.log.last == "end")
        let more = await client.connection.next()
        if let more { Issue.record("\(more)") }
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

    private static func isReached(_ state: State, _ news: ConnectionNews) -> Bool {
        switch (state, news) {
        case (.connecting, .connecting), (.waiting, .waiting), (.refused, .refused), (.gaveUp, .gaveUp),
            (.polling, .connected), (.webSocket, .connected):
            true
        default: false
        }
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
