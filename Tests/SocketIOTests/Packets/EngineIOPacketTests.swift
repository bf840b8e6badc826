import Events
import Testing

@testable import SocketIO

@Suite("Engine.IO packets")
struct EngineIOPacketTests {
    @Test(
        "each packet type is read from its text and written to it",
        arguments: [
            ("1", EngineIOPacket.close), ("2", .ping()), ("2probe", .ping(EngineIOPacket.probe)), ("3", .pong()),
            ("3probe", .pong(EngineIOPacket.probe)), ("4", .message([])), ("42[\"a\"]", .message(utf8("2[\"a\"]"))),
            ("5", .upgrade), ("6", .noop),
        ])
    func types(written: String, packet: EngineIOPacket) throws {
        #expect(try EngineIOPacket(text: utf8(written)) == packet)
        #expect(packet.text == utf8(written))
    }

    @Test("the open packet of the worked example")
    func open() throws {
        let written = #"0{"sid":"e1","upgrades":[],"pingInterval":25000,"pingTimeout":60000,"maxPayload":1000000}"#
        let handshake = EngineIOHandshake(
            sid: "e1", pingInterval: .seconds(25), pingTimeout: .seconds(60), maxPayload: 1_000_000)
        #expect(try EngineIOPacket(text: utf8(written)) == .open(handshake))
        #expect(EngineIOPacket.open(handshake).text == utf8(written))
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
        #expect(throws: WireError.self) { try EngineIOPacket(text: utf8(written)) }
    }
}
