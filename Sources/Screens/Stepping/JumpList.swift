import Debugger
import Events
import Sessions

/// Places from which somebody jumped elsewhere, for going back to them and forward again, as editors have it: what was left last
/// stands at the end, each place once. Going through the list and jumping off from its middle loses nothing of it.
struct JumpList: Hashable, Sendable {
    static let most = 100

    private(set) var places: [EventCount] = []
    /// Which of them was gone to last; behind the end while nobody goes through the list.
    private(set) var place = 0

    var count: Int { places.count }

    func hasEarlier(from here: EventCount) -> Bool {
        place == places.count ? places.contains { $0 != here } : place > 0
    }
    var hasLater: Bool { place < places.count - 1 }

    /// Remembers where a jump began.
    mutating func leave(_ here: EventCount) {
        places.removeAll { $0 == here }
        places.append(here)
        if places.count > Self.most { places.removeFirst(places.count - Self.most) }
        place = places.count
    }

    /// Goes so many entries on, or back when negative; at an end no further. Whoever begins to go back can come here again.
    /// - Returns: `nil` where there is nothing more in that direction; nothing is changed then.
    mutating func go(_ steps: Int, from here: EventCount) -> EventCount? {
        var next = self
        if steps < 0, place == places.count {
            next.leave(here)
            next.place = next.places.count - 1
        }
        guard next.places.indices.contains(next.place) else { return nil }
        let target = (next.place + steps).clamped(to: 0...next.places.count - 1)
        guard target != next.place else { return nil }
        next.place = target
        self = next
        return places[target]
    }
}

extension ScreenModel {
    mutating func jump(by steps: Int, _ played: Played) -> [ScreenAction] {
        guard let place = stepping.jumps.go(steps, from: played.heard) else {
            notice = steps < 0 ? "No earlier jump" : "No later jump"
            return []
        }
        notice = "Jump \(stepping.jumps.place + 1) of \(stepping.jumps.count)"
        return stepping.go(to: .heard(place))
    }

    /// Remembers where the playhead is when something leads away from there, but for going through the list itself.
    /// - Parameter before: as the list was.
    mutating func rememberJump(by actions: [ScreenAction], _ before: JumpList, _ played: Played) {
        guard actions.contains(where: { $0.isJump(played) }), stepping.jumps == before else { return }
        stepping.jumps.leave(played.heard)
    }
}

extension ScreenAction {
    /// Whether it leads farther away than a step.
    fileprivate func isJump(_ played: Played) -> Bool {
        switch self {
        case .go(to: let goal): goal.isJump(played)
        case .skip(let span): span.magnitude > KeySteps.skip
        case .seek, .run, .runToOtherFault: true
        case .goLive: !played.isAtEdge
        default: false
        }
    }
}

extension Goal {
    fileprivate func isJump(_ played: Played) -> Bool {
        switch self {
        case .frames(let count), .events(let count), .words(let count), .sentences(let count): abs(count) > 1
        case .chunks:
            // The next chunk may begin with the next frame.
            if case .at(let place) = played.timeline.find(self) {
                abs((played.log.frame(after: place) ?? 0) - (played.log.frame(after: played.heard) ?? 0)) > 1
            } else {
                true
            }
        case .heard, .frame, .time, .chunk, .place, .start, .end: true
        }
    }
}
