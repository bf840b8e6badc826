import Events
import JSON
import Testing

@testable import Checks
@testable import Engine

@Suite struct FrameJSONTests {
    private static func record(_ status: FrameStatus, clip: ClipName?) -> FrameRecord {
        FrameRecord(
            ordinal: 7, mode: .overlay, generation: 2,
            position: FramePosition(chunk: 3, section: 1, sequence: 4, frame: 40, frameCount: 60), clip: clip,
            baseIndex: 45, demandedClip: clip, demandedIndex: 46, overlayKey: PictureKey("a/46/b"), status: status,
            due: Instant(microseconds: 1_000_500), shown: Instant(microseconds: 1_002_000), arrived: nil, decoded: nil,
            soundPosition: nil, character: nil, note: "a \"note\"")
    }

    @Test("K64: the drift of each frame is a line of CSV, and JSON for each chunk with least, most and last")
    func series() throws {
        var series = DriftSeries()
        var found: [JSON] = []
        var lines: [String] = []
        for (chunk, drifts) in [(3, [10, -20, 5]), (4, [0])] {
            for drift in drifts {
                var record = Self.record(.sync, clip: "talking")
                record.position?.chunk = chunk
                record.soundPosition = record.period * 40 - .milliseconds(Int64(drift))
                lines.append(DriftSeries.line(record))
                if let whole = series.receive(record) { found.append(whole) }
            }
        }
        if let whole = series.finish() { found.append(whole) }
        #expect(lines[1] == "7,1002.0,2,3,4,1353.32,-20.0")
        #expect(DriftSeries.header.split(separator: ",").count == lines[1].split(separator: ",").count)
        #expect(found.map { $0.object?["chunk"] } == [3, 4])
        #expect(found[0].object?["drift"] == ["frames": 3, "min_ms": -20.0, "max_ms": 10.0, "last_ms": 5.0])
        #expect(found[0].object?["frames"]?.array?.count == 3 && series.finish() == nil)
    }

    @Test("a line has exactly the keys that are documented, in their order")
    func keys() {
        for record in [Self.record(.sync, clip: "talking"), Self.record(.held, clip: nil)] {
            #expect(
                FrameJSON.line(record).object?.members.map(\.key) == [
                    "frame", "t_ms", "mode", "generation", "chunk", "section", "sequence", "clip", "base_index",
                    "demanded_clip", "demanded_index", "overlay_key", "status", "guess", "due_ms",
                    "shown_ms", "sound_ms", "drift_ms", "note",
                ])
        }
    }

    @Test("a line says what was drawn and what was demanded")
    func values() throws {
        let line = FrameJSON.line(Self.record(.desyncBaseMissing, clip: "talking"))
        #expect(
            line == [
                "frame": 7, "t_ms": 1002.0, "mode": "overlay", "generation": 2, "chunk": 3, "section": 1,
                "sequence": 4, "clip": "talking", "base_index": 45, "demanded_clip": "talking", "demanded_index": 46,
                "overlay_key": "a/46/b", "status": "DESYNC(base-missing)", "guess": false, "due_ms": 1000.5,
                "shown_ms": 1002.0, "sound_ms": nil, "drift_ms": nil, "note": "a \"note\"",
            ])
        #expect(try JSON.parse(line.text) == line)
    }

    @Test("a frame that was passed over was never shown, and one without a clip has no base frame")
    func nulls() throws {
        let skipped = FrameJSON.line(Self.record(.skipped, clip: "talking"))
        #expect(skipped.text.contains("\"shown_ms\":null"))
        let bare = FrameJSON.line(Self.record(.held, clip: nil)).text
        #expect(bare.contains("\"clip\":null,\"base_index\":null,\"demanded_clip\":null,\"demanded_index\":null"))
    }
}
