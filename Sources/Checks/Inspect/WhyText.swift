import Debugger
import Engine
import Events
import JSON
import Panels
import Scripts

/// Why a frame is on screen, as lines and as JSON.
package enum WhyText {
    /// A line, or more, for each step, with its place; of at most `columns` cells.
    package static func lines(_ why: Why, indent: Int = 0, columns: Int = FoldedLine.shownWidth) -> [String] {
        why.steps.flatMap { step in
            let room = max(20, columns - indent - labelCells)
            // A word that is longer than a line is broken.
            let folded = FoldedLine.folded(WhyPanel.text(step), indent: 0, width: room)
            return folded.flatMap { TerminalText.wrapped($0, toCells: room) }.enumerated().map { number, line in
                let label = TerminalText.padded(number == 0 ? step.kind.rawValue : "", toCells: labelCells)
                return String(repeating: " ", count: indent) + label + line
            }
        }
    }

    private static let labelCells = 9

    /// Keys as docs/using/why.md lists them.
    package static func json(_ why: Why) -> JSON {
        .array(
            why.steps.map { step in
                [
                    "step": .string(step.kind.rawValue),
                    "sentence": .string(step.sentence),
                    "t_ms": .milliseconds(step.place?.time),
                    "frame": .number(step.place?.frame),
                    "entry": .number(step.place?.entry.map { Int($0) }),
                    "event": .number(step.place?.heard),
                ]
            })
    }

    /// The whole answer of `cameo why`, on one line.
    package static func line(_ why: Why) -> JSON {
        ["frame": .number(why.record.ordinal), "status": .string(why.record.status.text), "why": json(why)]
    }
}
