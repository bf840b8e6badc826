import Events
import Testing

@testable import Debugger

@Suite("Links of a recording")
struct AuditLinkTests {
    private func hadLink(_ bodies: [Event.Body]) -> Bool {
        var (link, figures) = (AuditLink(), AuditFigures())
        for (second, body) in bodies.enumerated() {
            link.receive(Event(Instant(seconds: Double(second)), body), isMade: false, &figures)
        }
        _ = link.finish(brokenOff: nil, &figures)
        return figures.hadLink
    }

    @Test("d-never-linked: there was a link where one was made, or where something came")
    func made() {
        #expect(!hadLink([]) && !hadLink([.local(.sent), .local(.paused), .local(.linkClosed)]))
        #expect(hadLink([.local(.linkRestored)]) && hadLink([.wire(.audioEnded)]))
        #expect(hadLink([.local(.linkRestored), .local(.linkLost(reason: "gone"))]))
        let states = { (states: [CallState]) in states.map { Event.Body.wire(.call(.state($0, call: "x"))) } }
        #expect(!hadLink(states([.joining, .reconnecting, .reconnectingFailed, .left]) + [.wire(.userSaid("hello"))]))
        #expect(hadLink(states([.joining, .joined, .left])))
    }
}
