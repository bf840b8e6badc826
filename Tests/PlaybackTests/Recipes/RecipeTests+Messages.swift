import Engine
import Events
import PlaybackSupport
import Testing

extension RecipeTests {
    /// N38–N62, and the wrong base.
    static let messageChecks: [String: RecipeCheck] = [
        "N38a": interrupted(in: .idle), "N38b": interrupted(in: .transition), "N38c": interrupted(in: .overlay),
        "N38d": { good, bad in
            try interrupted(in: .overlay)(good, bad)
            #expect(bad.records.last { $0.generation == 0 }?.status == .held)
        },
        "N38e": interrupted(in: .finishingBase), "N38f": interrupted(in: .returnTransition),
        "N39": { good, bad in
            // Nothing dated has come before, so that the frames of the first message are guesses that give way.
            #expect(bad.counters.duplicates > 0 && bad.count(.answerUnknown) == 1)
            #expect(bad.spoken(2) == good.spoken() && bad.spoken() == bad.spoken(2))
        },
        "N40": { good, bad in
            #expect(bad.counters.stale > 0 && bad.spoken(1) == good.spoken())
            #expect(bad.spoken(0) == Array(good.spoken().prefix(bad.spoken(0).count)))
            #expect(Set(bad.spoken(0).map(\.chunk)) == [0])
        },
        "N41a": { good, bad in
            #expect(bad.count(.newMessage) == 1 && bad.counters.messagesFinished == 2)
            #expect(bad.spoken(0) == good.spoken() && bad.spoken(1) == good.spoken())
        },
        "N41b": { good, bad in
            #expect(bad.count(.newMessage) == 1 && bad.spoken(1) == good.spoken())
            #expect(bad.spoken(0).count > 20 && bad.spoken(0).count < 54)
        },
        "N42a": { try underrun($0, $1, milliseconds: 300) }, "N42b": { try underrun($0, $1, milliseconds: 900) },
        "N42c": { good, bad in
            #expect(bad.spoken() == good.spoken())
            let start = try #require(bad.report(1)?.started)
            let between = bad.records.filter { $0.shown < start && $0.shown >= Instant(seconds: 4.8) }
            #expect(between.contains { $0.status == .held } && between.contains { $0.mode == .finishingBase })
        },
        "N43a": endsOnce, "N43b": endsOnce,
        "N43c": { good, bad in
            try endsOnce(good, bad)
            #expect(bad.records.contains { $0.status == .held })
        },
        "N44a": { good, bad in
            #expect(bad.spoken(1) == good.spoken() && bad.notes == [])
            #expect(returnClips(bad) == ["talking_1_e_idle_1_s"])
        },
        "N44b": { good, bad in
            try endsOnce(good, bad)
            #expect(returnClips(bad) == ["talking_1_e_idle_1_s"])
        },
        "N44c": { good, bad in
            try endsOnce(good, bad)
            let end = try #require(bad.reports.last?.ended)
            let after = bad.records.filter { $0.shown > end + .seconds(5) && $0.mode == .returnTransition }
            #expect(after.map(\.baseIndex) == Array(0..<14))
        },
        "N44d": { good, bad in
            #expect(bad.spoken() == good.spoken() && bad.notes.map(\.code) == [.odd])
            #expect(returnClips(bad) == ["talking_1_e_idle_1_s"])
        },
        "N44e": { good, bad in
            try endsOnce(good, bad)
            #expect(returnClips(bad) == ["talking_1_e_idle_1_s"])
        },
        "N45a": linkLost(lost: 0), "N45b": linkLost(lost: 4), "N45c": linkLost(lost: 0),
        "N45d": { good, bad in
            #expect(bad.count(.link) == 2 && bad.spoken() == good.spoken())
        },
        "N52": { good, bad in
            #expect(bad.count(.readyEmpty) == 1 && bad.spoken(1) == good.spoken())
        },
        "N59a": placed(.unplaced, notes: [.unplaced]), "N59b": placed(.unplaced, notes: [.odd, .odd, .unplaced]),
        "N59c": placed(.topLeft(PixelPoint(x: 11, y: 20)), notes: []),
        "N59d": placed(.topLeft(PixelPoint(x: -20, y: -10)), notes: []),
        "N59e": placed(.topLeft(PixelPoint(x: 5_000, y: 5_000)), notes: []),
        "N60a": placed(.rectangle(PixelRect(x: -100, y: -100, width: 4_000, height: 4_000)), notes: []),
        "N60b": { good, bad in
            #expect(bad.spoken() == good.spoken() && bad.notes == [])
            let places = zip(bad.records, bad.composites).filter { $0.0.position?.chunk == 1 }.map {
                $1?.overlay?.placement
            }
            #expect(places[12..<24].allSatisfy { $0 == .rectangle(PixelRect(x: 20, y: 20, width: 60, height: 40)) })
            #expect(places[24..<36].allSatisfy { $0 == .rectangle(PixelRect(x: 30, y: 30, width: 90, height: 120)) })
            #expect(places[0..<12].allSatisfy { if case .topLeft? = $0 { true } else { false } })
        },
        "N61": { good, bad in
            #expect(bad.spoken() == good.spoken())
            #expect(bad.notes.map(\.code) == [.unknownEvent, .odd, .odd, .odd, .odd])
        },
        "N62": { good, bad in #expect(bad.spoken() == good.spoken() && bad.notes == []) },
        "SEAM": { good, bad in
            let changed = zip(good.spoken(), bad.spoken()).filter { $0 != $1 }
            #expect(changed.count == 1 && bad.notes == [])
            let (was, now) = try #require(changed.first)
            #expect(now.baseIndex == was.baseIndex + 5 && now.status == .sync && now.clip == was.clip)
            // The overlay is still the one that was made for the other base frame.
            let place = try #require(
                bad.records.firstIndex { $0.position?.chunk == was.chunk && $0.position?.frame == was.frame })
            let before = try #require(
                good.records.firstIndex { $0.position?.chunk == was.chunk && $0.position?.frame == was.frame })
            #expect(bad.composites[place]?.overlay == good.composites[before]?.overlay)
            #expect(bad.composites[place]?.base != good.composites[before]?.base)
        },
        "LIPSa": { good, bad in shifted(good, bad, by: 6) },
        "LIPSb": { good, bad in shifted(good, bad, by: -6) },
    ]

    /// Each frame of each chunk shows what another one showed, and all else is as it was.
    private static func shifted(_ good: Played, _ bad: Played, by frames: Int) {
        #expect(bad.notes == [] && bad.reports.map(\.shown) == good.reports.map(\.shown))
        for chunk in RewrittenDemo.chunkSizes.indices {
            let (was, now) = (good.frames(of: chunk), bad.frames(of: chunk))
            #expect(now.count == was.count)
            // The very last frame stays where it is.
            let last = was.count - (chunk == RewrittenDemo.chunkSizes.count - 1 ? 2 : 1)
            for (place, frame) in now.enumerated() {
                let source = was[place > last ? place : min(max(0, place - frames), last)]
                #expect(frame.overlayKey == source.overlayKey && frame.baseIndex == source.baseIndex)
                #expect(frame.status == .sync)
            }
        }
    }

    private static func interrupted(in mode: ModeName) -> RecipeCheck {
        { good, bad in
            #expect(bad.records.last { $0.generation == 0 }?.mode == mode)
            // From the send on nothing of the old message, and no overlay before the new one talks.
            let after = zip(bad.records, bad.composites).drop { $0.0.generation == 0 }
            #expect(after.allSatisfy { $0.0.generation == 1 })
            #expect(after.prefix { $0.0.mode != .overlay }.allSatisfy { $1?.overlay == nil })
            let reports = bad.reports.filter { $0.generation == 1 }
            #expect(reports.map(\.shown) == Array(RewrittenDemo.chunkSizes.prefix(reports.count)))
            #expect(!reports.isEmpty && reports.allSatisfy { $0.noOverlay == 0 && $0.lost == [] })
            #expect(bad.spoken().allSatisfy { $0.status == .sync } && bad.notes == [])
            #expect(bad.records.last?.mode == .idle)
        }
    }

    private static func underrun(_ good: Played, _ bad: Played, milliseconds: Double) throws {
        #expect(bad.spoken() == good.spoken() && bad.notes == [])
        let start = try #require(bad.report(1)?.started)
        let between = bad.records.filter { $0.shown < start && $0.shown >= Instant(seconds: 4.8) }
        #expect(between.contains { $0.status == .held } && between.allSatisfy { $0.mode == .overlay })
        #expect(abs(try #require(bad.pause(before: 1)) - milliseconds) < 5)
    }

    private static let endsOnce: RecipeCheck = { good, bad in
        #expect(bad.spoken() == good.spoken() && bad.notes == [])
        #expect(bad.counters.messagesFinished == 1 && bad.records.last?.mode == .idle)
    }

    /// The clips by which messages returned, once each.
    private static func returnClips(_ played: Played) -> [String] {
        played.records.filter { $0.mode == .returnTransition && $0.baseIndex == 0 }.compactMap { $0.clip?.rawValue }
    }

    private static func linkLost(lost: Int) -> RecipeCheck {
        { good, bad in
            #expect(bad.count(.link) == 2)
            #expect(bad.chunksShown == [0] && bad.report(0)?.lost.count == lost)
            #expect(bad.report(0)?.ended == good.report(0)?.ended)
            // What of it never began to come is not known to be missing once the end signal has come.
            let counts = bad.counters
            #expect(bad.records.last?.mode == .idle && counts.messagesFinished + counts.messagesCutOff == 1)
        }
    }

    /// Chunk 1 is where it says; where nothing says where, its frames say that.
    private static func placed(_ placement: OverlayPlacement, notes: [Note.Code]) -> RecipeCheck {
        { good, bad in
            let expected = good.spoken().map { frame in
                var frame = frame
                if frame.chunk == 1, placement == .unplaced { frame.status = .unplaced }
                return frame
            }
            #expect(bad.spoken() == expected && bad.notes.map(\.code) == notes)
            for (record, composite) in zip(bad.records, bad.composites) where record.position?.chunk == 1 {
                #expect(composite?.overlay?.placement == placement)
            }
        }
    }
}
