import Events
import PlaybackSupport
import Support
import Testing

@testable import Checks

@Suite struct DiffPixelsTests {
    private static func composite(_ bytes: [UInt8]) -> Composite {
        Composite(
            clip: "c", baseIndex: 0, base: Payload(hash: contentHash(of: bytes), byteCount: bytes.count), overlay: nil)
    }

    @Test("the pixels of so many frames are looked at, not of one more; what was seen is known from then on")
    func comparisons() async throws {
        let folder = try Folder()
        let path = folder.file("a.cameo")
        _ = try await WrittenStream.message().tape(path)
        let pixels = DiffPixels(path, path)
        let pictures = try (0..<3).map { Self.composite(try WrittenStream.picture($0)) }
        func seen(_ other: Composite) throws -> String? {
            try pixels.difference(pictures[0], other)?.1.split(separator: ", ").last.map(String.init)
        }
        for number in 1..<DiffPixels.comparisons {
            #expect(try seen(Self.composite(Array("none \(number)".utf8))) == "a picture that cannot be decoded")
        }
        let last = try seen(pictures[1])
        #expect(last?.hasSuffix("pixels differ by up to 1") == true)
        #expect(try seen(pictures[2]) == "not compared")
        #expect(try seen(pictures[1]) == last)
    }
}
