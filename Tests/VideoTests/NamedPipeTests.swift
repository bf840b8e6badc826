import Events
import Files
import Frames
import Platform
import Support
import Testing

@testable import Video

@Suite struct NamedPipeTests {
    private let owner = TestOwner()
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.file("pipe")
        try makePipe(path)
    }

    @Test("a pipe that nobody opens is waited for, and closing does not wait for it")
    func nobody() throws {
        let reader = try owner.reader(VideoSource(.path(path)))
        reader.close()
        #expect(owner.events == [])
    }

    @Test("a writer that goes and one that comes: nothing is shown in between, and what begins may be of another size")
    func twoWriters() async throws {
        let reader = try owner.reader(VideoSource(.path(path)))
        let first = try TestPipe(writingTo: path)
        first.write(y4m(smallHeader, [small(1)]))
        #expect(await reader.hasRead(1))
        first.end()
        #expect(await owner.hears(.ended(.waiting)))
        #expect(reader.take() == nil && reader.format == nil)
        let second = try TestPipe(writingTo: path)
        second.write(y4m("YUV4MPEG2 W4 H2", [[UInt8](repeating: 2, count: 12)]))
        #expect(await reader.nextValue() == 2)
        #expect(reader.format?.layout.size == size(4, 2))
        second.end()
        #expect(await eventually { owner.news.count == 4 })
        reader.close()
        let sizes = owner.news.map { if case .began(let format) = $0 { format.layout.size.width } else { 0 } }
        #expect(sizes == [2, 0, 4, 0] && owner.news[3] == .ended(.waiting))
    }

    @Test("a writer that comes before the end of the one before it was seen begins another stream as well")
    func closeWriters() async throws {
        let reader = try owner.reader(VideoSource(.path(path)))
        let first = try TestPipe(writingTo: path)
        let second = try TestPipe(writingTo: path)
        first.write(y4m(smallHeader, [small(1)]))
        #expect(await reader.nextValue() == 1)
        first.end()
        second.write(y4m("YUV4MPEG2 W4 H2", [[UInt8](repeating: 2, count: 12)]))
        #expect(await reader.nextValue() == 2)
        #expect(reader.format?.layout.size == size(4, 2) && owner.news.count == 2)
        reader.close()
        second.end()
    }

    @Test("a writer that goes in the middle of a header or of a frame stops nothing")
    func partial() async throws {
        let reader = try owner.reader(VideoSource(.path(path)))
        let first = try TestPipe(writingTo: path)
        first.write(Array("YUV4MPEG2 W2".utf8))
        first.end()
        let note = "byte 12: expected a line feed behind the header, found the end behind \"YUV4MPEG2 W2\""
        #expect(await owner.hears(.noted("\(path): \(note)")))
        let second = try TestPipe(writingTo: path)
        second.write(y4m(smallHeader, [small(1), [9, 9]]))
        second.end()
        #expect(await owner.hears(.ended(.waiting)))
        let third = try TestPipe(writingTo: path)
        third.write(y4m(smallHeader, [small(3)]))
        #expect(await reader.nextValue() == 3)
        third.end()
        reader.close()
        let notes = owner.news.filter { if case .noted = $0 { true } else { false } }
        #expect(notes.count == 2)
    }

    @Test("of writers that write nothing nothing is told")
    func emptyWriters() async throws {
        let reader = try owner.reader(VideoSource(.path(path)))
        for _ in 0..<3 { try TestPipe(writingTo: path).end() }
        let last = try TestPipe(writingTo: path)
        last.write(y4m(smallHeader, [small(4)]))
        #expect(await reader.nextValue() == 4)
        #expect(owner.news.count == 1)
        reader.close()
        last.end()
    }

    @Test("a pipe that is not there any more when it is to be opened again is told")
    func removed() async throws {
        let reader = try owner.reader(VideoSource(.path(path)))
        let writer = try TestPipe(writingTo: path)
        writer.write(y4m(smallHeader, []))
        #expect(await eventually { !owner.events.isEmpty })
        #expect(unlink(path) == 0)
        writer.end()
        let reason = "\(path): no such file"
        #expect(await owner.hears(.failed(VideoFailure(reason))))
        reader.close()
    }

    @Test("a stranger's pipe is read below the folder that it was given for")
    func below() async throws {
        let source = VideoSource(.below(try OpenFolder(folder.path), "pipe"))
        let reader = try owner.reader(source)
        for value in 1...2 {
            let writer = try TestPipe(writingTo: path)
            writer.write(y4m(smallHeader, [small(value)]))
            #expect(await reader.nextValue() == value)
            writer.end()
        }
        reader.close()
        let other = TestOwner()
        let refused = try other.reader(VideoSource(.below(try OpenFolder(folder.path), "../pipe")))
        let reason = "../pipe: expected a file below \(folder.path), found a path that leads up"
        #expect(await other.hears(.failed(VideoFailure(reason))))
        refused.close()
    }
}
