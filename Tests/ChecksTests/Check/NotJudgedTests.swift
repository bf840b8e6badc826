import Events
import JSON
import PlaybackSupport
import Support
import Testing

@testable import Checks
@testable import Debugger

@Suite("what was not measured has not passed")
struct NotJudgedTests {
    /// Of a tape with a chunk and a message, of which nothing is known that takes sound, mouths or a call.
    private func result(_ change: (inout CheckResult) -> Void = { _ in }) -> CheckResult {
        var result = CheckResult(file: "a.cameo")
        (result.figures.frames, result.figures.chunks, result.fitting) = (30, 1, 30)
        result.judged = Coverage(seams: true, sound: true)
        change(&result)
        return result
    }

    private func judged(
        _ result: CheckResult, isStrict: Bool = false, _ limits: [CheckMeasure: Double?]
    ) -> CheckResult {
        var (result, all) = (result, CheckLimits())
        all.isStrict = isStrict
        for (measure, limit) in limits { all[measure] = limit }
        result.judge(by: all)
        return result
    }

    private func line(_ result: CheckResult) -> String { CheckText.lines(result, isLong: false).first ?? "" }

    @Test("a limit that was asked for and could not be measured is named, and fails only where that was asked for")
    func asked() throws {
        for isStrict in [false, true] {
            let found = judged(result(), isStrict: isStrict, [.lipLag: 70, .missedClosures: 0, .desync: 0])
            #expect(found.unmeasured == [.lipLag, .missedClosures])
            #expect(found.verdict == (isStrict ? .beyond : .clean))
            let line = line(found)
            #expect(
                line.contains("; not judged: max_lip_lag_ms (no sound with frames), max_missed_closures (no p, b or m"))
            let json = try #require(CheckJSON.line(found).object)
            #expect(json["not_judged"] == ["lips", "max_lip_lag_ms", "max_missed_closures"])
            guard isStrict else { continue }
            #expect(CheckText.lines(found, isLong: false)[1] == "  max_lip_lag_ms: not judged, limit 70 ms")
            let first: JSON = ["limit": "max_lip_lag_ms", "allowed": 70.0, "found": nil]
            #expect(json["exceeded"]?.array?.first == first)
        }
    }

    @Test("limits that nobody asked for, that are taken away or that were measured are not named")
    func others() {
        #expect(judged(result(), isStrict: true, [:]).verdict == .clean)
        #expect(judged(result(), isStrict: true, [.lipLag: nil, .lost: 0, .freeze: 50]).unmeasured.isEmpty)
    }

    @Test(
        "limits of calls, books and readings say nothing about a tape without one, and those of streams nothing about a book"
    )
    func subjects() {
        let foreign: [CheckMeasure: Double?] = [
            .blank: 1, .flickers: 0, .gateFaults: 0, .wordOutside: 1, .dwell: 1, .sentences: 1,
        ]
        #expect(judged(result(), isStrict: true, foreign).unmeasured.isEmpty)
        let call = judged(result { $0.call = CallFigures() }, foreign)
        #expect(call.unmeasured.isEmpty)
        let unseen = judged(
            result {
                $0.call = CallFigures()
                $0.call?.hasUnseenFrames = true
            }, foreign)
        #expect(unseen.unmeasured == [.blank])
        let book = judged(
            result { $0.book = BookFigures(BookTally(keeping: 20)) }, [.lipLag: 70, .earlyWord: 1, .desync: 0])
        #expect(book.unmeasured == [.earlyWord])
    }

    @Test("seams that the pixels do not tell, and an end that was not recorded, were not measured")
    func partly() {
        let unclear = result { ($0.fitting, $0.unclear) = (1, 10) }
        #expect(judged(unclear, [.seams: 0]).unmeasured == [.seams])
        #expect(judged(result { ($0.fitting, $0.unclear) = (1, 9) }, [.seams: 0]).unmeasured.isEmpty)
        #expect(judged(result { $0.figures.unfinished = .end }, [.missingEnds: 0]).unmeasured == [.missingEnds])
        var damaged = result()
        damaged.error = "cannot be read"
        #expect(judged(damaged, isStrict: true, [.lipLag: 70]).exceeded.isEmpty)
    }

    @Test("what was not judged stands in the usual output, in JUnit's form and in a report")
    func outputs() throws {
        let found = judged(result(), isStrict: true, [.lipLag: 70])
        #expect(line(judged(result(), [:])).hasSuffix("; lips not judged: no sound with frames"))
        var report = Report(listing: 10, keepsAll: true)
        let folder = try Folder()
        try folder.write(Array((CheckJSON.line(found).text + "\n").utf8), to: "a.json")
        try report.read(folder.file("a.json"))
        #expect(report.status == 1)
        let lines = report.lines()
        #expect(lines.contains("not judged: lips of 1 tape, max_lip_lag_ms of 1 tape"))
        #expect(lines.contains { $0.hasSuffix("a.cameo  max_lip_lag_ms: not judged, limit 70") }, "\(lines)")
        try report.writeJUnit(to: folder.file("a.xml"))
        let junit = String(decoding: try folder.bytes(of: "a.xml"), as: UTF8.self)
        #expect(junit.contains("<failure message=\"max_lip_lag_ms: not judged, limit 70\">"))
        #expect(junit.contains("<system-out>not judged: lips, max_lip_lag_ms</system-out>"))
    }
}
