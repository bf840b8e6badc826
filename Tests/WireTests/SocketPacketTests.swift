import Events
import Support
import Testing

@testable import Wire

private func text(_ string: String) -> [UInt8] { Array(string.utf8) }

@Suite("Engine.IO packets")
struct EngineIOPacketTests {
    @Test(
        "each packet type is read from its text and written to it",
        arguments: [
            ("1", EngineIOPacket.close), ("2", .ping()), ("2probe", .ping(EngineIOPacket.probe)), ("3", .pong()),
            ("3probe", .pong(EngineIOPacket.probe)), ("4", .message([])), ("42[\"a\"]", .message(text("2[\"a\"]"))),
            ("5", .upgrade), ("6", .noop),
        ])
    func types(written: String, packet: EngineIOPacket) throws {
        #expect(try EngineIOPacket(text: text(written)) == packet)
        #expect(packet.text == text(written))
    }

    @Test("the open packet of the worked example")
    func open() throws {
        let written = #"0{"sid":"e1","upgrades":[],"pingInterval":25000,"pingTimeout":60000,"maxPayload":1000000}"#
        let handshake = EngineIOHandshake(
            sid: "e1", pingInterval: .seconds(25), pingTimeout: .seconds(60), maxPayload: 1_000_000)
        #expect(try EngineIOPacket(text: text(written)) == .open(handshake))
        #expect(EngineIOPacket.open(handshake).text == text(written))
        #expect(handshake.silenceLimit == .seconds(85))
    }

    @Test(
        "what is no packet is refused, not guessed",
        arguments: [
            "", "7", "x", "\u{1b}[2J", "0", "0{", "0[]", "0{}", #"0{"sid":""}"#, #"0{"sid":"a"}"#,
            #"0{"sid":"a","pingInterval":1,"pingTimeout":0}"#, #"0{"sid":"a","pingInterval":1,"pingTimeout":1e99}"#,
            #"0{"sid":"a","pingInterval":-25000,"pingTimeout":60000}"#,
        ])
    func refused(written: String) {
        #expect(throws: WireError.self) { try EngineIOPacket(text: text(written)) }
    }

    @Test("a polling payload is the same packets again, however it is cut")
    func payloadSplits() throws {
        let packets: [EngineIOPacket] = [
            .message(text("0")), .binary([0x1E, 0, 255, 0x1E]), .ping(), .binary([]), .message(text("2[\"é\"]")), .noop,
        ]
        let bytes = EngineIOPayload.encode(packets)
        for cut in 0...bytes.count {
            var reader = EngineIOPayloadReader()
            var found = try reader.receive(bytes[..<cut])
            found += try reader.receive(bytes[cut...])
            if let last = try reader.end() { found.append(last) }
            #expect(found == packets, "cut at \(cut)")
        }
        var reader = EngineIOPayloadReader()
        var found: [EngineIOPacket] = []
        for byte in bytes { found += try reader.receive([byte]) }
        if let last = try reader.end() { found.append(last) }
        #expect(found == packets, "byte by byte")
    }

    @Test("an empty polling body holds no packet, an empty part of one is refused")
    func emptyBody() throws {
        var reader = EngineIOPayloadReader()
        #expect(try reader.receive([UInt8]()).isEmpty)
        #expect(try reader.end() == nil)
        #expect(throws: WireError.self) { try reader.receive([0x1E]) }
        var trailing = EngineIOPayloadReader()
        #expect(try trailing.receive([UInt8(ascii: "6"), 0x1E]) == [.noop])
        #expect(throws: WireError.self) { try trailing.end() }
    }

    @Test("a polling packet beyond the limit is refused before it is whole")
    func payloadLimit() throws {
        var reader = EngineIOPayloadReader(limit: 10)
        #expect(try reader.receive(text("4123456789")).isEmpty)
        #expect(throws: WireError.tooLarge(what: "bytes in one packet", limit: 10)) { try reader.receive([0x30]) }
    }

    @Test("packets are joined into bodies up to the limit, and a larger one stands alone")
    func bodies() {
        let packets: [EngineIOPacket] = [
            .message(text("aaa")), .message(text("bbb")), .message(text("cccccccccccc")), .noop,
        ]
        var bodies: [[UInt8]] = [[]]
        for packet in packets where !EngineIOPayload.add(packet, to: &bodies[bodies.count - 1], limit: 9) {
            bodies.append([])
            #expect(EngineIOPayload.add(packet, to: &bodies[bodies.count - 1], limit: 9))
        }
        #expect(bodies == [text("4aaa\u{1e}4bbb"), text("4cccccccccccc"), text("6")])
    }
}

