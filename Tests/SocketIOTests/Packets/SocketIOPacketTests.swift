import Events
import Testing

@testable import SocketIO

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
        #expect(try SocketIOPacket(text: utf8(written)) == packet)
        #expect(packet.text == utf8(written))
    }

    @Test(
        "what is no packet is refused, not guessed",
        arguments: [
            "", "7", "9[]", "2", "2{}", "2[]", "2[1]", "2[\"a\"", "5[\"a\"]", "5-[\"a\"]", "51[\"a\"]",
            "520001-[\"a\"]",
            "599999999999999999999-[\"a\"]", "3[]", "31", "299999999999999999999[\"a\"]", "2/x[\"a\"]",
        ])
    func refused(written: String) {
        #expect(throws: WireError.self) { try SocketIOPacket(text: utf8(written)) }
    }

    @Test("the query of a namespace is none of its name")
    func namespaceQuery() throws {
        #expect(try SocketIOPacket(text: utf8("0/x?token=1,{}")).namespace == "/x")
    }

    @Test("N61 an event without payload and one with two arguments come through")
    func argumentCounts() throws {
        #expect(try SocketIOPacket(text: utf8(#"2["a"]"#)).event([]) == WireMessage(name: "a", arguments: []))
        #expect(try SocketIOPacket(text: utf8(#"2["a",1,2]"#)).event([]) == WireMessage(name: "a", arguments: [1, 2]))
    }
}
