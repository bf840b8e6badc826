import Events
import SocketIO

/// Engine.IO and Socket.IO: bytes to packets and back, bodies that come in pieces, and both sides' sessions hearing anything
/// at any time. The first byte of the input says which.
enum PacketExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        switch source.byte() % 4 {
        case 0: try cutElsewhere(source)
        case 1: try readOnce(source.all())
        case 2: try ClientExercise.run(source)
        default: try BackendExercise.run(source)
        }
    }

    // MARK: - Packets

    private static func readOnce(_ text: [UInt8]) throws(Breach) {
        if let packet = try? EngineIOPacket(text: text) { try survives(packet) }
        if let packet = try? SocketIOPacket(text: text) { try survives(packet) }
    }

    private static func survives(_ packet: EngineIOPacket) throws(Breach) {
        guard let text = packet.text else { return }
        try expect((try? EngineIOPacket(text: text)) == packet, "an Engine.IO packet is another one after writing it")
        if case .message(let inner) = packet, let inner = try? SocketIOPacket(text: inner) { try survives(inner) }
    }

    /// Only where the text says all: a bare number behind an id would go on from it, and a name of the longest kind may
    /// have grown while its bytes were made valid.
    private static func survives(_ packet: SocketIOPacket) throws(Breach) {
        switch packet.data {
        case .array, .object, nil: break
        default: return
        }
        guard packet.namespace.utf8.count <= 256 else { return }
        try expect(
            (try? SocketIOPacket(text: packet.text)) == packet, "a Socket.IO packet is another one after writing it")
    }

    // MARK: - Bodies in pieces

    private static func cutElsewhere(_ start: ByteSource) throws(Breach) {
        var source = start
        let limit = 8 + source.number()
        var cuts = ByteSource(source.piece())
        let body = source.all()
        let whole = read([body], limit)
        let cut = read(pieces(of: body, &cuts), limit)
        switch (whole, cut) {
        case (.success(let first), .success(let second)):
            try expect(first == second, "a body cut elsewhere holds other packets")
            for packet in first { try survives(packet) }
            try survives(first, limit)
        case (.failure(let first), .failure(let second)):
            try expect(first == second, "a body cut elsewhere fails otherwise")
        default: throw Breach("whether a body can be read depends on where it is cut")
        }
    }

    private static func pieces(of body: [UInt8], _ cuts: inout ByteSource) -> [[UInt8]] {
        var rest = body[...]
        var pieces: [[UInt8]] = []
        while !cuts.isEmpty {
            let count = Int(cuts.byte())
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces + [Array(rest)]
    }

    private static func read(_ pieces: [[UInt8]], _ limit: Int) -> Result<[EngineIOPacket], WireError> {
        var reader = EngineIOPayloadReader(limit: limit)
        var packets: [EngineIOPacket] = []
        do {
            for piece in pieces { packets += try reader.receive(piece) }
            if let last = try reader.end() { packets.append(last) }
            return .success(packets)
        } catch {
            return .failure(error)
        }
    }

    private static func survives(_ packets: [EngineIOPacket], _ limit: Int) throws(Breach) {
        // The separator ends a packet: in a text it could only come by WebSocket.
        var bodies: [[UInt8]] = []
        for packet in packets {
            if var last = bodies.popLast() {
                let hasRoom = EngineIOPayload.add(packet, to: &last, limit: limit)
                bodies.append(last)
                if hasRoom { continue }
            }
            var body: [UInt8] = []
            try expect(EngineIOPayload.add(packet, to: &body, limit: limit), "a packet has no room in an empty body")
            bodies.append(body)
        }
        var again: [EngineIOPacket] = []
        for body in bodies {
            guard case .success(let read) = read([body], Limits.messageBytes) else {
                throw Breach("a body of ours cannot be read")
            }
            again += read
        }
        try expect(again == packets, "packets are others after being put into bodies")
    }
}