@Suite("Socket.IO packets")
struct SocketIOPacketTests {
    @Test(
        "each packet is read from its text and written to it",
        arguments: [
            ("0", SocketIOPacket(.connect)), (#"0{"sid":"s1"}"#, SocketIOPacket(.connect, data: ["sid": "s1"])),
            ("1", SocketIOPacket(.disconnect)),
            (#"4{"message":"no"}"#, SocketIOPacket(.connectError, data: ["message": "no"])),
            (#"2["a",1]"#, SocketIOPacket(.event, data: ["a", 1])),
            (#"27["a"]"#, SocketIOPacket(.event, id: 7, data: ["a"])),
            (#"2/x,7["a"]"#, SocketIOPacket(.event, namespace: "/x", id: 7, data: ["a"])),
            ("1/x,", SocketIOPacket(.disconnect, namespace: "/x")),
            ("312[]", SocketIOPacket(.acknowledgement, id: 12, data: [])),
            (
                #"52-["a",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]"#,
                SocketIOPacket(
                    .binaryEvent, data: ["a", WireMessage.placeholder(0), WireMessage.placeholder(1)],
                    attachmentCount: 2)
            ),
            (
                "61-/y,3[1]",
                SocketIOPacket(.binaryAcknowledgement, namespace: "/y", id: 3, data: [1], attachmentCount: 1)
            ),
        ])
    func forms(written: String, packet: SocketIOPacket) throws {
        #expect(try SocketIOPacket(text: text(written)) == packet)
        #expect(packet.text == text(written))
    }

    @Test(
        "what is no packet is refused, not guessed",
        arguments: [
            "", "7", "9[]", "2", "2{}", "2[]", "2[1]", "2[\"a\"", "5[\"a\"]", "5-[\"a\"]", "51[\"a\"]",
            "520001-[\"a\"]",
            "599999999999999999999-[\"a\"]", "3[]", "31", "299999999999999999999[\"a\"]", "2/x[\"a\"]",
        ])
    func refused(written: String) {
        #expect(throws: WireError.self) { try SocketIOPacket(text: text(written)) }
    }

    @Test("the query of a namespace is none of its name")
    func namespaceQuery() throws {
        #expect(try SocketIOPacket(text: text("0/x?token=1,{}")).namespace == "/x")
    }

    @Test("N61 an event without payload and one with two arguments come through")
    func argumentCounts() throws {
        #expect(try SocketIOPacket(text: text(#"2["a"]"#)).event([]) == WireMessage(name: "a", arguments: []))
        #expect(try SocketIOPacket(text: text(#"2["a",1,2]"#)).event([]) == WireMessage(name: "a", arguments: [1, 2]))
    }
}

@Suite("Socket.IO attachments")
struct SocketIOAssemblyTests {
    private let message = WireMessage(
        name: "receive_frame_images_batch",
        arguments: [
            ["frames": [["image_data": WireMessage.placeholder(0)], ["image_data": WireMessage.placeholder(1)]]]
        ],
        attachments: [[1, 2, 3], [4]])

    private func feed(_ packets: [EngineIOPacket], _ assembly: inout SocketIOAssembly) -> [SocketIOAssembly.Arrival] {
        packets.flatMap { packet -> [SocketIOAssembly.Arrival] in
            switch packet {
            case .message(let text): assembly.receive(text: text)
            case .binary(let bytes): assembly.receive(binary: bytes)
            default: []
            }
        }
    }

    @Test("a message and its attachments are one again")
    func whole() throws {
        var assembly = SocketIOAssembly()
        let arrivals = feed(EngineIOPacket.packets(message), &assembly)
        guard case .packet(let packet, let attachments)? = arrivals.first, arrivals.count == 1 else {
            Issue.record("expected one packet, found \(arrivals)")
            return
        }
        #expect(packet.event(attachments) == message)
        #expect(assembly.reset() == nil)
    }

    @Test("N7 a link lost in the middle delivers nothing, and the next link begins anew")
    func lostInTheMiddle() {
        var assembly = SocketIOAssembly()
        #expect(feed(Array(EngineIOPacket.packets(message).dropLast()), &assembly).isEmpty)
        let reason = #""receive_frame_images_batch" ended after 1 of 2 attachments"#
        #expect(assembly.reset() == .badPacket(reason: reason))
        #expect(feed(EngineIOPacket.packets(message), &assembly).count == 1)
    }

    @Test("N7 too few attachments: the event is dropped, the one behind it is not")
    func tooFew() {
        var assembly = SocketIOAssembly()
        let other = WireMessage(name: "audio_end", arguments: [[:]])
        let arrivals = feed(EngineIOPacket.packets(message).dropLast() + EngineIOPacket.packets(other), &assembly)
        guard case .odd? = arrivals.first, case .packet(let packet, let attachments)? = arrivals.last else {
            Issue.record("expected a complaint and a packet, found \(arrivals)")
            return
        }
        #expect(arrivals.count == 2 && packet.event(attachments) == other)
    }

    @Test("N7 too many attachments: the event is delivered, the rest is named")
    func tooMany() {
        var assembly = SocketIOAssembly()
        let arrivals = feed(EngineIOPacket.packets(message) + [.binary([9, 9])], &assembly)
        #expect(arrivals.count == 2)
        #expect(arrivals.last == .odd(.badPacket(reason: "2 bytes that belong to no message")))
    }

    @Test("a message beyond the limit is let go by as a whole, and holds no memory")
    func tooLarge() {
        var assembly = SocketIOAssembly(limit: 1_000)
        let large = WireMessage(name: "a", arguments: [], attachments: [[UInt8](repeating: 1, count: 995), [2], [3]])
        let arrivals = feed(EngineIOPacket.packets(large) + EngineIOPacket.packets(message), &assembly)
        guard case .packet(let packet, let attachments)? = arrivals.last else {
            Issue.record("expected the second message, found \(arrivals)")
            return
        }
        #expect(arrivals.dropLast() == [.odd(.tooLarge(what: "bytes in one message", limit: 1_000))])
        #expect(packet.event(attachments) == message)
    }

    @Test("no sequence of packets traps or delivers a message with a wrong number of attachments", arguments: 0..<40)
    func wild(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        var assembly = SocketIOAssembly(limit: 200)
        let texts = [
            "2[\"a\"]", "51-[\"a\",{\"_placeholder\":true,\"num\":0}]", "53-[\"b\"]", "50-[\"c\"]", "x", "", "61-4[]",
        ]
        for _ in 0..<500 {
            let arrivals =
                numbers.isOneIn(3)
                ? assembly.receive(text: text(numbers.pick(texts)))
                : assembly.receive(binary: [UInt8](repeating: 7, count: numbers.below(120)))
            for case .packet(let packet, let attachments) in arrivals {
                #expect(packet.attachmentCount == attachments.count)
            }
            if numbers.isOneIn(20) { assembly.reset() }
        }
    }
}

@Suite("Backend addresses")
struct BackendAddressTests {
    @Test(
        "addresses are read as they are written",
        arguments: [
            ("http://127.0.0.1:5003", BackendAddress(scheme: .http, host: "127.0.0.1", port: 5003)),
            ("HTTPS://api.example.com/", BackendAddress(scheme: .https, host: "api.example.com", port: 443)),
            ("ws://[::1]:80/live/", BackendAddress(scheme: .ws, host: "::1", port: 80, path: "/live")),
            ("wss://a-b", BackendAddress(scheme: .wss, host: "a-b", port: 443)),
        ])
    func read(written: String, address: BackendAddress) throws {
        #expect(try BackendAddress(written) == address)
        #expect(try BackendAddress(address.text) == address)
    }

    @Test(
        "what is no address is refused with a reason",
        arguments: [
            "", "localhost:5003", "ftp://a", "http://", "http://:80", "http://a:0", "http://a:65536", "http://a:x",
            "http://u:p@a", "http://a/b c", "http://a?x", "http://a\u{1b}[2J", "http://[::1", "http://[::1]x",
        ])
    func refused(written: String) {
        #expect(throws: WireError.self) { try BackendAddress(written) }
    }

    @Test("K55 a user id with plus, at and blank arrives intact")
    func queryIsEncoded() throws {
        let address = try BackendAddress("http://a:1/b")
        let path = address.socketPath(transport: "websocket", query: [("user_id", "a+b@c d/é&")])
        #expect(path == "/b/socket.io/?EIO=4&transport=websocket&user_id=a%2Bb%40c%20d%2F%C3%A9%26")
    }
}
