import BookAPI
import Events
import SocketIO

/// What goes wrong with the answers of a server with books (docs/reference/faults.md): each is one event, and those that the
/// faults befall are counted over all clients, so that the same requests in the same order meet the same faults.
package struct LibraryFaults: Sendable {
    /// How an answer ends.
    package enum Ending: Hashable, Sendable {
        case whole
        /// The link is cut before anything of it.
        case cut
        /// The link is cut in the middle of its body.
        case cutInside
        /// Half of its body, a pause, and the rest.
        case stall(TimeSpan)
    }

    /// What befalls one answer.
    package struct Fate: Hashable, Sendable {
        package var delay = TimeSpan.zero
        /// Instead of what was asked for.
        package var refusal: HTTPAnswer?
        package var ending = Ending.whole
        /// Bytes of sounds and pictures are others.
        package var spoils: FaultInjector.Damage?
        /// The part of a JSON text that comes, as if it were all.
        package var textShare: Double?
        package var ignoresRange = false
        package var refusesRange = false
        package var forgetsLogins = false
        /// All links are cut once it is out.
        package var restarts = false

        package init() {}
    }

    private enum Lot: Int { case jitter, corrupt, corruptJSON, damage }

    private let scenario: FaultScenario
    /// Answers that the faults befall, so far.
    private var counted = 0
    private var restarts = 0
    private var refusals = 0
    private var arrivals = 0

    package init(_ scenario: FaultScenario) { self.scenario = scenario }

    /// - Parameter path: of the request.
    package mutating func next(_ path: String) -> Fate {
        var fate = Fate()
        arrivals += 1
        if arrivals <= scenario.refuse {
            fate.ending = .cut
            return fate
        }
        guard scenario.libraryPath.isEmpty || path.hasPrefix(scenario.libraryPath) else { return fate }
        counted += 1
        fate.delay = scenario.delay + jitter()
        (fate.ignoresRange, fate.refusesRange) = (scenario.libraryIgnoreRanges, scenario.libraryRefuseRanges)
        if let status = scenario.libraryStatus, refusals < scenario.libraryErrors {
            refusals += 1
            fate.refusal = .detail(status, "refused on purpose")
        }
        fate.ending = ending
        var lots = Chance(seed: seed, Lot.damage.rawValue, counted)
        if draw(.corrupt, scenario.corrupt) { fate.spoils = .payload(lot: lots.next()) }
        if draw(.corruptJSON, scenario.corruptJSON) { fate.textShare = Double(lots.below(1_000)) / 1_000 }
        fate.forgetsLogins = scenario.libraryForgetAfter > 0 && counted == scenario.libraryForgetAfter
        if scenario.restartAfter > 0, counted % scenario.restartAfter == 0, restarts < scenario.restarts {
            restarts += 1
            fate.restarts = true
        }
        return fate
    }

    private var ending: Ending {
        let dropped = scenario.dropAfter + 1..<scenario.dropAfter + 1 + scenario.drops
        if scenario.dropAfter > 0, dropped.contains(counted) { return scenario.dropInside ? .cutInside : .cut }
        if scenario.stallAfter > 0, counted == scenario.stallAfter + 1 { return .stall(scenario.stall) }
        return .whole
    }

    private var seed: UInt64 { UInt64(truncatingIfNeeded: scenario.seed) &* 0x9E37_79B9_7F4A_7C15 }

    private func jitter() -> TimeSpan {
        guard scenario.jitter > .zero else { return .zero }
        var lots = Chance(seed: seed, Lot.jitter.rawValue, counted)
        return TimeSpan(microseconds: Int64(lots.below(Int(scenario.jitter.microseconds) + 1)))
    }

    private func draw(_ lot: Lot, _ share: Double) -> Bool {
        guard share > 0 else { return false }
        var lots = Chance(seed: seed, lot.rawValue, counted)
        return lots.happens(share)
    }
}
