import Engine
import Events
import PlaybackSupport
import Testing

extension RecipeTests {
    /// Speech as in the good recording, and not a word about it.
    private static let likeGood: RecipeCheck = { good, bad in
        #expect(bad.spoken() == good.spoken())
        #expect(bad.notes == [])
        #expect(bad.counters.messagesFinished == 1)
    }

    /// N1–N25.
    static let speechChecks: [String: RecipeCheck] = [
        "N1a": { good, bad in
            try likeGood(good, bad)
            // 200 ms behind the last event of its chunk, and idling until then.
            #expect(bad.report(0)?.started == Instant(seconds: 3.38))
            #expect(bad.records.filter { $0.shown < Instant(seconds: 3.38) }.allSatisfy { $0.mode == .idle })
        },
        "N1b": { good, bad in
            #expect(bad.places(.noOverlay, chunk: 0) == [0])
            #expect(bad.count(.frameLoss) == 0 && bad.report(0)?.late == 1)
            let start = try #require(bad.report(0)?.started)
            #expect(start >= Instant(seconds: 3.6) && start < Instant(seconds: 3.75))
            #expect(bad.spoken().dropFirst() == good.spoken().dropFirst())
        },
        "N2": { try onePictureBroken($0, $1, chunk: 0, frame: 0) },
        "N3": { try onePictureBroken($0, $1, chunk: 1, frame: 18) },
        "N4": { good, bad in
            #expect(bad.places(.noOverlay, chunk: 1) == Array(0..<36))
            #expect(bad.counters.decodeFailures == 36 && bad.report(1)?.hasSound == true)
            #expect(bad.spoken().filter { $0.chunk != 1 } == good.spoken().filter { $0.chunk != 1 })
            #expect(bad.spoken().map(\.baseIndex) == good.spoken().map(\.baseIndex))
        },
        "N5": likeGood, "N6": likeGood, "N8": likeGood, "N9": likeGood, "N12": likeGood, "N14": likeGood,
        "N7": { good, bad in try lost(good, bad, chunk: 0, frames: 50..<54) },
        "N10": { good, bad in try lost(good, bad, chunk: 1, frames: 17..<20) },
        "N11": { good, bad in
            #expect(bad.places(.noOverlay, chunk: 1) == Array(31..<36))
            #expect(bad.report(1)?.lost == Array(31..<36) && bad.count(.frameLoss) == 1)
            #expect(bad.reports.map(\.shown) == good.reports.map(\.shown))
            #expect(bad.reports.map(\.ended) == good.reports.map(\.ended))
        },
        "N13a": { good, bad in
            try likeGood(good, bad)
            #expect(bad.report(1)?.duplicates == 36)
        },
        "N13b": { good, bad in
            #expect(bad.spoken() == good.spoken())
            #expect(bad.count(.duplicate) == 1 && bad.notes.count == 1)
            #expect(bad.report(1)?.duplicates == 37)
        },
        "N15": { good, bad in
            #expect(bad.chunksShown == [0, 2, 3])
            #expect(bad.count(.chunkGap) == 1 && bad.notes.count == 1)
            // The limit runs from when chunk 2 could have started.
            #expect(bad.report(2)?.started == Instant(seconds: 6.8))
        },
        "N16": { good, bad in
            #expect(bad.chunksShown == [0, 2, 3])
            #expect(bad.count(.chunkGap) == 1 && bad.count(.chunkLate) == 1 && bad.notes.count == 2)
            #expect(bad.spoken() == good.spoken().filter { $0.chunk != 1 })
        },
        "N17a": { good, bad in
            #expect(bad.chunksShown == [0, 1, 2, 3])
            #expect(bad.report(1)?.shown == 0 && bad.report(1)?.hasSound == true)
            #expect(bad.spoken() == good.spoken().filter { $0.chunk != 1 })
            #expect(bad.count(.audioMissing) == 0)
        },
        "N17b": { good, bad in
            #expect(bad.report(1)?.shown == 0 && bad.report(1)?.hasSound == false)
            let (start, end) = (try #require(bad.report(1)?.started), try #require(bad.report(1)?.ended))
            #expect((end - start).milliseconds < 50)
            #expect(bad.spoken() == good.spoken().filter { $0.chunk != 1 })
            #expect(bad.count(.audioMissing) == 1)
        },
        "N18": { good, bad in
            let report = try #require(bad.report(1))
            #expect(report.shown == 1 && report.lost == [])
            let next = try #require(bad.records.first { $0.shown > report.started ?? .zero })
            #expect(abs((next.shown - (report.started ?? .zero)).milliseconds - 1_000.0 / 30) < 1)
            #expect(bad.spoken() == good.spoken().filter { $0.chunk != 1 || $0.frame == 0 })
        },
        "N19": { good, bad in
            #expect(bad.report(0)?.started == Instant(seconds: 3.08))
            #expect(bad.spoken() == good.spoken().filter { $0.chunk != 0 || $0.frame < 5 })
        },
        "N20": { good, bad in
            #expect(bad.report(2)?.shown == 86 * 12 && bad.report(2)?.lost == [])
            #expect(bad.records.allSatisfy { $0.status == .sync })
            // A thousand names, each of them decoded for itself.
            #expect(Set(bad.frames(of: 2).compactMap(\.overlayKey)).count >= 1_000)
        },
        "N21": { good, bad in
            // The event with the sound says where the overlays lie, too.
            let expected = good.spoken().map { frame in
                var frame = frame
                if frame.chunk == 1 { frame.status = .unplaced }
                return frame
            }
            #expect(bad.spoken() == expected)
            #expect(bad.count(.audioMissing) == 1 && bad.report(1)?.hasSound == false)
        },
        "N22": { good, bad in
            #expect(bad.report(1)?.shown == 0 && bad.report(1)?.hasSound == true)
            #expect(bad.spoken() == good.spoken().filter { $0.chunk != 1 })
            let held = bad.records.filter { $0.status == .held }
            #expect(!held.isEmpty)
        },
        "N23": { good, bad in
            let isUnplaced = bad.frames(of: 1).map { $0.status == .unplaced }
            #expect(bad.spoken().map(\.frame) == good.spoken().map(\.frame) && isUnplaced.contains(true))
            let late = try #require(bad.notes.first { $0.code == .audioLate })
            let start = try #require(bad.report(1)?.started)
            #expect(abs((late.time - start).milliseconds - 400) < 2)
        },
        "N24a": { good, bad in
            #expect(bad.spoken() == good.spoken().filter { $0.chunk != 1 || $0.frame < 27 })
            #expect(bad.notes == [])
        },
        "N24b": likeGood, "N25b": likeGood,
        "N25a": { good, bad in
            #expect(bad.spoken() == good.spoken())
            #expect(bad.notes.map(\.code) == [.audioFailed])
        },
    ]

    private static func onePictureBroken(_ good: Played, _ bad: Played, chunk: Int, frame: Int) throws {
        #expect(bad.places(.noOverlay, chunk: chunk) == [frame])
        #expect(bad.notes.map(\.code) == [.decodeFailed])
        #expect(
            bad.spoken().filter { $0.status != .noOverlay }
                == good.spoken().filter { $0.chunk != chunk || $0.frame != frame })
        #expect(bad.reports.map(\.ended) == good.reports.map(\.ended))
    }

    private static func lost(_ good: Played, _ bad: Played, chunk: Int, frames: Range<Int>) throws {
        #expect(bad.places(.noOverlay, chunk: chunk) == Array(frames))
        #expect(bad.report(chunk)?.lost == Array(frames) && bad.count(.frameLoss) == 1 && bad.notes.count == 1)
        #expect(bad.spoken().map(\.baseIndex) == good.spoken().map(\.baseIndex))
        #expect(bad.reports.map(\.ended) == good.reports.map(\.ended))
    }
}
