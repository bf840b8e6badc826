import Support
import Testing

@testable import Platform

@Suite struct LocalSocketTests {
    @Test("who listens is found, only by this user, and both sides know as whom the other runs")
    func listens() throws {
        let folder = try Folder()
        let path = folder.file("socket")
        let listener = OpenFile(owning: try #require(LocalSocket.listen(at: path, waiting: 1)))
        let status = try #require(FileStatus(path, followsLinks: false))
        #expect(status.isOwn && !status.isOpenToOthers)
        let (nobody, code) = (LocalSocket.accept(from: listener.descriptor), errno)
        #expect(nobody == nil && code == EAGAIN)
        let client = OpenFile(owning: try #require(LocalSocket.connect(to: path)))
        let served = OpenFile(owning: try #require(LocalSocket.accept(from: listener.descriptor)))
        for end in [client, served] {
            #expect(LocalSocket.user(of: end.descriptor) == geteuid())
            #expect(fcntl(end.descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }
        #expect(Descriptor.writeAll([1, 2], to: client.descriptor))
        #expect(Descriptor.wait(served.descriptor, Int32(POLLIN), milliseconds: 60_000) != 0)
        #expect(Descriptor.read(served.descriptor, limit: 10) == [1, 2])
    }

    @Test("a second one cannot listen in the same place, and nobody where the path is too long")
    func refused() throws {
        let folder = try Folder()
        let path = folder.file("socket")
        let listener = OpenFile(owning: try #require(LocalSocket.listen(at: path, waiting: 1)))
        let (second, secondCode) = (LocalSocket.listen(at: path, waiting: 1), errno)
        #expect(second == nil && secondCode == EADDRINUSE)
        withExtendedLifetime(listener) {}
        let long = folder.file(String(repeating: "s", count: 120))
        let (other, otherCode) = (LocalSocket.listen(at: long, waiting: 1), errno)
        #expect(other == nil && otherCode == ENAMETOOLONG)
        let (client, clientCode) = (LocalSocket.connect(to: long), errno)
        #expect(client == nil && clientCode == ENAMETOOLONG)
    }

    @Test("a listener that is busy is not waited for")
    func busy() throws {
        let folder = try Folder()
        let path = folder.file("socket")
        let listener = OpenFile(owning: try #require(LocalSocket.listen(at: path, waiting: 0)))
        var waiting: [OpenFile] = []
        while waiting.count < 100, let client = LocalSocket.connect(to: path, waits: false) {
            waiting.append(OpenFile(owning: client))
        }
        let code = errno
        #expect(waiting.count < 100 && (code == EAGAIN || code == ECONNREFUSED))
        withExtendedLifetime(listener) {}
    }
}
