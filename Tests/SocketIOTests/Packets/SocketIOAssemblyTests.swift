import Support
import Testing

@testable import SocketIO

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
            case .message(let text): assembly.receiveText(text)
            case .binary(let bytes): assembly.receiveBinary(bytes)
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

    @Test(
        "a text that is no JSON is said to be of the event that it begins with, as far as that can be read",
        arguments: [
            (#"51-["receive_frame_images_batch",{"chunk_index":0,"frames""#, ", in receive_frame_images_batch"),
            (#"2["audio_end",{"#, ", in audio_end"), (#"2["audio_e"#, ")"), ("2[", ")"),
            (#"2["\#(String(repeating: "x", count: 200))",{"#, ")"),
        ])
    func broken(text: String, end: String) {
        var assembly = SocketIOAssembly()
        guard case .odd(let error)? = assembly.receiveText(Array(text.utf8)).first else {
            Issue.record("expected a complaint")
            return
        }
        #expect(error.reason.hasPrefix("not JSON: ") && error.reason.hasSuffix(end), "\(error.reason)")
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
        #expect(arrivals.last == .odd(.badPacket(reason: "2 bytes without a message")))
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
                ? assembly.receiveText(utf8(numbers.pick(texts)))
                : assembly.receiveBinary([UInt8](repeating: 7, count: numbers.below(120)))
            for case .packet(let packet, let attachments) in arrivals {
                #expect(packet.attachmentCount == attachments.count)
            }
            if numbers.isOneIn(20) { assembly.reset() }
        }
    }
}
