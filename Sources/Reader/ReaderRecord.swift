import Events

/// The observable state of a reader: the keys of `cameo read --headless`.
package struct ReaderRecord: Hashable, Sendable {
    package var transcript: TranscriptRecord?
    package var track: BookTrack?
    package var phase = ReaderPhase.idle.name
    /// Whether the first sound is not loaded yet.
    package var isPreparing = false
    /// Position in the track's file.
    package var position: Span?
    /// Why the state is as it is.
    package var reason = ""

    init() {}

    init(_ reader: BookReader) {
        transcript = reader.transcript
        let isHeard = reader.isOver || reader.isStopped ? nil : reader.current
        (track, position) = (isHeard?.track, isHeard?.position)
        phase = reader.phase.name
        isPreparing = reader.phase == .preparing
    }

    /// Number of highlighted tokens in one lane of the highlighted sentence.
    package func lit(_ lane: Lane) -> Int { transcript?.lanes[lane]?.lit ?? 0 }

    func isSame(as other: ReaderRecord) -> Bool {
        transcript == other.transcript && track == other.track && phase == other.phase && position == other.position
    }

    /// Whether anything is played or shown differently. The progress of the same sound does not count.
    package func isOther(than other: ReaderRecord) -> Bool {
        transcript != other.transcript || track != other.track || phase != other.phase
    }

    /// A line for the log.
    package func words(_ notes: [ReaderNote]) -> String {
        let place = [transcript.map { "sentence \($0.number)" }, track?.rawValue, phase].compactMap { $0 }
        let why = notes.isEmpty ? reason : notes.map(\.text).joined(separator: "; ")
        return place.joined(separator: ", ") + ": " + why
    }

    /// The reason if only time has passed.
    static func reason(from before: ReaderRecord, to next: ReaderRecord) -> String {
        let heard = next.position.map { "at \($0.inSeconds) s" } ?? "no sound playing"
        guard let transcript = next.transcript else { return heard }
        if before.transcript?.number != transcript.number {
            return "sentence \(transcript.number): \(transcript.rule.words), \(heard)"
        }
        let lanes = Lane.allCases.filter { before.lit($0) != next.lit($0) }
        guard !lanes.isEmpty else {
            return before.transcript?.rule == transcript.rule ? heard : "\(transcript.rule.words), \(heard)"
        }
        let words = lanes.map { "\($0.rawValue) \(next.lit($0)) of \(transcript.lanes[$0]?.tokens ?? 0)" }
        return words.joined(separator: ", ") + ": \(heard)"
    }
}
