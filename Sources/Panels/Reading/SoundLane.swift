import Events
import Reader

/// A part of the file that is heard, around the place that is: how loud it is, and what of the text is told to lie where.
package struct SoundLane: Sendable {
    let track: BookTrack
    let position: Span
    let start: Span
    let end: Span
    /// Each `SoundLevels.span`, 0 to 255; `nil` where the sound is not at hand.
    let levels: [UInt8]?
    let words: [WordPlace]
    let gates: [(number: Int, start: Span, end: Span)]
    let segments: [(name: String, start: Span, end: Span, isCurrent: Bool)]
    /// The word that is lit.
    let lit: (row: Int, index: Int)?
    let state: String

    /// - Parameters:
    ///   - seconds: that it shows.
    ///   - levels: of a part of a file.
    /// - Returns: a lane without a place where nothing is heard.
    package init?(_ reader: BookReader, seconds: Int, levels: (BookSound, Span, Span) -> [UInt8]?) {
        guard let sound = reader.sound, let chunk = reader.chunk, let track = reader.record.track,
            let position = reader.record.position
        else { return nil }
        let length = Span.seconds(Int64(max(1, seconds)))
        (self.track, self.position) = (track, position)
        start = max(.zero, position - length.part(2, of: 5))
        end = start + length
        self.levels = levels(sound.sound, start, end)
        words = reader.words(from: start, to: end)
        let (from, to) = (start, end)
        gates = chunk.windows(on: track).windows.enumerated().compactMap { row, window in
            // One that the track does not speak has no length.
            guard window.length > .zero, window.start < to, window.end > from else { return nil }
            return (chunk.sentences[row].number, window.start, window.end)
        }
        segments = reader.segmentsOfTrack.compactMap { segment, isCurrent in
            guard segment.start < to, segment.end > from else { return nil }
            let letter = segment.track == .original ? "O" : "T"
            return ("\(letter)\(chunk.sentences[segment.row].number)", segment.start, segment.end, isCurrent)
        }
        let lane: Lane = track == .translation ? .translation : .original
        lit = reader.record.transcript.flatMap { transcript in
            transcript.lanes[lane]?.current.map { (transcript.row, $0) }
        }
        let lag = reader.highlightLag.map { ", \($0.wholeMilliseconds) ms after the word's time" } ?? ""
        state = "\(track.rawValue) at \(position.inSeconds) s, \(reader.record.phase)" + lag
    }
}
