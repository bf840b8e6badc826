import Events
import Testing

@testable import BookAPI

@Suite struct FetchingTests {
    private let bytes = Array("0123456789".utf8)

    @Test("RN6 what breaks off goes on where it ended")
    func goesOn() {
        var download = FileDownload()
        let isTaken = download.receive(status: 200, contentRange: nil, Array(bytes[..<4]), isWhole: false)
        #expect(isTaken && !download.isComplete && download.start == 4)
        let isRest = download.receive(status: 206, contentRange: "bytes 4-9/10", Array(bytes[4...]), isWhole: true)
        #expect(isRest && download.isComplete && download.bytes == bytes)
    }

    @Test("RN7 a server without ranges gives all again; one that refuses them is asked without")
    func withoutRanges() {
        var download = FileDownload()
        _ = download.receive(status: 200, contentRange: nil, Array(bytes[..<4]), isWhole: false)
        var other = download
        let isWhole = download.receive(status: 200, contentRange: nil, bytes, isWhole: true)
        #expect(isWhole && download.isComplete && download.bytes == bytes)
        let isRefused = other.receive(status: 416, contentRange: "bytes */10", [], isWhole: true)
        #expect(isRefused && other.start == 0 && !other.isComplete)
        let isAll = other.receive(status: 200, contentRange: nil, bytes, isWhole: true)
        #expect(isAll && other.bytes == bytes)
    }

    @Test("a piece of another place, of another size or without a place is not put there")
    func wrongPieces() {
        for range in ["bytes 3-9/10", "bytes 4-9", "4-9/10", "bytes x-9/10", "bytes 9-4/10", nil] {
            var download = FileDownload()
            _ = download.receive(status: 200, contentRange: nil, Array(bytes[..<4]), isWhole: false)
            let isTaken = download.receive(status: 206, contentRange: range, Array(bytes[4...]), isWhole: true)
            #expect(isTaken && !download.isComplete && download.start == 0, "\(range ?? "none")")
        }
        var short = FileDownload()
        _ = short.receive(status: 200, contentRange: nil, Array(bytes[..<4]), isWhole: false)
        _ = short.receive(status: 206, contentRange: "bytes 4-9/10", [4], isWhole: true)
        #expect(!short.isComplete)
    }

    @Test("RN6 a part of a file is asked for, goes on where it broke off, and says how large the file is")
    func part() {
        var download = FileDownload(2..<6)
        #expect(download.range == "bytes=2-5")
        _ = download.receive(status: 206, contentRange: "bytes 2-5/10", Array(bytes[2..<4]), isWhole: false)
        #expect(!download.isComplete && download.range == "bytes=4-5" && download.size == 10)
        _ = download.receive(status: 206, contentRange: "bytes 4-5/10", Array(bytes[4..<6]), isWhole: true)
        #expect(download.isComplete && download.bytes == Array(bytes[2..<6]))
        // A server may give less, or more.
        for body in [2..<3, 2..<10] {
            var other = FileDownload(2..<6)
            _ = other.receive(
                status: 206, contentRange: "bytes 2-\(body.upperBound - 1)/*", Array(bytes[body]), isWhole: true)
            #expect(other.isComplete && other.bytes == Array(bytes[body]) && other.size == nil)
        }
        var empty = FileDownload(2..<6)
        _ = empty.receive(status: 206, contentRange: "bytes 2-5/10", [], isWhole: true)
        #expect(!empty.isComplete)
    }

    @Test("RN7 a server without parts gives all of the file, of which what comes before the part is dropped")
    func partWithout() {
        for isRefused in [false, true] {
            var download = FileDownload(2..<6)
            if isRefused {
                let isTaken = download.receive(status: 416, contentRange: "bytes */10", [], isWhole: true)
                #expect(isTaken && download.range == nil && download.start == 0)
            }
            _ = download.receive(status: 200, contentRange: nil, bytes, isWhole: true)
            #expect(download.isComplete && download.bytes == Array(bytes[2...]) && download.size == 10)
        }
        // Nobody has asked for a range, and something of one comes.
        var odd = FileDownload(20..<30)
        _ = odd.receive(status: 206, contentRange: "bytes 3-9/10", bytes, isWhole: true)
        _ = odd.receive(status: 206, contentRange: "bytes 0-9/10", bytes, isWhole: true)
        #expect(!odd.isComplete && odd.bytes == [])
    }

    @Test("statuses that bring no bytes are refusals")
    func refusals() {
        for status in [404, 500, 302, 416] {
            var download = FileDownload()
            let isTaken = download.receive(status: status, contentRange: nil, bytes, isWhole: true)
            #expect(!isTaken && download.bytes == [], "\(status)")
        }
    }

    @Test(
        "RN4 a text that failed is not fetched ahead for 6 s, after the third time not at all, until somebody has had it"
    )
    func spacing() {
        var rules = PrefetchRules()
        rules.failed("a", at: .zero)
        #expect(!rules.mayFetch("a", at: .zero + .milliseconds(5_999)) && rules.mayFetch("a", at: .zero + .seconds(6)))
        #expect(rules.mayFetch("b", at: .zero))
        rules.failed("a", at: .zero + .seconds(6))
        rules.failed("a", at: .zero + .seconds(20))
        #expect(!rules.mayFetch("a", at: .zero + .seconds(3_600)))
        rules.succeeded("a")
        #expect(rules.mayFetch("a", at: .zero + .seconds(20)))
    }

    @Test("five failures in a row are a pause of 30 s for all, and one more after it another one")
    func pause() {
        var rules = PrefetchRules()
        for chunk in 0..<5 { rules.failed("\(chunk)", at: .zero) }
        #expect(!rules.mayFetch("new", at: .zero + .seconds(29)) && rules.mayFetch("new", at: .zero + .seconds(30)))
        rules.failed("new", at: .zero + .seconds(30))
        #expect(!rules.mayFetch("other", at: .zero + .seconds(59)))
        rules.succeeded("other")
        #expect(rules.mayFetch("third", at: .zero + .seconds(31)))
    }

    @Test("three sentences ahead are fetched, and at least the next chunk")
    func plan() {
        func chunks(_ counts: [Int?]) -> [ChunkEntry] {
            counts.enumerated().map { ChunkEntry("\($0)", sentenceCount: $1) }
        }
        #expect(PrefetchPlan.places(after: 0, in: chunks([10, 10, 10])) == [1])
        #expect(PrefetchPlan.places(after: 0, in: chunks([1, 1, 1, 1, 1])) == [1, 2, 3])
        #expect(PrefetchPlan.places(after: 1, in: chunks([2, 2, 2, 2, 2])) == [2, 3])
        #expect(PrefetchPlan.places(after: 0, in: chunks([nil, nil, 0, 0])) == [1])
        #expect(PrefetchPlan.places(after: 0, in: chunks([0, 0, 0, 0, 0, 0])) == [1, 2, 3])
        #expect(
            PrefetchPlan.places(after: 2, in: chunks([1, 1, 1])) == [] && PrefetchPlan.places(after: 9, in: []) == [])
    }
}
