import Events
import Foundation
import Testing
import Transport
import Wire

/// Our client and python-socketio's server.
@Suite("A connection to a backend that others wrote")
struct ConnectionTests {
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case webSocket, polling, upgrade

        var scheme: BackendAddress.Scheme { self == .webSocket ? .ws : .http }
        var testDescription: String { rawValue }

        func client(_ peer: Peer, _ change: (inout ConnectionOptions) -> Void = { _ in }) -> Client {
            Client(scheme, port: peer.port) {
                if self == .polling { $0.transports = .polling }
                change(&$0)
            }
        }
    }

    @Test("events go there and back, and closing is heard as the client's own wish", arguments: Way.allCases)
    func conversation(way: Way) async throws {
        let peer = try await Peer("backend.py")
        let client = way.client(peer)
        let link = try await client.waitUntilConnected()
        #expect(link.transport == (way == .webSocket ? .webSocket : .polling))
        #expect(link.handshake.pingTimeout == .seconds(5))
        if way == .upgrade { _ = try await client.wait { if case .upgraded = $0 { true } else { nil } } }
        #expect(client.connection.emit(WireMessage(name: "echo", arguments: [1, "é", ["a": nil]])))
        let answer = try await client.waitForMessage("echoed")
        #expect(answer.arguments == [1, "é", ["a": nil]])
        let heard = try await peer.expect("echo").object
        #expect(heard["transport"] == (way == .polling ? "polling" : "websocket"))
        await client.connection.close()
        try await client.drain()
        #expect(client.log.suffix(2) == ["lost: io client disconnect", "end"])
        let reason = try await peer.expect("disconnect").object["reason"]
        #expect(reason == "client disconnect")
    }
}
