import Events

/// What somebody might tell of a call.
package enum RandomCall {
    private static let members = ["anna", "bob", "carl"]
    private static let sources = ["camera", "other", "screen"]
    private static let picture = Payload(hash: ContentHash(words: (1, 2, 3, 4)), byteCount: 5)

    package static func event(_ chance: inout Chance) -> CallEvent {
        let (member, source) = (pick(members, &chance), pick(sources, &chance))
        return switch chance.next() % 20 {
        case 0: .state(pick(CallState.allCases, &chance), call: pick(["c", "c", "d"], &chance))
        case 1...2: .state(.joined, call: pick(["c", "c", "c", "d"], &chance))
        case 3: .memberLeft(member)
        case 4...6: .source(source, [sourceChange(&chance)])
        case 7: .frame(source: source, picture: picture)
        default: .member(member, [memberChange(&chance), memberChange(&chance)])
        }
    }

    package static func input(_ chance: inout Chance) -> TileInput {
        let source = SourceIdentity(name: pick(sources, &chance), instance: Int(chance.next() % 3))
        return switch chance.next() % 12 {
        case 0...1: .stage(pick(StageVisibility.allCases, &chance))
        case 2: .window(TileWindow(area: CellSize(columns: Int(chance.next() % 200), rows: Int(chance.next() % 60))))
        case 3: .settings([.mode(pick(TileMode.allCases, &chance)), .corner(pick(TileCorner.allCases, &chance))])
        case 4: .settings([.size(pick(TileSize.allCases, &chance)), .includesLocal(flag(&chance))])
        case 5: .image(.file(pick(members, &chance)), failure: flag(&chance) ? nil : "broken")
        case 6: .source(source, .opened(PixelSize(width: 1 + Int(chance.next() % 999), height: 480), pixelAspect: 1))
        case 7:
            .source(
                source, pick([.ended, .failed(reason: "gone"), .delivered(level: Int(chance.next() % 4))], &chance))
        case 8: .frameDecoded(source, picture, PixelSize(width: 320, height: 240))
        case 9: .frameFailed(source, picture, reason: "broken")
        case 10: pick([.suspended, .continued, .continued], &chance)
        default: .firstFrame(source)
        }
    }

    private static func memberChange(_ chance: inout Chance) -> CallMemberChange {
        switch chance.next() % 12 {
        case 0: .name(pick([nil, "Anna", "Bob"], &chance))
        case 1: .image(pick([nil, .file("anna"), .file("bob")], &chance))
        case 2: .publishesVideo(flag(&chance))
        case 3: .sharesScreen(flag(&chance))
        case 4: .source(pick([nil, "camera", "other"], &chance))
        case 5: .shareSource(pick([nil, "screen"], &chance))
        case 6: .isDominant(flag(&chance))
        case 7: .isSpeaking(flag(&chance))
        case 8: .quality(Int(chance.next() % 6) - 1)
        case 9: .isLocal(flag(&chance))
        case 10: .pin(flag(&chance) ? nil : CallPin(isRemote: flag(&chance), time: .seconds(1)))
        default: .paused(flag(&chance) ? [] : [.video])
        }
    }

    private static func sourceChange(_ chance: inout Chance) -> CallSourceChange {
        switch chance.next() % 7 {
        case 6: .rate(Double(chance.next() % 3))
        case 5: .avatar(pick([nil, .main, Member("anna")], &chance))
        case 0: .instance(Int(chance.next() % 3))
        case 1: .isEnabled(flag(&chance))
        case 2: .isEnded(flag(&chance))
        case 3: .hasVideo(flag(&chance))
        default: .size(PixelSize(width: Int(chance.next() % 2_000), height: Int(chance.next() % 2_000)))
        }
    }

    private static func flag(_ chance: inout Chance) -> Bool { chance.next() & 1 == 0 }
    package static func pick<Value>(_ values: [Value], _ chance: inout Chance) -> Value {
        values[Int(chance.next() % UInt64(values.count))]
    }
}
