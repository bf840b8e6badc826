import Cells
import Engine
import Events
import Panels

/// What the user has opened and chosen; everything about the screen that is not the engine's.
struct ScreenState: Hashable, Sendable {
    enum Popup: Hashable, Sendable { case help }

    var view = PictureView.composite
    var isOutlined = false
    var showsStatistics = false
    var showsLog = false
    var showsCaptions = true
    var popup: Popup?
    var fills = false
    /// Said on the status line until the next key.
    var message: String?
}

/// Frames of the last second, for the rate on the status line.
struct RateCounter: Sendable {
    private var moments: ArraySlice<Instant> = []

    mutating func count(_ moment: Instant) {
        moments.append(moment)
        forget(before: moment)
    }

    mutating func rate(at moment: Instant) -> Int {
        forget(before: moment)
        return moments.count
    }

    private mutating func forget(before moment: Instant) {
        while let first = moments.first, moment - first > .seconds(1) { moments.removeFirst() }
    }
}

/// The words that belong to what is being said: text segments wait for the chunk of their group.
struct Captions: Sendable {
    private var waiting: [(group: Int?, text: String)] = []
    private(set) var text = ""
    private var group: Int?
    private static let limit = 200

    var isEmpty: Bool { text.isEmpty && waiting.isEmpty }

    mutating func hear(_ segment: TextSegment) {
        waiting.append((segment.group, segment.text))
        if waiting.count > Self.limit { waiting.removeFirst() }
    }

    /// - Parameter group: of the chunk that is playing; `nil` when none is.
    mutating func follow(group: Int?, isAnimating: Bool) {
        guard isAnimating else {
            text = ""
            return
        }
        guard let group, let place = waiting.firstIndex(where: { $0.group == group }) else { return }
        text = waiting[place].text
        waiting.removeFirst(place + 1)
    }
}
