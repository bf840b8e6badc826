import Events

/// Which member of a call is shown (picture-in-picture 3.2): the first in an order of worth, changed at most once in a while,
/// so that a lively conversation does not flicker.
package struct CastSelection: Hashable, Sendable {
    /// Between two changes that nothing makes urgent.
    package static let period = TimeSpan.milliseconds(300)

    /// The member's id.
    package private(set) var shown: String?
    /// When another one would be shown if nothing else happens.
    package private(set) var deadline: Instant?
    private var changedAt: Instant?
    private var call: String?
    /// What was shown had a source.
    private var hadSource = false

    package init() {}

    /// - Parameter call: as it is at the end of a turn.
    package mutating func update(_ call: Call, includesLocal: Bool, at now: Instant) {
        if call.id != self.call {
            self = CastSelection()
            self.call = call.id
        }
        let best = Self.first(of: call, includesLocal: includesLocal)
        let isDue = changedAt.map { now >= $0 + Self.period } ?? true
        if best?.id != shown, isDue || isUrgent(best, call, includesLocal) {
            (shown, changedAt) = (best?.id, now)
        }
        deadline = best?.id == shown ? nil : changedAt.map { $0 + Self.period }
        hadSource = shown.flatMap { call[member: $0] }.flatMap { call.shownSource(of: $0) } != nil
    }

    /// The one that is shown leaves, its source goes away, or a screen is shared.
    private func isUrgent(_ best: CallMember?, _ call: Call, _ includesLocal: Bool) -> Bool {
        guard let shown, let member = call[member: shown],
            Self.candidates(of: call, includesLocal: includesLocal).contains(where: { $0.id == shown })
        else { return true }
        if hadSource, call.shownSource(of: member) == nil { return true }
        return best?.sharesScreen == true && !member.sharesScreen
    }

    /// Remote members; the local one where nobody else is and it is wanted.
    static func candidates(of call: Call, includesLocal: Bool) -> [CallMember] {
        let remote = call.members.filter { !$0.isLocal }
        return remote.isEmpty && includesLocal ? call.members : remote
    }

    static func first(of call: Call, includesLocal: Bool) -> CallMember? {
        guard call.isThere else { return nil }
        // Of equals the one that joined first.
        return candidates(of: call, includesLocal: includesLocal)
            .reduce(nil) { best, member in best.map { isBetter(member, than: $0) ? member : $0 } ?? member }
    }

    /// Why this one is shown and not another, for the log.
    static func reason(for id: String, in call: Call, includesLocal: Bool) -> String {
        let all = candidates(of: call, includesLocal: includesLocal)
        guard let shown = all.first(where: { $0.id == id }) else { return "no one else was present" }
        let others = all.filter { $0.id != id }
        guard let second = others.reduce(nil, { best, one in best.map { isBetter(one, than: $0) ? one : $0 } ?? one })
        else { return "no one else is present" }
        let (mine, best) = (worth(shown), worth(second))
        guard let key = zip(mine, best).enumerated().first(where: { $0.element.0 != $0.element.1 }) else {
            return "joined first"
        }
        // Who is to follow has to wait for its turn.
        return key.element.0 > key.element.1 ? keys[key.offset] : "kept until the next change"
    }

    /// In the order of `worth`.
    private static let keys = [
        "sharing a screen", "pinned", "pinned for everyone", "pinned last", "dominant speaker", "speaking",
        "raised a hand",
        "streams through an ingress", "publishes video", "publishes audio",
    ]

    private static func isBetter(_ a: CallMember, than b: CallMember) -> Bool {
        let (mine, others) = (worth(a), worth(b))
        for (mine, other) in zip(mine, others) where mine != other { return mine > other }
        return false
    }

    /// What counts more stands first, and more is better.
    private static func worth(_ member: CallMember) -> [Int64] {
        let flag = { (value: Bool) -> Int64 in value ? 1 : 0 }
        return [
            flag(member.sharesScreen), flag(member.pin != nil), flag(member.pin?.isRemote == true),
            member.pin?.time.microseconds ?? 0, flag(member.isDominant), flag(member.isSpeaking),
            flag(member.hasRaisedHand), -Int64(member.ingress?.rawValue ?? CallIngress.allCases.count),
            flag(member.publishesVideo), flag(member.publishesAudio),
        ]
    }
}

/// Which sources are to give frames (picture-in-picture 5.4): while the tile is there, the one that it shows, whoever switches it
/// off; when it is gone, all that gave some before.
package struct SourceSwitches: Hashable, Sendable {
    /// How long somebody else's switching off lasts, at most.
    static let period = TimeSpan.milliseconds(100)

    private var off: Set<SourceIdentity> = []
    /// Those that were on when the tile came; `nil` while it is not there.
    private var remembered: Set<SourceIdentity>?
    private var shown: SourceIdentity?
    /// When it is looked whether the shown one is on.
    private(set) var deadline: Instant?

    package func isOn(_ source: SourceIdentity) -> Bool { !off.contains(source) }

    mutating func hear(_ source: SourceIdentity, isEnabled: Bool) {
        if isEnabled { off.remove(source) } else { off.insert(source) }
    }

    /// - Parameter known: all sources that there are.
    mutating func update(isActive: Bool, shown: SourceIdentity?, known: some Sequence<CallSource>, at now: Instant) {
        let known = Set(known.map(\.identity))
        off.formIntersection(known)
        if isActive {
            if remembered == nil { remembered = known.subtracting(off) }
            if let before = self.shown, before != shown, known.contains(before) { off.insert(before) }
            if let shown, self.shown != shown { off.remove(shown) }
            self.shown = shown
            look(at: now)
        } else if let remembered {
            off.subtract(remembered)
            (self.remembered, self.shown, deadline) = (nil, nil, nil)
        }
    }

    /// Switches the shown one on when its time has come.
    private mutating func look(at now: Instant) {
        guard let shown, off.contains(shown) else {
            deadline = nil
            return
        }
        if let deadline, now >= deadline {
            off.remove(shown)
            self.deadline = nil
        } else {
            deadline = deadline ?? now + Self.period
        }
    }
}
