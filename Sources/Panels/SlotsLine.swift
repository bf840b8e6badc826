import Cells
import Engine
import Events

/// Which frames are in the two slots, and how far they are apart.
package enum SlotsLine {
    package static func panel(a: FrameRecord?, b: FrameRecord?, in rect: CellRect) -> Panel {
        var spans = slot("A", a) + [TextSpan("   ")] + slot("B", b)
        if let a, let b {
            let time = b.shown - a.shown
            spans.append(
                TextSpan("   \(signed(b.ordinal - a.ordinal)) frames, \(TimeText.signed(time)) ms", TextStyle(.faint)))
        }
        return Panel(rect, rect.size.rows > 0 ? [TextLine(spans).fitting(max(0, rect.size.columns))] : [])
    }

    private static func signed(_ number: Int) -> String { number > 0 ? "+\(number)" : "\(number)" }

    private static func slot(_ name: String, _ record: FrameRecord?) -> [TextSpan] {
        let sign = TextSpan(" \(name) ", TextStyle(.info, isBold: true, isReverse: true))
        guard let record else { return [sign, TextSpan(" empty", TextStyle(.faint))] }
        let place = record.position.map { " \($0.chunk):\($0.section).\($0.sequence)" } ?? ""
        return [
            sign, TextSpan(" \(record.ordinal) \(FrameLine.time(record.shown)) s\(place) "),
            TextSpan(record.status.text, TextStyle(FrameLine.color(record.status), isBold: true)),
        ]
    }
}
