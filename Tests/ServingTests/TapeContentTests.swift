import Events
import SocketIO
import Support
import Tapes
import Testing
import Wire

@testable import Serving

@Suite struct TapeContentTests {
    @Test("the demo tape: nine clips with all their pictures, one message of nine chunks, each entry as it was")
    func demoTape() throws {
        let reader = try TapeReader(path: Repository.file("assets/demo.cameo"))
        let content = try TapeContent(reader, title: "demo")
        #expect(content.absent.isEmpty)
        #expect(content.content.clips.map(\.frames.count).sorted() == [10, 12, 14, 14, 26, 32, 40, 44, 66])
        #expect(content.content.clips.allSatisfy { $0.total == $0.frames.count })
        let message = try #require(content.content.messages.first)
        #expect(content.content.messages.count == 1 && message.lines.count == 45)
        #expect(message.text.hasPrefix("Hello! I am Mira, and this is Cameo:"))
        for line in message.lines {
            guard case .entry(let number) = line.place else { throw CommandError.failed("no entry") }
            let sent = try content.message(at: line.place)
            let (stored, _) = ingest(sent)
            let entry = try #require(try reader.entries(after: number - 1, limit: 1).first)
            #expect(try stored == entry.message())
            let real = EngineIOPacket.packets(sent).reduce(0) { sum, packet in
                if case .binary(let bytes) = packet { sum + bytes.count } else { sum + (packet.text?.count ?? 0) }
            }
            #expect(abs(line.byteCount - real) < max(64, real / 5), "\(line.name): \(line.byteCount) for \(real)")
        }
        #expect(throws: (any Error).self) { try content.message(at: .entry(999_999)) }
    }
}
