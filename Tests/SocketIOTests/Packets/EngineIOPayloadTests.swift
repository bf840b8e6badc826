import Events
import Testing

@testable import SocketIO

@Suite("Engine.IO payloads")
struct EngineIOPayloadTests {
    @Test("a polling payload is the same packets again, however it is cut")
    func payloadSplits() throws {
        let packets: [EngineIOPacket] = [
            .message(utf8("0")), .binary([0x1E, 0, 255, 0x1E]), .ping(), .binary([]), .message(utf8("2[\"é\"]")), .noop,
        ]
        let bytes = EngineIOPayload.encode(packets)
        for cut in 0...bytes.count {
            var reader = EngineIOPayloadReader()
            var found = try reader.receive(Array(bytes[..<cut]))
            found += try reader.receive(Array(bytes[cut...]))
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
        #expect(try reader.receive([]).isEmpty)
        #expect(try reader.end() == nil)
        #expect(throws: WireError.self) { try reader.receive([0x1E]) }
        var trailing = EngineIOPayloadReader()
        #expect(try trailing.receive([UInt8(ascii: "6"), 0x1E]) == [.noop])
        #expect(throws: WireError.self) { try trailing.end() }
    }

    @Test("a polling packet beyond the limit is refused before it is whole")
    func payloadLimit() throws {
        var reader = EngineIOPayloadReader(limit: 10)
        #expect(try reader.receive(utf8("4123456789")).isEmpty)
        #expect(throws: WireError.tooLarge(what: "bytes in one packet", limit: 10)) { try reader.receive([0x30]) }
    }

    @Test("d-eio3: a body of Engine.IO 3 is named, as text and in binary, and no message of ours is taken for one")
    func revision3() throws {
        let open = #"0{"sid":"a"}"#
        for body in [utf8("12:\(open)2:40"), utf8("118:\(open)"), [0, 1, 2, 0xFF] + utf8(open + "x")] {
            var reader = EngineIOPayloadReader()
            let error = #expect(throws: WireError.self) {
                _ = try reader.receive(body)
                _ = try reader.end()
            }
            #expect(error?.reason.contains("Engine.IO 3 (Socket.IO 2)") == true)
        }
        for body in [#"42["a"]"#, "40", "2probe", #"40/12:0,{"sid":"a"}"#, "2"] {
            var reader = EngineIOPayloadReader()
            #expect(try reader.receive(utf8(body)) == [] && reader.end() != nil)
        }
    }

    @Test("packets are joined into bodies up to the limit, and a larger one stands alone")
    func bodies() {
        let packets: [EngineIOPacket] = [
            .message(utf8("aaa")), .message(utf8("bbb")), .message(utf8("cccccccccccc")), .noop,
        ]
        var bodies: [[UInt8]] = [[]]
        for packet in packets where !EngineIOPayload.add(packet, to: &bodies[bodies.count - 1], limit: 9) {
            bodies.append([])
            #expect(EngineIOPayload.add(packet, to: &bodies[bodies.count - 1], limit: 9))
        }
        #expect(bodies == [utf8("4aaa\u{1e}4bbb"), utf8("4cccccccccccc"), utf8("6")])
    }
}
