import Debugger
import Engine
import Events
import Typesetting

/// Figures of one message in words.
package enum MessageText {
    /// `120: 118 hits, 2 misses, 98.3 %`
    package static func lookups(_ figures: MessageFigures) -> String {
        guard let rate = figures.hitRate else { return "none" }
        return
            "\(figures.lookups): \(plural(figures.hits, "hit")), \(figures.misses) \(figures.misses == 1 ? "miss" : "misses"), \(percent(rate))"
    }

    /// The first keys that were no hits, with the time by which each was late: `t/41/J1 12 ms late, 0/7 never`.
    package static func missed(_ figures: MessageFigures, atMost count: Int) -> String {
        let parts = figures.missed.prefix(count).map { missed in
            let name = missed.key.map { OutsideText.shown($0.rawValue, cells: 40) }
            let late = missed.late.map { "\(TimeText.words($0)) late" } ?? "never"
            return "\(name ?? "\(missed.chunk)/\(missed.sequence)") \(late)"
        }
        let more = figures.misses - parts.count
        return (parts + (more > 0 ? ["\(more) more"] : [])).joined(separator: ", ")
    }

    /// `1 freeze, longest 80 ms; no gap`
    package static func stalls(_ figures: MessageFigures) -> String {
        "\(text(figures.stalls.freezes, "freeze")); \(text(figures.stalls.gaps, "gap"))"
    }

    /// Rendered of received, hit rate, chunks (specification 6.3): `120/120 frames, 98.3 % hits, 2/2 chunks`.
    package static func status(_ figures: MessageFigures) -> String {
        let rate = figures.hitRate.map { ", \(percent($0)) hits" } ?? ""
        return "\(frames(figures))\(rate), \(chunks(figures))"
    }

    /// The same beside the look-ups, which have the rate: `120/120 frames, 2/2 chunks`.
    package static func progress(_ figures: MessageFigures) -> String { "\(frames(figures)), \(chunks(figures))" }

    private static func frames(_ figures: MessageFigures) -> String { "\(figures.rendered)/\(figures.received) frames" }

    private static func chunks(_ figures: MessageFigures) -> String {
        "\(figures.chunksCompleted)/\(figures.chunksStarted) chunks"
    }

    private static func text(_ stalls: AuditFigures.Times, _ name: String) -> String {
        switch stalls.count {
        case 0: "no \(name)"
        case 1: "1 \(name), \(TimeText.words(stalls.longest))"
        default: "\(stalls.count) \(name)s, longest \(TimeText.words(stalls.longest))"
        }
    }

    /// Rounded down, so that 100 % means all.
    private static func percent(_ share: Double) -> String {
        Int(share.clamped(to: 0...1) * 1_000).pointed(before: 1) + " %"
    }
}
