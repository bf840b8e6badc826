import Cells
import Engine
import Events
import Typesetting

/// Everything about the state of a reader, most important first.
package enum ReaderInspector {
    package static func panel(_ reader: BookReader, in rect: CellRect, scroll: Int = 0) -> Panel {
        InspectorPanel.panel("reader", in: rect, scroll: scroll) { lines(reader, $0) }
    }

    package static func scrollLimit(_ reader: BookReader, in rect: CellRect) -> Int {
        InspectorPanel.scrollLimit(in: rect) { lines(reader, $0) }
    }

    private static func lines(_ reader: BookReader, _ columns: Int) -> [TextLine] {
        rows(reader).flatMap { InspectorPanel.lines($0, columns) }
    }

    static func rows(_ reader: BookReader) -> [FrameFacts.Row] {
        let record = reader.record
        var rows: [FrameFacts.Row] = [
            .init("why", record.reason.isEmpty ? "-" : record.reason), .init("phase", phase(reader)),
            .init("heard", heard(reader)),
        ]
        if let transcript = record.transcript {
            rows.append(.init("shown", "sentence \(transcript.number): \(transcript.rule.words)"))
            for lane in Lane.allCases {
                if let lit = transcript.lanes[lane] { rows.append(.init(label(lane), words(lit, lane, reader))) }
            }
        }
        if let lag = reader.highlightLag {
            rows.append(.init("word", "its time was \(lag.wholeMilliseconds) ms before"))
        }
        if let segment = reader.soundingSegment {
            rows.append(.init("segment", words(segment, reader)))
            let (before, after) = reader.neighborSegments
            rows.append(.init("before", before.map { words($0, reader) } ?? "none of this part"))
            rows.append(.init("after", after.map { words($0, reader) } ?? "the next part"))
        }
        rows.append(.init("wanted", wanted(reader)))
        let state = ReadingState(reader)
        rows.append(
            .init(
                state.hasChoice ? "mode" : "speed",
                (state.hasChoice ? state.mode.words + ", " : "") + "\(reader.percent) %"))
        if let chunk = reader.chunk {
            rows.append(.init("part", "\(reader.selected + 1): \(OutsideText.shown(chunk.chunk.id, cells: 40))"))
            for sound in chunk.chunk.sounds {
                let length = chunk.duration(of: sound.kind).map { "\($0.inSeconds) s" } ?? "length unknown"
                let path = OutsideText.shown(sound.path, cells: 60)
                rows.append(.init("file", "\(sound.kind.rawValue): \(path), \(length)"))
            }
        }
        let loading = reader.wantedChunks.map { "\($0 + 1)" }
        if !loading.isEmpty { rows.append(.init("loading", "parts " + loading.joined(separator: ", "))) }
        return rows
    }

    private static func phase(_ reader: BookReader) -> String {
        switch reader.phase {
        case .idle: reader.wantsToPlay ? "playing" : "paused"
        case .preparing: "loading the sound"
        case .playing: reader.wantsToPlay ? "playing" : "paused"
        case .dwelling(let until): "last word lit until \(until.inSeconds) s"
        case .transitioning(let notBefore):
            "seeking" + (notBefore.map { ", not before \($0.inSeconds) s" } ?? "")
        case .validating(let validation):
            "expected at \(validation.expected.inSeconds) s"
                + (validation.isSettling ? ", waiting for the start" : "")
        }
    }

    private static func heard(_ reader: BookReader) -> String {
        guard let track = reader.record.track, let position = reader.record.position else { return "nothing" }
        let seeks = reader.seekCount > 0 ? ", seek retry \(reader.seekCount) of \(ReaderRules.seekLimit)" : ""
        return "\(track.rawValue) at \(position.inSeconds) s, sound \(reader.generation.number)" + seeks
    }

    private static func wanted(_ reader: BookReader) -> String {
        guard let sound = reader.sound else { return "no sound" }
        let state = sound.isRunning ? "playing" : "paused"
        guard let stop = sound.stop else { return "\(state), to the end of the file" }
        let left = max(.zero, stop - (reader.record.position ?? sound.start))
        return "\(state), \(left.inSeconds) s of this sentence left"
    }

    private static func words(_ segment: Segment, _ reader: BookReader) -> String {
        let number = reader.chunk.flatMap { chunk in
            chunk.sentences.indices.contains(segment.row) ? chunk.sentences[segment.row].number : nil
        }
        return "\(segment.track.rawValue) of \(number ?? 0), \(segment.start.inSeconds) to \(segment.end.inSeconds) s"
    }

    private static func words(_ lit: LaneRecord, _ lane: Lane, _ reader: BookReader) -> String {
        let count = "\(lit.lit) of \(lit.tokens) lit"
        guard let current = lit.current, let row = reader.record.transcript?.row, let chunk = reader.chunk,
            chunk.sentences.indices.contains(row), let tokens = chunk.sentences[row].lanes[lane]?.tokens,
            tokens.indices.contains(current)
        else { return count }
        return count + ", \(OutsideText.shown(tokens[current], cells: 30))"
    }

    private static func label(_ lane: Lane) -> String {
        switch lane {
        case .original: "original"
        case .transliteration: "translit."
        case .translation: "transl."
        }
    }
}
