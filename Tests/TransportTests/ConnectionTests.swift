import Events
import Foundation
import SocketIO
import Support
import Testing
import Transport

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

    @Test(
        "d-ok-polling, d-ok-websocket: events go there and back, and closing is heard as the client's own wish",
        arguments: Way.allCases)
    func conversation(way: Way) async throws {
        let peer = try await Peer("backend.py")
        let client = way.client(peer)
        if way == .upgrade {
            try await client.waitForWebSocket()
        } else {
            #expect(try await client.waitUntilConnected() == (way == .webSocket ? .webSocket : .polling))
        }
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

    @Test("K55 the query arrives as it is, whatever is in it", arguments: Way.allCases)
    func query(way: Way) async throws {
        let peer = try await Peer("backend.py")
        let identity = BackendIdentity(user: "a+b@c d&e=ü%2B", agent: "7", instance: "t/1", resolution: "256")
        let client = way.client(peer) { $0.identity = identity }
        let query = try await peer.expect("connect").object["query"]?.object
        for (name, value) in identity.query { #expect(query?[name]?.string == value) }
        _ = try await client.waitUntilConnected()
        await client.connection.close()
    }

    @Test("attachments come whole and in order, from one to a thousand of them", arguments: Way.allCases)
    func attachments(way: Way) async throws {
        let peer = try await Peer("backend.py")
        let client = way.client(peer)
        _ = try await client.waitUntilConnected()
        for count in [1, 2, 50, 1_000] {
            client.connection.emit(WireMessage(name: "attachments", arguments: [.int(Int64(count))]))
            let message = try await client.waitForMessage("attached")
            #expect(message.attachments.count == count)
            let isRight = message.attachments.enumerated().allSatisfy { number, bytes in
                bytes == (0..<(257 + number % 13)).map { UInt8(truncatingIfNeeded: number * 31 + $0) }
            }
            #expect(isRight, "\(count)")
        }
        #expect(!client.log.contains { $0.hasPrefix("odd") || $0.hasPrefix("lost") })
        await client.connection.close()
    }

    @Test("bytes go the other way too, and a large event in one piece", arguments: Way.allCases)
    func emittedBytes(way: Way) async throws {
        let peer = try await Peer("backend.py")
        let client = way.client(peer)
        _ = try await client.waitUntilConnected()
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        client.connection.emit(
            WireMessage(name: "echo", arguments: [WireMessage.placeholder(0)], attachments: [bytes]))
        #expect(try await client.waitForMessage("echoed").attachments == [bytes])
        // python-engineio reads the first piece of a POST's body only, so that a long one has to go by WebSocket.
        let long = String(repeating: "x", count: way == .webSocket ? 500_000 : 1_000)
        client.connection.emit(WireMessage(name: "echo", arguments: [.string(long)]))
        #expect(try await client.waitForMessage("echoed").arguments == [.string(long)])
        await client.connection.close()
    }

    @Test("the worked example's message comes event for event", arguments: Way.allCases)
    func workedExample(way: Way) async throws {
        let peer = try await Peer("backend.py")
        let client = way.client(peer)
        _ = try await client.waitUntilConnected()
        let http = BackendHTTP(
            ConnectionOptions(
                address: BackendAddress(scheme: .http, host: "127.0.0.1", port: peer.port),
                identity: BackendIdentity(user: "u1", agent: "1", instance: "t1")))
        client.connection.emit(
            WireMessage(name: "set_session_id", arguments: [["session_id": "2026-03-01_120000_terminal"]]))
        client.connection.emit(WireMessage(name: "request_base_animations_manifest", arguments: [["agentId": "1"]]))
        let manifest = try await client.waitForMessage("base_animations_manifest")
        #expect(manifest.arguments.first?.object?["animations"]?.object?.members.count == 5)
        client.connection.emit(
            WireMessage(
                name: "request_specific_base_animation",
                arguments: [["agentId": "1", "animationType": "idle_1_s_idle_1_e"]]))
        _ = try await client.waitForMessage("animation_frames_complete")
        #expect(client.log.count { $0 == "message receive_base_frame" } == 61)
        try await http.send("Good morning", readyAnimations: ["idle_1_s_idle_1_e"])
        #expect(try await peer.expect("message").object["body"]?.object?["message"] == "Good morning")
        var names: [String] = []
        var attachments: [Int] = []
        while names.last != "audio_end" {
            guard case .message(let message, _)? = try await client.next() else { continue }
            names.append(message.name)
            attachments.append(message.attachments.count)
        }
        #expect(
            names == [
                "receive_audio", "receive_frame_images_batch", "chunk_images_ready", "chunk_images_ready",
                "receive_audio", "play_base_animation", "receive_frame_images_batch", "receive_frame_images_batch",
                "audio_end",
            ])
        #expect(attachments == [0, 27, 0, 0, 0, 0, 50, 10, 0])
        http.close()
        await client.connection.close()
    }
}
