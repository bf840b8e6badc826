import Debugger
import Events

/// The words that belong to what is being said: text segments wait for the chunk of their group. What was shown when is
/// kept, so that the playhead finds its words again.
package struct Captions: Sendable {
    private var waiting: [(group: Int, text: String)] = []
    /// Texts in order, each with the number of events after which it was shown.
    private var shown: [(heard: EventCount, text: String)] = []
    private var group: Int?
    /// Whether there was any text so far. The row for it stays from then on: a picture that changes its size with every
    /// sentence would be worse than an empty row.
    private(set) var isNeeded = false
    private static let limit = 200
    private static let shownLimit = 20_000

    package init() {}

    /// Text without a group belongs to no chunk and is never shown.
    package mutating func receive(_ segment: TextSegment) {
        guard let group = segment.group else { return }
        isNeeded = true
        waiting.append((group, segment.text.kept))
        if waiting.count > Self.limit { waiting.removeFirst() }
    }

    /// To be called with what the engine is at after `heard` events.
    /// - Parameter group: of the chunk that is playing; `nil` when none is.
    package mutating func follow(group: Int?, isAnimating: Bool, heard: EventCount) {
        guard isNeeded else { return }
        guard isAnimating else {
            self.group = nil
            return show("", heard)
        }
        guard let group else { return }
        let isNew = group != self.group && waiting.contains { $0.group == group }
        var text = isNew ? "" : shown.last?.text ?? ""
        // Text of earlier groups has had its time; one group may have several segments.
        while let place = waiting.firstIndex(where: { $0.group == group }) {
            text = (text + (text.isEmpty ? "" : " ") + waiting[place].text).kept
            waiting.removeFirst(place + 1)
            self.group = group
        }
        show(text, heard)
    }

    private mutating func show(_ text: String, _ heard: EventCount) {
        guard text != shown.last?.text ?? "" else { return }
        shown.append((heard, text))
        if shown.count > Self.shownLimit { shown.removeFirst(Self.shownLimit / 10) }
    }

    /// What was shown when `heard` events had been heard.
    package func text(after heard: EventCount) -> String {
        shown.prefix(shown.partitionPoint { $0.heard > heard }).last?.text ?? ""
    }
}
