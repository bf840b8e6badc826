import Debugger
import Engine
import Frames
import Keys
import Sessions

extension Stepping.Slot: Equatable {
    /// `nil` where nothing is on screen then.
    init?(_ played: Played, at heard: EventCount) {
        let engine = heard == played.heard ? played.engine : played.timeline.engine(at: heard)
        guard let composite = engine.framePlan.composite, let record = engine.framePlan.record else { return nil }
        self.init(
            heard: heard, ordinal: record.ordinal, composite: composite, member: played.timeline.focus, engine: engine,
            before: played.shown(before: PictureView.onionFrames.upperBound, at: heard))
    }

    /// What has been heard decides all else.
    package static func == (a: Self, b: Self) -> Bool { a.heard == b.heard && a.member == b.member }
}

/// Two frames side by side.
extension Stepping {
    /// Keeps the frame at the playhead.
    /// - Returns: what came of it, in words.
    mutating func keep(
        in slot: WritableKeyPath<Stepping, Slot?>, _ name: String, _ played: Played, _ keys: KeyMap
    ) -> String {
        guard let kept = Slot(played, at: played.heard) else { return "No picture yet" }
        self[keyPath: slot] = kept
        let advice = keys.advice("; press ", .togglePair, " to compare A and B")
        return "Frame \(kept.ordinal) stored as \(name)" + advice
    }

    /// A frame for a slot, and whether both are to be shown then.
    struct AwaitedSlot: Hashable, Sendable {
        var isA: Bool
        var goal: Goal
        var pairs: Bool
    }

    /// Keeps those that are awaited and have been heard. One that does not come is given up with the end of the tape.
    mutating func fillSlots(_ played: Played) {
        for awaited in awaitedSlots {
            let found = played.timeline.find(awaited.goal, from: 0)
            guard case .at(let heard) = found else {
                if played.isExhausted { awaitedSlots.removeAll { $0 == awaited } }
                continue
            }
            awaitedSlots.removeAll { $0 == awaited }
            guard let slot = Slot(played, at: heard) else { continue }
            if awaited.isA { slotA = slot } else { slotB = slot }
            showsPair = showsPair || awaited.pairs
        }
    }

    mutating func togglePair(_ played: Played, _ keys: KeyMap) -> Outcome {
        guard let left = slotA else {
            let advice =
                keys.advice("; press ", .slotA, " to store one") + keys.advice(", then ", .togglePair, " to compare")
            return Outcome("No stored frame to compare" + advice)
        }
        guard [left.member, slotB?.member ?? left.member].allSatisfy({ $0 == played.timeline.focus }) else {
            return Outcome("\(left.member == played.timeline.focus ? "B" : "A") is a frame of another avatar")
        }
        showsPair.toggle()
        let right = slotB.map { "B, frame \($0.ordinal)" } ?? "this frame"
        return Outcome(showsPair ? "Left: A, frame \(left.ordinal); right: \(right)" : nil, closeProbe())
    }
}
