import Events

/// A sentence of subtitles: cues that show the same text one after the other, as karaoke does (reader 1.12), or a single one.
package struct CueGroup: Hashable, Sendable {
    /// From the start of its first cue to the end of its last.
    package var start: Span
    package var end: Span
    package var lanes: PerLane<LaneText?>
    /// When each token of a lane is reached; empty for lanes without text. In order; the times are within those of the group.
    package var words: PerLane<[WordTime]>
    /// The times of `words` were told by marks in the text, and not only spread over the group.
    package var isMarked: Bool

    package init(
        start: Span, end: Span, lanes: PerLane<LaneText?>, words: PerLane<[WordTime]>, isMarked: Bool = false
    ) {
        (self.start, self.end, self.lanes, self.words, self.isMarked) = (start, end, lanes, words, isMarked)
    }

    /// What is read aloud of it: the original, else the translation, else the transliteration.
    package var text: String {
        lanes.original?.text ?? lanes.translation?.text ?? lanes.transliteration?.text ?? ""
    }
}

extension CueGroup {
    /// The last one that is shown at this time.
    /// - Parameter groups: in the order of time.
    package static func active(in groups: [CueGroup], at time: Span) -> Int? {
        let begun = groups.prefix(partition(groups, time)).indices
        return begun.last { time <= groups[$0].end }
    }

    private static func partition(_ groups: [CueGroup], _ time: Span) -> Int {
        var (low, high) = (0, groups.count)
        while low < high {
            let middle = (low + high) / 2
            if groups[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
