import Events

/// The words that belong to what is being said: text segments wait for the chunk of their group.
struct Captions: Sendable {
    private var waiting: [(group: Int, text: String)] = []
    private(set) var text = ""
    private var group: Int?
    /// Whether there was any text so far. The row for it stays from then on: a picture that changes its size with every
    /// sentence would be worse than an empty row.
    private(set) var isNeeded = false
    private static let limit = 200

    /// Text without a group belongs to no chunk and is never shown.
    mutating func hear(_ segment: TextSegment) {
        guard let group = segment.group else { return }
        isNeeded = true
        waiting.append((group, segment.text))
        if waiting.count > Self.limit { waiting.removeFirst() }
    }

    /// - Parameter group: of the chunk that is playing; `nil` when none is.
    mutating func follow(group: Int?, isAnimating: Bool) {
        guard isAnimating else {
            (text, self.group) = ("", nil)
            return
        }
        guard let group else { return }
        if group != self.group, waiting.contains(where: { $0.group == group }) { text = "" }
        // Text of earlier groups has had its time; one group may have several segments.
        while let place = waiting.firstIndex(where: { $0.group == group }) {
            text += (text.isEmpty ? "" : " ") + waiting[place].text
            waiting.removeFirst(place + 1)
            self.group = group
        }
    }
}
