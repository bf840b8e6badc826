import Events
import Testing

@testable import PictureInPicture

/// Which sources give frames while the tile is there and when it has gone (picture-in-picture 5.4).
@Suite struct SourceSwitchesTests {
    private static let (a, b) = (SourceIdentity(name: "a"), SourceIdentity(name: "b"))
    private static let both = [CallSource(name: "a"), CallSource(name: "b")]

    private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// The tile is there and shows `a`; `b` is off.
    private static func showing() -> SourceSwitches {
        var switches = SourceSwitches()
        switches.hear(b, isEnabled: false)
        switches.update(isActive: true, shown: a, known: both, at: at(0))
        return switches
    }

    @Test("PN44 a shown source that is switched off is on again after exactly 0.1 s")
    func period() {
        var switches = Self.showing()
        switches.hear(Self.a, isEnabled: false)
        switches.update(isActive: true, shown: Self.a, known: Self.both, at: Self.at(10))
        #expect(switches.deadline == Self.at(110) && !switches.isOn(Self.a))
        // What happens meanwhile puts it off no further.
        switches.update(isActive: true, shown: Self.a, known: Self.both, at: Self.at(109))
        #expect(switches.deadline == Self.at(110) && !switches.isOn(Self.a))
        switches.update(isActive: true, shown: Self.a, known: Self.both, at: Self.at(110))
        #expect(switches.deadline == nil && switches.isOn(Self.a))
    }

    @Test("who switches it on before its time leaves nothing to wait for, and neither does the tile's going")
    func noDeadline() {
        for isActive in [true, false] {
            var switches = Self.showing()
            switches.hear(Self.a, isEnabled: false)
            switches.update(isActive: true, shown: Self.a, known: Self.both, at: Self.at(10))
            if isActive { switches.hear(Self.a, isEnabled: true) }
            switches.update(isActive: isActive, shown: Self.a, known: Self.both, at: Self.at(20))
            #expect(switches.deadline == nil && switches.isOn(Self.a))
        }
    }

    @Test("a source that is off is on as soon as it is shown, at every showing, and the one before it is off")
    func shownNext() {
        var switches = Self.showing()
        switches.update(isActive: true, shown: Self.b, known: Self.both, at: Self.at(10))
        #expect(switches.isOn(Self.b) && !switches.isOn(Self.a) && switches.deadline == nil)
        switches.update(isActive: false, shown: nil, known: Self.both, at: Self.at(20))
        switches.hear(Self.b, isEnabled: false)
        switches.update(isActive: true, shown: Self.b, known: Self.both, at: Self.at(30))
        #expect(switches.isOn(Self.b) && switches.deadline == nil)
    }

    @Test("nothing is kept of a source that is gone")
    func gone() {
        var switches = Self.showing()
        switches.update(isActive: true, shown: Self.a, known: [CallSource(name: "a")], at: Self.at(10))
        #expect(switches.isOn(Self.b))
        switches.update(isActive: true, shown: Self.b, known: [CallSource(name: "b")], at: Self.at(20))
        #expect(switches.isOn(Self.a))
    }
}
