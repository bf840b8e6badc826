import Platform
import Testing

@testable import TileLink

@Suite struct ServedClientTests {
    @Test("one that has gone and is not read is not asked about again and again")
    func hungUp() throws {
        let ends = try #require(LocalSocket.pair())
        let (other, socket) = (QuietSocket(ends.0), QuietSocket(ends.1))
        var client = ServedClient(socket, now: 0)
        #expect(client.entry.fd == socket.descriptor && client.entry.events == Int16(POLLIN))
        client.wantsInput = false
        #expect(client.entry.fd == socket.descriptor && client.entry.events == 0)
        client.isHungUp = true
        #expect(client.entry.fd == -1)
        // What it said before is still read when there is room for it.
        client.wantsInput = true
        #expect(client.entry.fd == socket.descriptor && client.entry.events == Int16(POLLIN))
        client.wantsInput = false
        client.answer(.pong)
        #expect(client.entry.events == Int16(POLLOUT))
        withExtendedLifetime(other) {}
    }
}
