import Engine
import Events
import Typesetting

/// The pipe-separated form of the original clients' frame logs, 14 columns (specification 1.13). The lines come without their ends.
package enum OriginalLog {
    /// The columns' names, then one line for each frame of a chunk that was drawn. As in the originals there are no lines for
    /// idle frames, and none for held and skipped ones, which were not drawn; `sync` is as `sync(_:)` says. The rate is
    /// measured, and empty where nothing was.
    /// - Parameters:
    ///   - places: in `SessionLog.entries`; those without an entry are left out.
    ///   - session: the session's name.
    ///   - epoch: UTC milliseconds since 1970 at which the session began; without it times are milliseconds of the session.
    package static func lines(_ places: [Int], of log: SessionLog, session: String, epoch: Int64?) -> [String] {
        let name = plain(session)
        var rate = MeasuredRate()
        var lines = [header]
        for place in places where log.entries.indices.contains(place) {
            guard let record = log.entries[place].record, let position = record.position, isDrawn(record) else {
                continue
            }
            lines.append(line(record, position, log, name, epoch, rate.rate(at: record, in: log)))
        }
        return lines
    }

    /// Whether a frame of a chunk has a line: those that were drawn do.
    package static func isDrawn(_ record: FrameRecord) -> Bool {
        record.position != nil && record.wasShown && record.status != .held
    }

    private static let header =
        "timestamp|source|session|chunk|seq|anim|base|overlay|sync|fps|sprite|char|buffer|next_chunk"

    private static func line(
        _ record: FrameRecord, _ position: FramePosition, _ log: SessionLog, _ session: String, _ epoch: Int64?,
        _ rate: Double?
    ) -> String {
        let fields = [
            time(record.shown, epoch), "CAMEO", session, String(position.chunk), String(position.sequence),
            plain(record.clip?.rawValue ?? "unknown"), String(record.baseIndex),
            plain(overlay(record)), sync(record), rate.map(fps) ?? "",
            String(record.demandedIndex), plain(record.character ?? ""),
            buffer(position), next(record, log).map(String.init) ?? "none",
        ]
        return fields.joined(separator: "|")
    }

    /// The overlay's key as the originals name it.
    package static func overlay(_ record: FrameRecord) -> String {
        record.status == .noOverlay ? "unknown" : record.overlayKey?.rawValue ?? "unknown"
    }

    /// `SYNC` for what was drawn as demanded, with its overlay; `DESYNC` for another base frame than was demanded. The originals
    /// have no words for the rest: a frame without its overlay is `NO-OVERLAY`, one whose overlay was made for another base
    /// frame `SEAM`, as everywhere here (K66).
    package static func sync(_ record: FrameRecord) -> String {
        switch record.status {
        case .desyncIndex, .desyncClip, .desyncBaseMissing, .desyncOverlay: "DESYNC"
        default: record.status.text
        }
    }

    /// With one decimal: `29.9`.
    package static func fps(_ rate: Double) -> String { min(rate, 100_000).fixed(1) }

    /// Frames of the chunk that are still to come, and all of them.
    package static func buffer(_ position: FramePosition) -> String {
        "\(max(0, position.frameCount - position.frame - 1))/\(position.frameCount)"
    }

    /// Frames of the chunk that follows in the message, when it had begun to arrive by then.
    private static func next(_ record: FrameRecord, _ log: SessionLog) -> Int? {
        guard let place = log.place(ofFrame: record.ordinal) else { return nil }
        let starts = log.chunkStarts
        let start = (0..<starts.count).partitionPoint { starts[$0] > place }
        guard starts.indices.contains(start), let first = log.entries[starts[start]].record,
            let position = first.position, first.generation == record.generation,
            let arrived = first.arrived, arrived <= record.shown
        else { return nil }
        return position.frameCount
    }

    /// A text that cannot be taken for two columns.
    private static func plain(_ text: String) -> String {
        TerminalText.visible(text).split(separator: "|", omittingEmptySubsequences: false).joined(separator: "¦")
    }

    /// In UTC where the session's beginning is known, else milliseconds of the session.
    package static func time(_ moment: Instant, _ epoch: Int64?) -> String {
        let milliseconds = moment.microseconds / 1_000
        guard let epoch else { return String(milliseconds) }
        let (sum, isBeyond) = epoch.addingReportingOverflow(milliseconds)
        // Years of four digits only.
        guard !isBeyond, (0..<253_402_300_800_000).contains(sum) else { return String(milliseconds) }
        return CalendarTime.text(milliseconds: sum)
    }
}
