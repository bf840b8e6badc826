import SocketIO
import Support
import Testing

@testable import Transport

@Suite("A consumer that does not keep up")
struct BackPressureTests {
    private static func waitingBytes(_ client: Client) -> Int {
        client.connection.inbox.state.withLock { $0.waitingBytes }
    }

    @Test("K57 40 MB for a consumer that stalls: what waits is bounded, nothing is lost", arguments: [true, false])
    func stalledConsumer(overWebSocket: Bool) async throws {
        // The server's timeout is that of a real one: it gets no answer to its pings while nobody reads.
        let peer = try await Peer("backend.py", "--ping-interval", "2", "--ping-timeout", "60")
        let limit = 4 << 20
        let client = Client(overWebSocket ? .ws : .http, port: peer.port) {
            $0.waitingLimit = limit
            if !overWebSocket { $0.transports = .polling }
        }
        _ = try await client.waitUntilConnected()
        let (size, count) = (1_000_192, 30)
        let encoded = size / 3 * 4
        client.connection.emit(
            WireMessage(name: "flood", arguments: [["size": .int(Int64(size)), "count": .int(Int64(count))]]))
        _ = await eventually { Self.waitingBytes(client) > limit / 2 }
        var most = 0
        for _ in 0..<10 {
            let seen = most
            let grew = await eventually(within: .milliseconds(300)) { Self.waitingBytes(client) > seen }
            most = max(most, Self.waitingBytes(client))
            if !grew { break }
        }
        #expect(most > limit / 2)
        // One message more, and a second one whose first bytes came with it.
        #expect(most < limit + 3 * encoded)
        #expect(peer.count("flooded") == 0)
        for index in 0..<count {
            let message = try await client.waitForMessage("receive_base_frame")
            let frame = message.arguments.first?.object
            #expect(frame?["frame_index"] == .int(Int64(index)))
            #expect(frame?["frame_data"]?.object?["data"]?.string?.utf8.count ?? 0 >= encoded)
        }
        _ = try await client.waitForMessage("flooded")
        #expect(!client.log.contains { $0.hasPrefix("lost") || $0.hasPrefix("odd") })
        await client.connection.close()
    }

    @Test("events that cannot be sent are refused, not kept")
    func emitBounds() async throws {
        let peer = try await Peer("backend.py")
        let client = Client(.ws, port: peer.port) { $0.sendingLimit = 1_000 }
        #expect(!client.connection.emit(WireMessage(name: "echo", arguments: [])))
        _ = try await client.waitUntilConnected()
        // One has room however large it is; a second has not, until the first is gone.
        let large = WireMessage(name: "echo", arguments: [.string(String(repeating: "x", count: 400_000))])
        #expect(client.connection.emit(large))
        _ = try await client.waitForMessage("echoed")
        #expect(client.connection.emit(WireMessage(name: "echo", arguments: [])))
        _ = try await client.waitForMessage("echoed")
        await client.connection.close()
        #expect(!client.connection.emit(WireMessage(name: "echo", arguments: [])))
    }
}
