import Events
import Support
import Testing

@testable import Engine

@Suite struct PictureLedgerTests {
    private static let (key, other) = (PictureKey("a"), PictureKey("b"))

    @Test("a picture stays until the last frame that uses it lets it go, and its bytes go with it")
    func users() {
        var ledger = PictureLedger()
        let retained = (0..<2).map { _ in ledger.retain(Self.key, Stream.payload(1)) }
        let asked = (0..<2).map { _ in ledger.startDecoding(Self.key) }
        #expect(retained == [true, true] && asked == [Stream.payload(1), nil])
        ledger.finishDecoding(Self.key, .decoded(byteCount: 400, at: .zero))
        #expect(ledger.decodedBytes == 400 && ledger.decoded == [Self.key])
        let first = ledger.release(Self.key)
        #expect(!first && ledger.decodedBytes == 400)
        let (second, third) = (ledger.release(Self.key), ledger.release(Self.key))
        #expect(second && !third && ledger.isEmpty && ledger.entries.isEmpty && ledger.decoded.isEmpty)
    }

    @Test("of two pictures of one name the first one stays")
    func conflict() {
        var ledger = PictureLedger()
        let retained = [1, 2].map { ledger.retain(Self.key, Stream.payload($0)) }
        #expect(retained == [true, false])
        #expect(ledger.entries[Self.key]?.picture == Stream.payload(1) && ledger.entries[Self.key]?.users == 2)
    }

    @Test("a picture that is let go while it is decoded takes no room any more, and its result changes nothing")
    func gone() {
        var ledger = PictureLedger()
        _ = ledger.retain(Self.key, Stream.payload(1))
        _ = ledger.startDecoding(Self.key)
        #expect(ledger.decodingCount == 1)
        let isLast = ledger.release(Self.key)
        #expect(isLast && ledger.decodingCount == 0)
        ledger.finishDecoding(Self.key, .decoded(byteCount: 400, at: .zero))
        #expect(ledger.isEmpty && ledger.state(of: Self.key) == nil)
    }

    @Test("room is reckoned by the last picture that was decoded")
    func room() {
        var ledger = PictureLedger()
        #expect(ledger.hasRoom(limit: 360_000) && !ledger.hasRoom(limit: 359_999))
        _ = ledger.retain(Self.key, Stream.payload(1))
        _ = ledger.retain(Self.other, Stream.payload(2))
        _ = ledger.startDecoding(Self.key)
        ledger.finishDecoding(Self.key, .decoded(byteCount: 400, at: .zero))
        #expect(ledger.hasRoom(limit: 800) && !ledger.hasRoom(limit: 799))
        _ = ledger.startDecoding(Self.other)
        #expect(ledger.hasRoom(limit: 1_200) && !ledger.hasRoom(limit: 1_199))
        ledger.finishDecoding(Self.other, .failed)
        #expect(ledger.hasRoom(limit: 800) && ledger.state(of: Self.other) == .failed)
    }
}
