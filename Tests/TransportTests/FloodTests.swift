import Foundation
import SocketIO
import Support
import Testing
import Transport

/// The original's clips starved its heartbeats. The suite sends 40 MB; `CAMEO_FLOOD_MB=500` in the environment sends as much
/// as the specification names, with pings that want their answer within 2 s, and then memory is looked at too, which only makes sense when no other test runs:
///
///     CAMEO_FLOOD_MB=500 swift test --filter FloodTests
@Suite("A flood of base frames")
struct FloodTests {
    private static let wanted = ProcessInfo.processInfo.environment["CAMEO_FLOOD_MB"].flatMap { Int($0) }

    @Test(
        "K57, N48 while base frames come at full speed, pings get their answers",
        arguments: [ConnectionTests.Way.webSocket, .polling])
    func flood(way: ConnectionTests.Way) async throws {
        // Two seconds are a measurement; in the suite a busy machine has more patience.
        let timeout = Self.wanted == nil ? "60" : "2"
        let peer = try await Peer("backend.py", "--ping-interval", "2", "--ping-timeout", timeout)
        let client = way.client(peer) { $0.waitingLimit = 8 << 20 }
        _ = try await client.waitUntilConnected()
        let encoded = 1_333_336
        let count = (Self.wanted ?? 40) * 1_000_000 / encoded
        let before = Self.peakMemory()
        let start = ContinuousClock.now
        client.connection.emit(
            WireMessage(name: "flood", arguments: [["size": 1_000_192, "count": .int(Int64(count))]]))
        var received = 0
        _ = try await client.wait { news in
            guard case .message(let message, _) = news else { return Optional<Bool>.none }
            if message.name == "receive_base_frame" { received += 1 }
            return message.name == "flooded" ? true : nil
        }
        #expect(received == count)
        #expect(!client.log.contains { $0.hasPrefix("lost") || $0.hasPrefix("odd") })
        if Self.wanted != nil {
            let grown = Self.peakMemory() - before
            #expect(grown < 128 << 20)
            print(
                "\(way): \(count * encoded / 1_000_000) MB in \(ContinuousClock.now - start), "
                    + "peak memory \(before >> 20) MiB and \(grown >> 20) MiB more")
        }
        await client.connection.close()
    }

    /// Bytes; 0 where the system does not say.
    private static func peakMemory() -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
}
