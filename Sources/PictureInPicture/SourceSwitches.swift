import Events

/// Which sources are to give frames (picture-in-picture 5.4): while the tile is there, the one that it shows, whoever switches it
/// off; when it is gone, all that gave some before.
package struct SourceSwitches: Hashable, Sendable {
    /// How long somebody else's switching off lasts, at most.
    static let period = Span.milliseconds(100)

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
