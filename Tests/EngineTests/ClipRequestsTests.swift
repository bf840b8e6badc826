import Events
import Testing

@testable import Engine

@Suite struct ClipRequestsTests {
    private static let back: ClipName = "idle_1_e_idle_1_s"

    private static func moment(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    @Test("idle goes first, then its way back, then what the originals know, then the rest by name")
    func order() {
        var requests = ClipRequests()
        let names: [ClipName] = [
            "wave_2", "idle_1_e_hi_1_s", "wave_1", "talking_1_s_talking_1_e", Self.back, .idle, "idle_1_e_talking_1_s",
        ]
        #expect(
            requests.order(names) == [
                .idle, Self.back, "idle_1_e_talking_1_s", "talking_1_s_talking_1_e", "idle_1_e_hi_1_s", "wave_1",
                "wave_2",
            ])
        requests.idle = "idle_2_s_idle_2_e"
        let others: [ClipName] = [.idle, "idle_2_e_idle_2_s", "idle_2_s_idle_2_e", Self.back]
        #expect(requests.order(others) == ["idle_2_s_idle_2_e", "idle_2_e_idle_2_s", .idle, Self.back])
    }

    @Test("before idle is there nothing else is asked for, then two at a time")
    func next() {
        var requests = ClipRequests()
        requests.plan(["c", "b", .idle, "a"])
        #expect(requests.next(isIdleLoaded: false, at: .zero) == [.idle])
        #expect(requests.next(isIdleLoaded: false, at: .zero) == [])
        requests.finish(.idle)
        #expect(requests.next(isIdleLoaded: true, at: .zero) == ["a", "b"])
        #expect(requests.next(isIdleLoaded: true, at: .zero) == [] && requests.waiting == ["c"])
        requests.finish("b")
        #expect(requests.next(isIdleLoaded: true, at: .zero) == ["c"] && requests.outstanding == ["a", "c"])
    }

    @Test("a manifest asks for nothing that is on its way, and ends the wait for it")
    func planned() {
        var requests = ClipRequests()
        requests.plan([.idle])
        _ = requests.next(isIdleLoaded: false, at: .zero)
        requests.manifestDeadline = Self.moment(5)
        requests.plan([.idle, "a"])
        #expect(requests.waiting == ["a"] && requests.manifestDeadline == nil)
    }

    @Test("without a manifest idle is asked for by itself, and what the originals know once it has come")
    func direct() {
        var requests = ClipRequests()
        requests.manifestDeadline = Self.moment(5)
        requests.planDirectly { $0 == Self.back }
        #expect(requests.waiting == [.idle] && requests.manifestDeadline == nil)
        _ = requests.next(isIdleLoaded: false, at: .zero)
        requests.finish(.idle)
        #expect(requests.waiting == ClipRequests.knownOrder.filter { $0 != .idle && $0 != Self.back })
        // With idle there, all that is missing at once.
        requests = ClipRequests()
        requests.planDirectly { $0 == .idle }
        #expect(requests.waiting == ClipRequests.knownOrder.filter { $0 != .idle })
    }

    @Test("a manifest that comes after all takes the place of what idle would have been followed by")
    func manifestAfterAll() {
        var requests = ClipRequests()
        requests.planDirectly { _ in false }
        _ = requests.next(isIdleLoaded: false, at: .zero)
        requests.plan([.idle, "a"])
        requests.finish(.idle)
        #expect(requests.waiting == ["a"])
    }

    @Test("a clip of which nothing comes for the limit is silent; each piece of it begins the limit anew")
    func silence() {
        var requests = ClipRequests()
        let limit = TimeSpan.seconds(10)
        requests.plan(["a", "b"])
        #expect(requests.deadline(limit: limit) == nil)
        _ = requests.next(isIdleLoaded: true, at: Self.moment(1))
        #expect(requests.deadline(limit: limit) == Self.moment(11))
        requests.receive(of: "a", at: Self.moment(4))
        // Nobody asked for it.
        requests.receive(of: "c", at: .zero)
        #expect(requests.deadline(limit: limit) == Self.moment(11))
        #expect(requests.silent(at: Self.moment(10.9), limit: limit) == [])
        #expect(requests.silent(at: Self.moment(11), limit: limit) == ["b"])
        #expect(requests.silent(at: Self.moment(14), limit: limit) == ["a", "b"])
        requests.finish("b")
        #expect(requests.deadline(limit: limit) == Self.moment(14) && requests.outstanding == ["a"])
    }

    @Test("what is forgotten is all but the clip to idle with")
    func reset() {
        var requests = ClipRequests()
        requests.idle = "idle_2_s_idle_2_e"
        requests.plan(["a", "b", "c"])
        _ = requests.next(isIdleLoaded: true, at: .zero)
        requests.reset()
        var fresh = ClipRequests()
        fresh.idle = "idle_2_s_idle_2_e"
        #expect(requests == fresh)
    }
}
