import Events
import Foundation
import GRDB
import Support
import Testing

@testable import Tapes

@Suite("What is left of damaged tapes") struct TapeSalvageTests {
    private let folder: Folder
    private let tape: String
    private let output: String

    init() throws {
        folder = try Folder()
        (tape, output) = (folder.file("a.cameo"), folder.file("b.cameo"))
    }

    private func change(_ sql: String, _ arguments: StatementArguments = []) throws {
        let queue = try DatabaseQueue(path: tape)
        try queue.write { try $0.execute(sql: sql, arguments: arguments) }
        try queue.close()
    }

    private func hash(_ number: Int) -> Data { Data(contentHash(of: picture(number)).bytes) }

    private func times(_ path: String) throws -> [Int64] {
        let reader = try TapeReader(path: path)
        defer { reader.close() }
        return try reader.entries().map(\.time.microseconds)
    }

    @Test("what can be read is on the new tape, and what is lost is counted")
    func parts() async throws {
        try await sampleTape(tape)
        try change("UPDATE entries SET body = '[' WHERE id = 1")
        try change("UPDATE entries SET kind = 'x' WHERE id IN (7, 8, 10)")
        try change("DELETE FROM blobs WHERE hash = ?", [hash(12)])
        try change("UPDATE blobs SET bytes = x'00' WHERE hash = ?", [hash(16)])
        #expect(try salvage(tape, to: output) == "4 entries, 2 pictures and sounds")
        let kept = (0..<20).filter { ![0, 6, 7, 9].contains($0) }
        #expect(try times(output) == kept.map { Int64($0) * 100_000 })
        let reader = try TapeReader(path: output)
        #expect(try reader.meta() == ["program": "test", "source": "sample"])
        #expect(try reader.blob(contentHash(of: picture(8))) == picture(8))
        #expect(try reader.blob(contentHash(of: picture(12))) == nil)
        #expect(try reader.blob(contentHash(of: picture(16))) == nil)
    }

    @Test("of a tape that is cut off, its beginning is left, and the place of the cut is said")
    func cut() async throws {
        try await sampleTape(tape, count: 400)
        let whole = try times(tape)
        let bytes = try folder.bytes(of: "a.cameo")
        try folder.write(bytes.prefix(bytes.count * 6 / 10), to: "a.cameo")
        let lost = try #require(try salvage(tape, to: output))
        let left = try times(output)
        #expect(left.count > 50 && left.count < 399 && left == Array(whole.prefix(left.count)))
        let end = Instant(microseconds: left.last ?? 0)
        #expect(lost.hasSuffix("everything after \(end.inSeconds) s"), "\(lost)")
    }

    @Test("where nothing is left there is no new tape")
    func nothing() async throws {
        try await sampleTape(tape, count: 400)
        let bytes = try folder.bytes(of: "a.cameo")
        try folder.write(bytes.prefix(3 * 4_096), to: "a.cameo")
        #expect(throws: TapeError.corrupt(path: tape, reason: "none of its entries can be read")) {
            try salvage(tape, to: output)
        }
        #expect(folder.names == ["a.cameo"])
    }

    @Test("whatever bytes are damaged, what is salvaged is a tape that can be read to its end")
    func anywhere() async throws {
        try await sampleTape(tape)
        let whole = try folder.bytes(of: "a.cameo")
        var numbers = SplitMix64(seed: 11)
        var salvaged = 0
        for _ in 0..<100 {
            var bytes = whole
            for _ in 0..<4 {
                bytes[Int(numbers.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: numbers.next())
            }
            try folder.write(bytes, to: "a.cameo")
            do { _ = try salvage(tape, to: output) } catch { continue }
            salvaged += 1
            #expect(try !contents(output).isEmpty)
            TapeFiles.remove(output)
        }
        #expect(salvaged > 20)
    }
}
