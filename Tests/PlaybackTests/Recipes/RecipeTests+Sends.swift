import Engine
import Events
import Testing

/// Sends, and answers that are slow.
extension RecipeTests {
    static let sendChecks: [String: RecipeCheck] = [
        "SENDa": { good, bad in
            #expect(bad.spoken(1) == good.spoken() && bad.counters.stale >= 1)
            #expect(bad.records.allSatisfy { !$0.isGuess })
        },
        "SENDb": { good, bad in
            #expect(bad.spoken(1) == good.spoken() && bad.counters.stale >= 1)
            #expect(bad.records.allSatisfy { !$0.isGuess })
        },
        "SENDc": { good, bad in
            #expect(bad.spoken(1) == good.spoken())
            #expect(bad.records.allSatisfy { !$0.isGuess })
        },
        "SENDd": { good, bad in
            #expect(bad.spoken() == good.spoken() && bad.counters.stale == 0)
            #expect(bad.reports.map(\.chunk) == good.reports.map(\.chunk))
        },
        "SENDe": { good, bad in
            #expect(bad.spoken().map { [$0.chunk, $0.frame] } == good.spoken().map { [$0.chunk, $0.frame] })
            #expect(bad.count(.audioMissing) == 1 && bad.report(0)?.hasSound == false)
            #expect(bad.report(1)?.hasSound == true)
        },
        "SENDf": { good, bad in
            #expect(bad.spoken() == good.spoken() && bad.counters.messagesFinished == 1)
            #expect(Set(bad.reports.map(\.generation)).count == 1)
            // In between it goes home.
            #expect(bad.records.filter { $0.mode == .idle }.count > good.records.filter { $0.mode == .idle }.count)
        },
        "SENDg": { good, bad in
            #expect(bad.spoken() == good.spoken() && bad.count(.frameLoss) == 0)
            #expect(bad.count(.waiting) == 1)
            #expect((bad.pause(before: 1) ?? 0) > 3_900)
        },
    ]
}
