import Engine
import Events
import Testing

extension RecipeTests {
    private static let talking: ClipName = "talking_1_s_talking_1_e"
    private static let idle: ClipName = "idle_1_s_idle_1_e"

    private static let inSync: RecipeCheck = { good, bad in #expect(bad.spoken() == good.spoken()) }
    private static let silentlyInSync: RecipeCheck = { good, bad in
        #expect(bad.spoken() == good.spoken())
        #expect(bad.notes == [])
    }

    private static func manifestNote(_ words: String) -> RecipeCheck {
        { good, bad in
            #expect(bad.spoken() == good.spoken())
            #expect(bad.notes.filter { $0.code == .manifest }.count == 1)
            #expect(bad.notes.contains { $0.code == .manifest && $0.text.contains(words) })
        }
    }

    /// N27–N36.
    static let clipChecks: [String: RecipeCheck] = [
        "N27": { good, bad in
            let before = good.spoken().filter { $0.chunk == 1 }
            let after = bad.spoken().filter { $0.chunk == 1 }
            #expect(after.prefix(18) == before.prefix(18))
            #expect(after.suffix(18).allSatisfy { $0.clip != before[18].clip && $0.status == .sync })
            #expect(Set(after.suffix(18).map(\.clip)).count == 1)
            #expect(bad.notes.filter { $0.code != .odd } == [])
        },
        "N28": { good, bad in
            #expect(bad.spoken() == good.spoken())
            #expect(bad.notes == [])
        },
        "N29a": { good, bad in
            #expect(bad.frames(of: 1).count == 36 && bad.frames(of: 1).allSatisfy { $0.status == .held })
            #expect(bad.count(.missingBaseClip) == 1 && bad.report(1)?.hasSound == true)
            #expect(bad.reports.map(\.ended) == good.reports.map(\.ended))
        },
        "N29b": { good, bad in
            let prompt = Set(good.spoken().filter { $0.clip == talking }.map(\.chunk))
            #expect(prompt.count > 1 && bad.count(.missingBaseClip) == prompt.count)
            for record in bad.records where record.mode == .overlay {
                #expect((record.demandedClip == talking) == (record.status == .held))
            }
            #expect(bad.reports.map(\.ended) == good.reports.map(\.ended))
        },
        "N30": { good, bad in
            #expect(bad.count(.clipHoles) == 1)
            for (was, now) in zip(good.spoken(), bad.spoken()) {
                let isMissing = was.clip == talking && was.baseIndex >= 33
                #expect(now.status == (isMissing ? .desyncBaseMissing : .sync))
                #expect(now.baseIndex == (isMissing ? 32 : was.baseIndex))
            }
        },
        "N31a": { good, bad in
            let odd = bad.spoken().filter { $0.status != .sync }
            #expect(odd.map(\.status) == [.desyncBaseMissing] && odd.map(\.baseIndex) == [65])
            #expect(odd.map(\.chunk) == [1] && odd.map(\.frame) == [18])
        },
        "N31b": { good, bad in
            let odd = bad.spoken().filter { $0.status != .sync }
            #expect(odd.map(\.status) == [.desyncIndex] && odd.map(\.baseIndex) == [0])
        },
        "N31c": silentlyInSync, "N32a": silentlyInSync, "N34a": silentlyInSync, "N34b": silentlyInSync,
        "N34c": silentlyInSync, "N35": silentlyInSync,
        "N32b": manifestNote("has no frames"), "N32c": manifestNote("no animations"),
        "N32d": manifestNote("is empty"), "N32e": manifestNote("requesting clips directly"),
        "N33": { good, bad in
            #expect(bad.spoken() == good.spoken() && bad.notes == [])
            func shown(_ index: Int) -> [Payload] {
                zip(bad.records, bad.composites).filter { record, _ in
                    record.mode == .idle && record.clip == idle && record.baseIndex == index
                }.compactMap { $1?.base }
            }
            // When idling begins anew, its first frame is the other picture.
            let first = shown(0)
            #expect(Set(first).count == 2 && first.last != first.first)
            // In the round in which it came nothing has changed: the last frame of that is the old one.
            let end = try #require(good.records.firstIndex { $0.clip == idle && $0.baseIndex == 12 })
            #expect(bad.composites[end] == good.composites[end])
        },
        "N34d": { good, bad in
            #expect(bad.count(.clipHoles) == 1)
            let missing = good.frames(of: 1)[18].baseIndex
            for (was, now) in zip(good.spoken(), bad.spoken()) {
                let isMissing = was.clip == talking && was.baseIndex == missing
                #expect(now.baseIndex == (isMissing ? missing - 1 : was.baseIndex))
                #expect(now.status == (isMissing ? .desyncBaseMissing : .sync))
            }
        },
        "N36": { good, bad in
            #expect(bad.spoken() == good.spoken())
            #expect(bad.records.map(\.shown) == good.records.map(\.shown))
        },
    ]
}
