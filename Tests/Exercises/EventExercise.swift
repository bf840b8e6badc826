import Checks
import Events
import JSON
import SocketIO
import Wire

/// Messages of a backend: to what a tape keeps and back, to events, and into an engine; lines of streams and of frame logs.
/// The first byte of the input says which.
enum EventExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        switch source.byte() % 4 {
        case 0: try readOnce(source.all())
        case 1: try EngineExercise.run(source)
        case 2: try readLines(source.all())
        default: try readFrameLog(source)
        }
    }

    // MARK: - One message

    private static let pictures: [[UInt8]] = [[1, 2, 3], [], [0x52, 0x49, 0x46, 0x46]]

    /// The event of a JSON array that begins with a name, with a few attachments.
    static func message(_ json: JSON) -> WireMessage? {
        guard let values = json.array, let name = values.first?.string else { return nil }
        return WireMessage(name: name, arguments: Array(values.dropFirst()), attachments: pictures)
    }

    private static func readOnce(_ text: [UInt8]) throws(Breach) {
        guard let json = try? JSON.parse(text) else { return }
        try expect((try? JSON.parse(json.utf8)) == json, "a JSON value is another one after writing it")
        try readCarefully(text, json)
        guard let message = message(json) else { return }
        try survives(message)
        try survivesLine(.wire(message))
    }

    /// JSON is read in a quick way and in a careful one, which an escape asks for.
    private static func readCarefully(_ text: [UInt8], _ json: JSON) throws(Breach) {
        do {
            let both = try JSON.parse(Array("[\"\\u0061\",".utf8) + text + [UInt8(ascii: "]")])
            try expect(both == ["a", json], "the quick way reads JSON otherwise than the careful one")
        } catch let error as JSONError {
            if case .tooDeep = error { return }
            throw Breach("the quick way reads JSON that the careful one refuses: \(error.reason)")
        } catch {
            throw error as? Breach ?? Breach("\(error)")
        }
    }

    /// Nothing of a message is lost on a tape, whatever it means.
    static func survives(_ message: WireMessage) throws(Breach) {
        let (stored, blobs) = ingest(message)
        let bytes = Dictionary(blobs.map { ($0.hash, $0.bytes) }) { first, _ in first }
        do {
            let again = try StoredMessage(name: stored.name, body: try JSON.parse(stored.body.utf8))
            try expect(again == stored, "a tape keeps another message")
            try expect(try rebuild(again) { bytes[$0] } == message, "a message is another one after a tape")
        } catch {
            throw error as? Breach ?? Breach("a tape keeps what cannot be read: \(error)")
        }
        _ = (interpret(stored), stored.wireBytes)
    }

    // MARK: - Lines

    private static func readLines(_ text: [UInt8]) throws(Breach) {
        var time = Instant.zero
        for line in text.split(separator: UInt8(ascii: "\n"), maxSplits: 40) {
            guard let read = try? NDJSONLine(line, notBefore: time) else { continue }
            time = read.time
            try survivesLine(read.body, at: time)
        }
    }

    private static func survivesLine(_ body: NDJSONLine.Body, at time: Instant = .zero) throws(Breach) {
        let line = NDJSONLine(time: time, body: body)
        do {
            try expect(try NDJSONLine(line.utf8) == line, "a line is another one after writing it")
        } catch {
            throw error as? Breach ?? Breach("a line of ours cannot be read: \(error)")
        }
        if case .wire(let message) = body { try survives(message) }
    }

    private static func readFrameLog(_ start: ByteSource) throws(Breach) {
        var source = start
        var cuts = ByteSource(source.piece())
        let text = source.all()
        var (whole, cut) = (FrameLogReader(), FrameLogReader())
        let first = whole.feed(text) + [whole.finish()].compactMap { $0 }
        var second: [FrameLogLine] = []
        var rest = text[...]
        while !cuts.isEmpty {
            let count = Int(cuts.byte())
            second += cut.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        second += cut.feed(rest) + [cut.finish()].compactMap { $0 }
        try expect(first == second, "a frame log cut elsewhere has other lines")
        try expect(whole.badCount == cut.badCount && whole.firstBad == cut.firstBad, "or other bad ones")
        var summary = FrameLogSummary()
        for line in first { summary.receive(line) }
    }
}
